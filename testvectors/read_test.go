package testvectors_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

func leaf(t testing.TB, name, typ string) transducer.Leaf {
	t.Helper()
	l, err := transducer.ParseType(name, typ)
	require.NoError(t, err)
	return l
}

// smallSequences is a file with all that a SequenceTest can have.
func smallSequences(t testing.TB) *testvectors.File {
	f := &testvectors.File{
		Name: "small.json", Algorithm: "counter", Schema: testvectors.SequenceSchema, Header: []string{`A "small" file <&>.`},
		Notes: map[string]testvectors.Note{
			"Wrap":  {BugType: "WRAP_AROUND", Description: "Wraps.", Effect: "Does not."},
			"Basic": {BugType: "BASIC", Description: "Is there."},
		},
		Groups: []testvectors.Group{{
			Type: testvectors.SequenceTest, Source: testvectors.Source{Name: "test", Version: "1"}, Name: "counter", Comment: "by 3",
			Params:      []transducer.Leaf{leaf(t, "By", "int8"), leaf(t, "On", "bool")},
			ParamValues: []uint64{^uint64(2), 1},
			Event:       []transducer.Leaf{leaf(t, "Times", "uint8")},
			Output:      []transducer.Leaf{leaf(t, "Big", "uint64")},
			State:       []transducer.Leaf{leaf(t, "Sum", "int64"), leaf(t, "Arm[0].N", "int16")},
			Sequences: []testvectors.Sequence{
				{Test: testvectors.Test{Comment: "first", Flags: []string{"Basic"}}, Initial: []uint64{0, 0},
					Steps: [][]uint64{{1, 1<<64 - 1, 1 << 63, ^uint64(0)}, {255, 1 << 53, 1<<63 - 1, 7}}},
				{Test: testvectors.Test{Comment: "", Flags: []string{"Wrap", "Basic"}}, Loaded: true, Initial: []uint64{5, 9},
					Steps: [][]uint64{{0, 0, 0, 0}}},
			},
		}},
	}
	f.Renumber()
	return f
}

// smallCalls is a file with all that a FunctionTest can have.
func smallCalls(t testing.TB) *testvectors.File {
	f := &testvectors.File{
		Name: "calls.json", Algorithm: "calls", Schema: testvectors.FunctionSchema,
		Notes: map[string]testvectors.Note{"Basic": {BugType: "BASIC", Description: "Is there."}},
		Groups: []testvectors.Group{{
			Type: testvectors.FunctionTest, Source: testvectors.Source{Name: "test", Version: "1"}, Name: "p.F",
			Args:    []transducer.Leaf{leaf(t, "x", "uint32"), leaf(t, "y", "int64")},
			Results: []transducer.Leaf{leaf(t, "ok", "bool")},
			Calls: []testvectors.Call{
				{Test: testvectors.Test{Comment: "ends", Flags: []string{"Basic"}}, Args: []uint64{1<<32 - 1, 1 << 63}, Results: []uint64{1}},
				{Args: []uint64{0, 0}, Results: []uint64{0}},
			},
		}},
	}
	f.Renumber()
	return f
}

func encode(t testing.TB, f *testvectors.File) []byte {
	t.Helper()
	b, err := f.Encode()
	require.NoError(t, err)
	return b
}

// TestRoundTrip: what is written is read back the same, and written again gives the
// same bytes, for hand-made files and for the corpus.
//
//	File --Encode--> bytes --Decode--> File --Encode--> the same bytes
func TestRoundTrip(t *testing.T) {
	corpus, err := generated()
	require.NoError(t, err)
	for _, f := range append([]*testvectors.File{smallSequences(t), smallCalls(t)}, corpus...) {
		b := encode(t, f)
		g, err := testvectors.Decode(f.Name, b)
		require.NoError(t, err)
		require.True(t, bytes.Equal(b, encode(t, g)), f.Name)
		require.Equal(t, f.Steps(), g.Steps())
		if f.Steps() < 10 {
			f.Groups[0].Calls, g.Groups[0].Calls = withFlags(f.Groups[0].Calls), withFlags(g.Groups[0].Calls)
			if f.Header == nil {
				f.Header = g.Header
			}
			require.Equal(t, f, g)
		}
	}
}

// withFlags makes absent flags the empty list that the reader gives.
func withFlags(calls []testvectors.Call) []testvectors.Call {
	for i := range calls {
		if calls[i].Flags == nil {
			calls[i].Flags = []string{}
		}
	}
	return calls
}

// TestWriteAndRead goes through the file system.
func TestWriteAndRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.json")
	f := smallSequences(t)
	require.NoError(t, f.Write(path))
	g, err := testvectors.Read(path)
	require.NoError(t, err)
	require.Equal(t, encode(t, f), encode(t, g))
	_, err = testvectors.Read(path + ".no")
	require.EqualError(t, err, path+".no: no such file or directory; name a file of vectors")
	bad := smallSequences(t)
	bad.Groups[0].Sequences[0].Initial = nil
	other := filepath.Join(t.TempDir(), "bad.json")
	require.Error(t, bad.Write(other))
	require.NoFileExists(t, other)
}

// TestReadCompressed: a file may be compressed; one that is damaged is refused.
func TestReadCompressed(t *testing.T) {
	f := smallSequences(t)
	packed := compress(t, encode(t, f))
	write := func(b []byte) string {
		path := filepath.Join(t.TempDir(), "v.json.gz")
		require.NoError(t, os.WriteFile(path, b, 0o644))
		return path
	}
	g, err := testvectors.Read(write(packed))
	require.NoError(t, err)
	require.Equal(t, "v.json", g.Name)
	require.Equal(t, encode(t, f), encode(t, g))
	g, err = testvectors.Decode("v.json", packed)
	require.NoError(t, err)
	require.Equal(t, encode(t, f), encode(t, g))
	flipped := bytes.Clone(packed)
	flipped[len(flipped)-5] ^= 1 // the checksum
	for _, tc := range []struct {
		packed []byte
		text   string
	}{
		{packed[:5], ": unexpected EOF: the compressed file is damaged; fetch it again"},
		{packed[:len(packed)/2], ": unexpected EOF: the compressed file is damaged; fetch it again"},
		{flipped, ": gzip: invalid checksum: the compressed file is damaged; fetch it again"},
		{bytes.Repeat(compress(t, make([]byte, 1<<20)), 65), ": more than 67108864 bytes decompressed; no file of vectors is that long; split it"},
	} {
		path := write(tc.packed)
		_, err := testvectors.Read(path)
		require.EqualError(t, err, path+tc.text)
	}
}

// TestCorpusIsReadable: the embedded corpus passes all checks of the reader.
func TestCorpusIsReadable(t *testing.T) {
	if *update {
		return // the embedded corpus is the one before
	}
	files, err := testvectors.Corpus()
	require.NoError(t, err)
	require.Len(t, files, len(testvectors.CorpusNames()))
	_, err = testvectors.CorpusBytes("nothing.json")
	require.ErrorContains(t, err, "nothing.json: not in the corpus; it holds [bandit2.json")
}

// TestEveryFlipIsFound: whatever single bit of a file is flipped, the reader refuses it
// with one line. Layout and the case of the digest's own bytes are part of that.
func TestEveryFlipIsFound(t *testing.T) {
	for _, f := range []*testvectors.File{smallSequences(t), smallCalls(t)} {
		b := encode(t, f)
		for i := range b {
			for bit := range 8 {
				if bit != i%8 && (b[i] < '0' || b[i] > '9') {
					continue // all bits of numbers; one of other bytes, to keep this short
				}
				c := slices.Clone(b)
				c[i] ^= 1 << bit
				g, err := testvectors.Decode("flipped.json", c)
				if err == nil {
					// White space may become other white space, and encoding/json takes keys in
					// any case: the content is then the same.
					require.Equal(t, b, encode(t, g), "byte %d bit %d: %q", i, bit, c[max(0, i-20):min(len(c), i+20)])
					continue
				}
				require.Truef(t, strings.HasPrefix(err.Error(), "flipped.json: "), "%v", err)
				require.NotContains(t, err.Error(), "\n")
			}
		}
	}
}

// TestEveryTruncationIsFound: a file cut short anywhere is refused.
func TestEveryTruncationIsFound(t *testing.T) {
	b := encode(t, smallSequences(t))
	for n := range len(b) - 1 { // the last byte is the final newline
		_, err := testvectors.Decode("cut.json", b[:n])
		require.Error(t, err, "%d", n)
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := testvectors.Decode("cut.json", b[:len(b)/2])
	require.ErrorContains(t, err, "the file ends in the middle")
	_, err = testvectors.Decode("cut.json", nil)
	require.ErrorContains(t, err, "the file is empty")
}

// TestRefusals: every kind of wrong file is refused with the place and the remedy.
func TestRefusals(t *testing.T) {
	sequences, calls := string(encode(t, smallSequences(t))), string(encode(t, smallCalls(t)))
	for _, tc := range []struct{ text, old, new, want string }{
		{sequences, "sequence_test_schema_v2", "sequence_test_schema_v3", `schema: "sequence_test_schema_v3.json" is not known, this program reads function_test_schema_v2.json and sequence_test_schema_v2.json; use the version`},
		{sequences, "sequence_test_schema_v2", "sequence_test_schema_v1", `schema: "sequence_test_schema_v1.json" is version 1, whose answers are those of older firmware; this program reads function_test_schema_v2.json and sequence_test_schema_v2.json: fetch the file again or regenerate it with ` + "`ccgen vectors`, or use the tools that wrote it"},
		{calls, "function_test_schema_v2", "function_test_schema_v1", `schema: "function_test_schema_v1.json" is version 1`},
		{sequences, "sequence_test_schema_v2", "function_test_schema_v2", `testGroups[0] (counter): type: "SequenceTest"; the file's schema has FunctionTest`},
		{sequences, `"numberOfTests": 2`, `"numberOfTests": 3`, "numberOfTests: 3, but the groups hold 2; the file is incomplete"},
		{sequences, `"numberOfTests": 2,`, ``, "numberOfTests: missing"},
		{sequences, `[255,`, `[256,`, `testGroups[0] (counter): tcId 1: step 2: row: field 1: Times is "256"; want a decimal uint8`},
		{sequences, `[255,`, `[254,`, "digest: the content's is sha256:"},
		{sequences, `[255,`, `[2.5e2,`, `Times is "2.5e2"; want a decimal uint8`},
		{sequences, `[255,`, `["255",`, `want a decimal uint8`},
		{sequences, `[255,`, `[-0,`, `want a decimal uint8`},
		{sequences, `"18446744073709551615"`, `18446744073709551615`, "want a decimal uint64 in a string"},
		{sequences, `"18446744073709551615"`, `"18446744073709551616"`, "want a decimal uint64"},
		{sequences, `"18446744073709551615"`, `"+1"`, "want a decimal uint64"},
		{sequences, `"-9223372036854775808"`, `"-0"`, "want the shortest decimal form"},
		{sequences, `[255,"9007199254740992",`, `[255,`, "step 2: row: field 3: Sum is 7; want a decimal int64 in a string"},
		{sequences, `,7]`, `]`, "step 2: row: 3 fields; want 4"},
		{sequences, `,7]`, `,7,7]`, "step 2: row: more than 4 fields"},
		{sequences, `"By": -3, `, ``, "params: By is missing"},
		{sequences, `"By": -3, `, `"By": -3, "Bye": 1, `, "params: 3 of them, paramTypes has 2"},
		{sequences, `"On": 1`, `"On": 2`, `On is "2"; want a decimal bool`},
		{sequences, `"type": "int8"`, `"type": "int"`, `paramTypes: By has type "int"; want bool, int8 to int64`},
		{sequences, `"name": "On"`, `"name": "By"`, `params: By is "-3"; want a decimal bool`},
		{sequences, `"tcId": 2`, `"tcId": 4`, "tcId 4: expected tcId 2 here"},
		{sequences, `["Basic"]`, `["Other"]`, `tcId 1: flags: "Other" has no note; add one`},
		{sequences, `"WRAP_AROUND"`, `"WRAP"`, `notes.Wrap.bugType: "WRAP" is none of`},
		{sequences, `"description": "Wraps."`, `"description": ""`, "notes.Wrap.description: empty"},
		{sequences, `"loaded": true`, `"loadad": true`, `unknown field "loadad"; the schemas allow no others`},
		{sequences, `"loaded": true`, `"loaded": 1`, "line 30: testGroups.tests.loaded is a JSON number"},
		{sequences, `"initial": ["5",9]`, `"args": [1]`, "args or result: not allowed in a SequenceTest"},
		{sequences, `"SequenceTest"`, `"LoopTest"`, `type: "LoopTest" is neither FunctionTest nor SequenceTest`},
		{sequences, `"comment": "first"`, `"comment": "fi\nrst"`, "tcId 1: comment: longer than 200 characters or not printable ASCII"},
		{sequences, "\n}\n", "\n}\n{}", "text after the end of the JSON value"},
		{sequences, `"tests": [`, `"tests": {`, "line"},
		{sequences, `{
  "alg`, `{{
  "alg`, "line 1: not JSON"},
		{calls, `"function": "p.F"`, `"function": ""`, "name"},
		{calls, `"function": "p.F"`, `"algorithm": "p.F"`, "both function and algorithm, or the wrong one for the type"},
		{calls, `"args": [4294967295,`, `"args": [4294967296,`, `tcId 1: args: field 1: x is "4294967296"; want a decimal uint32`},
		{calls, `"result": [1]`, `"result": []`, "tcId 1: result: 0 fields; want 1"},
		{calls, `"result": [1]`, `"result": [0]`, "digest:"},
		{calls, `"result": [1]`, `"steps": [[1]]`, "initial, loaded or steps: not allowed in a FunctionTest"},
	} {
		changed := strings.Replace(tc.text, tc.old, tc.new, 1)
		require.NotEqual(t, tc.text, changed, "%q does not occur", tc.old)
		_, err := testvectors.Decode("bad.json", []byte(changed))
		require.ErrorContains(t, err, tc.want, "%q -> %q", tc.old, tc.new)
		require.Truef(t, strings.HasPrefix(err.Error(), "bad.json: "), "%v", err)
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestOtherLayoutIsTheSame: a file that a JSON tool has printed again, with other white
// space and the keys in another order, has the same content and passes.
func TestOtherLayoutIsTheSame(t *testing.T) {
	b := encode(t, smallSequences(t))
	var v any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	require.NoError(t, d.Decode(&v))
	again, err := json.MarshalIndent(v, "", "\t")
	require.NoError(t, err)
	f, err := testvectors.Decode("again.json", again)
	require.NoError(t, err)
	require.Equal(t, b, encode(t, f))
}

// TestEncodeRefuses: what cannot be read is not written.
func TestEncodeRefuses(t *testing.T) {
	for want, change := range map[string]func(f *testvectors.File){
		"testGroups: empty":               func(f *testvectors.File) { f.Groups = nil },
		"tests: empty":                    func(f *testvectors.File) { f.Groups[0].Sequences = nil },
		"steps: empty":                    func(f *testvectors.File) { f.Groups[0].Sequences[0].Steps = nil },
		"source: name or version":         func(f *testvectors.File) { f.Groups[0].Source.Version = "" },
		"algorithm:":                      func(f *testvectors.File) { f.Algorithm = "" },
		"header:":                         func(f *testvectors.File) { f.Header[0] = strings.Repeat("x", 201) },
		"notes: flag":                     func(f *testvectors.File) { f.Notes["a b"] = testvectors.Note{} },
		"a FunctionTest has no sequences": func(f *testvectors.File) { f.Schema, f.Groups[0].Type = testvectors.FunctionSchema, "FunctionTest" },
		"field 2 (Arm[0].N) is 32768;":    func(f *testvectors.File) { f.Groups[0].Sequences[1].Initial[1] = 32768 },
		"two fields are called \"Sum\"; rename one": func(f *testvectors.File) { f.Groups[0].State[1].Name = "Sum" },
		"event, output or state: no fields":         func(f *testvectors.File) { f.Groups[0].Event = nil },
		"expected tcId 2":                           func(f *testvectors.File) { f.Groups[0].Sequences[1].ID = 1 },
	} {
		f := smallSequences(t)
		change(f)
		_, err := f.Encode()
		require.ErrorContains(t, err, want)
	}
}

// TestSchemas: the corpus passes the JSON schemas, and the schemas are strict: what the
// reader refuses for its shape they refuse.
func TestSchemas(t *testing.T) {
	c := jsonschema.NewCompiler()
	schemas := map[string]*jsonschema.Schema{}
	for _, name := range []string{testvectors.FunctionSchema, testvectors.SequenceSchema} {
		b, err := os.ReadFile(filepath.Join("schema", name))
		require.NoError(t, err)
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		require.NoError(t, err)
		require.NoError(t, c.AddResource(name, doc))
		schemas[name], err = c.Compile(name)
		require.NoError(t, err)
	}
	validate := func(schema string, b []byte) error {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		require.NoError(t, err)
		return schemas[schema].Validate(doc)
	}
	for _, name := range testvectors.CorpusNames() {
		if !tier.Sampled("corpus/"+name, 4) {
			continue
		}
		b, err := testvectors.CorpusBytes(name)
		require.NoError(t, err)
		schema := testvectors.SequenceSchema
		if bytes.Contains(b[:200], []byte(testvectors.FunctionSchema)) {
			schema = testvectors.FunctionSchema
		}
		require.NoError(t, validate(schema, b), name)
	}
	sequences, calls := string(encode(t, smallSequences(t))), string(encode(t, smallCalls(t)))
	require.NoError(t, validate(testvectors.SequenceSchema, []byte(sequences)))
	require.NoError(t, validate(testvectors.FunctionSchema, []byte(calls)))
	require.Error(t, validate(testvectors.FunctionSchema, []byte(sequences)))
	require.Error(t, validate(testvectors.SequenceSchema, []byte(calls)))
	for _, tc := range []struct{ old, new string }{
		{`"loaded": true`, `"loadad": true`}, {`"loaded": true`, `"loaded": false`},
		{`[255,`, `[2.5,`}, {`[255,`, `["x",`}, {`[255,`, `[4294967296,`}, {`[255,`, `["+1",`}, {`[255,`, `[null,`},
		{`"WRAP_AROUND"`, `"WRAP"`}, {`"type": "int8"`, `"type": "int"`}, {`"tcId": 2`, `"tcId": 0`},
		{`"digest": "sha256:`, `"digest": "md5:`}, {`"comment": "by 3"`, `"profile": "by 3"`}, {`"numberOfTests": 2,`, ``},
		{`"On": 1`, `"On": true`}, {`"source": {"name": "test"`, `"source": {"title": "test"`}, {`["Basic"]`, `"Basic"`},
	} {
		changed := strings.Replace(sequences, tc.old, tc.new, 1)
		require.NotEqual(t, sequences, changed, tc.old)
		require.Error(t, validate(testvectors.SequenceSchema, []byte(changed)), "%q -> %q", tc.old, tc.new)
	}
}

// FuzzDecode: no bytes make the reader panic, and what it takes it writes back to
// something that it takes again.
func FuzzDecode(f *testing.F) {
	f.Add(encode(f, smallSequences(f)))
	f.Add(encode(f, smallCalls(f)))
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"schema": "sequence_test_schema_v2.json", "testGroups": [{"type": "SequenceTest", "tests": [{"steps": [[]]}]}]}`))
	f.Add([]byte(`{"schema": "function_test_schema_v2.json", "testGroups": [{"type": "FunctionTest", "args": [], "tests": [{"args": [,]}]}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		file, err := testvectors.Decode("fuzz.json", b)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("more than one line: %v", err)
			}
			return
		}
		once := encode(t, file)
		again, err := testvectors.Decode("fuzz.json", once)
		require.NoError(t, err)
		require.Equal(t, once, encode(t, again))
	})
}
