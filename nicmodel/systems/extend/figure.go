package extend

// Figure is a figure of the documentation that a system makes.
type Figure struct {
	// Name is its name for cctrace figure, What a one-line description.
	Name, What string
	Make       func() (*Chart, error)
}

// Chart is the contents of a figure: stacked panels with one axis.
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
