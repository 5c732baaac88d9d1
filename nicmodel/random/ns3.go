package random

// Moduli and factors of MRG32k3a (L'Ecuyer, "Good parameters and implementations for
// combined multiple recursive random number generators", 1999): ns-3's generator.
const (
	m1, m2   = 4294967087, 4294944443
	a12, a13 = 1403580, 810728
	a21, a23 = 527612, 1370589
)

// matrix is a linear map modulo m of three words.
type matrix struct {
	rows [3][3]uint64
	m    uint64
}

func (a matrix) of(v [3]uint64) (w [3]uint64) {
	for i, row := range a.rows {
		for j := range v {
			w[i] = (w[i] + row[j]*v[j]%a.m) % a.m
		}
	}
	return w
}

// doubled is the map done 2^n times.
func (a matrix) doubled(n int) matrix {
	for range n {
		b := matrix{m: a.m}
		for j := range 3 {
			column := a.of([3]uint64{a.rows[0][j], a.rows[1][j], a.rows[2][j]})
			for i := range 3 {
				b.rows[i][j] = column[i]
			}
		}
		a = b
	}
	return a
}

var (
	step1 = matrix{[3][3]uint64{{0, 1, 0}, {0, 0, 1}, {m1 - a13, a12, 0}}, m1}
	step2 = matrix{[3][3]uint64{{0, 1, 0}, {0, 0, 1}, {m2 - a23, 0, a21}}, m2}
)

// Streams are the first numbers of ns-3's random streams of a seed: the simulator makes a
// stream for every coin that it throws, and takes its first number. Streams are 2^127
// steps from one another.
type Streams struct {
	s1, s2       [3]uint64
	jump1, jump2 matrix
}

// NewStreams begins with a stream of ns-3's seed 1 and run 1, its defaults; a run is 2^76
// steps.
func NewStreams(stream int) *Streams {
	s := NewStream(uint64(stream))
	s.jump1, s.jump2 = step1.doubled(127), step2.doubled(127)
	return s
}

// NewStream has the numbers of one stream, of seed 1 and run 1. Those that the simulator sets
// to a number begin at 2^63.
func NewStream(stream uint64) *Streams {
	s := &Streams{step1.doubled(76).of([3]uint64{1, 1, 1}), step2.doubled(76).of([3]uint64{1, 1, 1}), step1, step2}
	for bit := range 64 {
		if stream>>bit&1 != 0 {
			s.s1, s.s2 = step1.doubled(127+bit).of(s.s1), step2.doubled(127+bit).of(s.s2)
		}
	}
	return s
}

// Next returns the next number, above 0 and below 1: the first one of the next stream, or that of NewStream.
func (s *Streams) Next() float64 {
	x, y := step1.of(s.s1)[2], step2.of(s.s2)[2]
	if x <= y {
		x += m1
	}
	s.s1, s.s2 = s.jump1.of(s.s1), s.jump2.of(s.s2)
	return float64(x-y) * (1. / (m1 + 1))
}
