package p4_test

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/backend/p4"
	"smartnic-cc/testvectors"
)

// TestLaws: programs that assert the laws answer every vector as without, and a planted fault stops one at the law that
// it breaks.
func TestLaws(t *testing.T) {
	p, err := codegen.Firmware()
	require.NoError(t, err)
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	for _, tr := range p.Transducers {
		if tr.Check == nil {
			continue
		}
		text, err := p4.Generate(p, p4.Options{Algorithm: tr.Name, Laws: true})
		require.NoError(t, err)
		for _, l := range tr.Laws {
			require.Equal(t, l.OfOneStep(), strings.Contains(string(text), "// "+l.Name+"\n"), l.Name)
		}
		got, err := (&p4.Text{Program: text, Def: tr}).CheckBuiltin(context.Background(), files)
		require.NoError(t, err)
		require.True(t, got.OK, tr.Name)
		if tr.Name != "dcqcnnp" {
			continue
		}
		computed := regexp.MustCompile(`s_Marked_2 = (.*);`)
		require.True(t, computed.Match(text))
		_, err = (&p4.Text{Program: computed.ReplaceAll(text, []byte("s_Marked_2 = ($1) | 8w7;")), Def: tr}).CheckBuiltin(context.Background(), files)
		require.Error(t, err)
		said := regexp.MustCompile(`the assertion in line (\d+) does not hold`).FindStringSubmatch(err.Error())
		require.NotNil(t, said, "%v", err)
		line, err := strconv.Atoi(said[1])
		require.NoError(t, err)
		require.Regexp(t, `assert\(.*// [a-z-]+$`, strings.Split(string(text), "\n")[line-1])
	}
	_, err = p4.Generate(p, p4.Options{Algorithm: "dcqcn", Laws: true, Arch: p4.PNA, Carried: true})
	require.EqualError(t, err, "--laws goes with --arch v1model: pna has no assert")
}
