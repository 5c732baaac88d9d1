package testvectors

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors/transducer"
)

// WriteCTable writes the file as a C99 (and C++) header: constant tables and one
// structure over which a test on the target loops. It needs stdint.h and stddef.h and
// nothing else. Several such headers can be included in one file.
//
// All integers stand in arrays of 32-bit words, two's complement: a field of up to 32 bits
// is one word, sign- or zero-extended, a 64-bit field two, the low one first.
// docs/vectors.md describes the structure. The error is that of Check or of w.
func WriteCTable(w io.Writer, f *File) error {
	if err := f.Check(); err != nil {
		return err
	}
	c := &cTable{w: bufio.NewWriter(w), name: cName(f.label())}
	guard := strings.ToUpper(c.name) + "_H"
	c.printf("/* %s: golden vectors of %s, %d tests, %d steps.\n", f.label(), f.Algorithm, f.Tests(), f.Steps())
	c.printf(" * Derived from the JSON form with `ccgen vectors --form c`; do not edit.\n")
	c.printf(" * Source digest: %s\n", f.digest())
	for _, line := range f.Header {
		c.printf(" * %s\n", strings.NewReplacer("*/", "* /", "/*", "/ *").Replace(line)) // neither ends the comment nor opens another
	}
	c.printf(" */\n#ifndef %s\n#define %s\n\n%s\n", guard, guard, cTypes)
	for i := range f.Groups {
		c.group(i, &f.Groups[i])
	}
	c.printf("static const cc_vector_group %s_groups[] = {\n", c.name)
	for i := range f.Groups {
		c.entry(i, &f.Groups[i])
	}
	c.printf("};\n\nstatic const cc_vector_file %s = {\n", c.name)
	c.printf("    %s, %s, %s_groups, %du\n};\n\n#endif\n", cString(f.label()), cString(f.Algorithm), c.name, len(f.Groups))
	return c.w.Flush()
}

// cTypes are the structures, the same for all files.
const cTypes = `#include <stddef.h>
#include <stdint.h>

#ifndef CC_VECTOR_TYPES
#define CC_VECTOR_TYPES

/* A field: its name and type. A field of 64 bits takes two words, low one first. */
typedef struct {
    const char *name;
    uint8_t bits;      /* 8, 16, 32 or 64 */
    uint8_t is_signed; /* words are sign-extended to 32 bits */
} cc_vector_field;

/* A test. Of a call, words are arguments and results. Of a sequence, words are the
 * initial state and then, for each step, event, output and state. */
typedef struct {
    uint32_t tc_id;
    const char *comment;
    uint32_t loaded; /* the initial state is to be loaded, not what init leaves */
    uint32_t steps;  /* 1 for a call */
    const uint32_t *words;
} cc_vector_test;

/* A group: tests with the same layout. For a function n_params and n_state are 0,
 * event means arguments and output means results. */
typedef struct {
    const char *type; /* "FunctionTest" or "SequenceTest" */
    const char *name; /* of the function or algorithm */
    const char *comment;
    const cc_vector_field *fields; /* params, event, output, state */
    uint32_t n_params, n_event, n_output, n_state; /* in fields */
    uint32_t w_params, w_event, w_output, w_state; /* in words */
    const uint32_t *params;                        /* words; NULL for a function */
    const cc_vector_test *tests;
    uint32_t n_tests;
} cc_vector_group;

typedef struct {
    const char *name;
    const char *algorithm;
    const cc_vector_group *groups;
    uint32_t n_groups;
} cc_vector_file;

#endif
`

type cTable struct {
	w    *bufio.Writer // keeps its first error; Flush returns it
	name string
}

func (c *cTable) printf(format string, args ...any) { fmt.Fprintf(c.w, format, args...) }

// fieldsOf returns the layout of a group in the table's terms.
func fieldsOf(g *Group) (params, event, output, state []transducer.Leaf) {
	if g.Type == FunctionTest {
		return nil, g.Args, g.Results, nil
	}
	return g.Params, g.Event, g.Output, g.State
}

func (c *cTable) group(i int, g *Group) {
	params, event, output, state := fieldsOf(g)
	c.printf("static const cc_vector_field %s_%d_fields[] = {\n", c.name, i)
	for _, leaves := range [][]transducer.Leaf{params, event, output, state} {
		for _, l := range leaves {
			signed := 0
			if l.Signed {
				signed = 1
			}
			c.printf("    {%s, %du, %du},\n", cString(l.Name), l.Bits, signed)
		}
	}
	c.printf("};\n\n")
	if len(params) > 0 {
		c.printf("static const uint32_t %s_%d_params[] = {\n    ", c.name, i)
		c.words(params, g.ParamValues)
		c.printf("\n};\n\n")
	}
	// One array a test: a compiler may limit the size of one object.
	for _, t := range g.Calls {
		c.printf("static const uint32_t %s_%d[] = {", c.name, t.ID)
		c.words(event, t.Args)
		c.words(output, t.Results)
		c.printf("};\n")
	}
	for _, s := range g.Sequences {
		c.printf("static const uint32_t %s_%d[] = {\n    ", c.name, s.ID)
		c.words(state, s.Initial)
		for _, step := range s.Steps {
			e, o, st := g.Split(step)
			c.printf("\n    ")
			c.words(event, e)
			c.words(output, o)
			c.words(state, st)
		}
		c.printf("\n};\n")
	}
	c.printf("\nstatic const cc_vector_test %s_%d_tests[] = {\n", c.name, i)
	for _, t := range g.Calls {
		c.printf("    {%du, %s, 0u, 1u, %s_%d},\n", t.ID, cString(t.Comment), c.name, t.ID)
	}
	for _, s := range g.Sequences {
		loaded := 0
		if s.Loaded {
			loaded = 1
		}
		c.printf("    {%du, %s, %du, %du, %s_%d},\n", s.ID, cString(s.Comment), loaded, len(s.Steps), c.name, s.ID)
	}
	c.printf("};\n\n")
}

func (c *cTable) entry(i int, g *Group) {
	params, event, output, state := fieldsOf(g)
	table := "NULL"
	if len(params) > 0 {
		table = fmt.Sprintf("%s_%d_params", c.name, i)
	}
	c.printf("    {%s, %s, %s, %s_%d_fields,\n", cString(g.Type), cString(g.Name), cString(g.Comment), c.name, i)
	c.printf("     %du, %du, %du, %du, %du, %du, %du, %du,\n", len(params), len(event), len(output), len(state),
		wordCount(params), wordCount(event), wordCount(output), wordCount(state))
	c.printf("     %s, %s_%d_tests, %du},\n", table, c.name, i, g.Tests())
}

func wordCount(leaves []transducer.Leaf) int {
	return len(leaves) + collect.Count(leaves, func(l transducer.Leaf) bool { return l.Bits == 64 })
}

func (c *cTable) words(leaves []transducer.Leaf, values []uint64) {
	for i, l := range leaves {
		c.printf("%du,", uint32(values[i]))
		if l.Bits == 64 {
			c.printf("%du,", uint32(values[i]>>32))
		}
	}
}

// cName makes a C identifier of a file's name.
func cName(file string) string {
	b := []byte("cc_vectors_" + strings.TrimSuffix(file, ".json"))
	for i, ch := range b {
		if (ch < 'a' || ch > 'z') && (ch < 'A' || ch > 'Z') && (ch < '0' || ch > '9') {
			b[i] = '_'
		}
	}
	return string(b)
}

// cString quotes printable ASCII. A question mark is escaped, since two of them begin
// a trigraph.
func cString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `?`, `\?`).Replace(s) + `"`
}
