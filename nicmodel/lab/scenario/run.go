package scenario

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/workload"
)

// Options of a run.
type Options struct {
	// Out is the folder of outputs, made if missing; "" writes none. Outputs of an earlier run in it are removed when
	// those of this run are renamed. A folder with files of such names that are not a run's is refused, as is one
	// that another run is writing to.
	Out string
	// Threads, if above 0, replaces run.threads.
	Threads int
	// Progress, if not nil, gets the progress of the run.
	Progress func(now, end event.Time, completed uint64)
	// Stop, if not nil, ends the run when it is closed: outputs are complete up to that time, and the summary says
	// so.
	Stop <-chan struct{}
	// Open, if not nil, returns what sees every batch of records before it is written. It gets the model's configuration
	// before the run, and may change it. A [probe] does not call it.
	Open func(c *nicmodel.Config) (nicmodel.Sink, error)
	// Firmware replaces connections' algorithms.
	Firmware []nicmodel.External
}

// epoch is the period in which a run whose partitions run ahead of one another checks whether to stop: some tenths of
// a second of real time.
const epoch = 5 * event.Millisecond

// errStopped ends a run that Options.Stop asks to end.
var errStopped = errors.New("stopped")

// Run runs a scenario and returns its summary. A run that was stopped is not an error: its summary has Interrupted
// set. If it fails, no output is left behind.
func Run(s *Scenario, o Options) (sum *Summary, err error) {
	if s.Switch.Kind == creditKind && len(o.Firmware) == 0 {
		return s.runProbe(&o)
	}
	m, err := s.build()
	if err != nil {
		return nil, err
	}
	if o.Threads > 0 {
		m.config.Threads = o.Threads
	}
	if m.config.Threads == 0 {
		m.config.Threads = min(runtime.NumCPU(), 256)
	}
	m.config.Firmware = o.Firmware
	var also nicmodel.Sink
	if o.Open != nil {
		if also, err = o.Open(m.config); err != nil {
			return nil, err
		}
	}
	if m.net.Steer == nil {
		// Hooks set ports after each window.
		m.config.Epoch = epoch
	}
	config := m.config
	if m.exact != nil { // HPCC's simulator divides a switch's memory otherwise, and does not check it
		c := *m.config
		c.Fabric.Buffer.Bytes = math.MaxUint32
		config = &c
	}
	net, err := nicmodel.New(config)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	r := &recorder{s: s, m: m, net: net, also: also, tally: newTally(m)}
	if o.Out != "" {
		if r.files, err = claim(o.Out); err != nil {
			return nil, err
		}
		defer r.files.Abort()
		if err := r.create(); err != nil {
			return nil, err
		}
	}
	var steer nicmodel.Progress
	if m.net.Steer != nil {
		if steer, err = m.net.Steer(net); err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	result, err := m.run(net, r, func(now event.Time, completed uint64) error {
		if steer != nil {
			if err := steer(now, completed); err != nil {
				return err
			}
		}
		if o.Progress != nil {
			o.Progress(now, m.config.End, completed)
		}
		select {
		case <-o.Stop:
			return errStopped
		default:
			return nil
		}
	})
	if err != nil && err != errStopped {
		return nil, err
	}
	sum = r.tally.summary(s, net, result)
	sum.Interrupted = err == errStopped
	if r.files == nil {
		return sum, nil
	}
	return sum, r.finish(sum)
}

// run runs the model, or its configuration as HPCC's simulator computes it.
func (m *model) run(net *nicmodel.Model, sink nicmodel.Sink, progress nicmodel.Progress) (*nicmodel.Result, error) {
	if m.exact != nil {
		return m.exact.Run(sink, progress)
	}
	return net.Run(sink, progress)
}

// output is one of a run's outputs.
type output interface {
	flush(b *nicmodel.Batch) error
	// end writes the rest at the end of the run, until.
	end(until event.Time) error
}

// recorder takes the records of a run to the outputs and to the summary.
type recorder struct {
	s       *Scenario
	m       *model
	net     *nicmodel.Model
	also    nicmodel.Sink
	files   *atomicfile.Folder
	outputs []output
	done    *workload.CompletionWriter
	// near and far are the completions within a site and between sites, if there are sites.
	near, far *workload.CompletionWriter
	tally     *tally
	failed    error
}

// create creates the files that the scenario records.
func (r *recorder) create() error {
	c := r.m.config
	if csv, err := r.files.Create("completions.csv"); err != nil {
		return err
	} else if fct, err := r.files.Create("completions.fct"); err != nil {
		return err
	} else {
		r.done = workload.NewCompletionWriter(csv, fct, c.Topology.ID)
	}
	for i := range r.m.groups {
		if r.m.groups[i].site == nil || r.near != nil {
			continue
		}
		near, err := r.files.Create("near.fct")
		if err != nil {
			return err
		}
		far, err := r.files.Create("far.fct")
		if err != nil {
			return err
		}
		r.near, r.far = workload.NewCompletionWriter(nil, near, c.Topology.ID), workload.NewCompletionWriter(nil, far, c.Topology.ID)
	}
	conns := r.recorded()
	for _, make := range []func() (output, error){
		func() (output, error) { return newRateLogs(r, conns) },
		func() (output, error) { return newCapture(r, conns) },
		func() (output, error) { return newQueueLog(r) },
		func() (output, error) { return newPauseLog(r) },
		func() (output, error) { return newTimeline(r) },
		func() (output, error) { return newPendingLog(r, conns) },
		func() (output, error) { return newThroughputLog(r) },
	} {
		out, err := make()
		if err != nil {
			return err
		}
		if out != nil {
			r.outputs = append(r.outputs, out)
		}
	}
	return nil
}

// recorded lists the connections with recorded rates and captures, in order.
func (r *recorder) recorded() []uint32 {
	c := r.m.config
	var list []uint32
	want := make([]bool, len(c.Plan.Conns))
	for _, conn := range c.Record.Rates {
		want[conn] = true
	}
	for i := range want {
		if (want[i] || c.Record.AllRates) && c.NICs[c.Kind[c.Plan.Conns[i].Src]].Algorithm != nil {
			list = append(list, uint32(i))
		}
	}
	return list
}

// Flush takes a batch of records.
func (r *recorder) Flush(b *nicmodel.Batch) error {
	if r.failed == nil {
		r.failed = r.flush(b)
	}
	return r.failed
}

func (r *recorder) flush(b *nicmodel.Batch) error {
	if r.also != nil {
		if err := r.also.Flush(b); err != nil {
			return err
		}
	}
	r.tally.opened(b.Dependencies)
	plan := r.m.config.Plan
	for i := range b.Completions {
		d := &b.Completions[i]
		conn, msg := &plan.Conns[d.Conn], &plan.Messages[d.Message]
		c := workload.Completion{
			Conn: d.Conn, Message: d.Message, Src: conn.Src, Dst: conn.Dst, SrcPort: conn.SrcPort, DstPort: conn.DstPort, Class: conn.Class,
			Bytes: msg.Bytes, Start: d.Posted, FCT: d.At - d.Posted, Delivered: d.Delivered - d.Posted, Ideal: r.net.Ideal(d.Conn, msg.Bytes),
		}
		r.tally.add(&c, conn.Group)
		if r.done != nil {
			if err := r.done.Write(&c); err != nil {
				return err
			}
		}
		if site := r.m.groups[conn.Group].site; site != nil && r.near != nil {
			w := r.near
			if site[conn.Src] != site[conn.Dst] {
				w = r.far
			}
			if err := w.Write(&c); err != nil {
				return err
			}
		}
	}
	for _, w := range [3]*workload.CompletionWriter{r.done, r.near, r.far} {
		if w != nil {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
	for _, out := range r.outputs {
		if err := out.flush(b); err != nil {
			return err
		}
	}
	return nil
}

// finish ends and renames the outputs.
func (r *recorder) finish(sum *Summary) error {
	for _, out := range r.outputs {
		if err := out.end(event.Time(sum.UntilPS)); err != nil {
			return err
		}
	}
	return conclude(r.files, r.s.origin(r.m), sum)
}

// conclude writes the origin and the summary of a run, and renames all outputs.
func conclude(files *atomicfile.Folder, o *Origin, sum *Summary) error {
	sum.FileBytes = files.Sizes()
	if err := files.Fill("run.json", o.WriteJSON); err != nil {
		return err
	}
	f, err := files.Create("summary.json")
	if err != nil {
		return err
	}
	sum.Files = files.Names()
	if err := sum.WriteJSON(f); err != nil {
		return err
	}
	return files.Commit()
}
