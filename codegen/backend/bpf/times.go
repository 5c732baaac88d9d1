package bpf

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"time"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Times are nanoseconds, means over events of the vectors that change the state, each run many times
// from the state that it was before.
type Times struct {
	// Step is one step in the kernel, by the kernel's clock: a program that runs it less the
	// same program without. Call is a program that does nothing: what calling one costs.
	Step, Call float64
	// Native is one step of the C port, compiled for this machine by Compiler.
	Native   float64
	Compiler string
	// Events is how many were taken, and Rounds how often each was run.
	Events, Rounds int
}

// mostSamples is how many events are timed: equally many of each kind, evenly spread over those in the vectors that
// change the state. Events that do nothing take no time on any machine.
const mostSamples = 40

// sample is a state and an event that is run from it.
type sample struct{ state, event []uint64 }

// samplesOf takes events of the group with the most of them, with its parameters.
func samplesOf(t *ir.Transducer, files []*testvectors.File) (params []uint64, samples []sample) {
	kind := t.Declared().Kind
	var most, best int
	for _, f := range files {
		for i := range f.Groups {
			g := &f.Groups[i]
			of := map[uint64][]sample{}
			n := 0
			for _, s := range g.Sequences {
				before := s.Initial
				for _, row := range s.Steps {
					event, _, after := g.Split(row)
					if transducer.FirstDifference(before, after) >= 0 {
						k := uint64(0)
						if kind >= 0 {
							k = event[kind]
						}
						of[k] = append(of[k], sample{before, event})
						n++
					}
					before = after
				}
			}
			if len(of) < most || len(of) == most && n <= best {
				continue
			}
			most, best, params, samples = len(of), n, g.ParamValues, nil
			for _, k := range slices.Sorted(maps.Keys(of)) {
				all := of[k]
				n := min(mostSamples/len(of), len(all))
				for i := range n {
					samples = append(samples, all[i*len(all)/n])
				}
			}
		}
	}
	return params, samples
}

// Time times steps in the kernel and natively; each event is run rounds times. The error is Check's, or the
// compiler's.
func (p *Program) Time(ctx context.Context, all []*testvectors.File, rounds int) (*Times, error) {
	files, err := p.pick(all)
	if err != nil {
		return nil, err
	}
	params, samples := samplesOf(p.Def, files)
	if len(samples) == 0 {
		return nil, fmt.Errorf("no vectors of %s have a step to time; give files that ccgen vectors wrote", p.Def.Name)
	}
	source, err := p.view.print(p.view.Name+"_time.bpf.c", timeText)
	if err != nil {
		return nil, err
	}
	object, err := p.Compile(ctx, source)
	if err != nil {
		return nil, err
	}
	t := &Times{Events: len(samples), Rounds: rounds}
	sum := map[string]time.Duration{}
	for name, samples := range map[string][]sample{"_time_step": samples, "_time_rest": samples, "_time_entry": samples[:1]} {
		if sum[name], err = p.timeInKernel(ctx, object, name, params, samples, rounds); err != nil {
			return nil, err
		}
	}
	t.Call = float64(sum["_time_entry"].Nanoseconds())
	t.Step = max(0, float64((sum["_time_step"]-sum["_time_rest"]).Nanoseconds())/float64(len(samples)))
	if t.Native, t.Compiler, err = p.timeNative(ctx, params, samples, rounds); err != nil {
		return nil, err
	}
	return t, nil
}

func (p *Program) timeInKernel(ctx context.Context, object []byte, program string, params []uint64, samples []sample, rounds int) (time.Duration, error) {
	least := make([]time.Duration, len(samples)) // the least filters out other work of the machine
	for load := range placements {
		if err := p.timeLoad(ctx, object, program, params, samples, rounds, load == 0, least); err != nil {
			return 0, err
		}
	}
	return collect.Sum(least, func(d time.Duration) time.Duration { return d }), nil
}

// placements is how often a program is loaded to be timed: the place of its code in the kernel's memory accounts for
// 1 to 2 ns a run, as much as what is measured.
const placements = 5

// timeLoad loads the program and lowers what each sample took least, which the first load sets.
func (p *Program) timeLoad(ctx context.Context, object []byte, program string, params []uint64, samples []sample, rounds int, first bool, least []time.Duration) error {
	m, err := p.machine(object, program)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := m.Load(params); err != nil {
		return err
	}
	states := m.loaded.Maps[p.view.P+"_states"]
	for i, s := range samples {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := states.Put(uint32(1), memory(p.Def.State, s.state)); err != nil {
			return fmt.Errorf("a state into the map: %w", err)
		}
		packet := pack(make([]byte, 14), p.Def.Event, s.event)
		for again := range 3 {
			verdict, took, err := m.prog.Benchmark(packet, rounds, nil)
			if err != nil {
				return explain(err)
			}
			if verdict != xdpPass {
				return fmt.Errorf("%s returns %d, not XDP_PASS", m.program, verdict)
			}
			if first && again == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	return nil
}

// pack appends values as they stand in packets.
func pack(b []byte, t *ir.Type, values []uint64) []byte {
	for i, l := range ir.Layout(t) {
		switch max(8, l.Kind.Bits()) {
		case 8:
			b = append(b, byte(values[i]))
		case 16:
			b = binary.BigEndian.AppendUint16(b, uint16(values[i]))
		case 32:
			b = binary.BigEndian.AppendUint32(b, uint32(values[i]))
		default:
			b = binary.BigEndian.AppendUint64(b, values[i])
		}
	}
	return b
}

func (p *Program) timeNative(ctx context.Context, params []uint64, samples []sample, rounds int) (ns float64, compiler string, err error) {
	const passes = 7 // the least counts, to filter out other work of the machine
	var input []byte
	for range passes {
		for _, s := range samples {
			input = pack(pack(input, p.Def.State, s.state), p.Def.Event, s.event)
		}
	}
	output, compiler, err := p.native(ctx, params, rounds, input)
	if err != nil {
		return 0, "", err
	}
	with, without := make([]uint64, len(samples)), make([]uint64, len(samples))
	r := bufio.NewReader(bytes.NewReader(output))
	for i := range passes * len(samples) {
		var a, b uint64
		if _, err := fmt.Fscan(r, &a, &b); err != nil {
			return 0, "", fmt.Errorf("the native program answers too little: %w", err)
		}
		k := i % len(samples)
		if i < len(samples) {
			with[k], without[k] = a, b
		}
		with[k], without[k] = min(with[k], a), min(without[k], b)
	}
	sum := int64(0)
	for i := range samples {
		sum += int64(with[i]) - int64(without[i])
	}
	return max(0, float64(sum)/float64(len(samples))/float64(rounds)), compiler, nil
}

// feed runs a program on an input.
func feed(ctx context.Context, c *exec.Cmd, input []byte) ([]byte, error) {
	var out bytes.Buffer
	c.Stdin, c.Stdout = bytes.NewReader(input), &out
	err := child.Run(ctx, c)
	return out.Bytes(), err
}

var _ transducer.Firmware = (*Machine)(nil)
