package hpccfiles

import (
	_ "embed"
	"encoding/csv"
	"strings"
	"sync"
)

//go:embed forks.csv
var forksText string

// forkKey is a key that a fork of the simulator adds: of which, and what it sets.
type forkKey struct{ of, words string }

var forkKeys = sync.OnceValue(func() map[string]forkKey {
	rows, err := csv.NewReader(strings.NewReader(forksText)).ReadAll()
	if err != nil {
		panic(err) // of this package's own file
	}
	all := map[string]forkKey{}
	for _, r := range rows[1:] {
		all[r[0]] = forkKey{r[1], r[2]}
	}
	return all
})
