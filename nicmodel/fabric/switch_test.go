package fabric

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// TestArrivalBeforeWake: at one time and port an arrival comes before a wake, so a pause that
// arrives just as the link falls idle holds back the packet that waits; whether or not the
// wakes of other ports are taken first. A picosecond later is too late.
func TestArrivalBeforeWake(t *testing.T) {
	const (
		size  = 1048
		class = 1
		begin = 10 * event.Microsecond
	)
	c := &Config{Classes: []Class{{Strict: true}, {Weight: 1, Lossless: true}}, Buffer: DefaultBuffer(), MTUWire: size}
	for _, tc := range []struct {
		name   string
		others []uint16 // ports that wake at the same time
		late   event.Time
		sent   bool
		wakes  []uint16 // left when the pause was taken
	}{
		{"alone", nil, 0, false, []uint16{2}},
		{"after the wake of a port before", []uint16{0, 1}, 0, false, []uint16{2}},
		{"and before that of a port behind", []uint16{0, 3}, 0, false, []uint16{2, 3}},
		{"a moment late", []uint16{0, 3}, 1, true, nil},
	} {
		n := oneSwitch(t, c, 100e9, 100e9, 100e9, 100e9, 100e9)
		sw, p := &n.Switches[0], n.Partitions[0]
		sw.setOrdered(true)
		arrive := func(at event.Time, port uint16, k Packet) {
			sw.arrive(p, &Transit{keyOf(at, port), k})
		}
		out := append([]uint16{2}, tc.others...)
		// Of two packets for a port the first leaves at once, and the second waits for it.
		for i := range 2 {
			for _, port := range out {
				arrive(begin+event.Time(i), 4, Packet{Kind: Data, Size: size, Flags: ClassFlags(class), Path: uint64(port)})
			}
		}
		idle := begin + SerialOf(100e9).Of(size)
		for _, port := range out {
			require.EqualValues(t, size, sw.links[port].SentBytes, tc.name)
			require.Equal(t, idle, sw.links[port].Busy, tc.name)
		}
		arrive(idle+tc.late, 2, Packet{Kind: PFC, Seq: stop | class, Path: 2})
		require.EqualValues(t, 1<<class, sw.links[2].Paused, tc.name)
		var left []uint16
		for sw.first != noWake {
			require.Equal(t, idle, event.Time(sw.first>>16), tc.name)
			left = append(left, uint16(sw.first))
			sw.rise(p, sw.first+1)
		}
		require.Equal(t, tc.wakes, left, tc.name)
		for _, port := range out {
			require.Equal(t, port != 2 || tc.sent, sw.links[port].SentBytes == 2*size, "%s: port %d", tc.name, port)
		}
		// What was held back leaves when the pause ends.
		arrive(idle+event.Microsecond, 2, Packet{Kind: PFC, Seq: class, Path: 2})
		require.EqualValues(t, 2*size, sw.links[2].SentBytes, tc.name)
	}
}
