package saba

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/golden"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/saba/curve"
)

// rack is a configuration of the ten workloads on two racks.
func rack(t testing.TB) Config {
	t.Helper()
	table, err := Fit(Workloads(), 3)
	require.NoError(t, err)
	net := LeafSpine{Racks: 2, Hosts: 2, Spines: 1}
	c := Config{Table: table, Levels: 8, Queues: slices.Repeat([]int{4}, net.Ports()), Route: net.Route, Capacity: curve.Units, Latency: event.Millisecond}
	return c
}

// TestRoute: paths go up and down between the ports of one switch after the other, and back again by other ports.
func TestRoute(t *testing.T) {
	net := LeafSpine{Racks: 3, Hosts: 2, Spines: 4}
	owners := net.Owners()
	require.Len(t, owners, net.Ports())
	seen := map[int]bool{}
	for from := range 6 {
		for to := range 6 {
			path, err := net.Route(from, to)
			if from == to {
				require.EqualError(t, err, "hosts are 0 to 5, and a path leads to another one")
				continue
			}
			require.NoError(t, err)
			require.Equal(t, from, path[0])
			require.Equal(t, 6+to, path[len(path)-1])
			require.Equal(t, from/2, owners[path[0]])
			require.Equal(t, to/2, owners[path[len(path)-1]])
			if from/2 == to/2 {
				require.Len(t, path, 2)
				continue
			}
			require.Len(t, path, 4)
			up, across := path[1]-12, path[2]-24
			require.Equal(t, from/2, up/4)
			require.Equal(t, up%4, across/3, "the spine to which the rack's port leads")
			require.Equal(t, to/2, across%3)
			require.Equal(t, from/2, owners[path[1]])
			require.Equal(t, 3+across/3, owners[path[2]])
			for _, p := range path {
				seen[p] = true
			}
		}
	}
	for p := range seen {
		require.Less(t, p, net.Ports())
	}
}

// TestCalls goes through the library's four calls: levels, settings of the ports on the path, weights by
// equation (4.2), and all gone in the end.
func TestCalls(t *testing.T) {
	k, err := New(rack(t))
	require.NoError(t, err)
	lr, change, err := k.AppRegister(0, "LR")
	require.NoError(t, err)
	require.Equal(t, []Tag{{lr, 0}}, change.Tags)
	require.Empty(t, change.Settings)
	ts, change, err := k.AppRegister(0, "TS")
	require.NoError(t, err)
	require.Equal(t, []Tag{{lr, 1}, {ts, 0}}, change.Tags, "LR is the more sensitive of two")
	first, change, err := k.ConnCreate(event.Second, lr, 0, 2)
	require.NoError(t, err)
	require.Len(t, change.Settings, 4)
	for _, s := range change.Settings {
		require.Equal(t, event.Second+event.Millisecond, s.At)
		require.Equal(t, []uint8{255}, s.Weights)
		require.Equal(t, []uint32{256}, s.Shares)
	}
	second, change, err := k.ConnCreate(0, ts, 1, 2)
	require.NoError(t, err)
	require.Len(t, change.Settings, 4)
	require.Equal(t, []int{1, 8, 11, 6}, []int{change.Settings[0].Port, change.Settings[1].Port, change.Settings[2].Port, change.Settings[3].Port})
	require.Equal(t, []App{ts}, change.Settings[0].Apps)
	down := change.Settings[3]
	require.Equal(t, []App{lr, ts}, down.Apps)
	require.Equal(t, uint32(256), down.Shares[0]+down.Shares[1])
	require.Greater(t, down.Shares[0], down.Shares[1])
	require.Equal(t, []uint8{1, 0}, []uint8{down.Queue[down.Level[0]], down.Queue[down.Level[1]]})
	require.Equal(t, TotalSlowdown(k.models(down.Apps), down.Shares), TotalSlowdown(k.models(down.Apps), k.divide(&down)))
	again, err := k.Port(6)
	require.NoError(t, err)
	again.At = down.At
	require.Equal(t, down, again)
	// Another application between them: all levels change, and all ports in use.
	_, change, err = k.AppRegister(0, "SVM")
	require.NoError(t, err)
	require.Equal(t, []Tag{{lr, 2}, {2, 1}}, change.Tags)
	require.Len(t, change.Settings, 5)
	_, err = k.AppDeregister(0, ts)
	require.EqualError(t, err, "saba: application 1 has 1 open connection; destroy what is open first")
	change, err = k.ConnDestroy(0, second)
	require.NoError(t, err)
	require.Equal(t, []uint8{255}, change.Settings[3].Weights)
	require.Equal(t, []App{lr}, change.Settings[3].Apps)
	_, err = k.ConnDestroy(0, second)
	require.EqualError(t, err, "saba: connection 1 is not open")
	_, err = k.ConnDestroy(0, first)
	require.NoError(t, err)
	for _, app := range []App{lr, ts, 2} {
		_, err = k.AppDeregister(0, app)
		require.NoError(t, err)
	}
	for port := range k.ports {
		require.Empty(t, k.ports[port])
	}
	_, _, err = k.ConnCreate(0, lr, 0, 1)
	require.EqualError(t, err, "saba: application 0 is not registered")
}

// TestHops: where controllers share the ports the map is of the whole table, and each controller on a path
// hears of a connection later by a hop.
func TestHops(t *testing.T) {
	c := rack(t)
	c.Owner = LeafSpine{Racks: 2, Hosts: 2, Spines: 1}.Owners()
	c.Hop = 10 * event.Microsecond
	k, err := New(c)
	require.NoError(t, err)
	_, change, err := k.AppRegister(0, "TS")
	require.NoError(t, err)
	require.Equal(t, []Tag{{0, 0}}, change.Tags)
	app, change, err := k.AppRegister(0, "LR")
	require.NoError(t, err)
	require.Len(t, change.Tags, 1)
	require.Equal(t, uint8(7), change.Tags[0].Level, "of all ten")
	_, change, err = k.ConnCreate(0, app, 0, 3)
	require.NoError(t, err)
	var at []event.Time
	for _, s := range change.Settings {
		at = append(at, s.At-event.Millisecond)
	}
	require.Equal(t, []event.Time{0, 0, 10 * event.Microsecond, 20 * event.Microsecond}, at)
	change, err = k.AppDeregister(0, 0)
	require.NoError(t, err)
	require.Equal(t, Change{}, change)
}

// TestOther: traffic that is not Saba's has the last queue and the rest of the link.
func TestOther(t *testing.T) {
	c := rack(t)
	c.Capacity = 192
	k, err := New(c)
	require.NoError(t, err)
	for _, name := range []string{"LR", "TS", "SQL", "SVM"} {
		app, _, err := k.AppRegister(0, name)
		require.NoError(t, err)
		_, _, err = k.ConnCreate(0, app, 0, 1)
		require.NoError(t, err)
	}
	s, err := k.Port(0)
	require.NoError(t, err)
	require.Len(t, s.Weights, 4)
	require.Equal(t, uint8(64), s.Weights[3])
	require.Equal(t, 1, s.Merges, "three queues are left for four levels")
}

// TestMany goes through calls in random order and compares every setting with what the words say.
func TestMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := rack(t)
	k, err := New(c)
	require.NoError(t, err)
	type link struct {
		app  App
		path []int
	}
	open := map[Conn]link{}
	apps := map[App]string{}
	for range 150 {
		switch r.IntN(5) {
		case 0:
			name := c.Table[r.IntN(len(c.Table))].Name
			app, _, err := k.AppRegister(0, name)
			require.NoError(t, err)
			apps[app] = name
		case 1, 2, 3:
			if len(apps) == 0 {
				continue
			}
			app := slices.Sorted(maps.Keys(apps))[r.IntN(len(apps))]
			from := r.IntN(4)
			to := (from + 1 + r.IntN(3)) % 4
			conn, change, err := k.ConnCreate(0, app, from, to)
			require.NoError(t, err)
			path, err := c.Route(from, to)
			require.NoError(t, err)
			open[conn] = link{app, path}
			require.Len(t, change.Settings, len(path))
		case 4:
			if len(open) == 0 {
				continue
			}
			conn := slices.Sorted(maps.Keys(open))[r.IntN(len(open))]
			_, err := k.ConnDestroy(0, conn)
			require.NoError(t, err)
			delete(open, conn)
		}
		for port := range c.Queues {
			s, err := k.Port(port)
			require.NoError(t, err)
			want := map[App]bool{}
			for _, l := range open {
				if slices.Contains(l.path, port) {
					want[l.app] = true
				}
			}
			require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Clone(s.Apps))
			require.LessOrEqual(t, len(s.Weights), 4)
		}
	}
}

// TestBadConfig: each is one line that says what to do.
func TestBadConfig(t *testing.T) {
	for want, spoil := range map[string]func(c *Config){
		"saba: no application was profiled; the sensitivity table is empty":                                          func(c *Config) { c.Table = nil },
		"saba: 17 priority levels; use 1 to 16, which InfiniBand has (Ethernet has 8)":                               func(c *Config) { c.Levels = 17 },
		"saba: no ports; give each output port its number of queues":                                                 func(c *Config) { c.Queues = nil },
		"saba: no routes; a controller has to find the ports of a connection":                                        func(c *Config) { c.Route = nil },
		"saba: a capacity of 300 units; use 1 to 256, which is the whole link":                                       func(c *Config) { c.Capacity = 300 },
		"saba: a latency of -1ps, and 0s between controllers; neither is below 0":                                    func(c *Config) { c.Latency = -1 },
		"saba: owners of 1 ports, of which there are 12; name the controller of each":                                func(c *Config) { c.Owner = []int{0} },
		"saba: port 3 has 0 queues; use 1 to 255":                                                                    func(c *Config) { c.Queues[3] = 0 },
		"saba: port 3 has one queue, but 56 of 256 units are kept for other traffic, which needs a queue of its own": func(c *Config) { c.Queues[3], c.Capacity = 1, 200 },
	} {
		c := rack(t)
		spoil(&c)
		_, err := New(c)
		require.EqualError(t, err, want)
	}
	k, err := New(rack(t))
	require.NoError(t, err)
	_, _, err = k.AppRegister(0, "SQ")
	require.EqualError(t, err, `saba: application "SQ" was not profiled (did you mean SQL?)`)
	app, _, err := k.AppRegister(0, "SQL")
	require.NoError(t, err)
	_, _, err = k.ConnCreate(0, app, 0, 9)
	require.EqualError(t, err, "saba: no path from host 0 to host 9: hosts are 0 to 3, and a path leads to another one")
	c := rack(t)
	c.Capacity = 2
	c.Route = func(from, to int) ([]int, error) {
		if from > to {
			return []int{40}, nil
		}
		return []int{1, 1}, nil
	}
	k, err = New(c)
	require.NoError(t, err)
	for i := range 3 {
		app, _, err := k.AppRegister(0, "SQL")
		require.NoError(t, err)
		_, change, err := k.ConnCreate(0, app, 0, 1)
		if i < 2 {
			require.NoError(t, err)
			require.Len(t, change.Settings, 1, "a port that is on two paths")
			continue
		}
		require.EqualError(t, err, "saba: impossible weights: 3 applications at port 1, whose capacity is 2 units; let fewer share the port")
	}
	_, _, err = k.ConnCreate(0, 0, 1, 0)
	require.EqualError(t, err, "saba: the path from host 1 to host 0 has port 40; ports are 0 to 11")
}

// TestArtefacts: the text for a P4 switch and for InfiniBand of a port with five applications and four queues.
func TestArtefacts(t *testing.T) {
	k, err := New(rack(t))
	require.NoError(t, err)
	for _, name := range []string{"LR", "TS", "SQL", "SVM", "RF"} {
		app, _, err := k.AppRegister(0, name)
		require.NoError(t, err)
		_, _, err = k.ConnCreate(0, app, 0, 1)
		require.NoError(t, err)
	}
	var settings []Setting
	for _, port := range []int{0, 2} {
		s, err := k.Port(port)
		require.NoError(t, err)
		settings = append(settings, s)
	}
	golden.Check(t, "testdata/entries.txt", []byte(P4(settings)))
	text, err := InfiniBand(settings)
	require.NoError(t, err)
	golden.Check(t, "testdata/opensm.txt", []byte(text))
	settings[0].Weights = make([]uint8, 16)
	_, err = InfiniBand(settings)
	require.EqualError(t, err, "saba: port 0 has 16 queues in use; InfiniBand has 15 data lanes: give the port 15 queues or fewer")
}
