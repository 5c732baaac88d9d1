package transducer_test

import (
	"errors"
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/testvectors/transducer"
)

var types = []string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}

func leaf(t testing.TB, typ string) transducer.Leaf {
	t.Helper()
	l, err := transducer.ParseType("x", typ)
	require.NoError(t, err)
	require.Equal(t, typ, l.Type())
	return l
}

// TestWrapFitsParse: on the ends of all types, Wrap makes a value that fits, values
// that fit are left alone, and Format and Parse are each other's inverse. The
// oracle is Go's own conversion.
func TestWrapFitsParse(t *testing.T) {
	var patterns []uint64
	for shift := range 64 {
		for _, d := range []uint64{0, 1, ^uint64(0)} {
			patterns = append(patterns, 1<<shift+d, -(uint64(1)<<shift)+d)
		}
	}
	oracle := map[string]func(v uint64) uint64{
		"bool": func(v uint64) uint64 { return v & 1 },
		"int8": func(v uint64) uint64 { return uint64(int8(v)) }, "uint8": func(v uint64) uint64 { return uint64(uint8(v)) },
		"int16": func(v uint64) uint64 { return uint64(int16(v)) }, "uint16": func(v uint64) uint64 { return uint64(uint16(v)) },
		"int32": func(v uint64) uint64 { return uint64(int32(v)) }, "uint32": func(v uint64) uint64 { return uint64(uint32(v)) },
		"int64": func(v uint64) uint64 { return v }, "uint64": func(v uint64) uint64 { return v },
	}
	for _, typ := range types {
		l := leaf(t, typ)
		for _, v := range patterns {
			w := oracle[typ](v)
			require.Equal(t, w, l.Wrap(v), "%s %x", typ, v)
			require.Equal(t, w == v, l.Fits(v), "%s %x", typ, v)
			text := l.Format(w)
			require.Equal(t, text, string(l.Append(nil, w)))
			back, err := l.Parse(text)
			require.NoError(t, err)
			require.Equal(t, w, back)
		}
	}
}

// TestParseRefuses: neighbours of the range, and text that is not a decimal number.
func TestParseRefuses(t *testing.T) {
	for typ, texts := range map[string][]string{
		"bool": {"2", "-1", "true"}, "int8": {"128", "-129"}, "uint8": {"256", "-1"},
		"int32": {"2147483648", "-2147483649"}, "uint32": {"4294967296", "-1", "0x10", "1.5", "", " 1", "1e3"},
		"int64": {"9223372036854775808"}, "uint64": {"18446744073709551616", "-1"},
	} {
		l := leaf(t, typ)
		for _, text := range texts {
			_, err := l.Parse(text)
			require.ErrorContains(t, err, "want a decimal "+typ, strconv.Quote(text))
		}
	}
	for _, typ := range []string{"int", "uint", "int128", "int9", "float64", "", "uint32 "} {
		_, err := transducer.ParseType("x", typ)
		require.Error(t, err, typ)
	}
}

func TestFirstDifference(t *testing.T) {
	for _, tc := range []struct {
		a, b []uint64
		want int
	}{
		{nil, nil, -1}, {[]uint64{1, 2}, []uint64{1, 2}, -1}, {[]uint64{1, 2}, []uint64{1, 3}, 1},
		{[]uint64{1}, []uint64{1, 2}, 1}, {[]uint64{1, 2}, []uint64{1}, 1}, {[]uint64{2, 2}, []uint64{1}, 0},
	} {
		require.Equal(t, tc.want, transducer.FirstDifference(tc.a, tc.b))
	}
}

// counter is a firmware without batches: its state counts the steps.
type counter struct{ n uint64 }

func (c *counter) State() ([]uint64, error)  { return []uint64{c.n}, nil }
func (c *counter) Load(state []uint64) error { c.n = state[0]; return nil }
func (c *counter) Step(event []uint64) (output, state []uint64, err error) {
	if event[0] == 99 {
		return nil, nil, errors.New("99")
	}
	c.n++
	return event, []uint64{c.n}, nil
}

// TestStepsWithoutBatch: the helper feeds in order and passes errors of either side.
func TestStepsWithoutBatch(t *testing.T) {
	c := &counter{}
	var got []uint64
	event := func(i int) []uint64 { return []uint64{uint64(10 + i)} }
	require.NoError(t, transducer.Steps(c, 3, event, func(i int, output, state []uint64) error {
		got = append(got, uint64(i), output[0], state[0])
		return nil
	}))
	require.Equal(t, []uint64{0, 10, 1, 1, 11, 2, 2, 12, 3}, got)

	stop := errors.New("stop")
	require.ErrorIs(t, transducer.Steps(c, 3, event, func(i int, _, _ []uint64) error { return stop }), stop)
	require.EqualValues(t, 4, c.n)
	require.EqualError(t, transducer.Steps(c, 1, func(int) []uint64 { return []uint64{99} }, nil), "99")
}

// TestCatalog: look-ups find the first entry of a name; misses name the remedy.
func TestCatalog(t *testing.T) {
	c := transducer.NewCatalog(
		[]transducer.Algorithm{{Name: "a", State: make([]transducer.Leaf, 1)}, {Name: "b"}, {Name: "a"}},
		[]transducer.Func{{Name: "p.F"}})
	a, err := c.Algorithm("a")
	require.NoError(t, err)
	require.Len(t, a.State, 1)
	_, err = c.Algorithm("c")
	require.EqualError(t, err, `unknown algorithm "c"; one of a, b, a`)
	_, err = c.Func("p.F")
	require.NoError(t, err)
	_, err = c.Func("p.G")
	require.ErrorContains(t, err, `unknown function "p.G"`)
}

// Example shows how a leaf reads a number and shows its pattern.
func Example() {
	l, err := transducer.ParseType("Delta", "int8")
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := l.Parse("-3")
	fmt.Printf("%s = %s is %#x, %v\n", l.Name, l.Format(v), v, err)
	_, err = l.Parse("200")
	fmt.Println(err)
	// Output:
	// Delta = -3 is 0xfffffffffffffffd, <nil>
	// Delta is "200"; want a decimal int8
}
