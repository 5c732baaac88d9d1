package p4

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"smartnic-cc/codegen/check/p4check"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Text is a generated program and its origin.
type Text struct {
	Program []byte
	Def     *ir.Transducer
	// Values are the parameters that are constants of the program, or nil.
	Values []uint64
	// Carried: packets carry the state.
	Carried bool
	// Connections is how many connections it has; 0 is printer.DefaultConnections.
	Connections int
}

// pick returns the files with the groups that the program can run: of its algorithm, and with its
// parameters where they are constants.
func (t *Text) pick(all []*testvectors.File) ([]*testvectors.File, error) {
	files, err := testvectors.Select(all, t.Def.Name, func(g *testvectors.Group) bool {
		return g.Type == testvectors.SequenceTest && g.Name == t.Def.Name && (t.Values == nil || transducer.FirstDifference(t.Values, g.ParamValues) < 0)
	})
	if err != nil && t.Values != nil {
		err = fmt.Errorf("no vectors of %s have these parameters; check the program with --params register, which runs them all", t.Def.Name)
	}
	return files, err
}

// CheckBuiltin reads the text back with package p4check and runs the sequences on it. An error is that no
// sequence has these parameters, that p4check does not take the text, or that it stops at a packet.
func (t *Text) CheckBuiltin(ctx context.Context, all []*testvectors.File) (testvectors.Outcome, error) {
	o := testvectors.Outcome{Target: t.Def.Name + " on the built-in reader"}
	files, err := t.pick(all)
	if err != nil {
		return o, err
	}
	fw, err := t.BuiltIn()
	if err != nil {
		return o, err
	}
	err = o.Run(ctx, fw, files, nil)
	return o, err
}

// CheckBMv2 compiles the text with p4c and, where the device of its architecture is installed, sends it
// the packets of all sequences in one capture, and compares what comes out. Where it is not, the outcome has a note.
//
// The packets are those that the check with the built-in reader sends: they do not depend
// on the device's replies. An error is a *child.ToolError where the compiler or the switch fails on the
// program.
func (t *Text) CheckBMv2(ctx context.Context, b BMv2, all []*testvectors.File) (testvectors.Outcome, error) {
	o := testvectors.Outcome{Target: t.Def.Name + " on " + b.arch.device}
	files, err := t.pick(all)
	if err != nil {
		return o, err
	}
	o.Given = files
	dir, remove, err := child.Folder("ccgen-p4-")
	if err != nil {
		return o, err
	}
	defer remove()
	source := filepath.Join(dir, t.name())
	if err := os.WriteFile(source, t.Program, 0o644); err != nil {
		return o, err
	}
	began := time.Now()
	config, warnings, err := b.compile(ctx, source)
	o.Warnings, o.Err = warnings, err
	if err != nil {
		return o, err
	}
	o.Facts.Add("compile s", time.Since(began).Seconds())
	if o.Err = addCosts(&o.Facts, config); o.Err != nil {
		return o, o.Err
	}
	if b.Switch == "" {
		o.Note = "p4c took the program; " + b.arch.device + " is not installed" + b.arch.elsewhere() + ", so no vector was run"
		return o, nil
	}
	prog, err := p4check.Parse(string(t.Program))
	if err != nil {
		return o, fmt.Errorf("%s:%w", t.name(), err)
	}
	rec := &recorder{dev: prog.NewSwitch()}
	fw := t.firmware("recorder", rec)
	for _, f := range files {
		if _, err := testvectors.Verify(fw, f, testvectors.Options{Continue: true}); err != nil {
			return o, err
		}
	}
	answers, lost, rate, err := b.answers(ctx, config, dir, rec.requests)
	if err != nil {
		o.Err = err
		return o, err
	}
	if rate > 0 {
		o.Facts.Add("packets per s", rate)
	}
	if lost > 0 {
		o.Note = fmt.Sprintf("%s lost %d of %d replies where its queues were full; all came when their sequences were sent again", b.arch.device, lost, len(rec.requests))
	}
	err = o.Run(ctx, t.firmware(b.arch.device, answers), files, nil)
	return o, err
}

// resends is how often the sequences are sent again of which replies are missing.
const resends = 2

// answers runs the requests, and again the sequences that miss a reply: the switch drops what comes to a full queue of
// its egress, which happens on a busy machine, and is not the program's fault unless it happens again. lost is the
// number of replies that came only then; 0 if some never came, which the comparison names. rate is how many replies
// a second came in the first run, 0 if that was too short to tell.
func (b BMv2) answers(ctx context.Context, config, dir string, requests [][]byte) (p *player, lost, rate int, err error) {
	p = newPlayer(b.arch.device, nil)
	send := requests
	for try := 0; ; try++ {
		var first time.Time
		from, before := 0, 0
		replies, err := b.run(ctx, config, dir, send, func(n int) {
			b.progress("running "+b.arch.device, n, len(send))
			switch {
			case try > 0 || n == before:
			case before == 0:
				first, from = time.Now(), n
			default:
				rate = int(float64(n-from) / time.Since(first).Seconds())
			}
			before = n
		})
		p.add(replies)
		var missing int
		missing, send = p.incomplete(requests)
		if missing == 0 {
			return p, lost, rate, nil
		}
		if err != nil && len(replies) == 0 || try == resends {
			return p, 0, rate, err
		}
		if try == 0 {
			lost = missing
		}
	}
}

// recorder records the requests to a device.
type recorder struct {
	dev      device
	requests [][]byte
}

func (r *recorder) Process(port uint16, packet []byte) ([]byte, uint16, error) {
	r.requests = append(r.requests, packet)
	return r.dev.Process(port, packet)
}

// player answers requests with replies that were captured, found by their tag.
type player struct {
	device  string
	replies map[uint32][]byte
}

const tagAt = etherLen + 4

func newPlayer(device string, replies [][]byte) *player {
	p := &player{device, map[uint32][]byte{}}
	p.add(replies)
	return p
}

func (p *player) add(replies [][]byte) {
	for _, r := range replies {
		if len(r) >= tagAt+4 {
			p.replies[binary.BigEndian.Uint32(r[tagAt:])] = r
		}
	}
}

// incomplete returns how many requests have no reply, and the sequences that they are in, in order. A sequence begins
// with its parameters, or where these are constants with the state of a new connection.
func (p *player) incomplete(requests [][]byte) (missing int, list [][]byte) {
	op := func(i int) byte { return requests[i][etherLen+1] }
	for from, to := 0, 0; from < len(requests); from = to {
		lacks := 0
		for to = from; to == from || to < len(requests) && op(to) != opParams && (op(to) != opInit || op(to-1) == opParams); to++ {
			if p.reply(requests[to]) == nil {
				lacks++
			}
		}
		if lacks > 0 {
			missing, list = missing+lacks, append(list, requests[from:to]...)
		}
	}
	return missing, list
}

// reply returns the reply to a request, or nil.
func (p *player) reply(request []byte) []byte {
	return p.replies[binary.BigEndian.Uint32(request[tagAt:])]
}

func (p *player) Process(_ uint16, packet []byte) ([]byte, uint16, error) {
	reply := p.reply(packet)
	if reply == nil {
		return nil, 0, fmt.Errorf("packet %d (op %d) of the capture has no reply: %s dropped it", binary.BigEndian.Uint32(packet[tagAt:]), packet[etherLen+1], p.device)
	}
	return reply, replyPort, nil
}
