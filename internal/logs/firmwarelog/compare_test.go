package firmwarelog_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// group returns the first group of vectors of an algorithm, and its sequences as
// records, a connection each.
func group(t testing.TB, file string, sequences int) (*transducer.Algorithm, []uint64, []logtest.Record) {
	t.Helper()
	f, err := testvectors.Read("../../../testvectors/corpus/" + file + ".gz")
	require.NoError(t, err)
	g := &f.Groups[0]
	var rs []logtest.Record
	for i := range g.Sequences[:min(sequences, len(g.Sequences))] {
		s := &g.Sequences[i]
		kind := "init"
		if s.Loaded {
			kind = "load"
		}
		conn := fmt.Sprint(i + 1)
		rs = append(rs, logtest.Record{Kind: kind, Conn: conn, State: s.Initial})
		for _, row := range s.Steps {
			e, o, after := g.Split(row)
			rs = append(rs, logtest.Record{Kind: "step", Conn: conn, Event: e, Output: o, State: after})
		}
	}
	return &algorithm(t, g.Name).Algorithm, g.ParamValues, rs
}

// open makes a reader of a log and binds it to the algorithm that it names.
func open(t testing.TB, log []byte, layout string) (*firmwarelog.Reader, firmwarelog.Options) {
	t.Helper()
	var l *firmwarelog.Layout
	if layout != "" {
		var err error
		l, err = firmwarelog.ParseLayout("layout.toml", []byte(layout))
		require.NoError(t, err)
	}
	r, err := firmwarelog.NewReader(bytes.NewReader(log), "log", l)
	require.NoError(t, err)
	h := r.Header()
	a := algorithm(t, h.Algorithm)
	params, err := h.Values(&a.Algorithm)
	require.NoError(t, err)
	require.NoError(t, r.Bind(a))
	return r, firmwarelog.Options{Params: params}
}

var algorithms = []string{"dcqcn-paper.json", "dcqcn-hpcc.json", "dcqcnnp.json", "bandit4.json", "dolcerc4-marked-packets.json", "dolcercplus4.json"}

// TestEveryFormIsRead: the vectors, written as logs of each form, agree with the
// reference in every value; the counts are those of the vectors.
func TestEveryFormIsRead(t *testing.T) {
	for _, file := range algorithms {
		a, params, rs := group(t, file, 6)
		steps, conns := 0, 0
		for _, r := range rs {
			if r.Kind == "step" {
				steps++
			} else {
				conns++
			}
		}
		little, littleLog := logtest.Binary(a, params, rs, false)
		big, bigLog := logtest.Binary(a, params, rs, true)
		for form, in := range map[string]struct {
			log    []byte
			layout string
		}{
			"csv": {[]byte(logtest.CSV(a, params, rs)), ""}, "jsonl": {[]byte(logtest.JSON(a, params, rs)), ""},
			"little": {littleLog, little}, "big": {bigLog, big},
		} {
			r, o := open(t, in.log, in.layout)
			require.Equal(t, params, o.Params)
			s, err := firmwarelog.Compare(r, o)
			require.NoError(t, err, "%s %s", file, form)
			require.Zero(t, s.Differences, "%s %s", file, form)
			require.EqualValues(t, steps, s.Steps)
			require.EqualValues(t, len(rs), s.Records)
			require.Equal(t, conns, s.Connections)
			require.GreaterOrEqual(t, s.Compared, uint64(steps*(len(a.Output)+len(a.State))), "%s %s", file, form)
			require.Empty(t, r.Warnings())
			require.Empty(t, s.NotInLog)
		}
	}
}

// TestEveryBitCounts flips a bit of each output and state field in turn, in a step in the middle; that field, step
// and record must be named, in each form.
func TestEveryBitCounts(t *testing.T) {
	a, params, rs := group(t, "dcqcn-paper.json", 2)
	const at = 9
	leaves := append(append([]transducer.Leaf(nil), a.Output...), a.State...)
	for i, l := range leaves {
		part, v := "state", &rs[at].State
		if i < len(a.Output) {
			part, v = "output", &rs[at].Output
		}
		j := i
		if part == "state" {
			j -= len(a.Output)
		}
		was := *v
		*v = append([]uint64(nil), was...)
		(*v)[j] ^= 1 << (l.Bits - 1)
		layout, log := logtest.Binary(a, params, rs, i%2 == 0)
		for form, in := range map[string][2]string{
			"csv": {logtest.CSV(a, params, rs)}, "jsonl": {logtest.JSON(a, params, rs)}, "binary": {string(log), layout},
		} {
			r, o := open(t, []byte(in[0]), in[1])
			var got *firmwarelog.Difference
			o.Differs = func(d *firmwarelog.Difference) error { got = d; return nil }
			s, err := firmwarelog.Compare(r, o)
			require.NoError(t, err)
			require.EqualValues(t, 1, s.Differences)
			fs := got.Differing()
			require.Len(t, fs, 1, "%s %s", form, l.Name)
			require.Equal(t, part+"."+l.Name, fs[0].Name(a))
			require.EqualValues(t, at, got.Step, "the first record is the init")
			require.Equal(t, at+1, got.Place.Record)
			require.Equal(t, rs[at-1].State, got.Before)
			require.Len(t, got.History, at-1)
			require.ErrorContains(t, got, fmt.Sprintf("step %d: %s.%s is ", at, part, l.Name))
			require.EqualValues(t, at+1, s.Records, "it stopped there")
		}
		*v = was
	}
}

// TestResync: a firmware that adds 1 to the target at every tenth step and goes on from
// there is found each time, since the reference goes on from the firmware's state.
func TestResync(t *testing.T) {
	a, params, rs := group(t, "dcqcn-connectx.json", 1)
	events := [][]uint64{}
	for _, r := range rs[1:] {
		events = append(events, r.Event)
	}
	fw := reference.New()
	c, err := fw.Open(a.Name, params)
	require.NoError(t, err)
	var wrong []logtest.Record
	bad := 0
	for i, e := range events {
		out, state, err := c.Step(e)
		require.NoError(t, err)
		state = append([]uint64(nil), state...)
		out = append([]uint64(nil), out...)
		if i%10 == 7 && state[1] > 1000 {
			state[1]--
			require.NoError(t, c.Load(state))
			bad++
		}
		wrong = append(wrong, logtest.Record{Kind: "step", Conn: "a", Event: e, Output: out, State: state})
	}
	require.Greater(t, bad, 2)
	r, o := open(t, []byte(logtest.CSV(a, params, wrong)), "")
	o.Resync = true
	n := 0
	o.Differs = func(d *firmwarelog.Difference) error {
		require.Equal(t, "state.Rates.RT", d.Differing()[0].Name(a))
		n++
		return nil
	}
	s, err := firmwarelog.Compare(r, o)
	require.NoError(t, err)
	require.EqualValues(t, bad, s.Differences)
	require.Equal(t, bad, n)
	require.EqualValues(t, len(events), s.Steps)
	require.Equal(t, []firmwarelog.NamedCount{{Name: "state.Rates.RT", N: uint64(bad)}}, s.Fields)
	require.Equal(t, []firmwarelog.NamedCount{{Name: "a", N: uint64(bad)}}, s.Conns)
	sum := uint64(0)
	for _, k := range s.Kinds {
		sum += k.N
	}
	require.EqualValues(t, bad, sum)
}

// TestMidLife: a log that begins late differs, unless it loads the state or is joined.
func TestMidLife(t *testing.T) {
	a, params, rs := group(t, "dcqcn-paper.json", 1)
	late := rs[6:]
	compare := func(rs []logtest.Record, join bool) uint64 {
		r, o := open(t, []byte(logtest.CSV(a, params, rs)), "")
		o.Join = join
		s, err := firmwarelog.Compare(r, o)
		require.NoError(t, err)
		return s.Differences
	}
	require.EqualValues(t, 1, compare(late, false))
	require.Zero(t, compare(late, true))
	require.Zero(t, compare(append([]logtest.Record{{Kind: "load", Conn: "1", State: rs[5].State}}, late...), false))
	wrong := append([]uint64(nil), rs[0].State...)
	wrong[0]++
	require.EqualValues(t, 1, compare(append([]logtest.Record{{Kind: "init", Conn: "1", State: wrong}}, rs[1:]...), false))
}

// TestResumed: a connection of which steps were lost goes on under another name, and is compared from its first step's
// state, if that is whole; of other connections the first state is the reference's.
func TestResumed(t *testing.T) {
	a, params, rs := group(t, "dcqcn-paper.json", 1)
	compare := func(change func(rs []logtest.Record)) *firmwarelog.Summary {
		rs := slices.Clone(rs)
		for i := 6; i < len(rs); i++ {
			rs[i].Conn = rs[0].Conn + "#2"
		}
		change(rs)
		r, o := open(t, []byte(logtest.CSV(a, params, slices.Delete(rs, 4, 6))), "")
		s, err := firmwarelog.Compare(r, o)
		require.NoError(t, err)
		return s
	}
	s := compare(func([]logtest.Record) {})
	require.Zero(t, s.Differences)
	require.Equal(t, []string{rs[0].Conn + "#2"}, s.Resumed)
	require.EqualValues(t, len(rs)-3, s.Steps)
	for i, name := range map[int]string{3: rs[0].Conn, len(rs) - 1: rs[0].Conn + "#2"} {
		s = compare(func(rs []logtest.Record) {
			rs[i].State = slices.Clone(rs[i].State)
			rs[i].State[0]++
		})
		require.EqualValues(t, 1, s.Differences)
		require.Equal(t, name, s.Conns[0].Name)
	}
	s = compare(func(rs []logtest.Record) {
		for i := 6; i < len(rs); i++ {
			rs[i].Conn = "other"
		}
	})
	require.EqualValues(t, 1, s.Differences)
	require.Empty(t, s.Resumed)
}

// TestPartialLog compares what there is, and says what is not.
func TestPartialLog(t *testing.T) {
	a, params, rs := group(t, "dcqcn-paper.json", 1)
	var b strings.Builder
	b.WriteString("Now,event,CNPs,Bytes,rates.rt,output.Rate,Alpha,comment\n")
	for _, r := range rs[1:] {
		names := []string{"none", "timer_alpha", "timer_cut", "timer_increase", "data", "cnp"}
		fmt.Fprintf(&b, "%#x,%s,%d,%d,%d,%d,,x\n", r.Event[0], names[r.Event[5]], r.Event[3], r.Event[1], r.State[1], r.Output[0])
	}
	r, err := firmwarelog.NewReader(strings.NewReader(b.String()), "log", nil)
	require.NoError(t, err)
	require.NoError(t, r.Bind(algorithm(t, a.Name)))
	s, err := firmwarelog.Compare(r, firmwarelog.Options{Params: params})
	require.NoError(t, err)
	require.Zero(t, s.Differences)
	require.EqualValues(t, 2*s.Steps, s.Compared, "the empty alphas are not compared")
	require.Contains(t, s.NotInLog, "state.Rates.RC")
	require.Contains(t, s.NotInLog, "state.Alpha", "a column without a value")
	require.NotContains(t, s.NotInLog, "state.Rates.RT")
	require.Equal(t, []string{"event.Packets", "event.Marked"}, s.Zero)
	require.Equal(t, []string{`not compared, of no meaning for dcqcn: "comment"`}, r.Warnings())
}

// TestPartialJSON: what objects lack is named too, and so are keys without a meaning.
func TestPartialJSON(t *testing.T) {
	a, params, rs := group(t, "dcqcnnp.json", 1)
	var b strings.Builder
	for i, r := range rs[1:] {
		fmt.Fprintf(&b, `{"event":[%d,%d],"output":{"CNP":%d,"more":[1]},"note%d":{}}`+"\n", r.Event[0], r.Event[1], r.Output[0], min(i, 9))
	}
	r, err := firmwarelog.NewReader(strings.NewReader(b.String()), "log", nil)
	require.NoError(t, err)
	require.NoError(t, r.Bind(algorithm(t, a.Name)))
	s, err := firmwarelog.Compare(r, firmwarelog.Options{Params: params})
	require.NoError(t, err)
	require.Zero(t, s.Differences)
	require.EqualValues(t, s.Steps, s.Compared)
	require.Equal(t, []string{"output.Marked", "state.LastCNP", "state.Marked", "state.Sent"}, s.NotInLog)
	require.Empty(t, s.Zero)
	require.Equal(t, []string{`not compared, of no meaning for dcqcnnp: "output.more", "note0", "note1", "note2", "note3", "note4", "note5", "note6" and 3 more`}, r.Warnings())
}

// TestWindowIsBounded: however long a log is, the history of a difference is not longer
// than the window, and its steps are the latest.
func TestWindowIsBounded(t *testing.T) {
	a, params, rs := group(t, "dcqcnnp.json", 1)
	e := rs[1].Event
	var events [][]uint64
	for i := range 6000 {
		events = append(events, []uint64{e[0] + uint64(i), uint64(i % 2)})
	}
	run, err := logtest.Run(reference.New(), a, params, "1", events)
	require.NoError(t, err)
	run[5999].State[0] ^= 4
	r, o := open(t, []byte(logtest.CSV(a, params, run)), "")
	o.Differs = func(d *firmwarelog.Difference) error {
		require.Len(t, d.History, 4096)
		require.Equal(t, run[5998].Event, d.History[4095].Event)
		require.Equal(t, run[5997].State, d.History[4095].Before)
		require.Equal(t, run[5999-4096].Event, d.History[0].Event)
		return io.ErrUnexpectedEOF
	}
	_, err = firmwarelog.Compare(r, o)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF, "an error of Differs is passed on")
}

// without takes a column out of a log in CSV.
func without(text, column string) string {
	lines := strings.Split(text, "\n")
	at := -1
	for i, l := range lines {
		cells := strings.Split(l, ",")
		if at < 0 && !strings.HasPrefix(l, "#") {
			at = slices.Index(cells, column)
		}
		if at >= 0 && at < len(cells) {
			lines[i] = strings.Join(slices.Delete(cells, at, at+1), ",")
		}
	}
	return strings.Join(lines, "\n")
}

// TestFollowingSteps: with a difference of a log that does not hold the whole state come the next
// steps of its connection, up to where its state is set again, however others stand between.
func TestFollowingSteps(t *testing.T) {
	a, params, rs := group(t, "dcqcn-paper.json", 3)
	var mixed []logtest.Record
	var of [4][]logtest.Record
	for _, r := range rs {
		of[r.Conn[0]-'0'] = append(of[r.Conn[0]-'0'], r)
	}
	for i := range 40 {
		for c := 1; c <= 3; c++ {
			if i < len(of[c]) {
				mixed = append(mixed, of[c][i])
			}
		}
	}
	const at = 4 // the record of connection 2 that is spoilt
	steps := min(40, len(of[2])) - 1
	require.Greater(t, steps, 12)
	again := -1 // where its state is set again; -1 for nowhere
	for _, again = range []int{-1, 10} {
		var log []logtest.Record
		n := 0
		for _, r := range mixed {
			if r.Conn == "2" {
				if n == at {
					r.Output = append([]uint64{r.Output[0] + 1}, r.Output[1:]...)
				}
				if n == again {
					log = append(log, logtest.Record{Kind: "load", Conn: "2", State: of[2][n-1].State})
				}
				n++
			}
			log = append(log, r)
		}
		text := logtest.CSV(a, params, log)
		r, o := open(t, []byte(text), "")
		var got *firmwarelog.Difference
		o.Differs = func(d *firmwarelog.Difference) error { got = d; return nil }
		_, err := firmwarelog.Compare(r, o)
		require.NoError(t, err)
		require.NotNil(t, got)
		require.Empty(t, got.Following, "the log holds whole states")
		require.NotEmpty(t, got.Later)

		r, o = open(t, []byte(emptied(text, "state.AlphaAt")), "")
		o.Differs = func(d *firmwarelog.Difference) error { got = d; return nil }
		s, err := firmwarelog.Compare(r, o)
		require.NoError(t, err)
		require.EqualValues(t, 1, s.Differences)
		require.Empty(t, got.Later)
		want := steps - at
		if again > 0 {
			want = again - at - 1
		}
		require.Len(t, got.Following, want)
		for i, p := range got.Following {
			require.Equal(t, of[2][at+1+i].Event, p.Event)
			require.Nil(t, p.Before)
		}
	}
}

// emptied leaves a column of a log in CSV empty in the steps.
func emptied(text, column string) string {
	lines := strings.Split(text, "\n")
	at := -1
	for i, l := range lines {
		cells := strings.Split(l, ",")
		switch {
		case strings.HasPrefix(l, "#"):
		case at < 0:
			at = slices.Index(cells, column)
		case at < len(cells) && cells[0] == "step":
			cells[at] = ""
			lines[i] = strings.Join(cells, ",")
		}
	}
	return strings.Join(lines, "\n")
}
