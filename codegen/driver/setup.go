package driver

import "smartnic-cc/codegen/ir"

// Setup is an algorithm ready to run in a replay or a simulation.
type Setup struct {
	Algorithm *Algorithm
	// Params are the parameters, flattened.
	Params []uint64
	// Engine returns an engine for one goroutine.
	Engine func() (Engine, error)
}

// Handles is Algorithm.Handles with the setup's parameters.
func (s *Setup) Handles(h ir.NICEventKind) bool { return s.Algorithm.Handles(h, s.Params) }
