package fabric

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// memory is the rule of a switch's memory written again: it sums up what is shared each
// time.
type memory struct {
	reserve, resume, total int64
	headroom               []int64 // by port
	shift                  []int64
	lossless               []bool // by class
	bytes, head            [][]int64
	stopped                [][]bool
}

func (m *memory) shared() (sum int64) {
	for i := range m.bytes {
		for _, b := range m.bytes[i] {
			sum += max(b-m.reserve, 0)
		}
	}
	return sum
}

func (m *memory) threshold(port int) int64 { return (m.total - m.shared()) >> m.shift[port] }

func (m *memory) admit(port, class int, size int64) (ok, pauses bool) {
	bytes, head := &m.bytes[port][class], &m.head[port][class]
	switch {
	case *bytes+size <= m.reserve:
		*bytes += size
		return true, false
	case *bytes+size-m.reserve <= m.threshold(port):
		*bytes += size
	case m.lossless[class] && *head+size <= m.headroom[port]:
		*head += size
	default:
		return false, false
	}
	if m.lossless[class] && !m.stopped[port][class] && (*head > 0 || max(*bytes-m.reserve, 0) >= m.threshold(port)) {
		m.stopped[port][class] = true
		return true, true
	}
	return true, false
}

func (m *memory) release(port, class int, size int64) (resumes bool) {
	bytes, head := &m.bytes[port][class], &m.head[port][class]
	fromHead := min(*head, size)
	*head -= fromHead
	*bytes -= size - fromHead
	over := max(*bytes-m.reserve, 0)
	if m.stopped[port][class] && *head == 0 && (over == 0 || over+m.resume <= m.threshold(port)) {
		m.stopped[port][class] = false
		return true
	}
	return false
}

// TestMemory drives a switch's memory with random packets that come and go, and compares
// every decision with the rule written again.
func TestMemory(t *testing.T) {
	const g = 1_000_000_000
	dropped, paused, resumed := 0, 0, 0
	for seed := range uint64(25) {
		s := random.New(seed, "memory", 0)
		rates := []uint64{25 * g, 100 * g, 400 * g, 50 * g}
		c := &Config{
			Classes: []Class{{Strict: true}, {Weight: 1, Lossless: true}, {Weight: 1}, {Weight: 1, Lossless: true}},
			Buffer:  Buffer{Bytes: 400_000 + uint64(s.Below(600_000)), Reserve: s.Below(5000), Headroom: 3000 + s.Below(10_000), Shift: uint8(s.Below(6)), Resume: s.Below(8000)},
			MTUWire: 1048,
		}
		// Every other time in steps of 64 bytes, so that uses meet thresholds exactly.
		step := 1
		if seed%2 == 0 {
			step = 64
			c.Buffer.Reserve &^= 63
			c.Buffer.Resume &^= 63
			c.Buffer.Headroom &^= 63
			c.Buffer.Bytes = c.Buffer.Bytes&^4095 + 12*uint64(c.Buffer.Reserve) + 8*uint64(c.Buffer.Headroom)
		}
		n := oneSwitch(t, c, rates...)
		sw, p := &n.Switches[0], n.Partitions[0]
		p.Records.WantPauses = true
		// At a power of two times the slowest rate, the shift is less by that power.
		m := &memory{reserve: int64(c.Buffer.Reserve), resume: int64(c.Buffer.Resume), lossless: []bool{false, true, false, true}}
		m.total = int64(c.Buffer.Bytes) - 4*3*m.reserve - 4*2*int64(c.Buffer.Headroom)
		for _, less := range []int64{0, 2, 4, 1} {
			m.headroom = append(m.headroom, int64(c.Buffer.Headroom))
			m.shift = append(m.shift, max(int64(c.Buffer.Shift)-less, 0))
			m.bytes, m.head = append(m.bytes, make([]int64, 4)), append(m.head, make([]int64, 4))
			m.stopped = append(m.stopped, make([]bool, 4))
		}
		type packet struct{ port, class, size int }
		var held []packet
		now := event.Time(0)
		for i := range 20_000 {
			now += event.Microsecond
			p.Records.Pauses = p.Records.Pauses[:0]
			var want []PauseRecord
			grow := i/2500%2 == 0
			if len(held) == 0 || s.Below(100) < map[bool]uint32{true: 80, false: 25}[grow] {
				k := packet{int(s.Below(4)), int(1 + s.Below(3)), step * int(1+s.Below(uint32(1048/step)))}
				ok, pauses := m.admit(k.port, k.class, int64(k.size))
				require.Equal(t, ok, sw.admit(p, now, uint16(k.port), uint8(k.class), uint32(k.size)), "seed %d packet %d", seed, i)
				if ok {
					held = append(held, k)
				} else {
					dropped++
				}
				if pauses {
					paused++
					want = append(want, PauseRecord{At: now, Node: 4, Port: uint16(k.port), Class: uint8(k.class), Stop: true})
				}
			} else {
				j := s.Below(uint32(len(held)))
				k := held[j]
				held[j] = held[len(held)-1]
				held = held[:len(held)-1]
				sw.release(p, now, uint16(k.port), uint8(k.class), uint32(k.size))
				if m.release(k.port, k.class, int64(k.size)) {
					resumed++
					want = append(want, PauseRecord{At: now, Node: 4, Port: uint16(k.port), Class: uint8(k.class)})
				}
			}
			require.ElementsMatch(t, want, p.Records.Pauses, "seed %d packet %d", seed, i)
			sum := uint64(0)
			for port := range m.bytes {
				for class := range m.bytes[port] {
					sum += uint64(m.bytes[port][class] + m.head[port][class])
				}
			}
			require.Equal(t, sum, buffered(sw))
			require.EqualValues(t, m.shared(), sw.shared)
		}
		for _, k := range held {
			sw.release(p, now, uint16(k.port), uint8(k.class), uint32(k.size))
		}
		require.Zero(t, buffered(sw))
		require.Zero(t, sw.shared)
		// Another rate's shift: less by the whole powers of two only.
		require.EqualValues(t, max(int(c.Buffer.Shift)-1, 0), sw.uses[3*Classes].shift)
	}
	require.Greater(t, dropped, 500)
	require.Greater(t, paused, 500)
	require.Greater(t, resumed, 500)
}

// oneSwitch builds a network of one switch with hosts at some rates.
func oneSwitch(t testing.TB, c *Config, rates ...uint64) *Network {
	t.Helper()
	top := &topology.Topology{Hosts: uint32(len(rates)), Switches: 1}
	for i, rate := range rates {
		top.Links = append(top.Links, topology.Link{A: uint32(i), B: top.Hosts, Rate: rate, Delay: event.Microsecond})
	}
	top.Finish()
	require.NoError(t, top.Validate())
	n, err := New(top, c, 1)
	require.NoError(t, err)
	for i := range rates {
		n.Link(uint32(i), &Link{}, &Inbox{})
	}
	return n
}

// buffered returns the bytes that a switch's memory counts, without control packets.
func buffered(s *Switch) (n uint64) {
	for i := range s.uses {
		n += uint64(s.uses[i].bytes) + uint64(s.uses[i].head)
	}
	return n
}
