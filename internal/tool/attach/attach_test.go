//go:build linux

package attach

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/bpf"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/dev/tier"
)

func spec(algo string, set ...string) Spec {
	return Spec{Algo: algo, Choice: profile.Choice{Line: "200M", Set: set}, Interval: time.Millisecond}
}

// TestObject: an object says of itself what it runs, with the source of a folder, so that parameters can be changed where
// the folder is not.
func TestObject(t *testing.T) {
	tier.Require(t, "clang")
	dir := filepath.Join(t.TempDir(), "mine")
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../../docs/examples/timely")))
	name := filepath.Join(t.TempDir(), "prog.o")
	for _, c := range []struct{ algo, set, other string }{{"dcqcn", "ai_rate=7", "ai_rate=9"}, {dir, "Add=7Mb/s", "Add=9Mb/s"}} {
		want, err := Open(spec(c.algo, c.set))
		require.NoError(t, err)
		object, err := want.Object(context.Background())
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, object, 0o644))
		changed, err := Open(spec(c.algo, c.set, c.other))
		require.NoError(t, err)
		require.NotEqual(t, want.Setup.Params, changed.Setup.Params)
		if c.algo == dir {
			require.NoError(t, os.RemoveAll(dir))
		}
		got, a, err := Read(name, nil)
		require.NoError(t, err)
		require.Equal(t, object, got)
		require.Equal(t, want.settings(true), a.settings(true))
		require.Equal(t, want.Title, a.Title)
		_, a, err = Read(name, []string{c.other})
		require.NoError(t, err)
		require.Equal(t, changed.settings(true), a.settings(true))
		a, err = a.Change([]string{c.set})
		require.NoError(t, err)
		require.Equal(t, want.settings(true), a.settings(true))
		a, err = a.Change([]string{c.other})
		require.NoError(t, err)
		require.Equal(t, changed.settings(true), a.settings(true))
		_, err = a.Change([]string{"nonsense=1"})
		require.ErrorContains(t, err, "nonsense")
	}
	// Parameters of a scenario go with the object, and do not change.
	a, err := Open(spec("dolcerc4"))
	require.NoError(t, err)
	of := spec("dolcerc4")
	of.Params = slices.Clone(a.Setup.Params)
	of.Params[0]++
	a, err = Open(of)
	require.NoError(t, err)
	object, err := a.Object(context.Background())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, object, 0o644))
	_, got, err := Read(name, nil)
	require.NoError(t, err)
	require.Equal(t, of.Params, got.Setup.Params)
	_, err = got.Change([]string{"ai_rate=7"})
	require.ErrorContains(t, err, "set: the parameters are those of a scenario")
	require.NoError(t, os.WriteFile(name, []byte("\x7fELF"), 0o644))
	_, _, err = Read(name, nil)
	require.ErrorContains(t, err, name+": is not an object of cctrace attach -o")
}

// TestOpenRefuses: what an interface cannot drive is refused by its field.
func TestOpenRefuses(t *testing.T) {
	_, err := Open(spec("../../../docs/examples/hpcc"))
	require.ErrorContains(t, err, "hpcc.go:")
	require.ErrorContains(t, err, "an interface does not")
	_, err = Open(spec("dcqcnn"))
	require.ErrorContains(t, err, "dcqcn")
}

// TestHardware: a NIC's interface is known by its RDMA device, wherever that says so; rxe's device is virtual.
func TestHardware(t *testing.T) {
	sys := fstest.MapFS{
		"class/net/eth0/device/infiniband/mlx5_0/node_type": {},
		"class/infiniband/mlx5_1/device/vendor":             {},
		"class/infiniband/mlx5_1/ports/1/gid_attrs/ndevs/0": {Data: []byte("bond0\n")},
		"class/infiniband/rxe0/ports/1/gid_attrs/ndevs/0":   {Data: []byte("eth2\n")},
	}
	for name, want := range map[string]string{"eth0": "mlx5_0", "bond0": "mlx5_1", "eth2": "", "eth3": ""} {
		require.Equal(t, want, hardware(sys, name), name)
	}
}

// TestLog: a connection that began again, and one of which events were lost, go on under another name; other parameters
// begin another file.
func TestLog(t *testing.T) {
	a, err := Open(spec("../../../docs/examples/timely"))
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "rates.csv")
	l, err := newLog(name, &a.Setup)
	require.NoError(t, err)
	c := a.Setup.Algorithm.Def
	for _, e := range []bpf.Entry{
		{Begun: 1, Number: 1, Version: 1, Time: 10}, {Begun: 1, Number: 2, Version: 1, Time: 20},
		{Begun: 1, Number: 4, Version: 1, Time: 40}, {Begun: 50, Number: 1, Version: 1, Time: 50},
		{Begun: 55, Number: 3, Version: 1, Time: 55, To: bpf.End{QP: 9}}, {Begun: 50, Number: 2, Version: 2, Time: 60},
	} {
		e.Event, e.Output, e.State = make([]uint64, c.Event.Leaves()), make([]uint64, c.Output.Leaves()), make([]uint64, c.State.Leaves())
		e.State[0] = uint64(e.Time)
		require.NoError(t, l.add(&e, &a.Setup))
	}
	require.NoError(t, l.close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	who := bpf.End{}.String()
	require.Regexp(t, "^time_ns,conn,event,.*\n10,"+who+",ack,.*\n20,"+who+",ack,.*\n40,"+who+"#2,ack,.*\n50,"+who+"#3,ack,.*\n55,.*:0x9#2,ack,.*\n$", string(text))
	text, err = os.ReadFile(filepath.Join(filepath.Dir(name), "rates.2.csv"))
	require.NoError(t, err)
	require.Regexp(t, "^time_ns,.*\n60,"+who+"#4,ack,.*\n$", string(text))
}
