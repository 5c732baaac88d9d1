package bpf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"time"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/ringbuf"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/ir"
)

// Settings are what the programs of Attach are loaded with.
type Settings struct {
	// Params are those of the reaction point, and Point those of the notification point, flattened.
	Params, Point []uint64
	// Port is the rate of the port, and First that of a connection before its first event, kb/s.
	Port, First uint64
	// Age is the time without a packet after which a connection is forgotten.
	Age time.Duration
	// Log has every event go to the log.
	Log bool
}

// Attachment is the programs of an Attach in the kernel.
type Attachment struct {
	// Ingress is for what comes in at the interface, and Egress for what goes out.
	Ingress, Egress *ebpf.Program

	spec         *ebpf.CollectionSpec
	def, point   *ir.Transducer
	loaded       *ebpf.Collection
	settings     Settings
	version      uint32
	reader       *ringbuf.Reader
	record       ringbuf.Record
	event, state []ir.Leaf
	output       []ir.Leaf
}

// OpenAttach loads an object that Attach.Compile made of these algorithms. Nothing is attached. The error may be a
// *child.ToolError of the verifier, or Available's.
func OpenAttach(object []byte, def, point *ir.Transducer, s Settings) (*Attachment, error) {
	spec, err := ebpf.LoadCollectionSpecFromReader(bytes.NewReader(object))
	if err != nil {
		return nil, fmt.Errorf("the object of %s: %w", def.Name, err)
	}
	if spec.Programs[egressName] == nil || spec.Programs[ingressName] == nil || spec.Variables["cc_parameters"] == nil {
		return nil, fmt.Errorf("the object has no programs %s and %s", egressName, ingressName)
	}
	if err := Available(); err != nil {
		return nil, err
	}
	if !s.Log {
		spec.Maps[entriesName].MaxEntries = 1 << 12
	}
	a := &Attachment{spec: spec, def: def, point: point, event: ir.Layout(def.Event), output: ir.Layout(def.Output), state: ir.Layout(def.State)}
	if err := a.Load(s); err != nil {
		return nil, err
	}
	if s.Log {
		if a.reader, err = ringbuf.NewReader(a.loaded.Maps[entriesName]); err != nil {
			a.Close()
			return nil, fmt.Errorf("the log of %s: %w", def.Name, err)
		}
	}
	return a, nil
}

// The names of programs and maps in attach.c.
const (
	egressName, ingressName = "cc_egress", "cc_ingress"
	entriesName             = "cc_entries"
	connsName, peersName    = "cc_conns", "cc_peers"
)

// Load loads the programs again with other settings; they continue with the connections that are there. Those that
// were loaded before stay valid while they are attached.
func (a *Attachment) Load(s Settings) error {
	spec := a.spec.Copy()
	flag := map[bool]uint32{true: 1}
	for name, v := range map[string]any{
		"cc_parameters": memory(a.def.Params, s.Params), "np_parameters": memory(a.point.Params, s.Point),
		"cc_port": s.Port, "cc_first": s.First, "cc_age": uint64(s.Age), "cc_version": a.version + 1, "cc_log": flag[s.Log], "cc_ect": uint32(1),
	} {
		if err := spec.Variables[name].Set(v); err != nil {
			return fmt.Errorf("%s of %s: %w", name, a.def.Name, err)
		}
	}
	o := ebpf.CollectionOptions{MapReplacements: map[string]*ebpf.Map{}}
	if a.loaded != nil {
		for name, m := range a.loaded.Maps {
			if name != ".rodata" {
				o.MapReplacements[name] = m
			}
		}
	}
	c, err := ebpf.NewCollectionWithOptions(spec, o)
	if err != nil {
		return refused("the programs of "+a.def.Name, err)
	}
	if a.loaded != nil {
		a.loaded.Close()
	}
	a.loaded, a.settings, a.version = c, s, a.version+1
	a.Egress, a.Ingress = c.Programs[egressName], c.Programs[ingressName]
	return nil
}

// Settings returns those in force.
func (a *Attachment) Settings() Settings { return a.settings }

// Close unloads the programs; those that are attached stay until they are detached.
func (a *Attachment) Close() {
	if a.reader != nil {
		_ = a.reader.Close()
	}
	a.loaded.Close()
}

// End is an end of a connection.
type End struct {
	Address netip.Addr
	QP      uint32
}

// String returns the end as in 10.0.0.9:0x22.
func (e End) String() string { return fmt.Sprintf("%s:0x%x", e.Address, e.QP) }

// endOf reads a struct key.
func endOf(b []byte) End {
	return End{Address: netip.AddrFrom16([16]byte(b)).Unmap(), QP: binary.NativeEndian.Uint32(b[16:])}
}

// Entry is an event of a connection in the log.
type Entry struct {
	To      End
	Begun   uint64 // when the connection began, ns: with To it tells connections apart
	Time    int64  // of the event, ns of the kernel's monotonic clock
	Number  uint64 // from 1; one that is missing was lost
	Version uint32 // of the settings, from 1
	// Event, Output and State are flattened; State is that after the event.
	Event, Output, State []uint64
}

// Next takes the next entry of the log, and waits for it until the deadline; ok is false if there is none. Entries of
// a connection are in order.
func (a *Attachment) Next(deadline time.Time) (e Entry, ok bool, err error) {
	a.reader.SetDeadline(deadline)
	if err := a.reader.ReadInto(&a.record); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return e, false, nil
		}
		return e, false, fmt.Errorf("the log: %w", err)
	}
	b := a.record.RawSample
	word := binary.NativeEndian.Uint64
	e = Entry{Time: int64(word(b)), Begun: word(b[8:]), Number: word(b[16:]), To: endOf(b[24:]), Version: binary.NativeEndian.Uint32(b[44:])}
	rest := b[48:]
	for _, part := range []struct {
		to     *[]uint64
		leaves []ir.Leaf
	}{{&e.Event, a.event}, {&e.Output, a.output}, {&e.State, a.state}} {
		if *part.to, rest, err = p4.Fields(rest, part.leaves); err != nil {
			return e, false, err
		}
	}
	return e, true, nil
}

// Connection is a connection that sends from here.
type Connection struct {
	To      End
	Local   uint32 // queue pair here, 0 if it is not known yet
	Used    uint64 // time of the last packet, ns of the kernel's monotonic clock
	Rate    uint64 // in force, kb/s
	Packets uint64 // of data that left, Resent among them
	Bytes   uint64 // IP packets
	Resent  uint64
	CNPs    uint64 // that came
}

// Connections lists the connections that send from here. One that changes meanwhile may be missing.
func (a *Attachment) Connections() ([]Connection, error) {
	var list []Connection
	err := a.each(connsName, func(key, v []byte) {
		word := func(at int) uint64 { return binary.NativeEndian.Uint64(v[lifeAt+at:]) }
		list = append(list, Connection{To: endOf(key), Local: binary.NativeEndian.Uint32(v[lifeAt+20:]), Used: word(48), Rate: word(72), Packets: word(104), Bytes: word(112), Resent: word(120), CNPs: word(128)})
	})
	return list, err
}

// lifeAt is the offset of struct life in struct conn, and peerUsedAt that of the time of the last packet in struct peer.
const (
	lifeAt     = 8
	peerUsedAt = 16
)

// each calls do for the elements of a map.
func (a *Attachment) each(name string, do func(key, value []byte)) error {
	m := a.loaded.Maps[name]
	key, value := make([]byte, m.KeySize()), make([]byte, m.ValueSize())
	i := m.Iterate()
	for i.Next(&key, &value) {
		do(key, value)
	}
	if err := i.Err(); err != nil && !errors.Is(err, ebpf.ErrIterationAborted) {
		return fmt.Errorf("a map of the kernel's: %w", err)
	}
	return nil
}

// Forget removes the connections of which no packet came since a time, ns of the kernel's monotonic clock.
func (a *Attachment) Forget(since uint64) error {
	for name, at := range map[string]int{connsName: lifeAt + 48, peersName: peerUsedAt} {
		var old [][]byte
		err := a.each(name, func(key, v []byte) {
			if binary.NativeEndian.Uint64(v[at:]) < since {
				old = append(old, bytes.Clone(key))
			}
		})
		if err != nil {
			return err
		}
		for _, key := range old {
			if err := a.loaded.Maps[name].Delete(key); err != nil && !errors.Is(err, ebpf.ErrKeyNotExist) {
				return fmt.Errorf("a map of the kernel's: %w", err)
			}
		}
	}
	return nil
}

// AttachCounts are the counters of an Attachment, since it was opened.
type AttachCounts struct {
	Data       uint64 `json:"data"`       // packets of data that left
	Unpaced    uint64 `json:"unpaced"`    // of them, those that left without a rate: TableFull or Contended
	TableFull  uint64 `json:"tableFull"`  // packets of a connection that had no room in the table
	Contended  uint64 `json:"contended"`  // packets for which another CPU did not release the connection in time
	Restarted  uint64 `json:"restarted"`  // connections that began again, as too many timers were due
	CNPs       uint64 `json:"cnps"`       // that came
	Unknown    uint64 `json:"unknown"`    // CNPs of no connection that is known
	Acks       uint64 `json:"acks"`       // acknowledgements of new data that came
	Marked     uint64 `json:"marked"`     // packets of data that came with Congestion Experienced
	Unanswered uint64 `json:"unanswered"` // of them, those whose sender's queue pair is not known
	CNPsSent   uint64 `json:"cnpsSent"`
	LogLost    uint64 `json:"logLost"`  // events that the log had no room for
	RateZero   uint64 `json:"rateZero"` // events after which the algorithm gave the rate 0, which is not obeyed
}

// Counts returns the counters.
func (a *Attachment) Counts() (c AttachCounts, err error) {
	var cpus [][]byte
	if err := a.loaded.Maps["cc_counts"].Lookup(uint32(0), &cpus); err != nil {
		return c, fmt.Errorf("a map of the kernel's: %w", err)
	}
	for i, to := range []*uint64{&c.Data, &c.Unpaced, &c.TableFull, &c.Contended, &c.Restarted, &c.CNPs, &c.Unknown, &c.Acks, &c.Marked, &c.Unanswered, &c.CNPsSent, &c.LogLost, &c.RateZero} {
		for _, cpu := range cpus {
			*to += binary.NativeEndian.Uint64(cpu[8*i:])
		}
	}
	return c, nil
}

// noteSection is the section of an object that holds the note.
const noteSection = "cctrace"

// AttachNote returns the note that the object of an Attach was compiled with.
func AttachNote(object []byte) ([]byte, error) {
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		return nil, errors.New("is not an object of cctrace attach -o: " + err.Error())
	}
	s := f.Section(noteSection)
	if s == nil {
		return nil, errors.New("is not an object of cctrace attach -o: it has no section " + noteSection)
	}
	return s.Data()
}

// Version returns that of the settings in force, from 1.
func (a *Attachment) Version() uint32 { return a.version }
