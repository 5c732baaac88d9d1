package algorithms

import "smartnic-cc/codegen"

// WithData returns the names of the built-in algorithms that a NIC can drive and whose profiles are data: nothing but
// a name and a profile can be chosen.
func WithData() []string {
	all, _ := entries() // the error is reported to whoever asks for one of them
	var names []string
	for _, e := range all {
		if d, ok := e.Family.(*data); ok && d.drivable() {
			names = append(names, d.first)
		}
	}
	return names
}

// HasData reports whether WithData has a name. It compiles no other algorithm.
func HasData(name string) bool {
	folders, _ := codegen.Folders() // the error is reported to whoever loads it
	dir := folders[name]
	if dir == "" || derived[dir] != nil {
		return false
	}
	f, _ := dataOf(dir)
	d, ok := f.(*data)
	return ok && d.first == name && d.drivable()
}

// drivable reports whether a NIC can drive the algorithm.
func (d *data) drivable() bool {
	_, err := d.of[d.first].Contract()
	return err == nil
}
