package generate

import (
	"fmt"

	"smartnic-cc/bandit"
	"smartnic-cc/dolcercplus"
	"smartnic-cc/dolcercplus/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/testvectors"
)

// dolcercplus makes one file for each K.
func (b *builder) dolcercplus() {
	dolcercplusFile(b, 4, machine[dolcercplus.Params, dolcercplus.State4, dolcercplus.Event, dolcercplus.Output]{"dolcercplus4", dolcercplus.Init4, dolcercplus.Step4})
	dolcercplusFile(b, 8, machine[dolcercplus.Params, dolcercplus.State8, dolcercplus.Event, dolcercplus.Output]{"dolcercplus8", dolcercplus.Init8, dolcercplus.Step8})
}

// messageParams are the default parameters for a link of that many kb/s.
func (b *builder) messageParams(arms int, link uint32) dolcercplus.Params {
	c := profile.Default(link)
	c.Learn.Arms = arms
	c.MinRate = min(c.MinRate, link)
	p, err := profile.Params(c)
	if err != nil {
		b.fail(err)
	}
	return p
}

type messageRecording[A bandit.ArmArray] = recording[dolcercplus.Params, dolcercplus.State[A], dolcercplus.Event, dolcercplus.Output]

func dolcercplusFile[A bandit.ArmArray](b *builder, arms int, m machine[dolcercplus.Params, dolcercplus.State[A], dolcercplus.Event, dolcercplus.Output]) {
	random := b.random(m.name)
	r := record(m, "100 Gb/s", b.messageParams(arms, uint32(lineRate)))
	messageScripts(r, arms)
	lateACKs(r, random, arms)
	for i := range 14 {
		t := r.begin(560, fmt.Sprintf("random messages %d", i+1), flagRandom)
		randomMessages(t, random, 560)
		t.end()
	}
	for i, load := range []func(s *dolcercplus.State[A]){
		func(s *dolcercplus.State[A]) { s.Iteration, s.Lost = 65534, 253 },
		func(s *dolcercplus.State[A]) {
			for i := range len(s.Learn.Arm) {
				s.Learn.Arm[i] = bandit.Arm{Mean: 0xFFFF, Count: 0xFFFF}
			}
			s.Learn.Rest = uint32(r.p.Learn.Period) - 1
			s.Arm = uint8(arms - 1)
		},
	} {
		t := r.begin(80, fmt.Sprintf("loaded state %d", i+1), flagLoaded)
		t.load(load)
		for i := range 8 {
			t.step(dolcercplus.Event{Now: startTime, Arm: uint8(arms + i)})
		}
		randomMessages(t, random, 72)
		t.end()
	}
	groups := []testvectors.Group{r.group}
	for _, v := range []struct {
		name   string
		change func(p *dolcercplus.Params)
	}{
		{"slowest link", func(p *dolcercplus.Params) { *p = b.messageParams(arms, profile.MinLine) }},
		{"fastest link", func(p *dolcercplus.Params) { *p = b.messageParams(arms, profile.MaxLine) }},
		{"greatest rate", func(p *dolcercplus.Params) {
			// Faster than profiles allow; NsPerByte is that of the rate.
			p.LinkRate, p.NsPerByte = 1<<31-1, 62_500
		}},
		{"floor at the link's rate", func(p *dolcercplus.Params) { p.MinRate = p.LinkRate }},
		{"slowest link, least floor", func(p *dolcercplus.Params) { *p = b.messageParams(arms, profile.MinLine); p.MinRate = 1 }},
		{"no base delay, least floor", func(p *dolcercplus.Params) { p.BaseDelay, p.MinRate = 0, 1 }},
		{"longest base delay", func(p *dolcercplus.Params) { p.BaseDelay = 1 << 30 }},
		{"fast forgetting", func(p *dolcercplus.Params) { p.Learn = b.learnParams(arms, "0.5", "0.9", "2") }},
	} {
		p := r.p
		v.change(&p)
		g := record(m, v.name, p)
		t := g.begin(240, "random messages: "+v.name, flagParameters, flagRandom)
		randomMessages(t, random, 240)
		t.end()
		t = g.begin(60, "messages at the ends: "+v.name, flagParameters)
		endMessages(t, arms)
		t.end()
		groups = append(groups, g.group)
	}
	for _, v := range learnLimits {
		p := r.p
		p.Learn = b.learnBase(arms)
		v.change(&p.Learn, arms)
		g := record(m, v.name, p)
		t := g.begin(25, "from the beginning: "+v.name, flagParameters, flagExploration)
		randomMessages(t, random, 25)
		t.end()
		t = g.begin(30, "at the end of a round: "+v.name, flagParameters, flagAgeing, flagLoaded)
		t.load(func(s *dolcercplus.State[A]) { nearTheEnd(&p.Learn, &s.Learn, 10, random) })
		randomMessages(t, random, 30)
		t.end()
		for _, change := range v.misread {
			misread := p
			change(&misread.Learn)
			g.telling(b, misread, func(s *dolcercplus.State[A]) dolcercplus.Event {
				e := dolcercplus.Event{Now: startTime + 20_000, Departed: startTime, Bytes: uint32(random.logUniform(18))}
				onTheEdge(&p.Learn, &s.Learn, dolcercplus.Reward(&p, &e), random)
				return e
			})
		}
		groups = append(groups, g.group)
	}
	b.add(m.name+".json", m.name, []string{
		fmt.Sprintf("Dolce-RC+ with %d arms: the ACK of a message in, rate and arm of the next out. Times in ns, rates in kb/s.", arms),
	}, groups)
}

type messageTape[A bandit.ArmArray] = tape[dolcercplus.Params, dolcercplus.State[A], dolcercplus.Event, dolcercplus.Output]

// ideal returns the least completion time of a message.
func ideal(p *dolcercplus.Params, bytes uint32) uint32 {
	return uint32(min(uint64(bytes)*uint64(p.NsPerByte)>>24, 1<<31)) + p.BaseDelay
}

// messageScripts are the directed sequences.
func messageScripts[A bandit.ArmArray](r *messageRecording[A], arms int) {
	p := &r.p
	t := r.begin(120, "messages at the ideal time and around it", flagRewards, flagExploration)
	now := uint32(startTime)
	arm := uint8(0)
	for i := range uint32(40) {
		bytes := uint32(4096) << (i % 12)
		for _, d := range []uint32{^uint32(0), 0, 1} {
			now += ideal(p, bytes) + d
			arm = t.step(dolcercplus.Event{Now: fixedpoint.Time(now), Departed: fixedpoint.Time(now - ideal(p, bytes) - d), Bytes: bytes, Iteration: uint16(i), Arm: arm}).Arm
		}
	}
	t.end()

	t = r.begin(160, "every ECN ratio for every arm", flagPower5, flagRewards)
	for i := range uint8(arms) {
		for _, ratio := range []fixedpoint.UQ0x16{0, 1, 2, 255, 0x4000, 0x8000, 0xC000, 0xFF00, 0xFFFE, 0xFFFF} {
			t.step(dolcercplus.Event{Now: startTime + 20_000, Departed: startTime, Bytes: 65536, ECNRatio: ratio, Arm: i})
		}
	}
	t.end()

	t = r.begin(60, "the clock wraps while a message is on its way", flagWrap)
	for i := range uint32(30) {
		departed := ^uint32(99_999) + i*4_000
		t.step(dolcercplus.Event{Now: fixedpoint.Time(departed + 60_000), Departed: fixedpoint.Time(departed), Bytes: 100_000, Iteration: uint16(i), Arm: uint8(i) % uint8(arms)})
	}
	t.end()

	t = r.begin(80, "messages of no, one and very many bytes; no, little and very much time", flagEdge)
	endMessages(t, arms)
	t.end()

	t = r.begin(40, "arms that do not exist", flagArm)
	for _, arm := range []uint8{uint8(arms), 255, 0, uint8(arms) + 1, 8, 16, 32, 64, 128, uint8(arms) - 1, 127} {
		for range 3 {
			t.step(dolcercplus.Event{Now: startTime + 30_000, Departed: startTime, Bytes: 9000, ECNRatio: 77, Arm: arm})
		}
	}
	t.end()

	t = r.begin(300, "all rewards 0", flagRewards, flagTies)
	for arm, i := uint8(0), 0; i < 300; i++ {
		arm = t.step(dolcercplus.Event{Now: 1<<31 - 1, Departed: 0, Bytes: 0, ECNRatio: 0xFFFF, Arm: arm}).Arm
	}
	t.end()
}

// endMessages steps through lengths and times at the ends of their ranges.
func endMessages[A bandit.ArmArray](t *messageTape[A], arms int) {
	for i, bytes := range []uint32{0, 1, 4096, 1<<30 - 1, 1 << 30, 1<<30 + 1, 1<<32 - 1, 1 << 31} {
		for j, took := range []uint32{0, 1, ideal(&t.r.p, min(bytes, 1<<30)), 1 << 31, 1<<32 - 1} {
			t.step(dolcercplus.Event{Now: fixedpoint.Time(startTime + took), Departed: startTime, Bytes: bytes, Iteration: uint16(i<<8 + j), ECNRatio: fixedpoint.UQ0x16(i * 9000), Arm: uint8(i+j) % uint8(arms)})
		}
	}
}

// lateACKs answers messages out of order: what an ACK teaches is the arm that it names.
func lateACKs[A bandit.ArmArray](r *messageRecording[A], random *rng, arms int) {
	t := r.begin(240, "ACKs late, out of order and for old arms", flagLateACK)
	type message struct {
		iteration uint16
		arm       uint8
		departed  uint32
	}
	var way []message
	now := uint32(startTime)
	next := message{departed: now}
	for range 240 {
		way = append(way, next)
		k := random.below(uint64(len(way)))
		if len(way) < 6 && random.one(2) {
			k = uint64(len(way)) - 1
		}
		m := way[k]
		now += uint32(random.between(2_000, 40_000))
		o := t.step(dolcercplus.Event{Now: fixedpoint.Time(now), Departed: fixedpoint.Time(m.departed), Bytes: 65536, Iteration: m.iteration, ECNRatio: fixedpoint.UQ0x16(random.below(20_000)), Arm: m.arm})
		if len(way) > 5 {
			way = append(way[:k], way[k+1:]...)
		}
		next = message{o.Iteration, o.Arm, now}
	}
	t.end()
}

// randomMessages sends messages one after the other at the rates that the algorithm
// asks for, over a path that has less or more room in spells.
func randomMessages[A bandit.ArmArray](t *messageTape[A], r *rng, n int) {
	p := &t.r.p
	now := uint32(r.next())
	o := dolcercplus.Output{Rate: p.LinkRate}
	room := uint64(p.LinkRate)
	for i := range n {
		if i%50 == 0 {
			room = max(uint64(p.LinkRate)>>r.below(5), 1)
		}
		bytes := uint32(r.logUniform(21))
		rate := max(min(uint64(o.Rate), room), 1)
		took := uint32(min(uint64(bytes)*8_000_000/rate, 1<<31)) + p.BaseDelay + uint32(r.below(5_000))
		ratio := fixedpoint.UQ0x16(0)
		if uint64(o.Rate) > room {
			ratio = fixedpoint.UQ0x16(min(r.below(40_000)+8_000, 0xFFFF))
		} else if r.one(8) {
			ratio = fixedpoint.UQ0x16(r.below(6_000))
		}
		now += took
		o = t.step(dolcercplus.Event{Now: fixedpoint.Time(now), Departed: fixedpoint.Time(now - took), Bytes: bytes, Iteration: o.Iteration, ECNRatio: ratio, Arm: o.Arm})
		if o.Rate == 0 {
			o.Rate = p.LinkRate
		}
		now += uint32(r.below(3_000))
	}
}
