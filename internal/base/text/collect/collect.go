// Package collect makes a list, a map or a number of the rows of a table in memory, as the names that an error lists.
package collect

import "slices"

// Of returns what of returns for each row, in the order of the rows; without rows it is empty, not nil.
func Of[T, R any](rows []T, of func(row T) R) []R {
	list := make([]R, len(rows))
	for i, row := range rows {
		list[i] = of(row)
	}
	return list
}

// Lists joins the lists that of returns for each row, in the order of the rows; nil if all are empty.
func Lists[T, R any](rows []T, of func(row T) []R) (list []R) {
	for _, row := range rows {
		list = append(list, of(row)...)
	}
	return list
}

// Where returns the rows that keep holds for; nil if it holds for no row.
func Where[T any](rows []T, keep func(row T) bool) (list []T) {
	for _, row := range rows {
		if keep(row) {
			list = append(list, row)
		}
	}
	return list
}

// First returns the first row that is holds for, or the zero value.
func First[T any](rows []T, is func(row T) bool) (row T) {
	if i := slices.IndexFunc(rows, is); i >= 0 {
		return rows[i]
	}
	return row
}

// Pick returns the values that of returns for the rows that it holds for; nil if it holds for no row.
func Pick[T, R any](rows []T, of func(row T) (R, bool)) (list []R) {
	for _, row := range rows {
		if value, ok := of(row); ok {
			list = append(list, value)
		}
	}
	return list
}

// Union appends to a list those rows that it does not have yet, in their order.
func Union[T comparable](list []T, rows ...T) []T {
	for _, row := range rows {
		if !slices.Contains(list, row) {
			list = append(list, row)
		}
	}
	return list
}

// Map returns the values that of returns by their keys; of rows with one key the last counts.
func Map[T any, K comparable, V any](rows []T, of func(row T) (K, V)) map[K]V {
	all := make(map[K]V, len(rows))
	for _, row := range rows {
		key, value := of(row)
		all[key] = value
	}
	return all
}

// Count returns how many rows is holds for.
func Count[T any](rows []T, is func(row T) bool) (n int) {
	for _, row := range rows {
		if is(row) {
			n++
		}
	}
	return n
}

// Sum adds up what of returns for each row, in the order of the rows.
func Sum[T any, N ~int | ~int64 | ~uint64 | ~float64](rows []T, of func(row T) N) (sum N) {
	for _, row := range rows {
		sum += of(row)
	}
	return sum
}
