package gentables

import (
	"math/big"

	"smartnic-cc/internal/base/num/bigmath"
)

// smallTables: log2 of the mantissa at 65 nodes and the bow between them. On a
// segment of width h the function is, to third order,
//
//	c[i] + t (c[i+1] - c[i]) + t (1-t) bow[i],  0 <= t < 1
//
// where bow makes the middle exact. Neighbours share their node, so the pieces
// meet and the whole stays monotone.
func (w *writer) smallTables() {
	const n = 64
	var node, bow []*big.Int
	for i := int64(0); i <= n; i++ {
		node = append(node, bigmath.NearestLog2(big.NewInt(n+i), big.NewInt(n), 31))
	}
	for i := int64(0); i < n; i++ {
		// bow/4 = log2(mid) - (log2(left) + log2(right))/2, and so
		// bow = 2 log2(mid^2 / (left right)).
		mid, left, right := 2*(n+i)+1, 2*(n+i), 2*(n+i)+2
		bow = append(bow, bigmath.NearestLog2(big.NewInt(mid*mid), big.NewInt(left*right), 29))
	}
	w.table("// smallNode is log2(1 + i/64) in Q1.31.\n", "smallNode", "uint32", 8, node)
	w.table("// smallBow is the height over the chord times 4, in Q0.28.\n", "smallBow", "uint16", 4, bow)
}

// expTables: 2^f of a 16-bit fraction is the product over its four digits to
// base 16. The two low factors are stored less 1, which leaves their product
// short enough for a small multiplication.
func (w *writer) expTables() {
	digit := func(den int64, less *big.Int) (v []*big.Int) {
		for i := int64(0); i < 16; i++ {
			p := bigmath.NearestExp2(big.NewInt(i), big.NewInt(den), 63)
			v = append(v, p.Sub(p, less))
		}
		return v
	}
	w.table("// exp2A is 2^(i/16) in Q1.63.\n", "exp2A", "uint64", 16, digit(16, new(big.Int)))
	w.table("// exp2B is 2^(i/256) in Q1.63.\n", "exp2B", "uint64", 16, digit(256, new(big.Int)))
	w.table("// exp2C is 2^(i/4096) - 1 in Q1.63, below 2^-8.\n", "exp2C", "uint64", 16, digit(4096, pow2(63)))
	w.table("// exp2D is 2^(i/65536) - 1 in Q1.63, below 2^-12.\n", "exp2D", "uint64", 16, digit(65536, pow2(63)))
}

// rootTable: 1/sqrt(v) for v in [1/4, 1), 192 intervals of 2^-8. The first 64
// entries are 0: with them the upper byte of any word is an index, and the
// root of 0 comes out as 0 without being asked for.
func (w *writer) rootTable() {
	v := make([]*big.Int, 256)
	for i := range v {
		v[i] = new(big.Int)
		if i >= 64 {
			// 2^15 / sqrt((2i+1)/512) to nearest: the root of 2^39/(2i+1),
			// doubled, plus one, halved.
			v[i].Div(pow2(41), big.NewInt(int64(2*i+1)))
			v[i].Sqrt(v[i])
			v[i].Rsh(v[i].Add(v[i], big.NewInt(1)), 1)
		}
	}
	w.table("// rootSeed is 1/sqrt(v) in the middle of [i, i+1)/256 in Q1.15, and 0 for i < 64.\n", "rootSeed", "uint16", 4, v)
}

// recipTable: 1/v for v in [1/2, 1), 128 intervals of 2^-8.
func (w *writer) recipTable() {
	var v []*big.Int
	for i := int64(128); i < 256; i++ {
		v = append(v, roundRat(big.NewRat(512, 2*i+1), 15))
	}
	w.table("// recipSeed is 1/v in the middle of [i+128, i+129)/256, in Q1.15.\n", "recipSeed", "uint16", 4, v)
}
