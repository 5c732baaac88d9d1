package funcs

func init() {} // ERROR "func init"

func noBody(x uint32) uint32 // ERROR "has no body"

func named(x uint32) (y uint32) { // ERROR "named result y"
	y = x
	return
}

func variadic(xs ...uint32) uint32 { // ERROR "variadic parameter"
	return 0
}

func literal(x uint32) uint32 {
	f := func() uint32 { return x } // ERROR "function literal"
	return f()
}

func value() uint32 {
	f := plain // ERROR "used as a value"
	return f(1)
}

func plain(x uint32) uint32 { return x }

func param(f func(uint32) uint32) uint32 { // ERROR "function type"
	return f(1)
}

type T struct{ X uint32 }

func (t T) Get() uint32 { return t.X }

func methodValue(t T) uint32 {
	f := t.Get // ERROR "used as a value"
	return f()
}

func methodExpr(t T) uint32 {
	return T.Get(t) // ERROR "no declared function"
}

func _() {} // ERROR "function without a name"

func even(n uint32) bool { // ERROR "recursion: even calls odd calls even"
	if n == 0 {
		return true
	}
	return odd(n - 1)
}

func odd(n uint32) bool {
	if n == 0 {
		return false
	}
	return even(n - 1)
}

func self(n uint32) uint32 { // ERROR "recursion: self calls self"
	return self(n >> 1)
}

func generic[N uint8 | uint16](n N) N { // ERROR "recursion: generic"
	return generic(n - 1)
}

func several() (uint32, uint32) { return 1, 2 }

func both(x, y uint32) uint32 { return x + y }

func passed() uint32 {
	return both(several()) // ERROR "several results passed on"
}
