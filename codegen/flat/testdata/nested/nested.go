// Package nested indexes what has several indices.
package nested

// Cell is an element of the table.
type Cell struct {
	V [2]uint16
	W int32
}

var grid = [3][4]Cell{
	{{[2]uint16{1, 2}, 3}, {[2]uint16{4, 5}, -6}, {[2]uint16{7, 8}, 9}, {[2]uint16{10, 11}, 12}},
	{{[2]uint16{13, 14}, 15}, {[2]uint16{16, 17}, 18}, {[2]uint16{19, 20}, -21}, {[2]uint16{22, 23}, 24}},
	{{[2]uint16{25, 26}, 27}, {[2]uint16{28, 29}, 30}, {[2]uint16{31, 32}, 33}, {[2]uint16{34, 35}, -36}},
}

// Matrix is written through two variable indices.
type Matrix struct {
	M [3][4]uint32
}

func pair(a uint32) [2]uint32 { return [2]uint32{a * 3, a * 5} }

func fill(m *Matrix, i, j uint8) Matrix {
	m.M[i][j] = 7
	m.M[2][j] += 1
	m.M[i][1] ^= 2
	return *m
}

// Sum adds one of each.
//
//ccgen:export
func Sum(i, j, k uint8) uint32 {
	s := uint32(grid[i][j].V[k]) + uint32(grid[1][j].W) + uint32(grid[i][2].W) + uint32(grid[2][3].V[k])
	c := grid[i][j]
	s = s*31 + uint32(c.V[1]) + uint32(c.W)
	q := pair(s)
	s = s*31 + q[k]
	m := Matrix{}
	n := fill(&m, i, j)
	for a := uint8(0); a < 3; a++ {
		for b := uint8(0); b < 4; b++ {
			s = s*31 + n.M[a][b] + m.M[a][b]
		}
	}
	return s
}
