package globals

var counter uint32 // ERROR "package-level variable counter"

var one = uint32(1) // ERROR "package-level variable one"

var a, b = [1]uint8{1}, [1]uint8{2} // ERROR "package-level variable a"

var zero [4]uint8 // ERROR "package-level variable zero"

var computed = [2]uint8{f(), 1} // ERROR "element of table computed is not a constant"

var other = table // ERROR "package-level variable other"

var _ = [1]uint8{1} // ERROR "package-level variable _"

var lambda = func() {} // ERROR "function literal"

type S struct{ A uint32 }

var state = S{} // ERROR "package-level variable state"

var table = [4]uint8{1, 2, 3}

func f() uint8 { return 3 }

func write(i uint8) {
	table[i] = 3  // ERROR "table table is not only read"
	table[1]++    // ERROR "table table is not only read"
	use(&table)   // ERROR "table table is not only read"
	table[2] += 3 // ERROR "table table is not only read"
}

func use(a *[4]uint8) { a[0]++ }

type Ring [4]uint8

func (r *Ring) push() { r[0]++ }

func (r Ring) first() uint8 { return r[0] }

var ring = Ring{1, 2, 3, 4}

func method() uint8 {
	ring.push()         // ERROR "table ring is not only read"
	return ring.first() // ERROR "table ring used as a whole"
}

func whole() [4]uint8 {
	return table // ERROR "table table used as a whole"
}

func copies() uint8 {
	t := table // ERROR "table table used as a whole"
	return t[1] + table[1] + uint8(len(table))
}
