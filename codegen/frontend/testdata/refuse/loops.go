package loops

func forever(x uint32) uint32 {
	for { // ERROR "not provably bounded"
		x++
		if x > 10 {
			return x
		}
	}
}

func while(x uint32) uint32 {
	for x > 10 { // ERROR "not provably bounded"
		x >>= 1
	}
	return x
}

func variable(n uint32) uint32 {
	s := uint32(0)
	for i := uint32(0); i < n; i++ { // ERROR "loop bound is not a constant"
		s += i
	}
	for i := n; i < 5; i++ { // ERROR "loop bound is not a constant"
		s += i
	}
	for i := range n { // ERROR "loop bound is not a constant"
		s += i
	}
	return s
}

func step(x uint32) uint32 {
	for i := uint32(0); i < 10; i += 2 { // ERROR "not provably bounded"
		x += i
	}
	for i := uint32(1); i < 10; i *= 2 { // ERROR "not provably bounded"
		x += i
	}
	for i := uint32(0); i < 10; i-- { // ERROR "not provably bounded"
		x += i
	}
	for i := uint32(0); i != 10; i++ { // ERROR "not provably bounded"
		x += i
	}
	return x
}

func other(x uint32) uint32 {
	j := uint32(0)
	for i := uint32(0); j < 10; i++ { // ERROR "not provably bounded"
		x += i
	}
	for i := uint32(0); i < 10; j++ { // ERROR "not provably bounded"
		x += i
	}
	for j = uint32(0); j < 10; j++ { // ERROR "not provably bounded"
		x++
	}
	for i, k := uint32(0), uint32(1); i < 10; i++ { // ERROR "not provably bounded"
		x += k
	}
	return x
}

func wraps(x uint32) uint32 {
	for i := uint8(0); i <= 255; i++ { // ERROR "loop without end: i <= 255"
		x++
	}
	for i := uint32(9); i >= 0; i-- { // ERROR "loop without end: i >= 0"
		x++
	}
	for i := int8(9); i >= -128; i-- { // ERROR "loop without end: i >= -128"
		x++
	}
	return x
}

func assigned(x uint32) uint32 {
	for i := uint32(0); i < 10; i++ {
		if x > i {
			i = 3 // ERROR "loop variable i is changed"
		}
		i++         // ERROR "loop variable i is changed"
		i += x      // ERROR "loop variable i is changed"
		x, i = i, x // ERROR "loop variable i is changed"
	}
	return x
}

func ranges(a [4]uint32) uint32 {
	s := uint32(0)
	for _, v := range a { // ERROR "range over a value of type"
		s += v
	}
	for i := range a { // ERROR "range over a value of type"
		s += a[i]
	}
	var k uint32
	for k = range uint32(3) { // ERROR "range that assigns"
		s += k
	}
	for range s { // ERROR "loop bound is not a constant"
		s++
	}
	return s
}
