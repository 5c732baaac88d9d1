package pipe_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/pipe"
	"smartnic-cc/testvectors/transducer"
)

// TestMain lets the test binary be a firmware program as well: a good one, or one that
// misbehaves in the way that its first argument names.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "firmware:") {
		os.Exit(misbehave(strings.TrimPrefix(os.Args[1], "firmware:")))
	}
	os.Exit(m.Run())
}

// misbehave is the program. Every way but "good" begins with a proper greeting, unless
// the greeting is what is wrong.
func misbehave(how string) int {
	good := func(r io.Reader) int {
		if err := pipe.Serve(r, os.Stdout, reference.New(), reference.Catalog(), "test program"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		return 0
	}
	in := bufio.NewReader(os.Stdin)
	line := func() string {
		s, err := in.ReadString('\n')
		if err != nil {
			os.Exit(9)
		}
		return strings.TrimSpace(s)
	}
	switch how {
	case "good":
		return good(os.Stdin)
	case "slow":
		for {
			s := line()
			time.Sleep(10 * time.Millisecond)
			if s == "hello 1" {
				fmt.Println("hello 1 slow")
			} else {
				fmt.Println("ok 5")
			}
		}
	case "stops reading":
		line()
		fmt.Println("hello 1 x")
		time.Sleep(time.Hour)
	case "version":
		line()
		fmt.Println("error unsupported protocol version; this program speaks 2")
		time.Sleep(time.Hour)
	case "version 2":
		line()
		fmt.Println("hello 2 x")
		time.Sleep(time.Hour)
	case "echo":
		fmt.Println(line())
		time.Sleep(time.Hour)
	case "banner":
		fmt.Println("Welcome to the port!")
		return good(in)
	case "silent":
		time.Sleep(time.Hour)
	case "exits at once":
		return 0
	}
	line()
	fmt.Println("hello 1 test")
	request := line()
	switch how {
	case "dies":
		fmt.Fprintln(os.Stderr, "reading configuration")
		fmt.Fprint(os.Stderr, "assertion failed: rc > 0\n\n")
		return 3
	case "killed":
		if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
			return 1
		}
		time.Sleep(time.Hour)
	case "half a line":
		fmt.Print("ok 12")
		return 4
	case "closes its output":
		if err := os.Stdout.Close(); err != nil {
			return 1
		}
		time.Sleep(time.Hour)
	case "rubbish":
		fmt.Println("Segmentation\tfault\x00 (core dumped) and much more of it that nobody wants to see in an error message")
		time.Sleep(time.Hour)
	case "endless line":
		for {
			fmt.Print(strings.Repeat("x", 1000))
		}
	case "drips":
		for {
			fmt.Print("o")
			time.Sleep(20 * time.Millisecond)
		}
	case "hangs":
		time.Sleep(time.Hour)
	case "too few":
		fmt.Println("ok 1")
	case "too many":
		fmt.Println("ok 1 2 1 4")
	case "no number":
		fmt.Println("ok 1 2 x")
	case "out of range":
		fmt.Println("ok 1 2 7")
	case "double space":
		fmt.Println("ok 1  2 0")
	case "unasked":
		fmt.Println("ok 1 2 0")
		fmt.Println("ok 1 2 0")
	case "spams":
		for {
			fmt.Println("ok 1 2 0")
		}
	case "spams in pieces":
		for {
			os.Stdout.WriteString("ok 1 2 0\nok 1")
			time.Sleep(time.Millisecond)
			os.Stdout.WriteString(" 2 0\n")
		}
	case "half a line more":
		os.Stdout.WriteString("ok 1 2 0\nok 1")
		line()
		time.Sleep(time.Hour)
	case "refuses":
		fmt.Println("error " + request + " is not for me")
		for {
			line()
			fmt.Println("ok 1 2 0")
		}
	case "leaves a child":
		cmd := exec.Command(os.Args[0], "firmware:sleeps") // holds standard output open
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Start(); err != nil {
			return 1
		}
		fmt.Fprintln(os.Stderr, "child", cmd.Process.Pid)
		return 5
	}
	time.Sleep(time.Hour)
	return 0
}

// short is the time-out where one is waited for; long enough for a busy machine to
// start the program.
const short = 2 * time.Second

// run starts the test binary as a firmware program.
func run(t testing.TB, how string, timeout time.Duration) (*pipe.Program, error) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	p, err := pipe.Run(self, pipe.Options{Args: []string{"firmware:" + how}, Timeout: timeout, Catalog: reference.Catalog()})
	if p != nil {
		t.Cleanup(func() { require.NoError(t, p.Close()) })
	}
	return p, err
}

// TestAgreesWithReference: what goes through the pipe and back is what the reference
// gives, for every algorithm and function, in lock step and in batches.
func TestAgreesWithReference(t *testing.T) {
	p, err := run(t, "good", 0)
	require.NoError(t, err)
	ref := reference.New()
	r := rand.New(rand.NewPCG(5, 6))
	random := func(leaves []transducer.Leaf) []uint64 {
		vs := make([]uint64, len(leaves))
		for i, l := range leaves {
			vs[i] = l.Wrap(r.Uint64() >> r.UintN(64))
		}
		return vs
	}
	for _, f := range reference.Catalog().Funcs {
		const n = 1200 // more than two windows
		args := make([][]uint64, n)
		for i := range args {
			args[i] = random(f.Args)
		}
		got := 0
		require.NoError(t, transducer.Calls(p, f.Name, n, func(i int) []uint64 { return args[i] }, func(i int, results []uint64) error {
			want, err := ref.Call(f.Name, args[i])
			require.NoError(t, err)
			require.Equal(t, want, results, "%s %v", f.Name, args[i])
			require.Equal(t, got, i)
			got++
			return nil
		}))
		require.Equal(t, n, got)
	}
	for _, a := range reference.Catalog().Algorithms {
		params := make([]uint64, len(a.Params))
		for i := range params {
			params[i] = a.Params[i].Wrap(uint64(r.UintN(2)))
		}
		c, err := p.Open(a.Name, params)
		require.NoError(t, err)
		d, err := ref.Open(a.Name, params)
		require.NoError(t, err)
		state := random(a.State)
		require.NoError(t, c.Load(state))
		require.NoError(t, d.Load(state))
		have, err := c.State()
		require.NoError(t, err)
		require.Equal(t, state, have)
		// The loaded state may be one that the firmware cannot be in; steps that would panic
		// are not among these kinds.
		event := make([]uint64, len(a.Event))
		for range 20 {
			o1, s1, err := c.Step(event)
			require.NoError(t, err)
			o2, s2, err := d.Step(event)
			require.NoError(t, err)
			require.Equal(t, o2, o1)
			require.Equal(t, s2, s1)
		}
		require.NoError(t, c.(io.Closer).Close())
		require.NoError(t, c.(io.Closer).Close())
	}
}

// TestConnectionsAreSeparate: several connections at once keep their own states.
func TestConnectionsAreSeparate(t *testing.T) {
	p, err := run(t, "good", 0)
	require.NoError(t, err)
	var cs []transducer.Connection
	for i := range 10 {
		c, err := p.Open("dcqcnnp", []uint64{uint64(i)})
		require.NoError(t, err)
		require.NoError(t, c.Load([]uint64{uint64(i), 0, 1}))
		cs = append(cs, c)
	}
	require.NoError(t, cs[3].(io.Closer).Close())
	again, err := p.Open("dcqcnnp", []uint64{77})
	require.NoError(t, err)
	s, err := again.State()
	require.NoError(t, err)
	require.Equal(t, []uint64{0, 0, 0}, s)
	for i, c := range cs {
		if i == 3 {
			continue
		}
		s, err := c.State()
		require.NoError(t, err)
		require.Equal(t, []uint64{uint64(i), 0, 1}, s)
	}
}

// TestMisbehaviour: whatever a program does ends in one line that names it, the
// request and the remedy, in time, with the program gone.
func TestMisbehaviour(t *testing.T) {
	for _, tc := range []struct {
		how  string
		kind pipe.Kind
		want string
	}{
		{"version", pipe.Version, "request 1 (hello 1): it does not speak version 1 of the protocol: refused: unsupported protocol version; this program speaks 2"},
		{"version 2", pipe.Version, `request 1 (hello 1): it speaks version "2" of the protocol; this host speaks 1`},
		{"banner", pipe.Malformed, `request 1 (hello 1): answered "Welcome to the port!"; a reply begins with ok, error or (to a greeting) hello`},
		{"echo", pipe.Malformed, "request 1 (hello 1): answered the greeting without a name (an echo?); want `hello 1 NAME`"},
		{"silent", pipe.TimedOut, "request 1 (hello 1): no answer within 2s; it hangs, or does not flush its output after a line"},
		{"exits at once", pipe.Exited, "request 1 (hello 1): ended (exit status 0), it said nothing on standard error"},
		{"dies", pipe.Exited, `request 2 (call fixedpoint.Div 7 2): ended (exit status 3), its last words were "assertion failed: rc > 0"; give it`},
		{"killed", pipe.Exited, "(call fixedpoint.Div 7 2): ended (signal: killed), it said nothing"},
		{"half a line", pipe.Exited, `ended (exit status 4), it said nothing on standard error, after half a line "ok 12"`},
		{"closes its output", pipe.Exited, "closed its output, it said nothing"},
		{"rubbish", pipe.Malformed, `answered "Segmentation?fault? (core dumped) and much more of it that n..."; a reply begins`},
		{"endless line", pipe.Malformed, `answered a line of more than 65536 characters, "xxxx`},
		{"drips", pipe.TimedOut, `no answer within 2s but a line without end, "ooo`},
		{"hangs", pipe.TimedOut, "no answer within 2s; it hangs"},
		{"too few", pipe.BadFields, `1 fields in the answer, want 3; answered "ok 1"`},
		{"too many", pipe.BadFields, `more than 3 fields in the answer; answered "ok 1 2 1 4"`},
		{"no number", pipe.BadFields, `field 3 (result ok) of the answer is "x", want a decimal bool`},
		{"out of range", pipe.BadFields, `field 3 (result ok) of the answer is "7", want a decimal bool`},
		{"double space", pipe.BadFields, `field 2 (result r) of the answer is "", want a decimal uint32`},
		{"leaves a child", pipe.Exited, `ended (exit status 5), its last words were "child`},
	} {
		t.Run(tc.how, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			timeout := time.Minute
			if tc.kind == pipe.TimedOut {
				timeout = short
			}
			p, err := run(t, tc.how, timeout)
			if err == nil {
				_, err = p.Call("fixedpoint.Div", []uint64{7, 2})
			}
			var e *pipe.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, tc.kind, e.Kind, "%v", err)
			require.ErrorContains(t, err, tc.want)
			require.NotContains(t, err.Error(), "\n")
			require.Less(t, len(err.Error()), 500)
			require.True(t, strings.HasPrefix(err.Error(), os.Args[0]+": request "), "%v", err)
			// No wall time is asserted, only that nothing waited for the program's hour.
			require.Less(t, time.Since(began), 10*time.Minute)
			if p != nil {
				_, again := p.Call("fixedpoint.Div", []uint64{7, 2})
				require.Equal(t, e.Error(), again.Error(), "a broken program stays broken")
				require.NoError(t, p.Close())
			}
			if tc.how == "leaves a child" {
				pid, err := strconv.Atoi(e.Detail[strings.Index(e.Detail, "child ")+6 : strings.Index(e.Detail, `"; give`)])
				require.NoError(t, err)
				require.Eventually(t, func() bool { return gone(pid) }, time.Minute, 10*time.Millisecond, "the program's child %d lives", pid)
			}
		})
	}
}

// gone reports whether a process has ended, or only waits for its parent to notice.
func gone(pid int) bool {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err != nil || strings.Contains(string(b), ") Z ")
}

// TestUnaskedLines: replies that nobody asked for are noticed before they are taken for
// the replies to the next request.
func TestUnaskedLines(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]string{"unasked": "", "spams": "ok 1 2 0", "spams in pieces": "ok 1 2 0", "half a line more": "ok 1"} {
		p, err := run(t, how, short)
		require.NoError(t, err)
		for i := 0; err == nil && i < 1_000_000; i++ {
			_, err = p.Call("fixedpoint.Div", []uint64{7, 2})
		}
		var e *pipe.Error
		require.ErrorAs(t, err, &e)
		if want != "" {
			require.Equal(t, pipe.Malformed, e.Kind, how)
			require.ErrorContains(t, err, fmt.Sprintf("wrote %q that nobody asked for", want), how)
		}
	}
}

// TestRefusalIsNotTheEnd: after `error` the program goes on, in a batch as well, whose
// other replies are read and dropped.
func TestRefusalIsNotTheEnd(t *testing.T) {
	p, err := run(t, "refuses", 0)
	require.NoError(t, err)
	n := 0
	err = p.Calls("fixedpoint.Div", 100, func(int) []uint64 { return []uint64{7, 2} }, func(int, []uint64) error { n++; return nil })
	var e *pipe.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, pipe.Refused, e.Kind)
	require.ErrorContains(t, err, "request 2 (call fixedpoint.Div 7 2): refused: call fixedpoint.Div 7 2 is not for me")
	require.Zero(t, n)
	r, err := p.Call("fixedpoint.Div", []uint64{7, 2})
	require.NoError(t, err)
	require.Equal(t, []uint64{1, 2, 0}, r)
}

// TestBatchEndsEarly: an error of the caller ends a batch, and the next request gets
// its own reply.
func TestBatchEndsEarly(t *testing.T) {
	p, err := run(t, "good", 0)
	require.NoError(t, err)
	stop := errors.New("stop")
	n := 0
	err = p.Calls("fixedpoint.ISqrt", 3000, func(i int) []uint64 { return []uint64{uint64(i)} }, func(i int, r []uint64) error {
		if n++; i == 700 {
			return stop
		}
		return nil
	})
	require.ErrorIs(t, err, stop)
	require.Equal(t, 701, n)
	r, err := p.Call("fixedpoint.ISqrt", []uint64{1 << 20})
	require.NoError(t, err)
	require.Equal(t, []uint64{1 << 10}, r)

	// A value that does not fit is refused on this side; what came before it has run.
	n = 0
	err = p.Calls("fixedpoint.ISqrt", 10, func(i int) []uint64 { return []uint64{uint64(i) << 29} }, func(int, []uint64) error { n++; return nil })
	require.ErrorContains(t, err, "fixedpoint.ISqrt arguments: field 1 (x) is 4294967296; outside uint32")
	require.Equal(t, 8, n)
}

// TestSlowProgram: a batch may take longer than the time-out of one reply.
func TestSlowProgram(t *testing.T) {
	t.Parallel()
	p, err := run(t, "slow", short)
	require.NoError(t, err)
	n := 0
	require.NoError(t, p.Calls("fixedpoint.ISqrt", 300, func(int) []uint64 { return []uint64{25} }, func(int, []uint64) error { n++; return nil }))
	require.Equal(t, 300, n)
}

// TestProgramThatDoesNotRead: a batch that fills the pipe does not lock up.
func TestProgramThatDoesNotRead(t *testing.T) {
	t.Parallel()
	p, err := run(t, "stops reading", short)
	require.NoError(t, err)
	a, err := reference.Catalog().Func("dolcerc.Next8")
	require.NoError(t, err)
	args := make([]uint64, len(a.Args))
	for i, l := range a.Args {
		args[i] = l.Wrap(1<<63 - 1)
	}
	err = p.Calls("dolcerc.Next8", 5000, func(int) []uint64 { return args }, func(int, []uint64) error { return nil })
	var e *pipe.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, pipe.TimedOut, e.Kind)
}

// TestStart: what cannot be started is an error with the remedy.
func TestStart(t *testing.T) {
	for path, want := range map[string]string{
		"./no-such-program":  "./no-such-program: cannot be started (no such file or directory); name an executable firmware program",
		"no-such-program-xy": "no-such-program-xy: cannot be started (executable file not found in $PATH)",
		".":                  ".: cannot be started (",
		"pipe_test.go":       "cannot be started (",
	} {
		_, err := pipe.Run(path, pipe.Options{Catalog: reference.Catalog()})
		var e *pipe.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, pipe.Start, e.Kind)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := pipe.Run("./no-such-program", pipe.Options{})
	require.ErrorContains(t, err, "Options.Catalog is nil")
}

// TestUnknownNames never reach the program.
func TestUnknownNames(t *testing.T) {
	p, err := run(t, "good", 0)
	require.NoError(t, err)
	_, err = p.Open("bandit9", nil)
	require.ErrorContains(t, err, `unknown algorithm "bandit9" (did you mean bandit2?); one of`)
	_, err = p.Open("bandit2", []uint64{1})
	require.ErrorContains(t, err, "bandit2 parameters: 1 values; want")
	_, err = p.Call("fixedpoint.Log3", nil)
	require.ErrorContains(t, err, `unknown function "fixedpoint.Log3"`)
	require.NoError(t, p.Close())
	require.NoError(t, p.Close())
	_, err = p.Call("fixedpoint.Log2", []uint64{1})
	require.ErrorContains(t, err, "closed; run it again")
}

// TestNoZombies: when Close returns, the program has ended.
func TestNoZombies(t *testing.T) {
	before := children(t)
	for range 5 {
		p, err := run(t, "good", 0)
		require.NoError(t, err)
		require.NoError(t, p.Close())
	}
	require.Equal(t, before, children(t))
}

// children counts the processes whose parent this one is, zombies included.
func children(t *testing.T) int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	require.NoError(t, err)
	n := 0
	for _, name := range stats {
		b, err := os.ReadFile(name)
		if err != nil {
			continue // it has ended meanwhile
		}
		fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) {
			n++
		}
	}
	return n
}

func BenchmarkLockStep(b *testing.B) {
	c := bench(b)
	event := make([]uint64, 6)
	for b.Loop() {
		if _, _, err := c.Step(event); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBatch(b *testing.B) {
	c := bench(b)
	event := make([]uint64, 6)
	b.ResetTimer()
	require.NoError(b, transducer.Steps(c, b.N, func(int) []uint64 { return event }, func(int, []uint64, []uint64) error { return nil }))
}

func bench(b *testing.B) transducer.Connection {
	p, err := run(b, "good", 0)
	require.NoError(b, err)
	a, err := reference.Catalog().Algorithm("dcqcn")
	require.NoError(b, err)
	c, err := p.Open("dcqcn", make([]uint64, len(a.Params)))
	require.NoError(b, err)
	return c
}
