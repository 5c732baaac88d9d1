package order

type S struct {
	A, N uint32
	Arr  [4]uint32
}

func (s *S) inc() uint32 {
	s.A++
	return s.A
}

func (s *S) pair() (uint32, uint32) {
	s.N++
	return s.A, s.N
}

func use(x, y uint32) uint32 { return x + y }

func (s *S) take(x uint32) { s.A = x }

func inside(s *S) uint32 {
	x := s.inc() + s.A         // ERROR "call of (*S).inc inside an expression"
	y := use(s.inc(), s.inc()) // ERROR "inside an expression"
	z := uint32(s.inc())       // ERROR "inside an expression"
	s.A += s.inc()             // ERROR "inside an expression"
	s.take(s.inc())            // ERROR "inside an expression"
	s.Arr[s.inc()] = 3         // ERROR "inside an expression"
	w := [2]uint32{s.inc(), 1} // ERROR "inside an expression"
	v, u := s.inc(), s.A       // ERROR "inside an expression"
	if s.inc() > 3 {           // ERROR "inside an expression"
		x++
	}
	if !s.test() { // ERROR "inside an expression"
		x++
	}
	if x > 3 && s.test() { // ERROR "inside an expression"
		x++
	}
	return x + y + z + w[0] + v + u
}

func (s *S) test() bool {
	s.A++
	return true
}

func two(s *S) (uint32, uint32) {
	return s.inc(), s.A // ERROR "inside an expression"
}

func left(s *S, i uint32) {
	s.Arr[s.N&3] = s.inc()            // ERROR "the call changes what the index"
	s.Arr[s.N&3], s.A = s.pair()      // ERROR "index on the left depends"
	i, s.Arr[i&3] = s.Arr[i&3], s.A   // ERROR "index on the left depends"
	s.N, s.Arr[i&3] = s.Arr[i&3], s.A // fine: i stays
	s.Arr[i&3] = s.inc()              // fine
}
