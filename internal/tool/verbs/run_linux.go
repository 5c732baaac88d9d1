package verbs

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"smartnic-cc/internal/base/sys/atomicfile"
)

// patience is how long a machine may take to boot or to answer, besides what a command takes.
const patience = 5 * time.Minute

// bench is a run.
type bench struct {
	*Plan
	machines []*machine
	relay    *relay
	results  []result
}

// Prepare compiles what machines attach. The error names what this machine lacks to run the plan, with the remedy.
func (p *Plan) Prepare(ctx context.Context) error {
	_, _, err := emulator.Find(ctx)
	if err == nil && p.algorithm != nil {
		p.object, err = p.algorithm.Object(ctx)
	}
	return err
}

// Execute runs a plan on machines of an image, and writes its capture into the outputs, if there are some. self is the
// file of this program, for machines that attach. When the context is done it ends, and the error is the context's.
func (p *Plan) Execute(ctx context.Context, image *Image, self string, files *atomicfile.Folder) (*Run, error) {
	if p.Accel == "auto" {
		p.Accel = "tcg"
		if accelerated() {
			p.Accel = "kvm"
		}
	}
	var record *capture
	b := &bench{Plan: p}
	r := &Run{plan: p, account: account{flows: map[flowKey]*flow{}}}
	sw := p.newSwitch(sampled)
	if files != nil {
		f, err := files.Create(captureName)
		if err != nil {
			return nil, err
		}
		if record, err = newCapture(f, p.SnapLen); err != nil {
			return nil, err
		}
	}
	sw.leave = func(to int, f frame) {
		r.account.deliver(f.at, f.bytes)
		if record != nil {
			record.frame(f)
		}
	}
	err := b.run(ctx, image, self, sw)
	if record != nil {
		err = errors.Join(err, record.end())
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	r.ports, r.results, r.unknown, r.still, r.image = sw.ports, b.results, sw.unknown, b.relay.still, image
	for _, l := range b.relay.links {
		r.lost += l.lost
	}
	return r, r.window()
}

// run starts the machines, has the commands run, and ends the machines.
func (b *bench) run(ctx context.Context, image *Image, self string, sw *Switch) error {
	base, err := os.ReadFile(image.Base)
	if err != nil {
		return err
	}
	own, err := b.archive(self)
	if err != nil {
		return err
	}
	initrd, err := memory(base, own)
	if err != nil {
		return err
	}
	defer initrd.Close()
	defer func() {
		for _, m := range b.machines {
			m.stop()
		}
	}()
	for i := range len(b.Clients) + 1 {
		m, err := b.start(ctx, i, image.Kernel, initrd)
		if err != nil {
			return err
		}
		b.machines = append(b.machines, m)
	}
	b.results = make([]result, len(b.machines))
	if b.relay, err = newRelay(sw, b.machines, sinceNow()); err != nil {
		return err
	}
	go b.relay.run()
	err = b.phases()
	return errors.Join(err, b.relay.stop())
}

// phases has all commands run, and gets the outputs.
func (b *bench) phases() error {
	clients, server := b.machines[:len(b.Clients)], b.machines[len(b.Clients)]
	for range b.Commands {
		if err := b.each(b.machines, func(int, *machine) error { return nil }, "ready", patience); err != nil {
			return err
		}
		for _, m := range clients {
			if err := m.say("go"); err != nil {
				return err
			}
		}
		if err := b.each(clients, nil, "done", patience+time.Duration(b.Seconds)*time.Second); err != nil {
			return err
		}
		if err := server.say("over"); err != nil {
			return err
		}
		if err := b.each(b.machines[len(clients):], nil, "done", patience); err != nil {
			return err
		}
	}
	return b.each(b.machines, b.outputs, "files", patience)
}

// each waits until each machine says a word, with the status of a command where then is nil, and then does something.
func (b *bench) each(list []*machine, then func(int, *machine) error, word string, limit time.Duration) error {
	var g errgroup.Group
	for _, m := range list {
		g.Go(func() error {
			if err := m.control.SetReadDeadline(time.Now().Add(limit)); err != nil {
				return err
			}
			rest, err := m.hear(word)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				return fmt.Errorf("%s: %w: no %q within %v; the last line of its console is: %s", m.Name, errSilent, word, limit, m.console.last())
			}
			if err != nil {
				return err
			}
			at := b.number(m)
			if then != nil {
				return then(at, m)
			}
			status, err := strconv.Atoi(rest)
			b.results[at].status = append(b.results[at].status, status)
			return err
		})
	}
	return g.Wait()
}

// number returns that of a machine.
func (b *bench) number(m *machine) int {
	return slices.IndexFunc(b.machines, func(v *machine) bool { return v == m })
}

// outputs gets the files of a machine and lets it end.
func (b *bench) outputs(at int, m *machine) error {
	files := map[string][]byte{}
	for r := tar.NewReader(m.lines); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return m.fault(fmt.Errorf("its outputs: %w", err))
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if files[strings.TrimPrefix(h.Name, "./")], err = io.ReadAll(r); err != nil {
			return m.fault(fmt.Errorf("its outputs: %w", err))
		}
	}
	b.results[at].files = files
	return nil
}
