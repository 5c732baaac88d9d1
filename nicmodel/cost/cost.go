// Package cost says what the firmware's handlers cost on a NIC's cores, from a table
// that `ccgen cost --table` writes. It knows nothing of the compiler.
//
// docs/ports.md says how the numbers come about and how far they can be trusted.
package cost

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

//go:embed table.json
var table []byte

// Table is the cost of all handlers.
type Table struct {
	// Command made the table.
	Command string `json:"command"`
	// Units are the units of the profiles by name: cycles, instructions or stages.
	Units    map[string]string `json:"units"`
	Handlers []Handler         `json:"handlers"`
}

// Handler is what one call of a handler costs: the step of an algorithm for one kind of
// event ("dolcerc4 cnp"; "dolcerc4 cnp learns" if it ends an iteration of the bandit), its
// init ("dolcerc4 init"), or a function ("fixedpoint.Log2").
type Handler struct {
	Name string `json:"name"`
	// Calls is the number of calls that the means are taken over.
	Calls uint64 `json:"calls"`
	// StateRead and StateWritten are the mean bytes of state that a call moves, in
	// thousandths of a byte.
	StateRead    int64 `json:"stateRead"`
	StateWritten int64 `json:"stateWritten"`
	// Mean and Worst are operations by kind, Mean in thousandths.
	Mean  map[string]int64 `json:"mean"`
	Worst map[string]int64 `json:"worst"`
	// Costs are by profile.
	Costs map[string]Cost `json:"costs"`
}

// Cost is a cost in thousandths of the profile's unit.
type Cost struct {
	Mean  int64 `json:"mean"`
	Worst int64 `json:"worst"`
}

// Default returns the table of this version of the firmware.
func Default() *Table {
	t, err := Parse(table)
	if err != nil {
		panic("cost: the embedded table: " + err.Error()) // a test reads it
	}
	return t
}

// Parse reads a table in JSON, as ccgen cost --table writes it. The error says what is wrong
// in it, and how to write it again.
func Parse(text []byte) (*Table, error) {
	t := &Table{}
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("cost table: %w; write it again with ccgen cost --table", err)
	}
	return t, nil
}

// Has reports whether the table has a handler.
func (t *Table) Has(handler string) bool {
	return slices.ContainsFunc(t.Handlers, func(h Handler) bool { return h.Name == handler })
}

// Of returns the cost of a handler on a profile. The error names what there is.
func (t *Table) Of(handler, profile string) (Cost, error) {
	var names []string
	for i := range t.Handlers {
		h := &t.Handlers[i]
		names = append(names, h.Name)
		if h.Name != handler {
			continue
		}
		c, ok := h.Costs[profile]
		if !ok {
			return Cost{}, fmt.Errorf("the cost table has no profile %.40q; write one with ccgen cost --table --profile", profile)
		}
		return c, nil
	}
	return Cost{}, fmt.Errorf("the cost table has no handler %.60q; there are %s", handler, strings.Join(names, ", "))
}
