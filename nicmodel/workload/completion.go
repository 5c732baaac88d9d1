package workload

import (
	"bufio"
	"io"
	"strconv"

	"smartnic-cc/nicmodel/event"
)

// Completion is a fully acknowledged message.
type Completion struct {
	// Conn and Message are the numbers in the plan.
	Conn, Message    uint32
	Src, Dst         uint32
	SrcPort, DstPort uint16
	Class            uint8
	Bytes            uint64
	// Start is when the message was posted.
	Start event.Time
	// FCT is the time from Start until the sender had the last acknowledgement, Delivered
	// the time from Start until the receiver had the last byte, Ideal what FCT would be
	// in an empty network.
	FCT, Delivered, Ideal event.Time
}

// CompletionHeader is the first line of completions as CSV. Hosts have the numbers of the topology's file; times are
// in picoseconds.
const CompletionHeader = "conn,message,src,dst,sport,dport,class,bytes,start_ps,fct_ps,delivered_ps,ideal_ps\n"

// appendCSV appends a line of CSV. ids are the nodes' numbers in the file; nil if they are equal.
func (c *Completion) appendCSV(line []byte, ids []uint32) []byte {
	src, dst := c.ends(ids)
	for _, v := range [...]uint64{uint64(c.Conn), uint64(c.Message), uint64(src), uint64(dst), uint64(c.SrcPort), uint64(c.DstPort),
		uint64(c.Class), c.Bytes, uint64(c.Start), uint64(c.FCT), uint64(c.Delivered)} {
		line = append(strconv.AppendUint(line, v, 10), ',')
	}
	return append(strconv.AppendInt(line, int64(c.Ideal), 10), '\n')
}

// appendHPCC appends a line of the HPCC family's form:
//
//	sip dip sport dport bytes start fct ideal_fct
//
// Addresses are hexadecimal, made of the hosts' numbers (see Address); times are in
// nanoseconds, rounded half up.
func (c *Completion) appendHPCC(line []byte, ids []uint32) []byte {
	src, dst := c.ends(ids)
	line = append(AppendAddress(line, src), ' ')
	line = append(AppendAddress(line, dst), ' ')
	for _, v := range [...]uint64{uint64(c.SrcPort), uint64(c.DstPort), c.Bytes, Nanoseconds(c.Start), Nanoseconds(c.FCT)} {
		line = append(strconv.AppendUint(line, v, 10), ' ')
	}
	return append(strconv.AppendUint(line, Nanoseconds(c.Ideal), 10), '\n')
}

// Address is the IPv4 address of a host in the HPCC family: 11.x.y.1 with the number's lowest 8 bits in y and the
// next in x. Above 65535 the first octet is incremented; numbers are below 2^20.
func Address(id uint32) uint32 {
	return 0x0b000001 + id/256*0x10000 + id%256*0x100
}

// ends returns the numbers of source and destination.
func (c *Completion) ends(ids []uint32) (src, dst uint32) {
	if ids == nil {
		return c.Src, c.Dst
	}
	return ids[c.Src], ids[c.Dst]
}

// Nanoseconds rounds a time to whole ns, half up.
func Nanoseconds(t event.Time) uint64 {
	return (uint64(t) + uint64(event.Nanosecond)/2) / uint64(event.Nanosecond)
}

// AppendAddress appends the Address of a host's number in 8 hexadecimal digits, of which the first is 0 or 1.
func AppendAddress(line []byte, id uint32) []byte {
	v := Address(id)
	if v < 1<<28 {
		line = append(line, '0')
	}
	return strconv.AppendUint(line, uint64(v), 16)
}

// CompletionWriter writes completions in one or both formats as they come. Flushed output ends with a whole line.
type CompletionWriter struct {
	csv, hpcc *bufio.Writer
	ids       []uint32
	line      []byte
}

// NewCompletionWriter writes CSV to csv, with its header, and the HPCC family's format to hpcc; either may be nil.
// ids is the topology's ID.
func NewCompletionWriter(csv, hpcc io.Writer, ids []uint32) *CompletionWriter {
	w := &CompletionWriter{ids: ids, line: make([]byte, 0, 256)}
	if csv != nil {
		w.csv = bufio.NewWriterSize(csv, 64<<10)
		w.csv.WriteString(CompletionHeader)
	}
	if hpcc != nil {
		w.hpcc = bufio.NewWriterSize(hpcc, 64<<10)
	}
	return w
}

// Write adds a completion. It allocates nothing. Write or Flush returns an error of the file.
func (w *CompletionWriter) Write(c *Completion) error {
	if w.csv != nil {
		w.line = c.appendCSV(w.line[:0], w.ids)
		if err := put(w.csv, w.line); err != nil {
			return err
		}
	}
	if w.hpcc != nil {
		w.line = c.appendHPCC(w.line[:0], w.ids)
		return put(w.hpcc, w.line)
	}
	return nil
}

// put flushes first if the line does not fit, so that no line is split.
func put(w *bufio.Writer, line []byte) error {
	if w.Available() < len(line) {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	_, err := w.Write(line)
	return err
}

// Flush writes the buffer. The error is the first of all writes.
func (w *CompletionWriter) Flush() error {
	for _, out := range [2]*bufio.Writer{w.csv, w.hpcc} {
		if out != nil {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	return nil
}
