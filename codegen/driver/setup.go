package driver

// Setup is an algorithm ready to run: what a replay or a simulation is given.
type Setup struct {
	Algorithm *Algorithm
	// Params are the parameters, flattened.
	Params []uint64
	// Engine returns an engine for one goroutine.
	Engine func() (Engine, error)
}
