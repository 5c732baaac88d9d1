package workload

import (
	"fmt"
	"io"
	"math/big"
	"math/bits"
	"strings"

	"smartnic-cc/nicmodel/random"
	"smartnic-cc/nicmodel/topology"
)

// ShareUnit is a share of 1.
const ShareUnit = 1_000_000_000

// Point is the share of flows of at most Bytes bytes.
type Point struct {
	Bytes uint64
	// Share is in units of 1/ShareUnit.
	Share uint32
}

// Distribution is a distribution of flow sizes, by points of its cumulative distribution function, which is linear
// between them. newDistribution validates it.
type Distribution struct {
	Name   string
	points []Point
}

// newDistribution checks the points: bytes and shares never fall, and the last share is
// 1. A first share above 0 is that of flows of the first point's size. An error has
// no prefix.
func newDistribution(name string, points []Point) (*Distribution, error) {
	if len(points) == 0 {
		return nil, fmt.Errorf("a distribution needs at least one point")
	}
	for i, p := range points {
		if err := checkPoint(points[:i], p); err != nil {
			return nil, err
		}
	}
	if err := checkLast(points); err != nil {
		return nil, err
	}
	return &Distribution{Name: name, points: append([]Point(nil), points...)}, nil
}

// checkPoint checks a point against those before it.
func checkPoint(before []Point, p Point) error {
	if p.Bytes > MaxBytes {
		return fmt.Errorf("%d bytes are above %d, the largest flow", p.Bytes, uint64(MaxBytes))
	}
	if p.Share > ShareUnit {
		return fmt.Errorf("a share is above 1")
	}
	if n := len(before); n > 0 && p.Bytes < before[n-1].Bytes {
		return fmt.Errorf("%d bytes come after %d; sort the points", p.Bytes, before[n-1].Bytes)
	} else if n > 0 && p.Share < before[n-1].Share {
		return fmt.Errorf("the share falls; shares are cumulative")
	}
	return nil
}

func checkLast(points []Point) error {
	last := points[len(points)-1]
	if last.Share != ShareUnit {
		return fmt.Errorf("the last share is %d.%09d, not 1; the last point is the largest flow", last.Share/ShareUnit, last.Share%ShareUnit)
	}
	if last.Bytes == 0 {
		return fmt.Errorf("all flows are empty")
	}
	return nil
}

// Fixed is the law of flows that are all of one size. The errors are those of
// newDistribution.
func Fixed(bytes uint64) (*Distribution, error) {
	return newDistribution(fmt.Sprintf("fixed %d", bytes), []Point{{bytes, ShareUnit}})
}

// Points returns a copy of the points.
func (d *Distribution) Points() []Point { return append([]Point(nil), d.points...) }

// Mean returns the mean size in bytes, exact but for rounding to the nearest.
func (d *Distribution) Mean() uint64 {
	// Twice the sum, in ShareUnits: of each stretch the share by the sum of its ends.
	sum := new(big.Int)
	before := Point{Bytes: d.points[0].Bytes}
	for _, p := range d.points {
		term := new(big.Int).SetUint64(before.Bytes + p.Bytes)
		sum.Add(sum, term.Mul(term, big.NewInt(int64(p.Share-before.Share))))
		before = p
	}
	sum.Add(sum, big.NewInt(ShareUnit))
	return sum.Div(sum, big.NewInt(2*ShareUnit)).Uint64()
}

// fine is the number of bits by which a draw is finer than a share: ShareUnit<<fine
// fits 60 bits.
const fine = 30

// Sample draws a size: the inverse of the distribution function at a uniform number of 60
// bits, rounded to the nearest byte, at least 1. It takes one or, rarely, more numbers of
// the stream.
func (d *Distribution) Sample(s *random.Source) uint64 {
	return d.inverse(s.Below64(ShareUnit << fine))
}

// inverse returns the size at the share u, 0 <= u < ShareUnit<<fine, in units of
// 2^-fine/ShareUnit.
func (d *Distribution) inverse(u uint64) uint64 {
	// The first point whose share is above u: it exists, since the last is 1.
	lo, hi := 0, len(d.points)-1
	for lo < hi {
		mid := (lo + hi) / 2
		if uint64(d.points[mid].Share)<<fine > u {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == 0 {
		return max(d.points[0].Bytes, 1)
	}
	// The share of the point before is at most u and so below this one's: the divisor
	// is above 0, and the quotient at most the difference in bytes.
	a, b := d.points[lo-1], d.points[lo]
	above := u - uint64(a.Share)<<fine
	width := uint64(b.Share-a.Share) << fine
	high, low := bits.Mul64(b.Bytes-a.Bytes, above)
	low, carry := bits.Add64(low, width/2, 0)
	part, _ := bits.Div64(high+carry, low, width)
	return max(a.Bytes+part, 1)
}

// ReadDistribution reads points, one a line: bytes and cumulative share, separated by a comma or blanks. Shares are
// parts of 1 or, if the last is 100 or one has a %, percents. Lines that begin with # and a heading are skipped. An
// error begins with name and line.
func ReadDistribution(r io.Reader, name string) (*Distribution, error) {
	const maxPoints = 100_000
	in := topology.NewLines(r, name)
	var points []Point
	var lines []int
	percent := false
	var raw []uint64 // shares in units of 1/ShareUnit of what is written
	for {
		words, err := in.Next()
		if err != nil {
			return nil, err
		}
		if words == nil {
			break
		}
		if words[0][0] == '#' {
			continue
		}
		words = strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return r == ',' || r == ' ' })
		if len(raw) == 0 && len(words) > 0 && isWord(words[0]) {
			continue
		}
		if len(words) != 2 {
			return nil, in.Errorf("a point has %d words; it needs 2: bytes and cumulative share", len(words))
		}
		if len(raw) == maxPoints {
			return nil, in.Errorf("there are more than %d points", maxPoints)
		}
		bytes, err := topology.ParseDecimal(words[0], 0)
		if err != nil {
			return nil, in.Errorf("bytes: %v", err)
		}
		text, cut := strings.CutSuffix(words[1], "%")
		percent = percent || cut
		share, err := topology.ParseDecimal(text, 9)
		if err != nil {
			return nil, in.Errorf("share: %v", err)
		}
		points = append(points, Point{Bytes: bytes})
		raw = append(raw, share)
		lines = append(lines, in.Line())
	}
	if len(points) == 0 {
		return nil, in.ErrorAt(max(in.Line(), 1), "there are no points; write bytes and cumulative share a line")
	}
	percent = percent || raw[len(raw)-1] == 100*ShareUnit
	for i := range points {
		share := raw[i]
		if percent {
			share = (share + 50) / 100
		}
		if share > ShareUnit {
			return nil, in.ErrorAt(lines[i], "the share is above 1; write parts of 1, or percents up to 100")
		}
		points[i].Share = uint32(share)
		if err := checkPoint(points[:i], points[i]); err != nil {
			return nil, in.ErrorAt(lines[i], "%v", err)
		}
	}
	if err := checkLast(points); err != nil {
		return nil, in.ErrorAt(lines[len(lines)-1], "%v", err)
	}
	return &Distribution{Name: name, points: points}, nil
}

// isWord reports whether a word is a heading, not a number.
func isWord(s string) bool {
	return s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z'
}
