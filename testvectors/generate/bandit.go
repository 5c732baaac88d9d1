package generate

import (
	"fmt"

	"smartnic-cc/bandit"
	"smartnic-cc/bandit/decimal"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/testvectors"
)

// bandit makes one file for each K.
func (b *builder) bandit() {
	banditFile(b, 2, 270, machine[bandit.Params, bandit.State2, bandit.Event, bandit.Output]{"bandit2", bandit.Init2, bandit.Step2})
	banditFile(b, 4, 540, machine[bandit.Params, bandit.State4, bandit.Event, bandit.Output]{"bandit4", bandit.Init4, bandit.Step4})
	banditFile(b, 8, 270, machine[bandit.Params, bandit.State8, bandit.Event, bandit.Output]{"bandit8", bandit.Init8, bandit.Step8})
}

// learnParams returns integer parameters of DR-UCB for K arms.
func (b *builder) learnParams(arms int, gamma, epsilon, xi string) bandit.Params {
	p, err := decimal.Params(decimal.Config{Arms: arms, Gamma: gamma, Epsilon: epsilon, Xi: xi})
	if err != nil {
		b.fail(err)
	}
	return p
}

// banditFile makes the file of one K: sequences of about length steps.
func banditFile[A bandit.ArmArray](b *builder, arms int, length int, m machine[bandit.Params, bandit.State[A], bandit.Event, bandit.Output]) {
	random := b.random(m.name)
	paper := record(m, "the paper's parameters", b.learnParams(arms, "0.9998", "0.015", "0.5001"))
	for _, s := range rewardScripts {
		t := paper.begin(length, s.comment, s.flags...)
		means := s.means(random, arms)
		arm := uint8(0)
		for i := range length {
			if s.shift > 0 && i > 0 && i%s.shift == 0 {
				means = append(means[1:], means[0])
			}
			o := t.step(bandit.Event{Arm: arm, Reward: s.reward(random, means[arm], i)})
			arm = o.Arm
		}
		t.end()
	}
	foreignArms(paper, random, arms, length/2)
	loadedBandit(paper, random, length/4)

	groups := []testvectors.Group{paper.group}
	for _, v := range []struct{ comment, gamma, epsilon, xi string }{
		{"fast forgetting, short rounds", "0.5", "0.9", "2"},
		{"slow forgetting, long rounds", "0.99998", fmt.Sprintf("%.4f", float64(arms)/3000), "0.5001"},
		{"short rounds with a rest block", "0.99", "0.07", "1"},
		{"every step explores", "0.9", "0.99999", "0.75"},
	} {
		r := record(m, v.comment, b.learnParams(arms, v.gamma, v.epsilon, v.xi))
		for i := range 2 {
			t := r.begin(length/2, fmt.Sprintf("random rewards %d, %s", i+1, v.comment), flagParameters, flagAgeing, flagExploration)
			arm := uint8(0)
			for range length / 2 {
				arm = t.step(bandit.Event{Arm: arm, Reward: learnReward(random, arm)}).Arm
			}
			t.end()
		}
		groups = append(groups, r.group)
	}
	groups = append(groups, banditLimits(b, arms, m)...)
	b.add(m.name+".json", m.name, []string{
		fmt.Sprintf("DR-UCB with %d arms: the arm that was used and its reward (UQ0.16, 65535 for 1), then the next arm.", arms),
	}, groups)
}

// rewardScript says what an arm earns; the arm that the bandit asks for is the one
// that is used, as in life.
type rewardScript struct {
	comment string
	flags   []string
	means   func(r *rng, arms int) []uint64 // UQ0.16
	shift   int                             // steps after which the means move by one arm; 0 = never
	reward  func(r *rng, mean uint64, i int) fixedpoint.UQ0x16
}

func same(v uint64) func(r *rng, arms int) []uint64 {
	return func(_ *rng, arms int) []uint64 {
		m := make([]uint64, arms)
		for i := range m {
			m[i] = v
		}
		return m
	}
}

// ladder spaces the means evenly, the best first.
func ladder(top, step uint64) func(r *rng, arms int) []uint64 {
	return func(_ *rng, arms int) []uint64 {
		m := make([]uint64, arms)
		for i := range m {
			m[i] = top - min(top, step*uint64(i))
		}
		return m
	}
}

func randomMeans(r *rng, arms int) []uint64 {
	m := make([]uint64, arms)
	for i := range m {
		m[i] = r.below(65536)
	}
	return m
}

func exactly(_ *rng, mean uint64, _ int) fixedpoint.UQ0x16 { return fixedpoint.UQ0x16(mean) }

// coin is a reward of 0 or 1 with that mean.
func coin(r *rng, mean uint64, _ int) fixedpoint.UQ0x16 {
	if r.below(65536) < mean {
		return 0xFFFF
	}
	return 0
}

// noisy spreads the reward by a quarter around its mean.
func noisy(r *rng, mean uint64, _ int) fixedpoint.UQ0x16 {
	v := mean + r.below(16384)
	return fixedpoint.UQ0x16(min(v-min(v, 8192), 0xFFFF))
}

var rewardScripts = []rewardScript{
	{"all rewards 0", []string{flagRewards, flagTies, flagExploration}, same(0), 0, exactly},
	{"all rewards 1", []string{flagRewards, flagTies, flagExploration}, same(0xFFFF), 0, exactly},
	{"rewards 0 and 1 by turns", []string{flagRewards}, same(0), 0, func(_ *rng, _ uint64, i int) fixedpoint.UQ0x16 {
		return fixedpoint.UQ0x16(i % 2 * 0xFFFF)
	}},
	{"all rewards one half", []string{flagTies}, same(0x8000), 0, exactly},
	{"first arm 1, the rest 0", []string{flagRewards, flagExploration}, ladder(0xFFFF, 0xFFFF), 0, exactly},
	{"rewards of 1/65536 and 2/65536", []string{flagRewards, flagAgeing}, ladder(2, 1), 0, exactly},
	{"stationary, 0 or 1", []string{flagRandom, flagExploration}, ladder(58982, 6553), 0, coin},
	{"close arms, 0 or 1", []string{flagRandom, flagAgeing}, ladder(60293, 1311), 0, coin},
	{"stationary, noisy", []string{flagRandom, flagAgeing}, ladder(52000, 6000), 0, noisy},
	{"means move every 60 steps", []string{flagRandom}, ladder(58982, 6553), 60, coin},
	{"means move every 7 steps", []string{flagRandom}, ladder(58982, 13000), 7, noisy},
	{"random means, noisy, 1", []string{flagRandom, flagAgeing}, randomMeans, 0, noisy},
	{"random means, noisy, 2", []string{flagRandom, flagAgeing}, randomMeans, 0, noisy},
	{"random means, 0 or 1, 1", []string{flagRandom}, randomMeans, 0, coin},
	{"random means, 0 or 1, 2", []string{flagRandom}, randomMeans, 0, coin},
}

// foreignArms rewards arms that were not asked for, and such as do not exist.
func foreignArms[A bandit.ArmArray](r *recording[bandit.Params, bandit.State[A], bandit.Event, bandit.Output], random *rng, arms, length int) {
	t := r.begin(length, "rewards for other arms than the bandit asked for", flagRandom)
	for range length {
		t.step(bandit.Event{Arm: uint8(random.below(uint64(arms))), Reward: fixedpoint.UQ0x16(random.next())})
	}
	t.end()
	t = r.begin(length/2, "arms that do not exist", flagArm)
	for i := range length / 2 {
		arm := pick(random, uint8(arms), uint8(arms+1), 127, 128, 255, uint8(random.below(uint64(arms))))
		switch {
		case i < arms:
			arm = uint8(arms + i)
		case i < arms+8:
			arm = 1 << (i - arms) // each bit by itself
		}
		t.step(bandit.Event{Arm: arm, Reward: fixedpoint.UQ0x16(random.next())})
	}
	t.end()
}

// loadedBandit begins in states that take long to reach or cannot be reached: full
// counts, means at their ends, the end of a round.
func loadedBandit[A bandit.ArmArray](r *recording[bandit.Params, bandit.State[A], bandit.Event, bandit.Output], random *rng, length int) {
	for i, set := range []func(s *bandit.State[A]){
		func(s *bandit.State[A]) {
			for i := range len(s.Arm) {
				s.Arm[i] = bandit.Arm{Mean: 0xFFFF, Count: 0xFFFF}
			}
			s.Rest = uint32(r.p.Period) - 3
		},
		func(s *bandit.State[A]) {
			for i := range len(s.Arm) {
				s.Arm[i] = bandit.Arm{Mean: fixedpoint.UQ0x16(i), Count: uint16(1 + i)}
			}
			s.Rest = 0xFFFFF000 | uint32(len(s.Arm))
		},
		func(s *bandit.State[A]) {
			for i := range len(s.Arm) {
				s.Arm[i] = bandit.Arm{Mean: fixedpoint.UQ0x16(random.next()), Count: uint16(random.next())}
			}
			s.Rest = 0xFFF // past the end of every round
		},
		func(s *bandit.State[A]) {
			for i := range len(s.Arm) {
				s.Arm[i] = bandit.Arm{Mean: 0x4000, Count: 30_000}
			}
			s.Arm[0] = bandit.Arm{}
			s.Rest = 1<<r.p.BlockShift - 2
		},
		func(s *bandit.State[A]) {
			// So few choices that the logarithm of their sum is negative: no padding, and the
			// first of the equal means wins.
			s.Arm[0] = bandit.Arm{Mean: 0x8000, Count: 3}
			s.Arm[1] = bandit.Arm{Mean: 0x8000, Count: 1}
			s.Rest = uint32(len(s.Arm)) - 1
		},
	} {
		t := r.begin(length, fmt.Sprintf("loaded state %d", i+1), flagLoaded, flagAgeing)
		t.load(set)
		arm := uint8(0)
		for range length {
			arm = t.step(bandit.Event{Arm: arm, Reward: fixedpoint.UQ0x16(random.next())}).Arm
		}
		t.end()
	}
}
