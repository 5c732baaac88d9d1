package views

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Message is a completed message.
type Message struct {
	Bytes uint64
	// FCT is its completion time, Ideal the same in an empty network, both ps.
	FCT, Ideal uint64
	// Start is when it was posted, Delivered the time from then until the receiver had all
	// of it, which the HPCC family's form does not have: there it is FCT. Both ps.
	Start, Delivered uint64
	// Conn is the number of its connection in the run.
	Conn uint32
}

// Slowdown is the completion time over the ideal one.
func (m *Message) Slowdown() float64 { return float64(m.FCT) / float64(max(m.Ideal, 1)) }

// connOf names the connection of a row of completions.csv as captures and rate logs of the
// same run do.
func connOf(conn, src, dst uint64) string {
	return fmt.Sprintf("%s:%#x->%s:%#x", hostAddress(src), 0x100+conn, hostAddress(dst), 0x800100+conn)
}

// hostAddress is the address that the HPCC family gives a host.
func hostAddress(id uint64) netip.Addr {
	return netip.AddrFrom4([4]byte{byte(11 + id>>16), byte(id >> 8), byte(id), 1})
}

// completions reads completions.csv of cctrace sim.
func (r *Run) completions(in *input, o *Options) (int, error) {
	const conn, src, dst, size, start, fct, delivered, ideal = 0, 2, 3, 7, 8, 9, 10, 11
	rows, err := in.integers(12, func(v []uint64) error {
		if v[conn] > math.MaxUint32 {
			return in.Errorf("conn %d is out of range", v[conn])
		}
		if v[fct] <= math.MaxInt64-v[start] {
			r.sending.add(o, v[conn], v[src], v[dst], span{msOfPS(int64(v[start])), msOfPS(int64(v[start] + v[fct]))})
		}
		m := Message{Bytes: v[size], FCT: v[fct], Ideal: v[ideal], Start: v[start], Delivered: v[delivered], Conn: uint32(v[conn])}
		return r.message(in, o, m, func() string { return connOf(v[conn], v[src], v[dst]) })
	})
	r.sending.completed = true
	r.sorted()
	return rows, err
}

// message takes a completed message; times are in ps.
func (r *Run) message(in *input, o *Options, m Message, conn func() string) error {
	if m.Bytes == 0 || m.FCT == 0 {
		return in.Errorf("a message of %d bytes that took %d ps; both are above 0", m.Bytes, m.FCT)
	}
	if int64(m.Start) < o.From || int64(m.Start) > o.until() {
		return nil
	}
	if len(o.Conns) > 0 {
		if name := conn(); !o.wants(name) {
			r.pass(name)
			return nil
		}
	}
	r.Messages = append(r.Messages, m)
	return nil
}

// sorted ends a file of messages.
func (r *Run) sorted() {
	slices.SortFunc(r.Messages, func(a, b Message) int {
		return cmp.Or(cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.FCT, b.FCT), cmp.Compare(a.Ideal, b.Ideal),
			cmp.Compare(a.Start, b.Start), cmp.Compare(a.Conn, b.Conn))
	})
}

// hpccFields is the number of columns of the HPCC family's form: sip dip sport dport
// bytes start fct ideal_fct.
const hpccFields = 8

// hpccRow reads a line of the HPCC family's form; ok is false for any other. The addresses are 0.
func hpccRow(line []byte) (f [][]byte, v [hpccFields]uint64, ok bool) {
	f = bytes.Fields(line)
	if len(f) != hpccFields || len(f[0]) != 8 || len(f[1]) != 8 {
		return nil, v, false
	}
	for i, b := range f {
		if i >= 2 {
			if v[i], ok = unsigned(b); !ok {
				return nil, v, false
			}
		} else if _, err := strconv.ParseUint(string(b), 16, 32); err != nil {
			return nil, v, false
		}
	}
	return f, v, true
}

// completionsHPCC reads the HPCC family's form; its times are in ns.
func (r *Run) completionsHPCC(in *input, o *Options) (rows int, err error) {
	conns := map[string]uint32{}
	for {
		line, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, in.whole(err)
		}
		f, v, ok := hpccRow(line)
		if !ok {
			return 0, in.Errorf("%q is not sip dip sport dport bytes start fct ideal_fct, with addresses of 8 hexadecimal digits; the line is damaged or cut off", clean(string(line), 60))
		}
		if most := slices.Max(v[5:]); most > math.MaxInt64/1000 {
			return 0, in.Errorf("a time of %d ns is out of range", most)
		}
		name := strings.ToLower(string(f[0])) + ":" + string(f[2]) + "->" + strings.ToLower(string(f[1])) + ":" + string(f[3])
		number, ok := conns[name]
		if !ok {
			number = uint32(len(conns))
			conns[name] = number
		}
		m := Message{Bytes: v[4], FCT: v[6] * 1000, Ideal: v[7] * 1000, Start: v[5] * 1000, Delivered: v[6] * 1000, Conn: number}
		if err := r.message(in, o, m, func() string { return name }); err != nil {
			return 0, err
		}
		rows++
	}
	r.sorted()
	return rows, nil
}
