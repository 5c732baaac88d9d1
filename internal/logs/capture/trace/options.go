package trace

// Options of a Reader; the zero value is what Open uses.
type Options struct {
	// AllowNoCNP opens traces without CNPs too, which Open refuses.
	AllowNoCNP bool
	// Format is what the content is taken for; 0 finds it by the content.
	Format Format
	// Nodes are the only nodes of a simulator trace to look at; empty: all.
	Nodes []uint16
	// Pauses delivers pauses and resumptions as events; otherwise they are
	// counted and left out.
	Pauses bool
	// Reconstruct is how events are made of counters; 0 is Uniform.
	Reconstruct Reconstruction
	// ConnDetail makes the first pass collect what Reader.ConnDetails returns.
	Measure bool
	// CheckICRC verifies the ICRC of every RoCEv2 packet of a capture that was
	// captured whole, and not of CNPs only; see Stats.ICRCWrong. Every byte is
	// then looked at, once.
	CheckICRC bool
	// Progress gets how many bytes of the file the first pass has read, and
	// how many there are; nil for nobody. It is called about every 64 KB to
	// 512 KB, from OpenWith or NewReader. A simulator trace is read twice, and
	// the bytes begin again.
	Progress func(done, total int64)
}
