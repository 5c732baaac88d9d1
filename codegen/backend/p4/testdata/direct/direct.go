// Package direct names things so that names made of them would be taken: by v1model.p4,
// by the text around the algorithm, by the printer's own variables, by one another.
package direct

// meter and counter, behind the package's name, are declared by v1model.p4.
const (
	meter   uint32 = 0x9E3779B9
	counter uint32 = 3
)

// rows is looked up with an index.
var rows = [4]int32{1, -2, 3, -4}

// flags is a table of bool.
var flags = [4]bool{true, false, false, true}

// Inner has a field that Params has too, written otherwise.
type Inner struct{ Shift uint32 }

// Params are the parameters.
type Params struct {
	In       Inner
	In_Shift uint32
	Hash     bool
}

// Slot is part of the state.
type Slot struct{ Value, Key uint32 }

// State is the state.
type State struct {
	Slot  [2]Slot
	Total int32
}

// Event is an event.
type Event struct {
	Value uint32
	Index uint8
}

// Output is the output.
type Output struct {
	Value int32
	Flag  bool
}

// Init begins with what Step has a variable of the same name for.
func Init(params *Params, state *State) {
	x := params.In.Shift + params.In_Shift
	x = x<<(x&3) ^ meter
	rows_key := rows[x&3]
	*state = State{Total: rows_key + int32(x)}
}

// Step has variables named as the printer names its own.
//
//ccgen:transducer direct init=Init
func Step(params *Params, state *State, event *Event) Output {
	amount := event.Value + params.In_Shift
	amount = amount>>(event.Value+1) ^ event.Value<<(event.Value>>3)
	init_x := amount ^ meter
	init_x = init_x*counter + (init_x >> 3)
	rows_set := rows[event.Index&3] + int32(init_x)
	rows_table := rows[init_x&3] - rows_set
	rows_key := rows_set ^ rows_table>>1
	rows_key = rows_key*rows_set + rows[uint32(rows_key)&3]
	init_rows_key := rows_key + rows_table
	state.Slot[0].Value += uint32(init_rows_key)
	state.Slot[1].Key ^= amount
	if params.Hash {
		state.Slot[0].Key = state.Slot[0].Value + 1
	}
	state.Total += rows_key
	flag := flags[init_x>>30&3] != flags[event.Index>>1&3]
	return Output{Value: state.Total, Flag: flag}
}
