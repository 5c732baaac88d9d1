package generate

import (
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// A function has at least minCalls cases, minRandom of them random; directed ones stop at
// maxDirected, so that no cross product fills the file.
const (
	minCalls    = 520
	minRandom   = 64
	maxDirected = 480
)

// calls collects the cases of one function, each argument list once.
type calls struct {
	fw    transducer.Firmware
	f     *transducer.Func
	r     *rng
	cases []testvectors.Call
	seen  map[string]bool
	err   error
}

func newCalls(f *transducer.Func, r *rng) *calls {
	return &calls{fw: reference.New(), f: f, r: r, seen: map[string]bool{}}
}

// add adds a directed case unless it is there or there are enough.
func (c *calls) add(comment string, flags []string, args ...uint64) {
	if len(c.cases) < maxDirected {
		c.put(comment, flags, args)
	}
}

func (c *calls) put(comment string, flags []string, args []uint64) {
	wrapped := make([]uint64, len(args))
	for i, l := range c.f.Args {
		wrapped[i] = l.Wrap(args[i])
	}
	key := fmt.Sprint(wrapped)
	if c.err != nil || c.seen[key] {
		return
	}
	c.seen[key] = true
	results, err := c.fw.Call(c.f.Name, wrapped)
	if err != nil {
		c.err = err
		return
	}
	below := strings.Contains(c.f.Name, "SubSatU") && wrapped[0] < wrapped[1]
	wraps := strings.Contains(c.f.Name, ".Time_") || strings.HasSuffix(c.f.Name, ".Hash32")
	if (below || saturates(c.f.Results, results)) && !wraps && !slices.Contains(flags, flagDegenerate) {
		flags = append(slices.Clone(flags), flagSaturation)
	}
	c.cases = append(c.cases, testvectors.Call{
		Test: testvectors.Test{Comment: title(comment), Flags: flags},
		Args: wrapped, Results: results,
	})
}

// saturates tells whether a result wider than 8 bits is at an end of its type, 0 apart.
func saturates(leaves []transducer.Leaf, results []uint64) bool {
	for i, l := range leaves {
		v := results[i]
		switch {
		case l.Bool:
		case l.Signed && (int64(v) == 1<<(l.Bits-1)-1 || int64(v) == -1<<(l.Bits-1)):
			return true
		case !l.Signed && v == l.Wrap(^uint64(0)):
			return true
		}
	}
	return false
}

// fill adds random cases: at least minRandom, and up to minCalls in all. Types that
// have fewer values than that end it.
func (c *calls) fill() {
	for tries, n := 0, 0; (n < minRandom || len(c.cases) < minCalls) && tries < 20*minCalls && c.err == nil; tries++ {
		args := make([]uint64, len(c.f.Args))
		for i, l := range c.f.Args {
			args[i] = c.r.leaf(l)
		}
		before := len(c.cases)
		c.put("", []string{flagRandom}, args)
		n += len(c.cases) - before
	}
}

// group returns the group of the function.
func (c *calls) group() testvectors.Group {
	return testvectors.Group{
		Type: testvectors.FunctionTest, Source: source, Name: c.f.Name,
		Args: c.f.Args, Results: c.f.Results, Calls: c.cases,
	}
}

// at evaluates a function of one argument, for the search of boundaries.
func (c *calls) at(x uint64) uint64 {
	results, err := c.fw.Call(c.f.Name, []uint64{c.f.Args[0].Wrap(x)})
	if err != nil {
		c.err = err
		return 0
	}
	return results[0]
}

// edge is an interesting value of a type.
type edge struct {
	v    uint64
	name string
	flag string
}

// edges returns the interesting values of a leaf: the ends, the border of the signs,
// powers of two and their neighbours.
func edges(l transducer.Leaf) []edge {
	var es []edge
	seen := map[uint64]bool{}
	add := func(v uint64, name, flag string) {
		v = l.Wrap(v)
		if !seen[v] {
			seen[v] = true
			es = append(es, edge{v, name, flag})
		}
	}
	if l.Signed {
		for d := range uint64(3) {
			add(1<<(l.Bits-1)+d, nth("least+", d), flagEdge)
			add(1<<(l.Bits-1)-1-d, nth("most-", d), flagEdge)
			add(d, fmt.Sprint(d), flagSign)
			add(-d, fmt.Sprintf("-%d", d), flagSign)
		}
	} else {
		for d := range uint64(3) {
			add(d, fmt.Sprint(d), flagEdge)
			add(^d, nth("most-", d), flagEdge)
		}
	}
	for k := range l.Bits {
		for _, d := range []int{0, -1, 1} {
			name := fmt.Sprintf("2^%d", k)
			if d != 0 {
				name = fmt.Sprintf("2^%d%+d", k, d)
			}
			add(1<<k+uint64(d), name, flagPower)
			if l.Signed {
				add(-(1<<k + uint64(d)), "-("+name+")", flagSign)
			}
		}
	}
	return es
}

// cross adds every pair of edges of two arguments while there is room, in an order
// that mixes them; rest follow.
func (c *calls) cross(a, b []edge, limit int, rest ...uint64) {
	n := len(a) * len(b)
	// A stride without a common divisor visits every pair once.
	stride := n*5/8 | 1
	for gcd(stride, n) != 1 {
		stride += 2
	}
	before := len(c.cases)
	for i := 0; i < n && len(c.cases)-before < limit; i++ {
		k := i * stride % n
		x, y := a[k/len(b)], b[k%len(b)]
		flags := []string{x.flag}
		if y.flag != x.flag {
			flags = append(flags, y.flag)
		}
		c.add(title(x.name+",", y.name), flags, append([]uint64{x.v, y.v}, rest...)...)
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// nth names the d-th value from an end: "most", "most-1".
func nth(end string, d uint64) string {
	if d == 0 {
		return end[:len(end)-1]
	}
	return fmt.Sprint(end, d)
}
