package testvectors

// Load reads the files of the given paths, or the whole corpus if paths is empty. The error is that of the first file
// that Read refuses.
func Load(paths []string) ([]*File, error) {
	if len(paths) == 0 {
		return Corpus()
	}
	var files []*File
	for _, path := range paths {
		f, err := Read(path)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}
