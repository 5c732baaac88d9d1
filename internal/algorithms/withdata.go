package algorithms

import "smartnic-cc/codegen"

// WithData returns the names of the built-in algorithms that a NIC can drive and whose profiles are data: nothing but
// a name and a profile can be chosen.
func WithData() []string {
	all, _ := entries() // the error is reported to whoever asks for one of them
	var names []string
	for _, e := range all {
		if d, ok := e.Family.(*data); ok && drivable(d.first) {
			names = append(names, d.first)
		}
	}
	return names
}

// drivable reports whether a NIC can drive a built-in algorithm.
func drivable(algorithm string) bool {
	t, err := codegen.Transducer(algorithm)
	if err == nil {
		_, err = t.Contract()
	}
	return err == nil
}
