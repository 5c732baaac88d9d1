package fixedpoint

// Time is a wrapping clock: nanoseconds modulo 2^32, about 4.29 seconds. Two
// times can be ordered where the true distance between them is below 2^31 ns
// (about 2.147 s); at exactly 2^31 each counts as before the other.
//
//ccgen:unit ns
type Time uint32

// Since returns the nanoseconds from earlier to t modulo 2^32: exact for true
// distances below 2^32 ns.
//
//ccgen:export
//ccgen:wrap times are modulo 2^32
func (t Time) Since(earlier Time) uint32 {
	return uint32(t - earlier)
}

// Before reports whether t is earlier than u, by the sign of the 32-bit
// difference. At a distance of exactly 2^31 ns both t.Before(u) and
// u.Before(t) are true: the order cannot be told.
//
//ccgen:export
//ccgen:wrap times are modulo 2^32
func (t Time) Before(u Time) bool {
	return int32(uint32(t-u)) < 0
}

// Add returns the time d nanoseconds after t, modulo 2^32.
//
//ccgen:export
//ccgen:wrap times are modulo 2^32
func (t Time) Add(d uint32) Time {
	return t + Time(d)
}
