package ir_test

import (
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/ir"
)

// table returns the rows of the table under a heading of docs/subset.md, cell by cell,
// without its head.
func table(t *testing.T, heading string) [][]string {
	doc, err := os.ReadFile("../../docs/subset.md")
	require.NoError(t, err)
	_, text, ok := strings.Cut(string(doc), "\n### "+heading+"\n")
	require.True(t, ok, heading)
	text, _, _ = strings.Cut(text, "\n##")
	var rows [][]string
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "| ") {
			var cells []string
			for _, c := range strings.Split(strings.Trim(line, "|"), "|") {
				cells = append(cells, strings.TrimSpace(c))
			}
			rows = append(rows, cells)
		}
	}
	require.Greater(t, len(rows), 2)
	return rows[2:]
}

func column(rows [][]string, i int) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r[i])
	}
	return out
}

// TestListsDocumented: the closed lists are those of docs/subset.md, in its order.
func TestListsDocumented(t *testing.T) {
	require.Equal(t, ir.NICEventKindNames(), column(table(t, "Happenings"), 0))

	bits := func(i ir.SlotInfo) string {
		switch {
		case i.Max == 1:
			return "bool"
		case i.Min == i.Max:
			return fmt.Sprint(i.Min)
		}
		return fmt.Sprintf("%d to %d", i.Min, i.Max)
	}
	rows := table(t, "Signals")
	require.Equal(t, ir.SignalNames(), column(rows, 0))
	for _, r := range rows {
		s, ok := ir.ParseSignal(r[0])
		require.True(t, ok)
		require.Equal(t, r[0], s.String())
		with := "all"
		if i := s.Info(); i.With != nil {
			var names []string
			for _, h := range i.With {
				names = append(names, h.String())
			}
			with = strings.Join(names, ", ")
		}
		require.Equal(t, []string{s.Info().Unit, bits(s.Info()), with}, r[1:4], r[0])
		require.Equal(t, s.Info().Format != "", strings.Contains(r[4], "UQ"), r[0])
		require.Contains(t, r[4], s.Info().Format)
	}
	rows = table(t, "Controls")
	require.Equal(t, ir.ControlNames(), column(rows, 0))
	for _, r := range rows {
		c, ok := ir.ParseControl(r[0])
		require.True(t, ok)
		require.Equal(t, r[0], c.String())
		require.Equal(t, []string{c.Info().Unit, bits(c.Info())}, r[1:3], r[0])
	}
	require.Equal(t, ir.UnitNames(), regexp.MustCompile(`, *`).Split(strings.Join(column(table(t, "Units"), 0), ", "), -1))
	for _, parse := range []func(string) bool{
		func(s string) bool { _, ok := ir.ParseNICEventKind(s); return ok },
		func(s string) bool { _, ok := ir.ParseSignal(s); return ok },
		func(s string) bool { _, ok := ir.ParseControl(s); return ok },
	} {
		require.False(t, parse(""))
		require.False(t, parse("none"))
	}
}

// TestSlots: a field holds a signal or control if it is wide enough and has no sign.
func TestSlots(t *testing.T) {
	fits := func(i ir.SlotInfo) (kinds []ir.Kind) {
		for k := ir.Bool; k <= ir.Array; k++ {
			if i.Fits(&ir.Type{Kind: k}) {
				kinds = append(kinds, k)
			}
		}
		return kinds
	}
	require.Equal(t, []ir.Kind{ir.Uint32}, fits(ir.SignalNow.Info()))
	require.Equal(t, []ir.Kind{ir.Uint16}, fits(ir.SignalMarkedShare.Info()))
	require.Equal(t, []ir.Kind{ir.Uint8, ir.Uint16, ir.Uint32}, fits(ir.SignalTag.Info()))
	require.Equal(t, []ir.Kind{ir.Uint32, ir.Uint64}, fits(ir.ControlRate.Info()))
	require.Equal(t, []ir.Kind{ir.Bool}, fits(ir.ControlSendCNP.Info()))
	require.True(t, ir.SignalNow.Info().Given(ir.OnMessage))
	require.True(t, ir.SignalLost.Info().Given(ir.OnTimeout))
	require.False(t, ir.SignalLost.Info().Given(ir.OnAck))
}

// TestLabels: constants lose the words that all of them begin with.
func TestLabels(t *testing.T) {
	for _, tt := range []struct{ names, want string }{
		{"EventNone EventAlphaTimer EventCNP EventCNPs EventRTTSample", "none alpha-timer cnp cnps rtt-sample"},
		{"CutAtOnce CutFreeRunning", "at-once free-running"},
		{"MarkedPackets TxSlots", "marked-packets tx-slots"},
		{"Kind KindOf", "kind kind-of"},
		{"A_B A_c2", "b c2"},
		{"lowerCase lowerHTTPServer", "case http-server"},
		{"Alone", "alone"},
	} {
		p := &ir.Package{}
		d := &ir.TypeDecl{DeclInfo: ir.DeclInfo{Pkg: p}, Name: "K"}
		d.Type = &ir.Type{Kind: ir.Uint8, Decl: d}
		g := &ir.ConstGroup{}
		for i, n := range strings.Fields(tt.names) {
			g.Consts = append(g.Consts, &ir.ConstDecl{Name: n, Type: d.Type, Value: big.NewInt(int64(i))})
		}
		p.Decls = []ir.Decl{g}
		labels := d.Labels()
		for i, want := range strings.Fields(tt.want) {
			require.Equal(t, want, labels[uint64(i)], tt.names)
		}
		require.Len(t, labels, len(g.Consts))
	}
}
