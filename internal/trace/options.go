package trace

// Options of a Reader; the zero value is what Open uses.
type Options struct {
	// AllowNoCNP opens traces without CNPs too, which Open refuses.
	AllowNoCNP bool
	// Format is what the content is taken for; 0 tells it by the content.
	Format Format
	// Measure makes the first pass collect what Reader.Measures returns.
	Measure bool
}
