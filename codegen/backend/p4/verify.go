package p4

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/sys/child"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Text is a generated program and what it is a program of.
type Text struct {
	Program []byte
	Def     *ir.Transducer
	// Values are the parameters that are constants of the program, or nil.
	Values []uint64
	// Connections is how many connections it has; 0 is DefaultConnections.
	Connections int
}

// Outcome is what a check ran.
type Outcome struct {
	Files, Sequences, Events int
	// Report holds the first difference, or is nil.
	Report *testvectors.Report
	// Warnings are what the compiler says of a program that it takes, as it says it; empty if
	// nothing.
	Warnings string
	// Skipped says what was not run, and why; empty if nothing.
	Skipped string
}

// pick picks the groups of the files that the program can run: its algorithm, and its
// parameters where they are constants.
func (t *Text) pick(files []*testvectors.File) []*testvectors.File {
	var out []*testvectors.File
	for _, f := range files {
		g := *f
		g.Groups = nil
		for i := range f.Groups {
			same := t.Values == nil || transducer.FirstDifference(t.Values, f.Groups[i].ParamValues) < 0
			if f.Groups[i].Type == testvectors.SequenceTest && f.Groups[i].Name == t.Def.Name && same {
				g.Groups = append(g.Groups, f.Groups[i])
			}
		}
		if len(g.Groups) > 0 {
			out = append(out, &g)
		}
	}
	return out
}

func (t *Text) files(all []*testvectors.File) ([]*testvectors.File, error) {
	files := t.pick(all)
	if len(files) > 0 {
		return files, nil
	}
	if t.Values != nil {
		return nil, fmt.Errorf("no vectors of %s have these parameters; check the program with --params register, which runs them all", t.Def.Name)
	}
	return nil, fmt.Errorf("no vectors of %s; give files that ccgen vectors wrote", t.Def.Name)
}

func (o *Outcome) add(r *testvectors.Report) {
	n, steps, _ := r.Total()
	o.Files++
	o.Sequences += n
	o.Events += steps
	if !r.OK() {
		o.Report = r
	}
}

// CheckBuiltin reads the text back with package p4check and runs the sequences on it. A step
// that differs is no error: it is in Outcome.Report. An error is that no sequence has these
// parameters, that p4check does not take the text, or that it stops at a packet.
func (t *Text) CheckBuiltin(all []*testvectors.File) (Outcome, error) {
	var o Outcome
	files, err := t.files(all)
	if err != nil {
		return o, err
	}
	fw, err := t.Builtin()
	if err != nil {
		return o, err
	}
	for _, f := range files {
		r, err := testvectors.Verify(fw, f, testvectors.Options{})
		if err != nil {
			return o, err
		}
		o.add(&r)
		if o.Report != nil {
			break
		}
	}
	return o, nil
}

// CheckBMv2 compiles the text with p4c and, where simple_switch is installed, sends it
// the packets of all sequences, a capture a file of vectors, and compares what comes
// out.
//
// The packets are those that the check with the built-in reader sends: they do not depend
// on the replies. A step that differs is no error: it is in Outcome.Report. An error is a
// *ToolError where the compiler or the switch fails on the program.
func (t *Text) CheckBMv2(ctx context.Context, b BMv2, all []*testvectors.File) (Outcome, error) {
	var o Outcome
	files, err := t.files(all)
	if err != nil {
		return o, err
	}
	dir, remove, err := child.Folder("ccgen-p4-")
	if err != nil {
		return o, err
	}
	defer remove()
	source := filepath.Join(dir, t.name())
	if err := os.WriteFile(source, t.Program, 0o644); err != nil {
		return o, err
	}
	config, warnings, err := b.compile(ctx, source)
	if err != nil {
		return o, err
	}
	o.Warnings = warnings
	if b.Switch == "" {
		o.Skipped = "p4c took the program; simple_switch is not installed, so no vector was run"
		return o, nil
	}
	prog, err := p4check.Parse(string(t.Program))
	if err != nil {
		return o, fmt.Errorf("%s:%w", t.name(), err)
	}
	requests := make([][][]byte, len(files))
	total := 0
	for i, f := range files {
		rec := &recorder{dev: prog.NewSwitch()}
		if _, err := testvectors.Verify(t.firmware("recorder", rec), f, testvectors.Options{Continue: true}); err != nil {
			return o, err
		}
		requests[i] = rec.requests
		total += len(rec.requests)
	}
	sent := 0
	for i, f := range files {
		replies, err := b.run(ctx, config, dir, requests[i], func(n int) { b.progress("running "+switchName, sent+n, total) })
		if err != nil {
			return o, fmt.Errorf("%s: %w", f.Name, err)
		}
		sent += len(requests[i])
		r, err := testvectors.Verify(t.firmware(switchName, newPlayer(replies)), f, testvectors.Options{})
		if err != nil {
			return o, err
		}
		o.add(&r)
		if o.Report != nil {
			break
		}
	}
	return o, nil
}

// recorder notes what a device is sent.
type recorder struct {
	dev      device
	requests [][]byte
}

func (r *recorder) Process(port uint16, packet []byte) ([]byte, uint16, error) {
	r.requests = append(r.requests, packet)
	return r.dev.Process(port, packet)
}

// player answers requests with replies that were captured, found by their tag.
type player struct{ replies map[uint32][]byte }

const tagAt = etherLen + 4

func newPlayer(replies [][]byte) *player {
	p := &player{replies: map[uint32][]byte{}}
	for _, r := range replies {
		if len(r) >= tagAt+4 {
			p.replies[binary.BigEndian.Uint32(r[tagAt:])] = r
		}
	}
	return p
}

// reply returns the reply to a request, or nil.
func (p *player) reply(request []byte) []byte {
	return p.replies[binary.BigEndian.Uint32(request[tagAt:])]
}

func (p *player) Process(_ uint16, packet []byte) ([]byte, uint16, error) {
	reply := p.reply(packet)
	if reply == nil {
		return nil, 0, fmt.Errorf("packet %d (op %d) of the capture has no reply: %s dropped it", binary.BigEndian.Uint32(packet[tagAt:]), packet[etherLen+1], switchName)
	}
	return reply, replyPort, nil
}
