package verbs

import (
	"errors"
	"io"
	"slices"
)

// sampled is the interval at which the lengths of queues are looked at, ns.
const sampled = 1_000_000

// captureName is the output of all frames that left the switch.
const captureName = "capture.pcapng"

// Run is a finished run.
type Run struct {
	plan    *Plan
	image   *Image
	account account
	ports   []*port
	results []result
	unknown uint64
	lost    uint64
	still   int64 // of the relay
	// first and until are the bins in which all clients send, of the whole run.
	first, until int
}

// result is what a machine has to say at the end.
type result struct {
	status []int             // of the commands
	files  map[string][]byte // its outputs
}

// window finds the time in which all clients send. Data to the server counts; without any, as where clients read, all
// data does.
func (r *Run) window() error {
	var last int64 = never
	for _, f := range r.data() {
		r.first = max(r.first, int((f.first+bin-1)/bin))
		last = min(last, f.last)
	}
	if last == never {
		return errors.New("no data passed the switch; see the output of the command in the folder")
	}
	r.until = max(int(last/bin), r.first+1)
	return nil
}

// data lists the flows of clients to the server, or, where clients have none, all.
func (r *Run) data() []*flow {
	all := r.account.sorted()
	to := slices.DeleteFunc(slices.Clone(all), func(f *flow) bool { return f.dst != r.plan.Server.Address })
	if len(to) == 0 {
		return all
	}
	return to
}

// queues writes the lengths of the switch's queues, as the NIC model's output of that name, with ports numbered as the
// machines are, the server last. Times are those of the capture.
func (r *Run) queues(w io.Writer) error {
	_, err := io.WriteString(w, "time_ps,switch,port,class,bytes\n")
	node := int64(r.plan.config.Topology.IDOf(r.plan.config.Topology.Hosts))
	for i := 0; err == nil; i++ {
		any, more := false, false
		for at, p := range r.ports {
			if i < len(p.length.list) {
				more = true
				if n := p.length.list[i]; n > 0 {
					any = true
					err = errors.Join(err, row(w, int64(i)*sampled*1000, node, int64(at), 1, int64(n)))
				}
			}
		}
		if !more {
			break
		}
		if !any {
			err = errors.Join(err, row(w, int64(i)*sampled*1000, node, 0, 1, 0))
		}
	}
	return err
}
