package precedence

const (
	most = 1<<16 - 1   // ERROR "1<<16 - 1 is another value in C, which binds << looser than -"
	mask = (1<<16 - 1) // ERROR "1<<16 - 1 is another value in C"
	half = 1 << (4 - 1)
)

// shift: C binds << and >> looser than + and -.
func shift(q, n uint32, t [4]uint32) (uint32, uint32, uint32) {
	q = q + 1<<15                // ERROR "q + 1<<15 is another value in C, which binds << looser than +"
	q += n>>3 - q                // ERROR "n>>3 - q is another value in C, which binds >> looser than -"
	q = n << 3 * q               // ERROR "n << 3 * q is another value in C, which binds << looser than *"
	q = q * n >> 3               // the same
	q = q<<3 | n>>4              // the same
	q = t[n&3<<1] + (q-n<<1)*3   // ERROR "t[n&3<<1] + (q-n<<1)*3 is another value"
	return q - n<<1, n<<1 - q, q // ERROR "q - n<<1 is another value" "n<<1 - q is another value"
}

// bit: C binds & tighter than ^, that tighter than |, and all looser than the rest.
func bit(n, m, r uint32) (uint32, uint32, uint32) {
	h := n<<16 | m ^ r*0x9E37      // ERROR "n<<16 | m ^ r*0x9E37 is another value in C, which binds | looser than ^"
	h += n ^ m | r                 // the same
	h += n&m ^ r&^m | n&r          // the same
	h -= n | m + r                 // ERROR "which binds | looser than +"
	h -= n ^ m - r                 // ERROR "which binds ^ looser than -"
	h -= n - m ^ r + m | r         // ERROR "which binds ^ looser than +"
	h -= n + m&r                   // ERROR "which binds & looser than +"
	h -= n &^ m * r                // ERROR "which binds &^ looser than *"
	h -= n * m &^ r                // the same
	return n & m % 4, n % 4 & m, h // ERROR "n & m % 4 is another value in C, which binds & looser than %"
}

// compare: C binds == and < tighter than & ^ |, and < tighter than ==.
func compare(n, m uint32, b bool) bool {
	if n&1 == 0 { // ERROR "n&1 == 0 is another value in C, which binds & looser than =="
		return n|m < 3 // ERROR "which binds | looser than <"
	}
	if n>>1 < m || n+1 == m<<3 && n != 4 { // the same
		return n < m == b // the same
	}
	for i := uint32(0); i < 4; i++ {
		b = b && 3 >= i^m // ERROR "which binds ^ looser than >="
	}
	switch n & m & 3 {
	case 1, 1<<2 + 1: // ERROR "1<<2 + 1 is another value"
		return !b == (n&m != 0) // ERROR "n&m != 0) is another value in C, which binds & looser than !="
	}
	return (n&1) == 0 && (n|m) < 3 && 3 >= (n^m)
}

// several lines, and a text of several bytes a letter before it
func lines(α, β uint32) uint32 {
	return 1 +
		α<<2 + // ERROR "1 + α<<2 + β is another value"
		β
}

type State struct {
	// ERROR+2 "1<<4 - 1 is another value in C, which binds << looser than -"
	//
	//ccgen:range 1<<4-1..1<<8
	A uint16
}

// ERROR+3 "1<<3 + 1<<2 is another value in C, which binds << looser than +"
//
//ccgen:range n 0..1<<20
//ccgen:range return 0..1<<3+1<<2
func ranges(n uint32) uint32 { return n & 7 }
