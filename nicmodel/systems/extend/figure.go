package extend

// Figure is a figure of the documentation that a system makes.
type Figure struct {
	// Name is what cctrace figure calls it, What says in a line what it shows.
	Name, What string
	Make       func() (*Chart, error)
}

// Chart is what a figure shows: panels below one another, with one axis.
type Chart struct {
	Title, XLabel, YLabel string
	Height                float64
	Panels                []Panel
}

// Panel is a part of a chart.
type Panel struct {
	Title  string
	LogY   bool
	Series []Series
}

// Series is a line; Color and Dash are numbers, and Step draws a step to the next x.
type Series struct {
	Name        string
	X, Y        []float64
	Step        bool
	Color, Dash int
}
