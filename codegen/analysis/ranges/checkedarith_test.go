package ranges

import "math/bits"

// The operations of the printed program (printChecked), of which this file is a part, on unsigned
// (U) and signed (I) numbers of n bits, held in 64. Each panics with the site where the result
// does not fit.

// fault is what a failed check panics with.
type fault int

func fail(site int) { panic(fault(site)) }

func limitU(v uint64, n, site int) uint64 {
	if v>>1>>(n-1) != 0 {
		fail(site)
	}
	return v
}

func limitI(v int64, n, site int) int64 {
	if v>>(n-1) != v>>63 {
		fail(site)
	}
	return v
}

func addU(x, y uint64, n, site int) uint64 {
	s, carry := bits.Add64(x, y, 0)
	if carry != 0 {
		fail(site)
	}
	return limitU(s, n, site)
}

func subU(x, y uint64, n, site int) uint64 {
	if y > x {
		fail(site)
	}
	return x - y
}

func mulU(x, y uint64, n, site int) uint64 {
	hi, lo := bits.Mul64(x, y)
	if hi != 0 {
		fail(site)
	}
	return limitU(lo, n, site)
}

func shlU(x, c uint64, n, site int) uint64 {
	s := x << c
	if s>>c != x {
		fail(site)
	}
	return limitU(s, n, site)
}

func addI(x, y int64, n, site int) int64 {
	s := x + y
	if (s^x)&(s^y) < 0 {
		fail(site)
	}
	return limitI(s, n, site)
}

func subI(x, y int64, n, site int) int64 {
	s := x - y
	if (x^y)&(s^x) < 0 {
		fail(site)
	}
	return limitI(s, n, site)
}

func mulI(x, y int64, n, site int) int64 {
	h, l := bits.Mul64(uint64(x), uint64(y))
	hi, lo := int64(h), int64(l)
	if x < 0 {
		hi -= y
	}
	if y < 0 {
		hi -= x
	}
	if hi != lo>>63 {
		fail(site)
	}
	return limitI(lo, n, site)
}

func shlI(x int64, c uint64, n, site int) int64 {
	s := x << c
	if s>>c != x {
		fail(site)
	}
	return limitI(s, n, site)
}

func convUU(x uint64, n, site int) uint64 { return limitU(x, n, site) }

func convUI(x uint64, n, site int) int64 {
	if x>>(n-1) != 0 {
		fail(site)
	}
	return int64(x)
}

func convIU(x int64, n, site int) uint64 {
	if x < 0 {
		fail(site)
	}
	return limitU(uint64(x), n, site)
}

func convII(x int64, n, site int) int64 { return limitI(x, n, site) }
