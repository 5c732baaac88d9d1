package fabric

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
)

// watcher is a hook that lets all go on.
type watcher struct{}

func (*watcher) Arrive(event.Time, uint32, uint16, *Packet) bool { return true }

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
	}{
		{"alone", nil, 0, false},
		{"beside the wakes of ports before and behind", []uint16{0, 1, 3}, 0, false},
		{"a moment late", []uint16{0, 3}, 1, true},
	} {
		for _, hook := range []Hook{nil, &watcher{}} { // each port by itself, and all together
			n := oneSwitch(t, c, 100e9, 100e9, 100e9, 100e9, 100e9)
			sw, p := &n.Switches[0], n.Parts[0]
			if hook != nil {
				sw.hook = hook
			}
			arrive := func(at event.Time, port uint16, k Packet) {
				sw.enter(p, keyOf(at, port), &k)
			}
			out := append([]uint16{2}, tc.others...)
			// Of two packets for a port the first leaves at once, and the second waits for it.
			for i := range 2 {
				for _, port := range out {
					arrive(begin+event.Time(i), 4, Packet{Kind: Data, Size: size, Flags: InClass(class), Path: uint64(port)})
				}
			}
			idle := begin + SerialOf(100e9).Of(size)
			arrive(idle+tc.late, 2, Packet{Kind: PFC, Seq: stop | class, Path: 2})
			// What was held back leaves when the pause ends.
			resumes := idle + event.Microsecond/2
			arrive(resumes, 2, Packet{Kind: PFC, Seq: class, Path: 2})
			for _, end := range []event.Time{idle, idle + 1, idle + 2, resumes, begin + event.Microsecond} {
				p.Begin(end)
				p.RunPod(len(p.pods)-1, end)
				for _, port := range out {
					sent := end > idle
					if port == 2 {
						sent = tc.sent && end > idle || end > resumes
					}
					require.Equal(t, sent, sw.links[port].SentBytes == 2*size, "%s: port %d at %v", tc.name, port, end)
				}
				require.Equal(t, end > idle+tc.late && end <= resumes, sw.links[2].Paused == 1<<class, tc.name)
			}
		}
	}
}
