package verilog_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/testvectors"
)

// shown are the signals of the page's picture, and whether they say something only where another
// one is 1.
var shown = []struct{ name, where string }{
	{"in_valid", ""}, {"in_ready", ""}, {"in_conn", "in_valid"}, {"out_valid", ""}, {"out_conn", "out_valid"},
}

// TestHazardPicture draws, from the waves of a run, how an event of a connection that is in flight
// is held, for docs/verilog.md.
func TestHazardPicture(t *testing.T) {
	sim := simulator(t, "iverilog")
	d, err := verilog.Generate(firmware(t), verilog.Options{Algorithm: "dcqcnnp", Stages: 2, Connections: 3})
	require.NoError(t, err)
	f := &testvectors.File{Name: "few.json"}
	for _, file := range corpus(t) {
		for _, g := range file.Groups {
			if g.Name == "dcqcnnp" && len(f.Groups) == 0 {
				g.Sequences = append([]testvectors.Sequence(nil), g.Sequences[:3]...)
				for i := range g.Sequences {
					g.Sequences[i].Steps = g.Sequences[i].Steps[:4]
				}
				f.Groups = append(f.Groups, g)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "w.vcd")
	got, err := d.Check(t.Context(), verilog.Run{Sim: sim, Wrapper: true, Wave: path}, []*testvectors.File{f})
	require.NoError(t, err)
	require.Nil(t, got.Report)
	require.NotZero(t, got.Facts.Int("held"))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	clocks := sampled(t, text)
	first := 0
	for clocks[first]["in_valid"] != "1" {
		first++
	}
	const most = 18
	var traces []trace
	for _, s := range shown {
		tr := trace{name: s.name, bus: s.where != ""}
		for _, c := range clocks[first : first+most] {
			v := c[s.name]
			if s.where != "" && c[s.where] != "1" {
				v = ""
			}
			tr.values = append(tr.values, v)
		}
		traces = append(traces, tr)
	}
	var held []span
	for i, c := range clocks[first : first+most] {
		if c["in_valid"] == "1" && c["in_ready"] == "0" {
			held = append(held, span{i, i + 1})
		}
	}
	golden.Check(t, "../../../docs/figures/hazard.svg", []byte(waveform(traces, held)))
}

// sampled reads the signals of the bench from a VCD file, as they stand when the clock rises.
func sampled(t *testing.T, vcd []byte) (clocks []map[string]string) {
	t.Helper()
	names := map[string]string{}
	now := map[string]string{}
	depth := 0
	s := bufio.NewScanner(bytes.NewReader(vcd))
	next := map[string]string{}
	tick := func() {
		if next["clk"] == "1" && now["clk"] == "0" {
			c := map[string]string{}
			for k, v := range now {
				c[k] = v
			}
			clocks = append(clocks, c)
		}
		for k, v := range next {
			now[k] = v
		}
		clear(next)
	}
	for s.Scan() {
		w := strings.Fields(s.Text())
		switch {
		case len(w) == 0:
		case w[0] == "$scope":
			depth++
		case w[0] == "$upscope":
			depth--
		case w[0] == "$var":
			if depth == 1 {
				names[w[3]] = w[4]
			}
		case w[0][0] == '#':
			tick()
		case w[0][0] == 'b' && len(w) == 2:
			if name := names[w[1]]; name != "" {
				var n int
				_, err := fmt.Sscanf(strings.NewReplacer("x", "0").Replace(w[0][1:]), "%b", &n)
				if err == nil {
					next[name] = fmt.Sprint(n)
				}
			}
		case strings.ContainsRune("01x", rune(w[0][0])):
			if name := names[w[0][1:]]; name != "" {
				next[name] = w[0][:1]
			}
		}
	}
	tick()
	return clocks
}
