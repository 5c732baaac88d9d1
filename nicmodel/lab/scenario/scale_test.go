package scenario_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"smartnic-cc/nicmodel/lab/scenario"
)

// TestManyTables: a scenario of many tables is read in time that grows as its text does, and its
// errors name the right lines. In time that grows as the square of it this took 20 s and more;
// it takes a tenth of one.
func TestManyTables(t *testing.T) {
	const n = 32_000
	text := "[topology]\nkind = \"star\"\nhosts = 4\n" + strings.Repeat("[[nic]]\nhosts = \"0\"\n", n) + "[[nic]]\nhosts = \"9\"\n" +
		"[[workload]]\nkind = \"messages\"\nsrc = \"0\"\ndst = \"1\"\nbytes = \"1KB\"\n"
	start := time.Now()
	s, err := scenario.Parse([]byte(text), "many.toml")
	require.NoError(t, err)
	require.Less(t, time.Since(start), 10*time.Second)
	_, err = s.Config()
	require.ErrorContains(t, err, "many.toml:64005: nic[32000].hosts")
}
