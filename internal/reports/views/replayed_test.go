package views

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/driver"
	"smartnic-cc/codegen/folder"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
)

// TestReplayed: the figure of a replay is that of its log with all events, up to the end of the trace: of
// reaction points with and without arms, and of algorithms of folders.
func TestReplayed(t *testing.T) {
	point := func(algo string) driver.Setup {
		choice := reaction.Choice{Algo: algo, Profile: "connectx", Line: 10_000_000}
		if algo != reaction.AlgoDCQCN {
			choice.Profile = "dolcerc-recommended"
		}
		setup, err := choice.Setup()
		require.NoError(t, err)
		ready, err := setup.Driver()
		require.NoError(t, err)
		return ready
	}
	example := func(name string) driver.Setup {
		own, err := folder.Open("../../../docs/examples/"+name, folder.Options{})
		require.NoError(t, err)
		return own.Setup
	}
	for name, ready := range map[string]driver.Setup{
		"dcqcn": point(reaction.AlgoDCQCN), "dolcerc": point(reaction.AlgoDolceRC), "aimd": example("aimd"), "timely": example("timely"),
	} {
		t.Run(name, func(t *testing.T) { replayedAsLogged(t, ready) })
	}
}

func replayedAsLogged(t *testing.T, ready driver.Setup) {
	r, err := trace.Open("../../../docs/sample/incast.pcapng")
	require.NoError(t, err)
	defer r.Close()
	conns, layout := trace.Names(r.Conns()), ratelog.NewLayout(ready.Algorithm, ready.Params)
	path := filepath.Join(t.TempDir(), "all.csv")
	file, err := os.Create(path)
	require.NoError(t, err)
	log, err := ratelog.New(file, ratelog.Options{Layout: layout, Conns: conns, All: true})
	require.NoError(t, err)
	drawn := NewReplayed("mine", conns, layout)
	sum, err := replay.Run(r, replay.Options{Setup: ready, Port: 10_000_000, Row: func(row *ratelog.Row) error {
		require.NoError(t, log.Row(row))
		return drawn.Row(row)
	}})
	require.NoError(t, err)
	require.NoError(t, log.Flush())
	require.NoError(t, file.Close())
	require.NoError(t, drawn.Save(filepath.Join(t.TempDir(), "a.svg"), sum.Duration+1_000_000, true))

	o := Options{Axes: map[string]Axis{}}
	for i := range layout.Columns {
		o.Axes[layout.Columns[i].Name] = ColumnAxis(&layout.Columns[i])
	}
	want := collected(t, o, path)[0]
	require.Equal(t, want.Axes, drawn.run.Axes)
	require.Len(t, drawn.run.Conns, len(want.Conns))
	for i, c := range drawn.run.Conns {
		w := want.Conns[i]
		require.Equal(t, w.Name, c.Name)
		require.Equal(t, w.CNPs, c.CNPs)
		require.Equal(t, w.values, c.values)
		require.Equal(t, w.has, c.has)
		x, y := c.Rows.Points()
		wantX, wantY := w.Rows.Points()
		last := len(wantX) - 1
		require.Equal(t, wantX[:last], x[:last])
		require.Equal(t, ms(sum.Duration+1_000_000), x[len(x)-1])
		for k := range y {
			require.Equal(t, wantY[k][:last], y[k][:last])
		}
	}
	require.Equal(t, []string{"bytes sent were taken to be " + want.RateName() + " times the time passed where the trace shows CNPs and no data"}, drawn.run.Notes)

	none := NewReplayed("none", conns, layout)
	require.ErrorContains(t, none.Save("x.svg", 5, false), "x.svg: nothing to plot: no connection has an event")
}
