package trace

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/rowfile"
)

// Counters of a NIC, sampled over time. A row of the CSV form is one sample of
// one port:
//
//	time_s    when; the units and epoch_* are those of text traces (text.go)
//	port      the port's name; absent where there is one only
//	the rest  a counter a column, under the name that the kernel gives it
//
// A value may be missing in a row. What a counter rose by between two samples
// is spread over the time between them (spread.go). A port becomes two
// connections, "PORT tx" of what it sends and the CNPs that it takes, and
// "PORT rx" of what it receives and the CNPs that it sends.

// counter is a counter that means something here.
type counter uint8

const (
	xmitBytes counter = iota
	xmitPackets
	cnpHandled
	rcvBytes
	rcvPackets
	rcvMarked
	cnpSent
	cnpIgnored
	numCounters
)

// numNames is the number of counters' names.
const numNames = 31

// counterNames lists the names under which counters are known, the preferred
// ones first, and what one unit is.
//
// Sources: Linux, Documentation/ABI/stable/sysfs-class-infiniband, for counters/
// (port_xmit_data and port_rcv_data count octets divided by 4); the drivers
// mlx5_ib, bnxt_re and irdma for hw_counters/; mlx5's ethtool -S for *_vport_*,
// which count RoCE alone and are preferred for it; prometheus/node_exporter's
// collector/infiniband_linux.go, whose bytes are no longer divided by 4; IEEE
// 802.3's counters of the MAC, which are all that ethtool -j -S has.
var counterNames = [numNames]struct {
	name    string
	counter counter
	unit    uint64
}{
	{"tx_vport_rdma_unicast_bytes", xmitBytes, 1},
	{"port_xmit_data", xmitBytes, 4},
	{"tx_vport_rdma_unicast_packets", xmitPackets, 1},
	{"port_xmit_packets", xmitPackets, 1},
	{"rp_cnp_handled", cnpHandled, 1},
	{"cnpHandled", cnpHandled, 1},
	{"rx_cnp_pkts", cnpHandled, 1},
	{"rx_vport_rdma_unicast_bytes", rcvBytes, 1},
	{"port_rcv_data", rcvBytes, 4},
	{"rx_vport_rdma_unicast_packets", rcvPackets, 1},
	{"port_rcv_packets", rcvPackets, 1},
	{"np_ecn_marked_roce_packets", rcvMarked, 1},
	{"RxECNMrkd", rcvMarked, 1},
	{"rx_ecn_marked_pkts", rcvMarked, 1},
	{"np_cnp_sent", cnpSent, 1},
	{"cnpSent", cnpSent, 1},
	{"tx_cnp_pkts", cnpSent, 1},
	{"rp_cnp_ignored", cnpIgnored, 1},
	{"cnpIgnored", cnpIgnored, 1},
	{"node_infiniband_port_data_transmitted_bytes_total", xmitBytes, 1},
	{"node_infiniband_port_packets_transmitted_total", xmitPackets, 1},
	{"node_infiniband_rp_cnp_packets_handled_total", cnpHandled, 1},
	{"node_infiniband_port_data_received_bytes_total", rcvBytes, 1},
	{"node_infiniband_port_packets_received_total", rcvPackets, 1},
	{"node_infiniband_np_ecn_marked_roce_packets_received_total", rcvMarked, 1},
	{"node_infiniband_np_cnp_packets_sent_total", cnpSent, 1},
	{"node_infiniband_rp_cnp_ignored_packets_received_total", cnpIgnored, 1},
	{"OctetsTransmittedOK", xmitBytes, 1},
	{"FramesTransmittedOK", xmitPackets, 1},
	{"OctetsReceivedOK", rcvBytes, 1},
	{"FramesReceivedOK", rcvPackets, 1},
}

// counterOf finds a counter's name in the list; -1 where it is not there.
func counterOf(name string) int {
	for i := range counterNames {
		if counterNames[i].name == name {
			return i
		}
	}
	return -1
}

// counterHeader reports whether the header row of a CSV is one of counters and
// not of events.
func counterHeader(line []byte) bool {
	row, err := rowfile.Split(line, nil)
	return err == nil && !slices.ContainsFunc(row, func(c rowfile.Cell) bool { return string(c.Text) == "event" }) &&
		slices.ContainsFunc(row, func(c rowfile.Cell) bool { return counterOf(string(c.Text)) >= 0 })
}

var errStamp = errors.New("expected a number since 1970, or a date and time as in 2026-11-21T22:45:01.5Z")

const (
	// maxPorts bounds the ports of one file.
	maxPorts = 4096
	portName = "port" // of the only port, where no column names it
)

// countersFormat reads the CSV form.
type countersFormat struct {
	textTable
	names    *nameTable
	time     int // columns
	port     int // -1 if none
	decimals int
	stamped  bool                // the time column has no unit in its name
	column   [numCounters]int    // -1 where the file has no such counter
	unit     [numCounters]uint64 // and what one of its units is
	title    [numCounters]string // its name in the file

	byName  map[string]int32
	ports   []*counterPort
	spread  spreader
	now     int64 // time of the last row
	done    bool
	derived bool // the table was made of a directory
}

func newCounters(s *scanner, rep *report, names *nameTable) (*countersFormat, error) {
	how := names.reconstruct
	if how == Observed {
		how = Uniform
	}
	rep.stats.Reconstruction = how
	if s.in.cut != nil {
		rep.stats.Truncated = true
		rep.warn(*s.in.cut)
	}
	table, err := rowfile.NewCSV(s.lines(), nil)
	if err != nil {
		return nil, err
	}
	c := &countersFormat{textTable: textTable{table, rep}, names: names, derived: s.in.derived, port: -1, time: -1, byName: map[string]int32{}}
	c.spread.how = how
	return c, c.header(c.Names)
}

// header reads the header row.
func (c *countersFormat) header(row []string) error {
	best := [numCounters]int{}
	for k := range c.column {
		c.column[k], best[k] = -1, len(counterNames)
	}
	var ignored []string
	for i, name := range row {
		if slices.Index(row, name) != i {
			return c.Errorf("column %s comes twice", quote([]byte(name)))
		}
		if field, decimals, absolute, ok := fieldOf(name); ok && field == fieldTime {
			if c.time >= 0 {
				return c.Errorf("the time in two units")
			}
			c.time, c.decimals, c.names.epoch = i, decimals, absolute
			continue
		}
		if lower := strings.ToLower(name); lower == "time" || lower == "timestamp" {
			if c.time >= 0 {
				return c.Errorf("the time in two units")
			}
			c.time, c.stamped, c.names.epoch = i, true, true
			continue
		}
		if name == "port" || name == "device" || name == "interface" {
			if c.port >= 0 {
				return c.Errorf("columns %q and %q both name the port", row[c.port], name)
			}
			c.port = i
			continue
		}
		n := counterOf(name)
		if n < 0 {
			ignored = append(ignored, quote([]byte(name)))
			continue
		}
		k := counterNames[n].counter
		if n > best[k] {
			ignored = append(ignored, quote([]byte(name)))
			continue
		}
		if c.column[k] >= 0 {
			ignored = append(ignored, quote([]byte(c.title[k])))
		}
		best[k], c.column[k], c.unit[k], c.title[k] = n, i, counterNames[n].unit, name
	}
	if c.time < 0 {
		return c.Errorf("no time column; expected time_ns, time_us, time_ms, time_s, epoch_* of the same units, or timestamp")
	}
	if !slices.ContainsFunc(c.column[:], func(i int) bool { return i >= 0 }) {
		return c.Errorf("no counter; expected rp_cnp_handled, np_cnp_sent, port_xmit_data or others that docs/traces.md lists")
	}
	c.ignored(c.headerLine(), ignored[:min(len(ignored), maxIgnored)])
	for _, lone := range [...]struct{ packets, bytes counter }{{xmitPackets, xmitBytes}, {rcvPackets, rcvBytes}} {
		if c.column[lone.packets] >= 0 && c.column[lone.bytes] < 0 {
			c.rep.warn(Warning{Offset: -1, Line: c.headerLine(), Text: c.title[lone.packets] + " without a counter of bytes is not used"})
			c.column[lone.packets] = -1
		}
	}
	return nil
}

// headerLine is the line of the header row, 0 of a directory's samples, whose header is our own.
func (c *countersFormat) headerLine() int {
	if c.derived {
		return 0
	}
	return c.Line
}

// wrong is the error of the current row.
func (c *countersFormat) wrong(format string, args ...any) error {
	if c.derived {
		return &Error{Name: c.Name, Offset: -1, Msg: fmt.Sprintf("sample %d: ", c.Line-1) + fmt.Sprintf(format, args...)}
	}
	return c.bad(format, args...)
}

// sample is one row: the values of one port's counters at one time.
type sample struct {
	time int64
	have [numCounters]bool
	v    [numCounters]uint64
}

func (c *countersFormat) next(rec *record) error {
	for !c.spread.next(rec) {
		if c.done {
			return c.over()
		}
		row, err := c.Next()
		if err == nil {
			err = c.take(row)
		} else {
			err = c.end(err)
		}
		switch {
		case err != nil && !isEnd(err):
			return err
		case err != nil:
			c.done = true
			c.spread.finish()
		}
	}
	return nil
}

// over ends the delivery with the samples' remarks: io.EOF, or an error if there are fewer than two samples.
func (c *countersFormat) over() error {
	if c.rep.stats.Packets < 2 {
		return &Error{Name: c.Name, Offset: -1, Msg: plural.Of(c.rep.stats.Packets, "sample") + " of counters; two are needed to tell what happened between them"}
	}
	for _, w := range c.spread.remarks(c.ports, &c.title) {
		c.rep.warn(Warning{Offset: -1, Text: w})
	}
	if (c.derived || c.stamped) && c.now < firstReal {
		c.rep.warn(Warning{Offset: -1, Text: "the samples' times are taken for seconds since 1970, and are not: gaps and rates are wrong where they are times of day or mere numbers; write them as date +%s.%N does"})
	}
	c.rep.warn(Warning{Offset: -1, Text: fmt.Sprintf("events are reconstructed (%v): %s", c.spread.how, c.spread.how.Note())})
	c.spread = spreader{how: c.spread.how}
	c.ports = nil
	return io.EOF
}

// take reads a row.
func (c *countersFormat) take(row []rowfile.Cell) error {
	t, err := c.when(string(row[c.time].Text))
	if err != nil {
		return c.wrong("time %s: %v", quote(row[c.time].Text), err)
	}
	sm := sample{time: t}
	for k := range c.column {
		if c.column[k] < 0 || len(row[c.column[k]].Text) == 0 {
			continue
		}
		text := string(row[c.column[k]].Text)
		v, err := wholeOf(text)
		if err != nil {
			return c.wrong("%s %w, or nothing where there is no value", c.title[k], err)
		}
		sm.have[k], sm.v[k] = true, v
	}
	name := portName
	if c.port >= 0 {
		if name = string(row[c.port].Text); !goodName(name) || len(name) > maxName-len(" tx") {
			return c.wrong("port %s; expected a name of 1 to %d bytes of printable UTF-8", quote([]byte(name)), maxName-len(" tx"))
		}
	}
	if c.Row > 1 && t < c.now {
		return c.wrong("is %d ns earlier than the row before: out of order; sort the rows by time", c.now-t)
	}
	p, ok := c.portOf(name)
	if !ok {
		return c.wrong("more than %d ports", maxPorts)
	}
	if c.Last && c.spread.goesBack(p, &sm) {
		return c.wrong("a counter goes back in the last row, which has no newline")
	}
	if err := c.spread.take(p, &sm, &c.unit, &c.title); err != nil {
		return c.wrong("%v", err)
	}
	c.now = t
	c.rep.stats.Packets++
	c.rep.seen(t)
	return nil
}

// when reads the time of a row, in nanoseconds.
func (c *countersFormat) when(text string) (int64, error) {
	if !c.stamped {
		return parseTime(text, c.decimals)
	}
	if t, ok := stampOf(text); ok {
		return t, nil
	}
	return 0, errStamp
}

// portOf returns the port of a name, which it makes where it is new.
func (c *countersFormat) portOf(name string) (*counterPort, bool) {
	if i, ok := c.byName[name]; ok {
		return c.ports[i], true
	}
	if len(c.ports) == maxPorts {
		return nil, false
	}
	name = strings.Clone(name)
	var flows [2]int32
	for i, way := range [...]string{" tx", " rx"} {
		var ok bool
		if flows[i], ok = c.names.index([]byte(name + way)); !ok {
			return nil, false
		}
	}
	c.names.list[flows[0]].MarksUnseen = true
	c.names.list[flows[1]].MarksUnseen = c.column[rcvMarked] < 0
	p := newCounterPort(name, int32(len(c.ports)), flows, &c.column)
	c.byName[name] = int32(len(c.ports))
	c.ports = append(c.ports, p)
	c.spread.add(p)
	return p, true
}
