package cost

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/cost/bench"
	"smartnic-cc/codegen/port"
	"smartnic-cc/testvectors"
)

func TestTry(t *testing.T) {
	p, err := codegen.Firmware()
	if err != nil {
		t.Fatal(err)
	}
	files, _ := testvectors.Corpus()
	s, err := bench.NewSet(p, files)
	if err != nil {
		t.Fatal(err)
	}
	t0 := time.Now()
	mo := NewModel(s)
	var w [Ops]float64
	for i := range w {
		w[i] = 1
	}
	hs, err := mo.Measure(&w)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(time.Since(t0))
	prog, data := s.Source()
	c := port.Config{Prefix: "cc_", Lines: "none", Line: "100G"}
	_, h, err := c.Header()
	if err != nil {
		t.Fatal(err)
	}
	m, err := bench.X86(context.Background(), bench.Files{"cc.h": h, "bench.c": prog, "port.c": []byte(bench.Port), "data.bin": data}, "-O2")
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Name string
		Mean [Ops]float64
		Ir   float64
	}
	var rows []row
	for i, h := range hs {
		c := m[s.Handlers[i].Ident()]
		r := row{Name: h.Name, Ir: c.Mean()}
		sum := 0.0
		for k, n := range h.Mean.N {
			r.Mean[k] = float64(n) / float64(h.Calls)
			sum += r.Mean[k]
		}
		rows = append(rows, r)
		fmt.Printf("%-30s %7d %7d  %8.1f %8.1f   worst %8.1f depth %d\n", h.Name, h.Calls, c.Calls, c.Mean(), sum, h.Worst.Weigh(&w), h.Depth)
	}
	b, _ := json.Marshal(rows)
	os.WriteFile("/tmp/cost/rows.json", b, 0o644)
	b, _ = json.Marshal(opNames)
	os.WriteFile("/tmp/cost/ops.json", b, 0o644)
}
