package pipe_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors/pipe"
)

func serve(t testing.TB, requests string) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, pipe.Serve(strings.NewReader(requests), &out, reference.New(), reference.Catalog(), "a\nb"))
	return out.String()
}

// TestConversation holds the serving side to the protocol, request by request, as the
// C program is.
func TestConversation(t *testing.T) {
	var conversation, replies []string
	for _, tc := range []struct{ request, reply string }{
		{"hello 1", "hello 1 a?b"},
		{"hello 2", "error unsupported protocol version; this program speaks 1"},
		{"hello", "error unsupported protocol version; this program speaks 1"},
		{"call fixedpoint.Log2 8", "ok 196608"},
		{"call fixedpoint.Log2 0", "ok -2097152"},
		{"call fixedpoint.Div 7 2", "ok 3 1 1"},
		{"call fixedpoint.Exp2 -65536", "ok 32768"},
		{"call fixedpoint.AddSatU64 18446744073709551615 1", "ok 18446744073709551615"},
		{"call fixedpoint.Log2", "error 0 arguments; want 1"},
		{"call fixedpoint.Log2 1 2", "error more than 1 arguments"},
		{"call fixedpoint.Log2 -1", `error arguments 1 (x) is "-1"; want a decimal uint32`},
		{"call fixedpoint.Log2 4294967296", `error arguments 1 (x) is "4294967296"; want a decimal uint32`},
		{"call fixedpoint.Log2 0x10", `error arguments 1 (x) is "0x10"; want a decimal uint32`},
		{"call fixedpoint.Log2 ", `error arguments 1 (x) is ""; want a decimal uint32`},
		{"call fixedpoint.AddSatU64 18446744073709551616 1", `error arguments 1 (a) is "18446744073709551616"; want a decimal uint64`},
		{"call fixedpoint.AddSatI16 -32769 1", `error arguments 1 (a) is "-32769"; want a decimal int16`},
		{"call fixedpoint.Log3 1", `error unknown function "fixedpoint.Log3" (did you mean fixedpoint.Log2?); names are package.Function, as in fixedpoint.Log2`},
		{"call", `error unknown function ""; names are package.Function, as in fixedpoint.Log2`},
		{"step 7 1 1", `error unknown connection "7"; open it first`},
		{"open 4294967295 dcqcnnp 50000", "ok 0 0 0"},
		{"step 4294967295 1000 1", "ok 1 1 1000 0 1"},
		{"step 4294967295 2000 1", "ok 0 0 1000 1 1"},
		{"state 4294967295", "ok 1000 1 1"},
		{"load 4294967295 5 6 0", "ok"},
		{"state 4294967295", "ok 5 6 0"},
		{"step 4294967295 2000", "error 1 event fields; want 2"},
		{"step 4294967295 2000 256", `error event fields 2 (Marked) is "256"; want a decimal uint8`},
		{"load 4294967295 5 6 2", `error state fields 3 (Sent) is "2"; want a decimal bool`},
		{"state 4294967295", "ok 5 6 0"},
		{"open 4294967295 dcqcnnp 1", "ok 0 0 0"},
		{"close 4294967295", "ok"},
		{"close 4294967295", `error unknown connection "4294967295"; open it first`},
		{"open 4294967296 dcqcnnp 1", `error connection "4294967296" is no number in 0..4294967295`},
		{"open 1 cubic 1", `error unknown algorithm "cubic"; one of bandit2,`},
		{"open 1", `error unknown algorithm ""; one of bandit2,`},
		{"Step 1", `error unknown request "Step"; one of hello, call, open, load, state, step, close, quit`},
		{"", `error unknown request ""; one of`},
		{"call fixedpoint.Log2 8\r", "ok 196608"},
		{"quit now", "error more than 0 fields"}, // ended the program once, its port in C answered an error
		{"quit ", "error more than 0 fields"},
		{"quit", "ok"},
	} {
		conversation = append(conversation, tc.request)
		replies = append(replies, tc.reply)
	}
	have := strings.Split(strings.TrimSuffix(serve(t, strings.Join(conversation, "\n")+"\nhello 1\n"), "\n"), "\n")
	require.Len(t, have, len(replies), "nothing is answered after quit")
	for i := range replies {
		require.Truef(t, strings.HasPrefix(have[i], replies[i]), "%q: %q, want %q", conversation[i], have[i], replies[i])
	}
}

// TestEndOfInput: the end of the input is a quit; a last line without newline counts.
func TestEndOfInput(t *testing.T) {
	require.Equal(t, "", serve(t, ""))
	require.Equal(t, "ok 196608\n", serve(t, "call fixedpoint.Log2 8"))
}

// TestLongLine: a line beyond the limit is refused whole and the next one runs.
func TestLongLine(t *testing.T) {
	require.Equal(t, "error a line of more than 65536 characters\nok 196608\n",
		serve(t, strings.Repeat("call ", 100_000)+"\ncall fixedpoint.Log2 8\n"))
	require.Equal(t, "error a line of more than 65536 characters\n", serve(t, strings.Repeat("x", 100_000)))
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
func (f failing) Read([]byte) (int, error)  { return 0, f.err }

// TestBrokenStreams: errors of the streams themselves are returned.
func TestBrokenStreams(t *testing.T) {
	broken := errors.New("broken")
	err := pipe.Serve(strings.NewReader("hello 1\n"), failing{broken}, reference.New(), reference.Catalog(), "x")
	require.EqualError(t, err, "writing a reply: broken")
	err = pipe.Serve(failing{broken}, &bytes.Buffer{}, reference.New(), reference.Catalog(), "x")
	require.EqualError(t, err, "reading a request: broken")
}

// FuzzServe: no request line makes the server panic, and each gets one reply.
func FuzzServe(f *testing.F) {
	for _, s := range []string{
		"hello 1\ncall fixedpoint.Log2 8\nquit\n", "open 1 dcqcnnp 5\nstep 1 2 3\nstate 1\nload 1 1 1 1\nclose 1\n",
		"call fixedpoint.Div 1 0\n", "open 0 bandit2 1 2 3 4 5 6 7 8 9\nstep 0 1 1\n", "step\nload\nclose\n \n  \n", "\xff\x00\n",
		"quit 1\nhello 1\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, requests string) {
		out := serve(t, requests)
		lines := 0
		for _, line := range strings.SplitAfter(requests, "\n") {
			if line == "" {
				break
			}
			lines++
			if strings.TrimRight(line, "\r\n") == "quit" {
				break
			}
		}
		if n := strings.Count(out, "\n"); n != lines {
			t.Fatalf("%d requests, %d replies", lines, n)
		}
	})
}

// Example is a whole firmware program: the Go reference behind the protocol.
func Example() {
	requests := strings.NewReader("hello 1\ncall fixedpoint.Log2 8\nquit\n")
	if err := pipe.Serve(requests, os.Stdout, reference.New(), reference.Catalog(), "example"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// hello 1 example
	// ok 196608
	// ok
}

// TestDocumentedConversation: the conversation in docs/vectors.md is one that the
// reference holds, apart from the name.
func TestDocumentedConversation(t *testing.T) {
	b, err := os.ReadFile("../../docs/vectors.md")
	require.NoError(t, err)
	var requests, replies []string
	_, conversation, ok := strings.Cut(string(b), "### A conversation\n")
	require.True(t, ok)
	conversation, _, _ = strings.Cut(conversation, "### ")
	for _, line := range strings.Split(conversation, "\n") {
		if s, ok := strings.CutPrefix(line, "> "); ok {
			requests = append(requests, s)
		}
		if s, ok := strings.CutPrefix(line, "< "); ok {
			replies = append(replies, s)
		}
	}
	require.Greater(t, len(requests), 6)
	have := strings.Split(serve(t, strings.Join(requests, "\n")+"\n"), "\n")
	require.Equal(t, "hello 1 a?b", have[0])
	require.Equal(t, replies[1:], have[1:len(have)-1])
	for _, a := range reference.Catalog().Algorithms {
		require.Contains(t, string(b), "`"+a.Name+"`", "docs/vectors.md")
	}
	for _, f := range reference.Catalog().Funcs {
		if !strings.HasPrefix(f.Name, "fixedpoint.") {
			require.Contains(t, string(b), "`"+f.Name+"`", "docs/vectors.md")
		}
	}
}
