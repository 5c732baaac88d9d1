package testvectors

// Draft reads a file that was written by hand: its ids, number of tests and digest need not be
// right, nor its answers.
func Draft(name string, b []byte) (*File, error) {
	var raw rawFile
	f, err := raw.parse(b)
	if err != nil {
		return nil, err
	}
	f.Name = name
	return f, nil
}
