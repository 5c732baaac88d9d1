package flat

// Depth returns the number of operations on the longest path from an input to an output.
func (f *Function) Depth() int { return newGraph(f.Outputs).depth() }
