package bpf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"github.com/cilium/ebpf"
	"github.com/cilium/ebpf/rlimit"

	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/testvectors/transducer"
)

// Cost is the kernel's figures on a program that it accepted.
type Cost struct {
	// Processed is how many instructions the verifier followed, on all paths together; it
	// gives up at VerifierLimit.
	Processed int
	// Stack is the most bytes that the program and its callees may use, of StackLimit.
	Stack int
	// Instructions is the length of the program in the object, and Code that of the machine code that the kernel
	// compiled it to, in bytes; 0 if its compiler is off.
	Instructions int
	Code         int
}

// The limits of the kernel's verifier.
const (
	VerifierLimit = 1_000_000
	StackLimit    = 512
)

func (c *Cost) most(o Cost) {
	c.Processed, c.Stack, c.Instructions, c.Code = max(c.Processed, o.Processed), max(c.Stack, o.Stack), max(c.Instructions, o.Instructions), max(c.Code, o.Code)
}

// Machine runs an algorithm's object in the kernel, as a firmware that knows one algorithm. It is
// loaded again for other parameters, which are read-only.
type Machine struct {
	// Cost is the most that any load needed.
	Cost Cost

	def     *ir.Transducer
	program string // the name of the XDP program
	spec    *ebpf.CollectionSpec
	params  string // the variable of the parameters
	broken  string // the variable of a law that broke
	packets *p4.Packets
	numbers int

	values []uint64
	loaded *ebpf.Collection
	prog   *ebpf.Program
	out    []byte
	opened int
	tag    uint32
}

// Open reads the object that Compile made of the program's packets. Nothing is loaded before a connection is opened.
// It fails on an object of another program, or as Available does.
func (p *Program) Open(object []byte) (*Machine, error) {
	m, err := p.machine(object, "_packets")
	if err == nil {
		err = Available()
	}
	return m, err
}

func (p *Program) machine(object []byte, program string) (*Machine, error) {
	spec, err := ebpf.LoadCollectionSpecFromReader(bytes.NewReader(object))
	if err != nil {
		return nil, fmt.Errorf("the object of %s: %w", p.Def.Name, err)
	}
	m := &Machine{
		def: p.Def, program: p.view.P + program, params: p.view.P + "_params", broken: p.view.P + "_broken", spec: spec,
		packets: p4.NewPackets(p.Def), numbers: min(p.view.Connections, 16),
		out: make([]byte, 256+p.view.State.Bytes+p.view.Output.Bytes+p.view.Event.Bytes),
	}
	if spec.Programs[m.program] == nil || spec.Variables[m.params] == nil {
		return nil, fmt.Errorf("the object has no program %s with a variable %s; compile it again from what ccgen bpf prints", m.program, m.params)
	}
	return m, nil
}

// Available reports why this process cannot load programs into this kernel; nil if it can.
func Available() error {
	if err := rlimit.RemoveMemlock(); err != nil { // kernels before 5.11 count maps as locked memory
		return explain(err)
	}
	m, err := ebpf.NewMap(&ebpf.MapSpec{Type: ebpf.Array, KeySize: 4, ValueSize: 4, MaxEntries: 1})
	if err != nil {
		return explain(err)
	}
	return m.Close()
}

// explain puts an error of the kernel's into a line with the remedy.
func explain(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSYS):
		return errors.New("this kernel has no BPF; take one with CONFIG_BPF_SYSCALL and CONFIG_BPF_JIT")
	case errors.Is(err, syscall.EPERM), errors.Is(err, syscall.EACCES):
		if os.Geteuid() != 0 {
			return errors.New("loading programs into the kernel needs root; run it with sudo")
		}
		return errors.New("the kernel does not let root load BPF programs; in a container give it CAP_BPF, CAP_NET_ADMIN and CAP_PERFMON")
	case errors.Is(err, ebpf.ErrNotSupported):
		return fmt.Errorf("this kernel is too old: Linux 5.8 or later is needed (%w)", err)
	}
	return err
}

// Name is what messages call the machine.
func (m *Machine) Name() string { return "the kernel's BPF" }

// Close unloads the program.
func (m *Machine) Close() error {
	if m.loaded != nil {
		m.loaded.Close()
		m.loaded = nil
	}
	return nil
}

// Call refuses: a program runs events.
func (m *Machine) Call(name string, _ []uint64) ([]uint64, error) {
	return nil, fmt.Errorf("a BPF program runs events of %s, not function %s", m.def.Name, name)
}

// Load loads the program with parameters. The error may be a *child.ToolError.
func (m *Machine) Load(values []uint64) error {
	if m.loaded != nil && transducer.FirstDifference(values, m.values) < 0 {
		return nil
	}
	if err := m.Close(); err != nil {
		return err
	}
	spec := m.spec.Copy()
	if err := spec.Variables[m.params].Set(memory(m.def.Params, values)); err != nil {
		return fmt.Errorf("parameters of %s: %w", m.def.Name, err)
	}
	load := func(level ebpf.LogLevel) (*ebpf.Collection, error) {
		return ebpf.NewCollectionWithOptions(spec, ebpf.CollectionOptions{Programs: ebpf.ProgramOptions{LogLevel: level}})
	}
	c, err := load(ebpf.LogLevelStats)
	var v *ebpf.VerifierError
	// Once more, with the way that led there; one of more instructions than the verifier follows fills any log.
	if errors.As(err, &v) && !errors.Is(err, syscall.E2BIG) {
		c, err = load(ebpf.LogLevelInstruction | ebpf.LogLevelStats)
	}
	if err != nil {
		return refused(m.program, err)
	}
	m.loaded, m.prog, m.values = c, c.Programs[m.program], append([]uint64(nil), values...)
	cost, err := costOf(m.prog, spec.Programs[m.program])
	if err != nil {
		return err
	}
	m.Cost.most(cost)
	return nil
}

const verifier = "the kernel's verifier"

// refused says why the kernel did not take a program.
func refused(program string, err error) error {
	var v *ebpf.VerifierError
	if !errors.As(err, &v) {
		return explain(err)
	}
	if errors.Is(err, syscall.EPERM) && len(v.Log) == 0 {
		return explain(err)
	}
	if errors.Is(err, syscall.E2BIG) {
		return &child.ToolError{Tool: verifier, What: "refuses " + program, Why: "it follows no more than 1000000 instructions, and with these parameters there are more", Output: strings.Join(v.Log, "\n")}
	}
	lines := v.Log
	why := err.Error()
	for len(lines) > 0 && (strings.HasPrefix(lines[len(lines)-1], "processed ") || strings.HasPrefix(lines[len(lines)-1], "stack depth") || strings.HasPrefix(lines[len(lines)-1], "verification time")) {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > 0 {
		why = lines[len(lines)-1]
	}
	return &child.ToolError{Tool: verifier, What: "refuses " + program, Why: why, Output: strings.Join(lines[max(0, len(lines)-20):], "\n")}
}

var (
	stackLine     = regexp.MustCompile(`(?m)^stack depth ([0-9+]+)`)
	processedLine = regexp.MustCompile(`(?m)^processed (\d+) insns`)
)

func costOf(prog *ebpf.Program, spec *ebpf.ProgramSpec) (Cost, error) {
	info, err := prog.Info()
	if err != nil {
		return Cost{}, fmt.Errorf("what the kernel says of the program: %w", err)
	}
	c := Cost{Instructions: 0}
	for i := range spec.Instructions {
		c.Instructions += int(spec.Instructions[i].Size() / 8)
	}
	if n, err := info.JitedSize(); err == nil {
		c.Code = int(n)
	}
	if s := processedLine.FindStringSubmatch(prog.VerifierLog); s != nil {
		c.Processed, _ = strconv.Atoi(s[1])
	}
	if s := stackLine.FindStringSubmatch(prog.VerifierLog); s != nil {
		for n := range strings.SplitSeq(s[1], "+") { // of the program, and of the functions that it calls
			k, _ := strconv.Atoi(n)
			c.Stack += k
		}
	}
	return c, nil
}

// run sends a packet through the program. The kernel takes no frame shorter than Ethernet's header.
func (m *Machine) run(packet []byte) (verdict uint32, reply []byte, err error) {
	o := ebpf.RunOptions{Data: packet, DataOut: m.out}
	verdict, err = m.prog.Run(&o)
	if err != nil {
		return 0, nil, explain(err)
	}
	return verdict, o.DataOut, nil
}

// What an XDP program returns.
const (
	xdpDrop = 1
	xdpPass = 2
	xdpTX   = 3
)

func (m *Machine) exchange(request []byte, err error) (output, state []uint64, _ error) {
	if err != nil {
		return nil, nil, err
	}
	verdict, reply, err := m.run(request)
	if err != nil {
		return nil, nil, err
	}
	if verdict != xdpTX {
		return nil, nil, fmt.Errorf("%s returns %d for a request, not XDP_TX", m.program, verdict)
	}
	return m.packets.Reply(request, reply)
}

func (m *Machine) next() uint32 {
	m.tag++
	return m.tag
}

// Open begins a connection, with the program loaded again if the parameters are others.
func (m *Machine) Open(algorithm string, params []uint64) (transducer.Connection, error) {
	if algorithm != m.def.Name {
		return nil, fmt.Errorf("the program runs %s, not %s", m.def.Name, algorithm)
	}
	if err := m.Load(params); err != nil {
		return nil, err
	}
	c := &connection{m: m, number: uint16(m.opened % m.numbers)}
	m.opened++
	_, _, err := m.exchange(m.packets.Init(c.number, m.next()), nil)
	return c, err
}

type connection struct {
	m      *Machine
	number uint16
}

// State asks the program for the state, to see the content of the map.
func (c *connection) State() ([]uint64, error) {
	_, state, err := c.m.exchange(c.m.packets.Read(c.number, c.m.next()), nil)
	return state, err
}

func (c *connection) Load(state []uint64) error {
	_, got, err := c.m.exchange(c.m.packets.Load(c.number, c.m.next(), state))
	if err == nil && transducer.FirstDifference(got, state) >= 0 {
		return errors.New("the state that was loaded came back changed")
	}
	return err
}

func (c *connection) Step(event []uint64) (output, state []uint64, err error) {
	output, state, err = c.m.exchange(c.m.packets.Event(c.number, c.m.next(), event))
	if v := c.m.loaded.Variables[c.m.broken]; v != nil && err == nil {
		var law uint32
		if err = v.Get(&law); err == nil && law > 0 {
			err = fmt.Errorf("law %s of %s does not hold", c.m.def.Laws[law-1].Name, c.m.def.Name)
		}
	}
	return output, state, err
}

// memory lays a value out as C does on BPF's machine: each scalar at a multiple of its size, a
// struct at one of its largest, in the byte order of this machine.
func memory(t *ir.Type, values []uint64) []byte {
	b := make([]byte, sizeOf(t))
	place(b, 0, t, values)
	return b
}

func alignOf(t *ir.Type) int {
	switch t.Kind {
	case ir.Struct:
		n := 1
		for _, f := range t.Fields {
			n = max(n, alignOf(f.Type))
		}
		return n
	case ir.Array:
		return alignOf(t.Elem)
	}
	return max(8, t.Kind.Bits()) / 8
}

func sizeOf(t *ir.Type) int {
	switch t.Kind {
	case ir.Struct:
		n := 0
		for _, f := range t.Fields {
			n = up(n, alignOf(f.Type)) + sizeOf(f.Type)
		}
		return up(n, alignOf(t))
	case ir.Array:
		return t.Len * sizeOf(t.Elem)
	}
	return max(8, t.Kind.Bits()) / 8
}

func up(n, to int) int { return (n + to - 1) / to * to }

// place puts the scalars of t at an offset and returns the values that are left.
func place(b []byte, at int, t *ir.Type, values []uint64) []uint64 {
	switch t.Kind {
	case ir.Struct:
		for _, f := range t.Fields {
			at = up(at, alignOf(f.Type))
			values = place(b, at, f.Type, values)
			at += sizeOf(f.Type)
		}
		return values
	case ir.Array:
		for i := range t.Len {
			values = place(b, at+i*sizeOf(t.Elem), t.Elem, values)
		}
		return values
	}
	v := values[0]
	switch sizeOf(t) {
	case 1:
		b[at] = byte(v)
	case 2:
		binary.NativeEndian.PutUint16(b[at:], uint16(v))
	case 4:
		binary.NativeEndian.PutUint32(b[at:], uint32(v))
	default:
		binary.NativeEndian.PutUint64(b[at:], v)
	}
	return values[1:]
}
