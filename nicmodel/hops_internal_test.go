package nicmodel

import (
	"smartnic-cc/codegen/ir"
	"smartnic-cc/nicmodel/fabric"
)

// A note has room for as many hops as an algorithm may take.
const _ = uint(fabric.MaxHops - ir.MaxHops)

// NotesOf returns how many notes of hops are in use in a model.
func NotesOf(m *Model) int { return m.network.TracesInUse() }
