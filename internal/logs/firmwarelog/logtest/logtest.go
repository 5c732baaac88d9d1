// Package logtest writes firmware logs for tests: those that a port would write which
// runs the steps it is given.
package logtest

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"

	"smartnic-cc/testvectors/transducer"
)

// Record is a record of a log. A nil part is not in it.
type Record struct {
	Kind                 string // step, load or init
	Conn                 string
	Event, Output, State []uint64
}

// Run runs events of one connection on fw and returns the records.
func Run(fw transducer.Firmware, a *transducer.Algorithm, params []uint64, conn string, events [][]uint64) ([]Record, error) {
	c, err := fw.Open(a.Name, params)
	if err != nil {
		return nil, err
	}
	var rs []Record
	for _, e := range events {
		output, state, err := c.Step(e)
		if err != nil {
			return nil, err
		}
		rs = append(rs, Record{Kind: "step", Conn: conn, Event: e, Output: clone(output), State: clone(state)})
	}
	return rs, nil
}

func clone(v []uint64) []uint64 { return append([]uint64(nil), v...) }

// parts are the columns of an algorithm, as name and leaf.
func parts(a *transducer.Algorithm) (names []string, leaves []transducer.Leaf) {
	for _, p := range []struct {
		name   string
		leaves []transducer.Leaf
	}{{"event.", a.Event}, {"output.", a.Output}, {"state.", a.State}} {
		for _, l := range p.leaves {
			names = append(names, p.name+l.Name)
			leaves = append(leaves, l)
		}
	}
	return names, leaves
}

// cells returns the values of a record in the order of parts, "" where it has none.
func (r *Record) cells(a *transducer.Algorithm) []string {
	var cells []string
	for _, p := range []struct {
		values []uint64
		leaves []transducer.Leaf
	}{{r.Event, a.Event}, {r.Output, a.Output}, {r.State, a.State}} {
		for i, l := range p.leaves {
			if p.values == nil {
				cells = append(cells, "")
			} else {
				cells = append(cells, l.Format(p.values[i]))
			}
		}
	}
	return cells
}

// CSV writes the records as CSV. params is nil for a log that does not name them.
func CSV(a *transducer.Algorithm, params []uint64, rs []Record) string {
	var b strings.Builder
	if params != nil {
		fmt.Fprintf(&b, "# algorithm %s\n# params", a.Name)
		for i, l := range a.Params {
			fmt.Fprintf(&b, " %s=%s", l.Name, l.Format(params[i]))
		}
		b.WriteByte('\n')
	}
	names, _ := parts(a)
	b.WriteString("record,conn," + strings.Join(names, ",") + "\n")
	for i := range rs {
		b.WriteString(rs[i].Kind + "," + rs[i].Conn + "," + strings.Join(rs[i].cells(a), ",") + "\n")
	}
	return b.String()
}

// JSON writes the records as JSON lines.
func JSON(a *transducer.Algorithm, params []uint64, rs []Record) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	object := func(leaves []transducer.Leaf, values []uint64) map[string]json.Number {
		o := map[string]json.Number{}
		for i, l := range leaves {
			o[l.Name] = json.Number(l.Format(values[i]))
		}
		return o
	}
	encode := func(v any) {
		if err := e.Encode(v); err != nil {
			panic(err) // maps of numbers always encode
		}
	}
	if params != nil {
		encode(map[string]any{"algorithm": a.Name, "params": object(a.Params, params)})
	}
	for i := range rs {
		r := &rs[i]
		o := map[string]any{"record": r.Kind, "conn": r.Conn}
		if r.Event != nil {
			o["event"] = object(a.Event, r.Event)
		}
		if r.Output != nil {
			o["output"] = object(a.Output, r.Output)
		}
		if r.State != nil {
			o["state"] = object(a.State, r.State)
		}
		encode(o)
	}
	return b.String()
}

// Binary writes the records as records of bytes, and the layout that describes them:
// a mark, the kind, the number of the connection, and each field in its width, one after
// the other. Connections are named by numbers; parts that a record lacks are 0.
func Binary(a *transducer.Algorithm, params []uint64, rs []Record, big bool) (layout string, log []byte) {
	order, name := binary.ByteOrder(binary.LittleEndian), "little"
	if big {
		order, name = binary.BigEndian, "big"
	}
	names, leaves := parts(a)
	size := 8
	var fields strings.Builder
	for i, l := range leaves {
		fmt.Fprintf(&fields, "\n[[field]]\nname = %q\noffset = %d\nwidth = %d\nsigned = %v\n", names[i], size, l.Bits, l.Signed)
		size += l.Bits / 8
	}
	var b strings.Builder
	fmt.Fprintf(&b, "algorithm = %q\nheader = 4\nrecord = %d\nendian = %q\n", a.Name, size, name)
	b.WriteString("\n[params]\n")
	for i, l := range a.Params {
		fmt.Fprintf(&b, "%q = %s\n", l.Name, l.Format(params[i]))
	}
	b.WriteString("\n[[field]]\noffset = 0\nwidth = 8\nequals = 0xCC\n")
	b.WriteString("\n[[field]]\nname = \"record\"\noffset = 1\nwidth = 2\nbit = 3\nmap = { 0 = 0, 2 = 1, 3 = 2 }\n")
	b.WriteString("\n[[field]]\nname = \"conn\"\noffset = 4\nwidth = 32\n")
	b.WriteString(fields.String())

	log = append(log, "LOG1"...)
	codes := map[string]byte{"step": 0, "load": 2, "init": 3}
	for i := range rs {
		r := &rs[i]
		row := make([]byte, size)
		row[0], row[1] = 0xCC, codes[r.Kind]<<3|0x47
		var conn uint32
		fmt.Sscan(r.Conn, &conn)
		order.PutUint32(row[4:], conn)
		at := 8
		for j, cell := range r.cells(a) {
			var v uint64
			if cell != "" {
				v, _ = leaves[j].Parse(cell)
			}
			switch leaves[j].Bits {
			case 8:
				row[at] = byte(v)
			case 16:
				order.PutUint16(row[at:], uint16(v))
			case 32:
				order.PutUint32(row[at:], uint32(v))
			default:
				order.PutUint64(row[at:], v)
			}
			at += leaves[j].Bits / 8
		}
		log = append(log, row...)
	}
	return b.String(), log
}
