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
			return in.errorf("conn %d is out of range", v[conn])
		}
		if v[fct] <= math.MaxInt64-v[start] {
			r.sending.add(o, v[conn], v[src], v[dst], span{msOfPS(int64(v[start])), msOfPS(int64(v[start] + v[fct]))})
		}
		m := Message{Bytes: v[size], FCT: v[fct], Ideal: v[ideal], Start: v[start], Delivered: v[delivered], Conn: uint32(v[conn])}
		return r.message(in, o, m, func() string { return connOf(v[conn], v[src], v[dst]) })
	})
	r.sending.completed = true
	return rows, r.sorted(err)
}

// message takes a completed message; times are in ps.
func (r *Run) message(in *input, o *Options, m Message, conn func() string) error {
	if m.Bytes == 0 || m.FCT == 0 {
		return in.errorf("a message of %d bytes that took %d ps; both are above 0", m.Bytes, m.FCT)
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
func (r *Run) sorted(err error) error {
	slices.SortFunc(r.Messages, func(a, b Message) int {
		return cmp.Or(cmp.Compare(a.Bytes, b.Bytes), cmp.Compare(a.FCT, b.FCT), cmp.Compare(a.Ideal, b.Ideal),
			cmp.Compare(a.Start, b.Start), cmp.Compare(a.Conn, b.Conn))
	})
	return err
}

// hpccFields is the number of columns of the HPCC family's form: sip dip sport dport
// bytes start fct ideal_fct.
const hpccFields = 8

// isHPCC reports whether a line looks like the HPCC family's form.
func isHPCC(line []byte) bool {
	f := bytes.Fields(line)
	if len(f) != hpccFields || len(f[0]) != 8 || len(f[1]) != 8 {
		return false
	}
	for i, b := range f {
		base := 10
		if i < 2 {
			base = 16
		}
		if _, err := strconv.ParseUint(string(b), base, 63); err != nil {
			return false
		}
	}
	return true
}

// completionsHPCC reads the HPCC family's form; its times are in ns.
func (r *Run) completionsHPCC(in *input, line []byte, o *Options) (int, error) {
	rows := 0
	conns := map[string]uint32{}
	for {
		f := bytes.Fields(line)
		if len(f) != hpccFields || !isHPCC(line) {
			return 0, in.errorf("%q is not sip dip sport dport bytes start fct ideal_fct, with addresses of 8 hexadecimal digits; the line is damaged or cut off", clean(string(line), 60))
		}
		var v [hpccFields]uint64
		for i := 4; i < hpccFields; i++ {
			v[i], _ = unsigned(f[i]) // isHPCC has seen to it
			if i > 4 && v[i] > math.MaxInt64/1000 {
				return 0, in.errorf("a time of %d ns is out of range", v[i])
			}
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
		var err error
		if line, err = in.next(); err == io.EOF {
			return rows, r.sorted(nil)
		} else if err != nil {
			return 0, err
		}
	}
}
