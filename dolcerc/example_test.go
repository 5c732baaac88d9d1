package dolcerc_test

import (
	"fmt"
	"testing"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
)

// Four qualified CNPs: each rewards the arm in force and cuts with the next one.
func ExampleStep4() {
	p, err := profile.Params(profile.Default(100_000_000))
	if err != nil {
		fmt.Println(err)
		return
	}
	var s dolcerc.State4
	dolcerc.Init4(&p, &s)
	now := fixedpoint.Time(0)
	for range 4 {
		dolcerc.Step4(&p, &s, &dcqcn.Event{Kind: dcqcn.EventSent, Now: now, Bytes: 200_000, Packets: 200})
		used := s.Arm()
		out := dolcerc.Step4(&p, &s, &dcqcn.Event{Kind: dcqcn.EventCNP, Now: now, CNPs: 1, Marked: 20})
		fmt.Printf("arm %d earned %.2f; arm %d cuts to %d kb/s\n", used, float64(s.Learn.Arm[used].Mean)/65536, s.Arm(), out.Rate)
		now = now.Add(p.QualifyAfter)
	}
	// Output:
	// arm 0 earned 0.90; arm 1 cuts to 83934783 kb/s
	// arm 1 earned 0.90; arm 2 cuts to 78655559 kb/s
	// arm 2 earned 0.90; arm 3 cuts to 67238765 kb/s
	// arm 3 earned 0.90; arm 0 cuts to 41176766 kb/s
}

func BenchmarkStep4(b *testing.B) {
	p, err := profile.Params(profile.Default(100_000_000))
	if err != nil {
		b.Fatal(err)
	}
	for i, what := range []string{"increase", "sent", "cnp"} {
		for _, after := range []uint32{1_000, 500_000} {
			name := what
			if what == "cnp" {
				name += map[uint32]string{1_000: "/not qualified", 500_000: "/qualified"}[after]
			} else if after != 1_000 {
				continue
			}
			b.Run(name, func(b *testing.B) {
				var s dolcerc.State4
				dolcerc.Init4(&p, &s)
				e := dcqcn.Event{Kind: dcqcn.EventIncreaseTimer + dcqcn.EventKind(i), Bytes: 1000, Packets: 1, CNPs: 1, Marked: 1}
				b.ReportAllocs()
				for b.Loop() {
					e.Now += fixedpoint.Time(after)
					dolcerc.Step4(&p, &s, &e)
				}
			})
		}
	}
}
