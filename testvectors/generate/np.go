package generate

import (
	"fmt"

	"smartnic-cc/dcqcn"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/testvectors"
)

// notificationPoint makes the vectors of DCQCN's notification point.
func (b *builder) notificationPoint() {
	m := machine[dcqcn.NPParams, dcqcn.NPState, dcqcn.NPEvent, dcqcn.NPOutput]{"dcqcnnp", dcqcn.InitNP, dcqcn.StepNP}
	random := b.random(m.name)
	var groups []testvectors.Group
	for _, interval := range []uint32{50_000, 4_000, 1_000, 0, 1, 1<<32 - 1} {
		r := record(m, fmt.Sprintf("interval %d ns", interval), dcqcn.NPParams{Interval: interval})
		t := r.begin(100, "marks around the end of the interval", flagSpaced)
		now := uint32(startTime)
		for _, d := range []uint32{0, 0, 1, interval - 1, interval, interval + 1, interval - 1, 1, interval / 2, interval/2 + 1, interval * 3} {
			now += d
			t.step(dcqcn.NPEvent{Now: fixedpoint.Time(now), Marked: 1})
			t.step(dcqcn.NPEvent{Now: fixedpoint.Time(now), Marked: 0})
		}
		t.end()

		t = r.begin(60, "counts up to and beyond 127", flagCounts)
		for i, n := range []uint8{1, 126, 1, 1, 127, 128, 255, 100, 100, 0, 255, 2} {
			t.step(dcqcn.NPEvent{Now: fixedpoint.Time(startTime + i), Marked: n})
			t.step(dcqcn.NPEvent{Now: fixedpoint.Time(startTime + uint32(i)*(interval/3+1)), Marked: n})
		}
		t.end()

		t = r.begin(60, "the clock wraps", flagWrap)
		now = 0xFFFFFFF0
		for i := range 30 {
			t.step(dcqcn.NPEvent{Now: fixedpoint.Time(now), Marked: uint8(i % 3)})
			now += interval/7 + 3
		}
		t.end()

		t = r.begin(20, "a CNP at time 0", flagWrap)
		for _, d := range []uint32{0, 1, interval / 2, interval - 1} {
			t.step(dcqcn.NPEvent{Now: fixedpoint.Time(d), Marked: 1})
		}
		t.end()

		for i := range 4 {
			t = r.begin(200, fmt.Sprintf("random arrivals %d", i+1), flagRandom)
			now = uint32(random.next())
			for range 200 {
				marked := uint8(0)
				if random.one(3) {
					marked = uint8(random.between(1, 4))
				}
				t.step(dcqcn.NPEvent{Now: fixedpoint.Time(now), Marked: marked})
				now += uint32(random.below(uint64(interval)/4 + 400))
			}
			t.end()
		}
		groups = append(groups, r.group)
	}
	b.add("dcqcnnp.json", "dcqcnnp", []string{
		"Notification point of DCQCN: marked packets in, at most one CNP an interval out. Times in ns.",
	}, groups)
}
