package nicmodel_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/nicmodel"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// TestFirmwareProgram is a firmware program when this test binary is run as one: the
// reference behind the line protocol.
func TestFirmwareProgram(t *testing.T) {
	if flag.Arg(0) != "firmware" {
		require.Empty(t, flag.Args())
		return
	}
	if err := pipe.Serve(os.Stdin, os.Stdout, reference.New(), reference.Catalog(), "test program"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// program runs this test binary as a firmware program.
func program(t testing.TB) *pipe.Program {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	p, err := pipe.Run(self, pipe.Options{Args: []string{"-test.run=^TestFirmwareProgram$", "firmware"}, Timeout: time.Minute, Catalog: reference.Catalog()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p
}

// TestExternalFirmware: with the reference as firmware, directly and behind a pipe, on some
// connections, everything is as without, in all cuts; with and without an engine, compared with
// the model's own and in its place. With -long in each combination; else one is compared, without
// an engine, and the other is not.
func TestExternalFirmware(t *testing.T) {
	engine := &nicmodel.Engine{Cores: 1, ClockHz: 200_000_000, Depth: 4, Target: "dpa", SentBytes: 10_000}
	for _, e := range []*nicmodel.Engine{nil, engine} {
		for _, algo := range []string{"dcqcn", "dolcerc"} {
			if !tier.Long() && (e == nil) != (algo == "dcqcn") {
				continue
			}
			for _, compare := range []bool{false, true} {
				if !tier.Long() && compare != (e == nil) {
					continue
				}
				c := crowd(t, 2, reaction.Choice{Algo: algo, Profile: "hpcc"}, nicmodel.NotifyEcho, e)
				want, wantNotes := proof{Config: c, cuts: [][2]int{}}.run(t)
				require.NotZero(t, want.Notified)
				direct := reference.New()
				piped := program(t)
				c.Firmware = []nicmodel.External{
					{Conns: []uint32{6, 2}, Firmware: piped, Compare: compare}, {Conns: []uint32{1}, Firmware: direct, Compare: compare},
				}
				got, notes := proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
				require.Equal(t, want, got)
				require.Equal(t, wantNotes.Batch, notes.Batch)
				c.Firmware = []nicmodel.External{{Firmware: direct, Compare: compare}}
				got, notes = proof{Config: c, cuts: [][2]int{{2, 2}}}.run(t)
				require.Equal(t, want, got, "all connections")
				require.Equal(t, wantNotes.Batch, notes.Batch)
			}
		}
	}
}

// liar is the reference, but for what it tells after some step.
type liar struct {
	transducer.Firmware
	at  int
	lie func(output, state []uint64) error
}

func (l *liar) Name() string { return "liar" }
func (l *liar) Open(name string, params []uint64) (transducer.Connection, error) {
	c, err := l.Firmware.Open(name, params)
	return &lying{Connection: c, l: l}, err
}

type lying struct {
	transducer.Connection
	l     *liar
	steps int
}

func (c *lying) Step(event []uint64) (output, state []uint64, err error) {
	output, state, err = c.Connection.Step(event)
	c.steps++
	if err == nil && c.steps >= c.l.at {
		err = c.l.lie(output, state)
	}
	return output, state, err
}

// leaf finds a leaf of the state of dcqcn.
func leaf(t testing.TB, name string) int {
	a, err := reference.Catalog().Algorithm("dcqcn")
	require.NoError(t, err)
	for i, l := range a.State {
		if l.Name == name {
			return i
		}
	}
	require.FailNow(t, "no leaf "+name)
	return 0
}

// TestBadFirmware: what is wrong with a firmware ends the run with one clear line, never
// hangs it, and leaves records up to the end of a window.
func TestBadFirmware(t *testing.T) {
	run := func(f transducer.Firmware, compare bool, engine *nicmodel.Engine) (*nicmodel.Result, error) {
		c := crowd(t, 2, reaction.Choice{Algo: "dcqcn", Profile: "hpcc"}, nicmodel.NotifyEcho, engine)
		c.Firmware = []nicmodel.External{{Conns: []uint32{3}, Firmware: f, Compare: compare}}
		m, err := nicmodel.New(&c)
		require.NoError(t, err)
		notes := &notebook{}
		r, err := m.Run(notes, nil)
		require.True(t, r.Conserved())
		if err != nil {
			require.Less(t, r.Until, c.End)
			require.Equal(t, r.Until, notes.Until)
			require.NotEmpty(t, notes.Rates)
		}
		return r, err
	}
	alphaAt, rc := leaf(t, "AlphaAt"), leaf(t, "Rates.RC")
	gone := errors.New("gone")
	for want, lie := range map[string]func(output, state []uint64) error{
		"connection 3: at [0-9]* ns: gone": func([]uint64, []uint64) error { return gone },
		"connection 3: liar: rate 0 at [0-9]* ns: nothing may ever leave again; it must answer 1 kb/s or more": func(o, _ []uint64) error { o[0] = 0; return nil },
		"connection 3: at [0-9]* ns: liar: output: field 1 .Rate. is 4294967296; outside uint32":               func(o, _ []uint64) error { o[0] = 1 << 32; return nil },
		"connection 3: at [0-9]* ns: liar: state: field [0-9]* .Rates.RC. is 4294967297; outside uint32":       func(_, s []uint64) error { s[rc] = 1<<32 + 1; return nil },
		"connection 3: dcqcn: timer alpha-timer ends again and again at [0-9]* ns: its event has to move the deadline that Next returns, or stop the timer": func(_, s []uint64) error {
			s[alphaAt] -= 1000 // the period: it is due again
			return nil
		},
	} {
		_, err := run(&liar{reference.New(), 20, lie}, false, nil)
		require.Error(t, err, want)
		require.Regexp(t, "^"+want+"$", err.Error())
	}

	// A timer that is due at once at all times keeps a core busy, but the clock goes on.
	_, err := run(&liar{reference.New(), 20, func(_, s []uint64) error { s[alphaAt] -= 1000; return nil }}, false,
		&nicmodel.Engine{Cores: 1, ClockHz: 10_000_000, Depth: 4, Target: "dpa"})
	require.NoError(t, err)

	_, err = run(&liar{reference.New(), 20, func(o, _ []uint64) error { o[0]--; return nil }}, true, nil)
	var d *transducer.Difference
	require.ErrorAs(t, err, &d)
	require.EqualValues(t, 20, d.Step)
	require.Equal(t, "3", d.Conn)
	require.Equal(t, d.ExpectedOutput[0]-1, d.Output.V[0])
	require.Regexp(t, `^liar differs from the reference at step 20, [0-9]+ ns, connection 3: Rate is [0-9]+, expected [0-9]+$`, err.Error())
}

// TestExternalRefuses connections that there are not, or without a reaction point.
func TestExternalRefuses(t *testing.T) {
	choice := reaction.Choice{Algo: "dcqcn", Profile: "hpcc"}
	for want, firmware := range map[string][]nicmodel.External{
		"firmware: connection 4 does not exist; there are 4":   {{Conns: []uint32{4}, Firmware: reference.New()}},
		"firmware: connection 2 is given twice":                {{Conns: []uint32{2}, Firmware: reference.New()}, {Firmware: reference.New()}},
		"firmware: number 0 is nil; give one, or leave it out": {{}},
	} {
		c := crowd(t, 1, choice, nicmodel.NotifyEcho, nil)
		c.Firmware = firmware
		_, err := nicmodel.New(&c)
		require.EqualError(t, err, want)
	}
	c := crowd(t, 1, choice, nicmodel.NotifyEcho, nil)
	c.NICs[0].Algorithm = nil
	c.Firmware = []nicmodel.External{{Conns: []uint32{1}, Firmware: reference.New()}}
	_, err := nicmodel.New(&c)
	require.EqualError(t, err, "firmware: connection 1 has no algorithm; give its host one")
}
