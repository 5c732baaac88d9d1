// Package collect takes a text of each row of a table in memory, as the names that an error lists.
package collect

// Of returns what of returns for each row, in the order of the rows; without rows it is empty, not nil.
func Of[T any](rows []T, of func(row T) string) []string {
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = of(row)
	}
	return list
}
