package statements

func stop(x uint32) uint32 { return x }

type S struct{ A uint32 }

func (s *S) inc() uint32 {
	s.A++
	return s.A
}

func goes(s *S) {
	go s.inc()    // ERROR "go statement"
	defer s.inc() // ERROR "defer statement"
}

func labels(x uint32) uint32 {
outer: // ERROR "label outer"
	for i := uint32(0); i < 4; i++ {
		for j := uint32(0); j < 4; j++ {
			if j == x {
				continue outer // ERROR "continue with a label"
			}
			if i == x {
				break outer // ERROR "break with a label"
			}
		}
	}
	return x
}

func jump(x uint32) uint32 {
	if x > 3 {
		goto end // ERROR "goto"
	}
	x++
end: // ERROR "label end"
	return x
}

func channels() {
	select {} // ERROR "select statement"
}

func send(c chan uint32) { // ERROR "channel type"
	c <- 1 // ERROR "send statement"
}

func receive(c chan uint32) uint32 { // ERROR "channel type"
	return <-c // ERROR "receive from a channel"
}

func fall(x uint32) uint32 {
	switch x {
	case 1:
		x++
		fallthrough // ERROR "fallthrough"
	case 2:
		x++
	}
	return x
}

func breaks(x uint32) uint32 {
	for i := uint32(0); i < 3; i++ {
		switch x {
		case 1:
			if i == 2 {
				break // ERROR "break out of a switch"
			}
		}
	}
	return x
}

func cases(x, y uint32, b bool) uint32 {
	switch x {
	case y: // ERROR "case is not a constant"
		return 1
	}
	switch b { // ERROR "switch on a value of type bool"
	case true:
		return 2
	}
	return 3
}

func typeSwitch(x interface{ M() }) uint32 { // ERROR "interface type"
	switch x.(type) { // ERROR "type switch"
	}
	return 0
}

func assertion(x interface{ M() }) uint32 { // ERROR "interface type"
	_ = x.(interface{ M() }) // ERROR "type assertion"
	return 0
}

func blank(x uint32) uint32 {
	_ = x        // ERROR "value assigned to _"
	stop(x)      // ERROR "call without effect"
	_, y := x, x // ERROR "value assigned to _"
	var _ = x    // ERROR "value assigned to _"
	return y
}

func slice(a [4]uint8) uint8 {
	return a[1:3][0] // ERROR "slice expression"
}

func builtins(x uint32) uint32 {
	if x == 0 {
		panic("zero") // ERROR "builtin panic" "string literal"
	}
	println(x) // ERROR "builtin println"
	return x
}

func collections() uint32 {
	s := make([]uint32, 3) // ERROR "builtin make allocates" "slice type"
	s = append(s, 1)       // ERROR "builtin append"
	return s[0]
}
