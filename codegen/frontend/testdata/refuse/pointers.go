package pointers

type S struct {
	A, B uint32
	Arr  [4]T
}

type T struct{ X uint32 }

func use(s *S)                { s.A++ }
func useT(t *T)               { t.X++ }
func two(s, t *T)             { s.X = t.X }
func mixed(s *S, t *T) uint32 { return s.A + t.X }

func variable(s *S) {
	p := s // ERROR "pointer variable p"
	p.A++
	q := &s.Arr[0] // ERROR "address taken outside an argument"
	q.X++
	var r *S // ERROR "pointer variable"
	use(r)
	s = nil // ERROR "nil"
}

func result(s *S) *S { // ERROR "pointer result"
	return s
}

func compare(s, t *S) bool {
	return s == t // ERROR "comparison of pointers"
}

func compareNil(s *S) bool {
	return s != nil // ERROR "nil"
}

func scalar(x *uint32) { // ERROR "pointer to uint32"
	*x++
}

func deep(s **S) { // ERROR "pointer to pointer"
	(*s).A++
}

func alloc() {
	use(new(S)) // ERROR "builtin new allocates"
	use(&S{})   // ERROR "address of a composite literal"
	use(nil)    // ERROR "nil"
}

func reassign(s, t *S) {
	s = t // ERROR "pointer s used as a value"
	*s = S{}
}

func alias(s *S, i, j uint8) {
	two(&s.Arr[0], &s.Arr[1])
	two(&s.Arr[1], &s.Arr[1]) // ERROR "may be the same memory"
	two(&s.Arr[i], &s.Arr[j]) // ERROR "may be the same memory"
	two(&s.Arr[i], &s.Arr[2]) // ERROR "may be the same memory"
	_ = mixed(s, &s.Arr[0])   // ERROR "may be the same memory"
}

func aliasLocal() uint32 {
	var t T
	two(&t, &t) // ERROR "may be the same memory"
	return t.X
}

func rangePtr(a *[4]uint8) uint8 {
	n := uint8(0)
	for i := range a { // ERROR "range over a value"
		n += a[i]
	}
	return n
}

func (s *S) Method() {}

func methodAlias(t T) {
	t.with(&t) // ERROR "may be the same memory"
}

func (t *T) with(u *T) { t.X += u.X }

type N uint32

func (n *N) Inc() { // ERROR "pointer to pointers.N"
	*n++
}
