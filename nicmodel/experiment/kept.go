package experiment

// Missing is a point that has no result in the folder.
type Missing struct {
	Point Point
	// Path is where its result would be.
	Path string
}

// Kept returns the results of points that the folder has, and in the points' order those
// that it does not have. It runs nothing.
func (r *Runner) Kept(points []Point) (*Results, []Missing, error) {
	res, jobs, err := r.kept(points)
	if err != nil {
		return nil, nil, err
	}
	var list []Missing
	for _, j := range jobs {
		list = append(list, Missing{j.point, j.path})
	}
	return res, list, nil
}

// Model names the model that the results are of (Fingerprint).
func (r *Results) Model() string { return r.model }

// Path is where the result of a point is kept.
func (r *Runner) Path(p Point) (string, error) {
	if err := r.name(); err != nil {
		return "", err
	}
	key, err := p.Key(r.model)
	if err != nil {
		return "", err
	}
	return r.path(key), nil
}
