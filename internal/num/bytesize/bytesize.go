// Package bytesize writes numbers of bytes with decimal units.
package bytesize

import "strconv"

// Text is a number of bytes with four digits at most: 500 B, 1.464 KB, 2 MB. KB are 1000 bytes.
func Text(bytes uint64) string {
	v, unit := float64(bytes), 0
	for ; v >= 999.95 && unit < 6; unit++ {
		v /= 1000
	}
	return strconv.FormatFloat(v, 'g', 4, 64) + " " + [...]string{"B", "KB", "MB", "GB", "TB", "PB", "EB"}[unit]
}
