package svdpi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"smartnic-cc/codegen/ir"
	"smartnic-cc/internal/base/sys/child"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Model is the generated files of an algorithm, and what vectors of it are.
type Model struct {
	Files []File
	g     *gen
}

// NewModel generates the files, to run vectors on them. The errors are those of Generate.
func NewModel(p *ir.Program, o Options) (*Model, error) {
	files, err := Generate(p, o)
	if err != nil {
		return nil, err
	}
	g, err := newGen(p, o)
	if err != nil {
		return nil, err
	}
	return &Model{Files: files, g: g}, nil
}

// Name returns the name of the algorithm.
func (m *Model) Name() string { return m.g.t.Name }

// VectorsName is the name of the bench's file of vectors.
func (m *Model) VectorsName() string { return m.g.id + "_vectors.txt" }

// pick returns the files with the groups that the bench can play.
func (m *Model) pick(files []*testvectors.File) ([]*testvectors.File, error) {
	t := m.g.t
	return testvectors.Select(files, t.Name, func(g *testvectors.Group) bool {
		return g.Type == testvectors.SequenceTest && g.Name == t.Name ||
			g.Type == testvectors.FunctionTest && t.Next != nil && g.Name == t.Next.FullName()
	})
}

// WriteVectors writes the algorithm's vectors among those of the files, in the form that the bench plays. It is an
// error if the files have no vectors of the algorithm.
func (m *Model) WriteVectors(w io.Writer, all []*testvectors.File) error {
	files, err := m.pick(all)
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w)
	for _, f := range files {
		for i := range f.Groups {
			m.writeGroup(b, &f.Groups[i])
		}
	}
	return b.Flush()
}

// writeGroup writes a group. A buffered writer keeps its first error for Flush.
func (m *Model) writeGroup(w io.Writer, g *testvectors.Group) {
	t := m.g.t
	for _, c := range g.Calls {
		n := t.State.Leaves()
		fmt.Fprintf(w, "N %s %s %s\n", pack(t.State, c.Args[:n]), pack(t.Next.Params[1].Type, c.Args[n:]), pack(t.Next.Results[0], c.Results))
	}
	for i := range g.Sequences {
		s := &g.Sequences[i]
		letter := "I"
		if s.Loaded {
			letter = "L"
		}
		fmt.Fprintf(w, "%s %s %s 0\n", letter, pack(t.Params, g.ParamValues), pack(t.State, s.Initial))
		for _, row := range s.Steps {
			event, output, state := g.Split(row)
			fmt.Fprintf(w, "S %s %s %s\n", pack(t.Event, event), pack(t.Output, output), pack(t.State, state))
		}
	}
}

// pack returns the leaves of a value as a packed struct has them, in hexadecimal.
func pack(t *ir.Type, values []uint64) string {
	v := new(big.Int)
	for i, l := range ir.Layout(t) {
		n := uint(l.Kind.Bits())
		v.Lsh(v, n)
		v.Or(v, new(big.Int).SetUint64(values[i]<<(64-n)>>(64-n)))
	}
	return v.Text(16)
}

// unpack is the reverse of pack.
func unpack(t *ir.Type, text string) ([]uint64, error) {
	v, ok := new(big.Int).SetString(text, 16)
	if !ok || v.Sign() < 0 || v.BitLen() > bits(t) {
		return nil, fmt.Errorf("%.40q is no number of %d bits in hexadecimal", text, bits(t))
	}
	leaves := ir.Layout(t)
	values := make([]uint64, len(leaves))
	for i := len(leaves) - 1; i >= 0; i-- {
		n := uint(leaves[i].Kind.Bits())
		values[i] = leaves[i].Kind.Norm(new(big.Int).And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(1))).Uint64())
		v.Rsh(v, n)
	}
	return values, nil
}

// Simulator is the simulator that checks are run with.
const Simulator = "verilator"

// tool is the simulator, as it is to be found.
var tool = child.Tool{Name: Simulator, Need: "version 5 or later is needed to run the bench (on Debian: apt-get install verilator g++ make)",
	Args: []string{"--version"}, Version: func(said string) (string, error) {
		words := strings.Fields(said)
		if len(words) < 2 || strings.HasPrefix(words[1], "4.") || strings.HasPrefix(words[1], "3.") {
			return "", fmt.Errorf("%q; the bench needs version 5 or later, which has --timing", said)
		}
		return words[0] + " " + words[1], nil
	}}

// Check builds the bench with verilator, plays the vectors to it, and compares the model's answers, timers included.
// It fails if there are no vectors of the algorithm, or without verilator; other errors are *child.ToolError.
func (m *Model) Check(ctx context.Context, all []*testvectors.File) (testvectors.Outcome, error) {
	o := testvectors.Outcome{Target: m.Name() + " on " + Simulator}
	files, err := m.pick(all)
	if err != nil {
		return o, err
	}
	path, version, err := tool.Find(ctx)
	if err != nil {
		return o, err
	}
	o.Tool, o.Given = version, files
	answers, _, err := m.simulate(ctx, path, files)
	if err != nil {
		o.Err = err
		return o, err
	}
	err = o.Run(ctx, m.player(answers), files, nil)
	return o, err
}

// simulate builds the bench and plays vectors to it. It returns the answers, and the bench's messages.
func (m *Model) simulate(ctx context.Context, verilator string, files []*testvectors.File) (answers, said string, err error) {
	dir, remove, err := child.Folder("ccgen-sv-dpi-")
	if err != nil {
		return "", "", err
	}
	defer remove()
	var vectors strings.Builder
	if err := m.WriteVectors(&vectors, files); err != nil {
		return "", "", err
	}
	for _, f := range append(m.Files[:len(m.Files):len(m.Files)], File{m.VectorsName(), []byte(vectors.String())}) {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o600); err != nil {
			return "", "", err
		}
	}
	top := m.g.id + "_tb"
	if _, err := child.Output(ctx, dir, Simulator, verilator, append([]string{"--binary", "--timing", "-Wall", "--top-module", top}, m.sources()...)...); err != nil {
		return "", "", err
	}
	said, err = child.Output(ctx, dir, "V"+top, "./obj_dir/V"+top, "+vectors="+m.VectorsName(), "+answers=answers.txt")
	if err != nil {
		return "", said, err
	}
	b, err := os.ReadFile(filepath.Join(dir, "answers.txt"))
	return string(b), strings.TrimSpace(said), err
}

// player replays the model's answers.
func (m *Model) player(answers string) *player {
	return &player{m: m, lines: strings.Split(strings.TrimSuffix(answers, "\n"), "\n")}
}

// sources are the files that the simulator is given.
func (m *Model) sources() []string {
	list := collect.Pick(m.Files, func(f File) (string, bool) { return f.Name, !strings.HasSuffix(f.Name, ".h") })
	return append(list[1:], list[0]) // the C code last
}

// player is a firmware that gives the answers which the bench wrote down, in the order of the vectors.
type player struct {
	m     *Model
	lines []string
	state []uint64
}

func (p *player) Name() string { return p.m.Name() }
func (p *player) Close() error { return nil }

var errEnded = errors.New("the bench wrote fewer answers than there are vectors; see what it says with ccgen sv-dpi -o, and run it by hand")

func (p *player) line() (string, error) {
	if len(p.lines) == 0 {
		return "", errEnded
	}
	l := p.lines[0]
	p.lines = p.lines[1:]
	return l, nil
}

// row takes a line of output and state.
func (p *player) row() (output []uint64, err error) {
	l, err := p.line()
	if err != nil {
		return nil, err
	}
	out, state, _ := strings.Cut(l, " ")
	if output, err = unpack(p.m.g.t.Output, out); err != nil {
		return nil, err
	}
	p.state, err = unpack(p.m.g.t.State, state)
	return output, err
}

func (p *player) Call(string, []uint64) ([]uint64, error) {
	l, err := p.line()
	if err != nil {
		return nil, err
	}
	return unpack(p.m.g.t.Next.Results[0], l)
}

func (p *player) Open(string, []uint64) (transducer.Connection, error) {
	_, err := p.row()
	return p, err
}

func (p *player) State() ([]uint64, error) { return p.state, nil }
func (p *player) Load([]uint64) error      { return nil }

func (p *player) Step([]uint64) (output, state []uint64, err error) {
	output, err = p.row()
	return output, p.state, err
}
