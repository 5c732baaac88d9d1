//go:build linux

package verbs

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/logs/capture/trace"
	"smartnic-cc/internal/logs/ratelog"
	"smartnic-cc/internal/logs/replay"
)

// seen is what a switch saw of a sender's connections, at the times that the sender's log has for it: their clocks
// differ, and what the switch sees of a packet is later than what the sender does.
type seen struct {
	events []trace.Event
	conns  []trace.Conn
}

func (s *seen) Conns() []trace.Conn { return s.conns }
func (s *seen) Stats() trace.Stats  { return trace.Stats{} }
func (s *seen) Next() (trace.Event, error) {
	if len(s.events) == 0 {
		return trace.Event{}, io.EOF
	}
	e := s.events[0]
	s.events = s.events[1:]
	return e, nil
}

// requireReplay replays what a capture without drops shows of a machine: the data and the CNPs of each of its connections
// are those of its log, in their order, and the log of the replay is the machine's, byte for byte. It returns the number
// of rows.
func requireReplay(t *testing.T, p *Plan, capture, address string, log []byte) (rows int) {
	t.Helper()
	all, err := trace.ReadAll(capture)
	require.NoError(t, err)
	type of struct {
		conn string
		kind trace.Kind
	}
	waiting := map[of][]trace.Event{}
	for _, e := range all.Events {
		from, to, _ := strings.Cut(all.Conns[e.Conn].Name, "->")
		if strings.HasPrefix(from, address+":") && (e.Kind == trace.KindData || e.Kind == trace.KindCNP) {
			waiting[of{to, e.Kind}] = append(waiting[of{to, e.Kind}], e)
		}
	}
	var s seen
	number := map[string]trace.ConnID{}
	want := map[string][]string{}
	head, rest, _ := strings.Cut(string(log), "\n")
	for line := range strings.Lines(rest) {
		f := strings.SplitN(line, ",", 4)
		name := f[1]
		if _, known := number[name]; !known {
			number[name] = trace.ConnID(len(s.conns))
			s.conns = append(s.conns, trace.Conn{Name: name})
		}
		want[name] = append(want[name], line)
		kind, external := map[string]trace.Kind{"sent": trace.KindData, "cnp": trace.KindCNP}[f[2]]
		if !external {
			continue
		}
		list := waiting[of{name, kind}]
		require.NotZero(t, len(list), "the switch did not see %s", line)
		e := list[0]
		waiting[of{name, kind}] = list[1:]
		e.Conn = number[name]
		s.conns[e.Conn].DataPackets += uint64(e.Packets)
		e.Time, err = strconv.ParseInt(f[0], 10, 64)
		require.NoError(t, err)
		s.events = append(s.events, e)
	}
	for k, list := range waiting {
		require.Zero(t, len(list), "packets of %s that the log does not have", k.conn)
	}

	var out bytes.Buffer
	l, err := ratelog.New(&out, ratelog.Options{Layout: ratelog.NewLayout(p.Setup.Algorithm, p.Setup.Params), Conns: trace.Names(s.conns), State: true, All: true})
	require.NoError(t, err)
	_, err = replay.Run(&s, replay.Options{Setup: *p.Setup, Port: p.Rate / 1000, WantState: true, Row: l.Row})
	require.NoError(t, err)
	require.NoError(t, l.Flush())
	first, rest, _ := strings.Cut(out.String(), "\n")
	require.Equal(t, head, first)
	for line := range strings.Lines(rest) {
		f := strings.SplitN(line, ",", 4)
		name := f[1]
		if len(want[name]) == 0 && strings.HasSuffix(f[2], "-timer") {
			continue // a machine runs timers as the next event comes, and none came
		}
		require.NotZero(t, len(want[name]), "the log ends before %s", line)
		require.Equal(t, want[name][0], line)
		want[name] = want[name][1:]
		rows++
	}
	for name, left := range want {
		require.Zero(t, len(left), "rows of %s that the replay does not have", name)
	}
	return rows
}
