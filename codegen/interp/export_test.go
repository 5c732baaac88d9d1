package interp

// SetRoomy has functions of more instructions than n call what they call.
func (m *Machine) SetRoomy(n int) { m.roomy = n }
