// Package generate makes the corpus of package testvectors: directed cases first,
// then random ones, with the answers of the Go reference. The same seed gives the
// same bytes on every machine.
package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/ir"
	"smartnic-cc/codegen/vectors"
	"smartnic-cc/internal/num/splitmix"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// Seed is the seed of the corpus in the repository.
const Seed uint64 = 20260

// source is what all groups name: this repository and the version of the cases.
var source = testvectors.Source{Name: "smartnic-cc", Version: "2"}

// All makes the whole corpus from a seed. File.Name is the name that the file has in the
// corpus. The error is that of a file that Check does not take, and so a mistake of this
// package.
func All(seed uint64) ([]*testvectors.File, error) {
	b := &builder{seed: seed}
	b.fixedpoint()
	b.timers()
	b.bandit()
	b.notificationPoint()
	b.dcqcn()
	b.dolcerc()
	b.dolcercplus()
	b.others()
	return b.files, b.err
}

// directed are the packages whose cases are directed by hand, here.
var directed = []string{"fixedpoint", "bandit", "dcqcn", "dolcerc", "dolcercplus"}

// Directed reports whether the cases of a package are directed by hand. Those of others come of
// the declared ranges.
func Directed(pkg string) bool { return slices.Contains(directed, pkg) }

// others makes the files of the packages that have no cases here.
func (b *builder) others() {
	p, err := codegen.Load(nil)
	if err != nil {
		b.fail(err)
		return
	}
	own := *p
	own.Named = slices.DeleteFunc(slices.Clone(p.Named), func(q *ir.Package) bool { return Directed(q.Name) })
	if own.Own = own.Named; len(own.Named) == 0 || b.err != nil {
		return
	}
	r, err := vectors.Generate(context.Background(), &own, vectors.Options{Seed: b.seed, Calls: vectors.DefaultCalls})
	if err != nil {
		b.fail(err)
		return
	}
	b.files = append(b.files, r.Files...)
}

// builder collects files. After the first error it does nothing more.
type builder struct {
	seed  uint64
	files []*testvectors.File
	err   error
}

// random returns the stream of a part of the corpus. Parts do not share one, so that a
// case more in one part leaves the others as they are.
func (b *builder) random(part string) *rng {
	r := &rng{splitmix.Source(b.seed)}
	for _, c := range []byte(part) {
		r.Source = splitmix.Source(r.next() ^ uint64(c))
	}
	return r
}

// add completes a file: schema, header, ids and the notes that its flags need.
func (b *builder) add(name, algorithm string, header []string, groups []testvectors.Group) {
	if b.err != nil {
		return
	}
	if groups, b.err = b.apart(name, groups); b.err != nil {
		return
	}
	f := &testvectors.File{
		Name:      name,
		Algorithm: algorithm,
		Schema:    testvectors.SequenceSchema,
		Header: append(header,
			fmt.Sprintf("Made by `ccgen vectors --seed %d` from the Go reference. Form: docs/vectors.md.", b.seed)),
		Notes:  map[string]testvectors.Note{},
		Groups: groups,
	}
	if len(groups) > 0 && groups[0].Type == testvectors.FunctionTest {
		f.Schema = testvectors.FunctionSchema
	}
	note := func(t *testvectors.Test) {
		for _, flag := range t.Flags {
			if n, ok := notes[flag]; ok {
				f.Notes[flag] = n
			}
		}
	}
	for i := range groups {
		for j := range groups[i].Calls {
			note(&groups[i].Calls[j].Test)
		}
		for j := range groups[i].Sequences {
			note(&groups[i].Sequences[j].Test)
		}
	}
	f.Renumber()
	b.err = f.Check()
	b.files = append(b.files, f)
}

// fail keeps the first error.
func (b *builder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// rng is the stream that the corpus is drawn from.
type rng struct{ splitmix.Source }

func (r *rng) next() uint64 { return r.Uint64() }

// below returns a number in 0..n-1; the bias of the modulus is of no account here.
func (r *rng) below(n uint64) uint64 { return r.next() % n }

// between returns a number in lo..hi.
func (r *rng) between(lo, hi uint64) uint64 { return lo + r.below(hi-lo+1) }

// one returns true once in n.
func (r *rng) one(n uint64) bool { return r.below(n) == 0 }

// pick returns one of the values.
func pick[T any](r *rng, values ...T) T { return values[r.below(uint64(len(values)))] }

// logUniform returns a number whose bit length is uniform in 1..bits: small and large
// ones come equally often.
func (r *rng) logUniform(bits int) uint64 {
	n := r.between(1, uint64(bits))
	return r.next()>>(64-n) | 1<<(n-1)
}

// leaf returns a value of the leaf's type, weighted to edges.
func (r *rng) leaf(l transducer.Leaf) uint64 {
	v := r.logUniform(l.Bits)
	switch r.below(4) {
	case 0:
		v = -v
	case 1:
		v = r.next()
	}
	return l.Wrap(v)
}

// title cuts a comment to what a vector may carry.
func title(parts ...string) string {
	s := strings.Join(parts, " ")
	return s[:min(len(s), testvectors.MaxComment)]
}
