package scenario

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/base/text/textwidth"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/systems/extend"
)

// Outputs of a testbed in addition to summary.json and run.json.
const (
	messagesName = "messages.csv"
	sharesName   = "shares.csv"
	figureName   = "figure.svg"
)

// TestbedOptions of a run.
type TestbedOptions struct {
	// Out is the folder that outputs go to, as Options.Out; "" writes none.
	Out string
	// Draw, if not nil, draws figure.svg.
	Draw func(w io.Writer, sum *TestbedSummary) error
}

// TestbedSummary is the result of a bed. All is integers: times in picoseconds, rates in bit/s; nothing in
// it depends on the machine.
type TestbedSummary struct {
	Scenario string `json:"scenario"`
	Title    string `json:"title,omitempty"`
	Testbed  string `json:"bed"`
	// OverTime is that of extend.Testbed.
	OverTime bool   `json:"-"`
	Seed     uint64 `json:"seed"`
	// Digest is over all messages of all schedulers, 16 hexadecimal digits.
	Digest string `json:"bed_digest"`
	// WarmPS is when counting begins, UntilPS when it ends; BinPS is the length of the bins of shares.csv.
	WarmPS  int64 `json:"warm_ps"`
	UntilPS int64 `json:"until_ps"`
	BinPS   int64 `json:"bin_ps"`
	// Schedulers are in the order in which they ran.
	Schedulers []TestbedRun `json:"schedulers"`
	// Files are the run's outputs, and FileBytes how long those are that hold records.
	Files     []string         `json:"files,omitempty"`
	FileBytes map[string]int64 `json:"file_bytes,omitempty"`
}

// TestbedRun is the result of the flows under a scheduler.
type TestbedRun struct {
	Scheduler string `json:"scheduler"`
	extend.TestbedCounts
	Flows []TestbedFlowResult `json:"flows"`
}

// TestbedFlowResult is the result of the connections of a table [[bed.flow]]. Messages are blocks, or batches of
// WQEs.
type TestbedFlowResult struct {
	Name        string `json:"name"`
	Connections int    `json:"connections"`
	// Messages and Bytes are those that the application saw complete from WarmPS to UntilPS. RateBPS is a
	// connection's mean, bit/s; Least and Most are those of single connections.
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
	RateBPS  uint64 `json:"rate_bps"`
	MinBPS   uint64 `json:"least_bps"`
	MaxBPS   uint64 `json:"most_bps"`
	// Times are of messages posted from WarmPS on, from the post until the application saw the completion, ps.
	Times Percentiles `json:"times_ps"`

	// Sorted are the times, and Bins the bytes of all its connections that ended in each bin.
	Sorted []uint64 `json:"-"`
	Bins   []uint64 `json:"-"`
}

// RunTestbed runs a scenario with a table [bed]: each scheduler once. Outputs are written when all have run, and
// renamed together.
func RunTestbed(s *Scenario, o TestbedOptions) (*TestbedSummary, error) {
	p, err := s.testbedKind()
	if err != nil {
		return nil, err
	}
	var files *atomicfile.Folder
	if o.Out != "" {
		if files, err = claim(o.Out); err != nil {
			return nil, err
		}
		defer files.Abort()
	}
	sum := &TestbedSummary{
		Scenario: s.Name(), Title: s.Title, Testbed: p.Kind, OverTime: p.OverTime, Seed: p.Seed,
		WarmPS: int64(p.Warm), UntilPS: int64(p.End), BinPS: int64(p.bin),
	}
	digest := fnv.New64a()
	all := make([][]extend.Message, len(p.schedulers))
	for i, scheduler := range p.schedulers {
		counts, err := p.run(scheduler, func(m extend.Message) {
			all[i] = append(all[i], m)
			for _, v := range [...]uint64{uint64(i), uint64(m.Conn), uint64(m.Posted), uint64(m.Completed), m.Bytes} {
				var b [8]byte
				binary.LittleEndian.PutUint64(b[:], v)
				digest.Write(b[:])
			}
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", s.name, scheduler, err)
		}
		sum.Schedulers = append(sum.Schedulers, TestbedRun{Scheduler: scheduler, TestbedCounts: counts, Flows: p.results(all[i])})
	}
	sum.Digest = fmt.Sprintf("%016x", digest.Sum64())
	if files == nil {
		return sum, nil
	}
	return sum, p.save(s, files, o, sum, all)
}

// table returns the table of a connection.
func (p *testbedPlan) table(conn uint32) int {
	i, found := slices.BinarySearch(p.first, conn)
	if found {
		return i
	}
	return i - 1
}

// results summarises a scheduler's run.
func (p *testbedPlan) results(list []extend.Message) []TestbedFlowResult {
	out := make([]TestbedFlowResult, len(p.names))
	perConn := make([]uint64, p.first[len(p.names)])
	for i := range out {
		out[i] = TestbedFlowResult{Name: p.names[i], Connections: int(p.first[i+1] - p.first[i]), Bins: make([]uint64, (p.End+p.bin-1)/p.bin)}
	}
	for i := range list {
		m := &list[i]
		f := &out[p.table(m.Conn)]
		if m.Completed >= p.End {
			continue
		}
		f.Bins[m.Completed/p.bin] += m.Bytes
		if m.Completed < p.Warm {
			continue
		}
		f.Messages++
		f.Bytes += m.Bytes
		perConn[m.Conn] += m.Bytes
		if m.Posted >= p.Warm {
			f.Sorted = append(f.Sorted, uint64(m.Completed-m.Posted))
		}
	}
	for i := range out {
		f := &out[i]
		slices.Sort(f.Sorted)
		bytes := perConn[p.first[i]:p.first[i+1]]
		f.RateBPS = perSecond(f.Bytes, p.End-p.Warm) / uint64(f.Connections)
		f.MinBPS, f.MaxBPS = perSecond(slices.Min(bytes), p.End-p.Warm), perSecond(slices.Max(bytes), p.End-p.Warm)
		f.Times = percentiles(f.Sorted)
	}
	return out
}

// save writes the outputs.
func (p *testbedPlan) save(s *Scenario, files *atomicfile.Folder, o TestbedOptions, sum *TestbedSummary, all [][]extend.Message) error {
	write := func(name string, fill func(w io.Writer) error) error {
		f, err := files.Create(name)
		if err != nil {
			return err
		}
		w := bufio.NewWriter(f)
		if err := fill(w); err != nil {
			return err
		}
		return w.Flush()
	}
	if err := write(messagesName, func(w io.Writer) error { return p.writeMessages(w, all) }); err != nil {
		return err
	}
	if err := write(sharesName, func(w io.Writer) error { return p.writeShares(w, all) }); err != nil {
		return err
	}
	if o.Draw != nil {
		if err := write(figureName, func(w io.Writer) error { return o.Draw(w, sum) }); err != nil {
			return err
		}
	}
	sum.FileBytes = files.Sizes()
	if err := write("run.json", s.asWritten().WriteJSON); err != nil {
		return err
	}
	sum.Files = append(files.Names(), summaryName)
	if err := write(summaryName, sum.WriteJSON); err != nil {
		return err
	}
	return files.Commit()
}

// writeMessages writes a line a message, in the order in which applications saw them complete.
func (p *testbedPlan) writeMessages(w io.Writer, all [][]extend.Message) error {
	if _, err := fmt.Fprintln(w, "scheduler,flow,conn,bytes,posted_ps,time_ps"); err != nil {
		return err
	}
	for i, list := range all {
		for k := range list {
			m := &list[k]
			if _, err := fmt.Fprintf(w, "%s,%s,%d,%d,%d,%d\n", p.schedulers[i], p.names[p.table(m.Conn)], m.Conn, m.Bytes, int64(m.Posted), int64(m.Completed-m.Posted)); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeShares writes the completed bytes of each connection by bins, without zeros.
func (p *testbedPlan) writeShares(w io.Writer, all [][]extend.Message) error {
	if _, err := fmt.Fprintln(w, "scheduler,begin_ps,end_ps,flow,conn,bytes"); err != nil {
		return err
	}
	conns := p.first[len(p.names)]
	for i, list := range all {
		bytes := make([]uint64, conns)
		put := func(bin event.Time) error {
			for conn, n := range bytes {
				if n == 0 {
					continue
				}
				if _, err := fmt.Fprintf(w, "%s,%d,%d,%s,%d,%d\n", p.schedulers[i], int64(bin*p.bin), int64(min((bin+1)*p.bin, p.End)), p.names[p.table(uint32(conn))], conn, n); err != nil {
					return err
				}
			}
			clear(bytes)
			return nil
		}
		bin := event.Time(0)
		for k := range list {
			m := &list[k]
			if at := m.Completed / p.bin; at != bin {
				if err := put(bin); err != nil {
					return err
				}
				bin = at
			}
			bytes[m.Conn] += m.Bytes
		}
		if err := put(bin); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON writes the summary as JSON.
func (s *TestbedSummary) WriteJSON(w io.Writer) error {
	return jsontext.Write(w, s)
}

// Write prints the summary as text, wrapped to the width of w.
func (s *TestbedSummary) Write(w io.Writer) error {
	var b strings.Builder
	title := ""
	if s.Title != "" {
		title = ": " + s.Title
	}
	fmt.Fprintf(&b, "%s%s\n", s.Scenario, title)
	fmt.Fprintf(&b, "bed %s: %s, counted from %v to %v\n", s.Testbed, plural.Of(len(s.Schedulers), "scheduler"), event.Time(s.WarmPS), event.Time(s.UntilPS))
	fmt.Fprintln(&b, "\ntimes from post to completion in us, rates of a connection in Gb/s")
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "scheduler\tflow\tcount\tmean\tp99\trate\tleast\tmost\t")
	for i := range s.Schedulers {
		for k := range s.Schedulers[i].Flows {
			f := &s.Schedulers[i].Flows[k]
			fmt.Fprintf(t, "%s\t%s\t%d\t", s.Schedulers[i].Scheduler, f.Name, f.Messages)
			for _, v := range [...]uint64{f.Times.Mean, f.Times.P99} {
				fmt.Fprintf(t, "%.3f\t", float64(v)/1e6)
			}
			fmt.Fprintf(t, "%.3f\t%.3f\t%.3f\t\n", gbps(f.RateBPS), gbps(f.MinBPS), gbps(f.MaxBPS))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for i := range s.Schedulers {
		r := &s.Schedulers[i]
		fmt.Fprintf(&b, "%s%s: %s; context cache: %s, %s\n", map[bool]string{true: "\n"}[i == 0], r.Scheduler, plural.Of(r.Events, "event"), plural.Of(r.ContextHits, "hit"), plural.Of(r.ContextMisses, "miss"))
	}
	fmt.Fprintf(&b, "digest %s\n", s.Digest)
	_, err := io.WriteString(w, textwidth.Wrap(textwidth.Escape(b.String()), textwidth.Of(w)))
	return err
}
