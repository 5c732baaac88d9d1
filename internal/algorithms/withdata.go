package algorithms

// WithData returns the names of the built-in algorithms that a NIC can drive and whose profiles are data: nothing but
// a name and a profile can be chosen.
func WithData() []string {
	all, _ := entries() // the error is reported to whoever asks for one of them
	var names []string
	for _, e := range all {
		if d, ok := e.Family.(*data); ok {
			if _, err := d.of[d.first].Contract(); err == nil {
				names = append(names, d.first)
			}
		}
	}
	return names
}
