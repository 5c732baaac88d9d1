package bench

import (
	"context"
	"fmt"
	"os"
	"testing"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/port"
	"smartnic-cc/testvectors"
)

func TestTry(t *testing.T) {
	p, err := codegen.Firmware()
	if err != nil {
		t.Fatal(err)
	}
	files, _ := testvectors.Load([]string{"../../../testvectors/corpus/dolcerc4-marked-packets.json", "../../../testvectors/corpus/dolcerc4-tx-slots.json"})
	for _, f := range files {
		lim := 250000
		if os.Getenv("RV") != "" {
			lim = 600
		}
		for i := range f.Groups {
			var k []testvectors.Sequence
			n := 0
			for _, q := range f.Groups[i].Sequences {
				if !q.Loaded && n < lim {
					k = append(k, q)
					n += len(q.Steps)
				}
			}
			f.Groups[i].Sequences = k
		}
	}
	s, err := NewSet(p, files)
	if err != nil {
		t.Fatal(err)
	}
	prog, data := s.Source()
	var c port.Config
	c.Only = []string{"dolcerc4"}
	c.Prefix, c.Lines, c.Line = "cc_", "none", "100G"
	_, h, err := c.Header()
	if err != nil {
		t.Fatal(err)
	}
	fs := Files{"cc.h": h, "bench.c": prog, "port.c": []byte(Port), "data.bin": data}
	ft := Files{"cc.h": h, "bench.c": prog, "port.c": []byte(Port), "data.bin": data, "twin.h": TwinHeader, "twin.c": TwinSource}
	ft.write("/tmp/cost/bench")
	m, err := X86(context.Background(), fs, "-O2")
	if err != nil {
		t.Fatal(err)
	}
	m2, err := X86(context.Background(), ft, "-O2", "-DBENCH_TWIN", "-lm")
	if err != nil {
		t.Fatal(err)
	}
	m3, m4 := m, m2
	if os.Getenv("RV") != "" {
		m3, err = RISCV(context.Background(), fs, "-O2", os.Getenv("RVF"))
		if err != nil {
			t.Fatal(err)
		}
		m4, err = RISCV(context.Background(), ft, "-O2", "-DBENCH_TWIN")
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, h := range s.Handlers {
		c := m[h.Ident()]
		fmt.Printf("%-32s %8d %8.1f %8.1f  %.2f     %8d %8.1f %8.1f  %.2f\n", h.Name, c.Calls, c.Mean(), m2[h.Ident()].Mean(), c.Mean()/m2[h.Ident()].Mean(), m3[h.Ident()].Calls, m3[h.Ident()].Mean(), m4[h.Ident()].Mean(), m4[h.Ident()].Mean()/m3[h.Ident()].Mean())
	}
}
