package codegen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reference"
)

// TestCatalog checks that the catalog of the built-in packages equals the reference's.
func TestCatalog(t *testing.T) {
	p, err := codegen.Load(nil)
	require.NoError(t, err)
	have, want := p.Catalog(), reference.Catalog()
	require.Equal(t, want.Algorithms, have.Algorithms)
	require.Len(t, have.Funcs, len(want.Funcs))
	for _, w := range want.Funcs {
		h, err := have.Func(w.Name)
		require.NoError(t, err)
		require.Equal(t, w, *h)
	}
}

// TestEventKinds checks that the names of event kinds equal those of dcqcn's String method.
func TestEventKinds(t *testing.T) {
	p, err := codegen.Load(nil)
	require.NoError(t, err)
	for _, name := range []string{"dcqcn", "dolcerc4"} {
		_, kinds := p.Program.Transducer(name).EventKinds()
		k := dcqcn.EventNone
		for ; k <= dcqcn.EventCNP; k++ {
			require.EqualValues(t, k, kinds[k].Value)
			require.Equal(t, k.String(), kinds[k].Name)
		}
		require.Len(t, kinds, int(k))
	}
	leaf, _ := p.Program.Transducer("bandit4").EventKinds()
	require.Equal(t, -1, leaf)

	write(t, map[string]string{"x/x.go": `package x

type Kind uint8

const (
	//ccgen:event ack
	RTTAck Kind = 7
	//ccgen:event timer
	RTTCut_2  Kind = 3
	RTTSecond Kind = 3
)

type P struct{ A uint8 }
type S struct{ A uint8 }
type E struct {
	//ccgen:signal now
	At uint32
	In Inner
}
type Inner struct {
	//ccgen:signal kind
	What Kind
}
type T struct {
	At   uint32
	Kind Kind
}

func Init(p *P, s *S) { s.A = p.A }

func Next(s *S, now uint32) T { return T{} }

//ccgen:transducer x init=Init next=Next
func Step(p *P, s *S, e *E) uint8 { return s.A + p.A }

type Plain struct{ Kind Kind }

//ccgen:transducer plain init=Init
func StepPlain(p *P, s *S, e *Plain) uint8 { return s.A + p.A }
`})
	p, err = codegen.Load([]string{"x"})
	require.NoError(t, err)
	leaf, kinds := p.Program.Transducer("x").EventKinds()
	require.Equal(t, 1, leaf)
	require.Equal(t, []ir.NamedKind{{Value: 7, Name: "ack"}, {Value: 3, Name: "cut-2"}}, kinds)
	leaf, _ = p.Program.Transducer("plain").EventKinds()
	require.Equal(t, -1, leaf, "a field is no kind by its name")
	a, err := p.Catalog().Algorithm("x")
	require.NoError(t, err)
	require.Equal(t, "Output", a.Output[0].Name)
	require.Equal(t, []string{"x", "plain"}, p.Algorithms())
}
