package testvectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/testvectors/transducer"
)

// maxFile bounds a file of vectors: twenty times the longest of the corpus.
const maxFile = 64 << 20

const tooLong = "no file of vectors is that long; split it"

// Read reads a file of vectors, compressed by gzip or not, and checks all of it, the digest last. An error is
// one line with the file, the place in it and the remedy.
func Read(path string) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		err = syscall.EISDIR
	}
	if err != nil {
		return nil, fmt.Errorf("%w; name a file of vectors", readfile.WithName(path, err))
	}
	b, err := readfile.Any(path, maxFile, tooLong)
	if err != nil {
		return nil, err
	}
	f, err := decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	f.Name = strings.TrimSuffix(filepath.Base(path), gzipExt)
	return f, nil
}

// Decode reads the bytes of a file, compressed or not; name is used in messages. The error names the file,
// and the place and what is wrong there; the values are held to Check.
func Decode(name string, b []byte) (*File, error) {
	f, err := decode(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f.Name = name
	return f, nil
}

// The JSON as it stands in the file. Rows stay raw: they are read by the layout.
type (
	rawFile struct {
		Algorithm     string             `json:"algorithm"`
		Schema        string             `json:"schema"`
		NumberOfTests *int               `json:"numberOfTests"`
		Digest        string             `json:"digest"`
		Header        []string           `json:"header"`
		Notes         map[string]rawNote `json:"notes"`
		TestGroups    []rawGroup         `json:"testGroups"`
	}
	rawNote struct {
		BugType     string `json:"bugType"`
		Description string `json:"description"`
		Effect      string `json:"effect"`
	}
	rawLeaf struct {
		Name string `json:"name"`
		Type string `json:"type"`
	}
	rawGroup struct {
		Type   string `json:"type"`
		Source struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"source"`
		Comment    string                     `json:"comment"`
		Function   string                     `json:"function"`
		Args       []rawLeaf                  `json:"args"`
		Result     []rawLeaf                  `json:"result"`
		Algorithm  string                     `json:"algorithm"`
		Params     map[string]json.RawMessage `json:"params"`
		ParamTypes []rawLeaf                  `json:"paramTypes"`
		Event      []rawLeaf                  `json:"event"`
		Output     []rawLeaf                  `json:"output"`
		State      []rawLeaf                  `json:"state"`
		Tests      []rawTest                  `json:"tests"`
	}
	rawTest struct {
		TcID    int               `json:"tcId"`
		Comment string            `json:"comment"`
		Flags   []string          `json:"flags"`
		Args    json.RawMessage   `json:"args"`
		Result  json.RawMessage   `json:"result"`
		Loaded  bool              `json:"loaded"`
		Initial json.RawMessage   `json:"initial"`
		Steps   []json.RawMessage `json:"steps"`
	}
)

func decode(b []byte) (*File, error) {
	var raw rawFile
	f, err := raw.parse(b)
	if err != nil {
		return nil, err
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if raw.NumberOfTests == nil || *raw.NumberOfTests != f.Tests() {
		n := "missing"
		if raw.NumberOfTests != nil {
			n = fmt.Sprint(*raw.NumberOfTests)
		}
		return nil, fmt.Errorf("numberOfTests: %s, but the groups hold %d; the file is incomplete: %s", n, f.Tests(), regenerate)
	}
	if want := f.digest(); raw.Digest != want {
		return nil, fmt.Errorf("digest: the content's is %s, the file says %.80q; something in it was changed: %s", want, raw.Digest, regenerate)
	}
	return f, nil
}

// parse reads the content, before anything is known of whether it holds together.
func (raw *rawFile) parse(b []byte) (*File, error) {
	b, err := decompress(b)
	if err != nil {
		return nil, err
	}
	if err := decodeJSON(b, raw); err != nil {
		return nil, err
	}
	f := &File{Algorithm: raw.Algorithm, Schema: raw.Schema, Header: raw.Header, Notes: map[string]Note{}}
	for flag, n := range raw.Notes {
		f.Notes[flag] = Note(n)
	}
	// The schema first: what another schema calls its fields need not make sense here.
	if f.Schema != FunctionSchema && f.Schema != SequenceSchema {
		return nil, f.check()
	}
	for i := range raw.TestGroups {
		g, err := raw.TestGroups[i].group()
		if err != nil {
			return nil, fmt.Errorf("testGroups[%d] (%.60s%.60s): %w; %s",
				i, raw.TestGroups[i].Function, raw.TestGroups[i].Algorithm, err, regenerate)
		}
		f.Groups = append(f.Groups, g)
	}
	return f, nil
}

// decodeJSON reads one JSON value into raw and turns encoding/json's errors into
// ones with a line.
func decodeJSON(b []byte, raw *rawFile) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	err := d.Decode(raw)
	if err == nil {
		if rest := bytes.TrimSpace(b[d.InputOffset():]); len(rest) > 0 {
			return fmt.Errorf("line %d: text after the end of the JSON value; %s", lineAt(b, d.InputOffset()), regenerate)
		}
		return nil
	}
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("the file is empty; %s", regenerate)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("line %d: the file ends in the middle; %s", lineAt(b, int64(len(b))), regenerate)
	case errors.As(err, &syntax):
		return fmt.Errorf("line %d: not JSON (%s); %s", lineAt(b, syntax.Offset), syntax, regenerate)
	case errors.As(err, &typ):
		return fmt.Errorf("line %d: %s is a JSON %s; %s", lineAt(b, typ.Offset), typ.Field, typ.Value, regenerate)
	}
	return fmt.Errorf("%s; the schemas allow no others: %s", strings.TrimPrefix(err.Error(), "json: "), regenerate)
}

func lineAt(b []byte, offset int64) int {
	return 1 + bytes.Count(b[:min(offset, int64(len(b)))], []byte("\n"))
}

func (r *rawGroup) group() (Group, error) {
	g := Group{Type: r.Type, Source: Source(r.Source), Comment: r.Comment}
	var err error
	layout := func(key string, raw []rawLeaf, wanted bool) []transducer.Leaf {
		if (raw != nil) != wanted && err == nil {
			err = fmt.Errorf("%s: missing, or not allowed in a %.40s", key, r.Type)
		}
		var leaves []transducer.Leaf
		for _, l := range raw {
			leaf, e := transducer.ParseType(l.Name, l.Type)
			if e != nil && err == nil {
				err = fmt.Errorf("%s: %w", key, e)
			}
			leaves = append(leaves, leaf)
		}
		return leaves
	}
	call := r.Type == FunctionTest
	sequence := r.Type == SequenceTest
	if !call && !sequence {
		return g, fmt.Errorf("type: %.40q is neither %s nor %s", r.Type, FunctionTest, SequenceTest)
	}
	if call && r.Algorithm != "" || sequence && r.Function != "" {
		return g, errors.New("both function and algorithm, or the wrong one for the type")
	}
	g.Name = r.Function + r.Algorithm
	g.Args = layout("args", r.Args, call)
	g.Results = layout("result", r.Result, call)
	g.Params = layout("paramTypes", r.ParamTypes, sequence)
	g.Event = layout("event", r.Event, sequence)
	g.Output = layout("output", r.Output, sequence)
	g.State = layout("state", r.State, sequence)
	if (r.Params != nil) != sequence && err == nil {
		err = fmt.Errorf("params: missing, or not allowed in a %s", r.Type)
	}
	if err != nil {
		return g, err
	}
	if g.ParamValues, err = readParams(g.Params, r.Params); err != nil {
		return g, err
	}
	row := make([]transducer.Leaf, 0, len(g.Event)+len(g.Output)+len(g.State))
	row = append(append(append(row, g.Event...), g.Output...), g.State...)
	for i := range r.Tests {
		if err := r.Tests[i].read(&g, row); err != nil {
			return g, fmt.Errorf("tcId %d: %w", r.Tests[i].TcID, err)
		}
	}
	return g, nil
}

func readParams(leaves []transducer.Leaf, params map[string]json.RawMessage) ([]uint64, error) {
	var values []uint64
	for _, l := range leaves {
		raw, ok := params[l.Name]
		if !ok {
			return nil, fmt.Errorf("params: %.60s is missing", l.Name)
		}
		v, err := parseValue(l, string(raw))
		if err != nil {
			return nil, fmt.Errorf("params: %w", err)
		}
		values = append(values, v)
	}
	if len(params) != len(leaves) {
		return nil, fmt.Errorf("params: %d of them, paramTypes has %d", len(params), len(leaves))
	}
	return values, nil
}

func (r *rawTest) read(g *Group, row []transducer.Leaf) error {
	t := Test{ID: r.TcID, Comment: r.Comment, Flags: r.Flags}
	if g.Type == FunctionTest {
		if r.Initial != nil || r.Steps != nil || r.Loaded {
			return errors.New("initial, loaded or steps: not allowed in a FunctionTest")
		}
		args, err := parseRow("args", g.Args, r.Args)
		if err != nil {
			return err
		}
		results, err := parseRow("result", g.Results, r.Result)
		if err != nil {
			return err
		}
		g.Calls = append(g.Calls, Call{Test: t, Args: args, Results: results})
		return nil
	}
	if r.Args != nil || r.Result != nil {
		return errors.New("args or result: not allowed in a SequenceTest")
	}
	s := Sequence{Test: t, Loaded: r.Loaded}
	var err error
	if s.Initial, err = parseRow("initial", g.State, r.Initial); err != nil {
		return err
	}
	for i, raw := range r.Steps {
		step, err := parseRow("row", row, raw)
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		s.Steps = append(s.Steps, step)
	}
	g.Sequences = append(g.Sequences, s)
	return nil
}

// parseRow reads a JSON array of integers by its layout. The bytes are known to be
// valid JSON, so that commas part the elements: numbers and strings of digits hold
// none, and what else there may be is refused as not of its type.
func parseRow(what string, leaves []transducer.Leaf, raw []byte) ([]uint64, error) {
	text := strings.TrimSpace(string(raw))
	inner, ok := strings.CutPrefix(text, "[")
	if !ok {
		return nil, fmt.Errorf("%s: missing or not an array", what)
	}
	inner = strings.TrimSpace(strings.TrimSuffix(inner, "]"))
	values := make([]uint64, 0, len(leaves))
	for more := inner != ""; more; {
		var element string
		element, inner, more = strings.Cut(inner, ",")
		if len(values) == len(leaves) {
			return nil, fmt.Errorf("%s: more than %d fields", what, len(leaves))
		}
		v, err := parseValue(leaves[len(values)], strings.TrimSpace(element))
		if err != nil {
			return nil, fmt.Errorf("%s: field %d: %w", what, len(values)+1, err)
		}
		values = append(values, v)
	}
	if len(values) != len(leaves) {
		return nil, fmt.Errorf("%s: %d fields; want %d", what, len(values), len(leaves))
	}
	return values, nil
}

// parseValue reads one integer: a JSON number, or for a 64-bit field a string. Only the canonical form is accepted:
// not -0 or 1e3, which JSON allows.
func parseValue(l transducer.Leaf, text string) (uint64, error) {
	if l.Bits == 64 {
		n := len(text)
		if n < 2 || text[0] != '"' || text[n-1] != '"' {
			return 0, fmt.Errorf("%s is %.40s; want a decimal %s in a string", l.Name, text, l.Type())
		}
		text = text[1 : n-1]
	}
	v, err := l.Parse(text)
	if err == nil && l.Format(v) != text {
		return 0, fmt.Errorf("%s is %.40q; want the shortest decimal form", l.Name, text)
	}
	return v, err
}
