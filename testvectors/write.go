package testvectors

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"

	"smartnic-cc/internal/base/sys/atomicfile"
	"smartnic-cc/testvectors/transducer"
)

const digestPrefix = "sha256:"

// noDigest stands where the digest goes while the digest is computed.
var noDigest = digestPrefix + hex.EncodeToString(make([]byte, sha256.Size))

// Encode returns the file's bytes: JSON with one test or one step a line, always the same
// for the same content. The error is that of Check.
func (f *File) Encode() ([]byte, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	return f.encode(f.digest()), nil
}

// Write writes the file to path, whole or not at all. The error is that of Check or of
// writing.
func (f *File) Write(path string) error {
	b, err := f.Encode()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// digest is the SHA-256 of the file's bytes with a digest of zeros, so it covers
// everything that is not layout.
func (f *File) digest() string {
	sum := sha256.Sum256(f.encode(noDigest))
	return digestPrefix + hex.EncodeToString(sum[:])
}

func (f *File) encode(digest string) []byte {
	w := &encoder{}
	w.raw("{\n  \"algorithm\": ").str(f.Algorithm)
	w.raw(",\n  \"schema\": ").str(f.Schema)
	w.raw(",\n  \"numberOfTests\": ").num(f.Tests())
	w.raw(",\n  \"digest\": ").str(digest)
	w.raw(",\n  \"header\": [")
	for i, line := range f.Header {
		w.comma(i).raw("\n    ").str(line)
	}
	w.raw("\n  ],\n  \"notes\": {")
	for i, flag := range slices.Sorted(maps.Keys(f.Notes)) {
		n := f.Notes[flag]
		w.comma(i).raw("\n    ").str(flag).raw(": {\"bugType\": ").str(n.BugType)
		w.raw(", \"description\": ").str(n.Description)
		if n.Effect != "" {
			w.raw(", \"effect\": ").str(n.Effect)
		}
		w.raw("}")
	}
	w.raw("\n  },\n  \"testGroups\": [")
	for i := range f.Groups {
		w.comma(i).raw("\n    ")
		w.group(&f.Groups[i])
	}
	w.raw("\n  ]\n}\n")
	return w.b
}

func (w *encoder) group(g *Group) {
	w.raw("{\n      \"type\": ").str(g.Type)
	w.raw(",\n      \"source\": {\"name\": ").str(g.Source.Name).raw(", \"version\": ").str(g.Source.Version).raw("}")
	if g.Type == FunctionTest {
		w.raw(",\n      \"function\": ").str(g.Name)
		w.raw(",\n      \"comment\": ").str(g.Comment)
		w.leaves("args", g.Args)
		w.leaves("result", g.Results)
	} else {
		w.raw(",\n      \"algorithm\": ").str(g.Name)
		w.raw(",\n      \"comment\": ").str(g.Comment)
		w.raw(",\n      \"params\": {")
		for i, l := range g.Params {
			w.comma(i).space(i).str(l.Name).raw(": ").value(l, g.ParamValues[i])
		}
		w.raw("}")
		w.leaves("paramTypes", g.Params)
		w.leaves("event", g.Event)
		w.leaves("output", g.Output)
		w.leaves("state", g.State)
	}
	w.raw(",\n      \"tests\": [")
	for i := range g.Calls {
		c := &g.Calls[i]
		w.comma(i).raw("\n ").test(&c.Test)
		w.raw(", \"args\": ").row(g.Args, c.Args)
		w.raw(", \"result\": ").row(g.Results, c.Results)
		w.raw("}")
	}
	for i := range g.Sequences {
		s := &g.Sequences[i]
		w.comma(i).raw("\n ").test(&s.Test)
		if s.Loaded {
			w.raw(", \"loaded\": true")
		}
		w.raw(",\n  \"initial\": ").row(g.State, s.Initial)
		w.raw(",\n  \"steps\": [")
		for j, step := range s.Steps {
			event, output, state := g.Split(step)
			w.comma(j).raw("\n  [")
			w.values(g.Event, event).raw(",").values(g.Output, output).raw(",").values(g.State, state).raw("]")
		}
		w.raw("]}")
	}
	w.raw("\n      ]\n    }")
}

// encoder builds JSON; its methods return it so that a line reads as it prints.
type encoder struct{ b []byte }

func (w *encoder) raw(s string) *encoder { w.b = append(w.b, s...); return w }

func (w *encoder) num(n int) *encoder { w.b = strconv.AppendInt(w.b, int64(n), 10); return w }

// str appends a JSON string. The texts of a file are short and seldom need more than
// quotes; encoding/json knows the rest.
func (w *encoder) str(s string) *encoder {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("testvectors: a string that JSON cannot hold: " + err.Error()) // such a string does not exist
	}
	w.b = append(w.b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
	return w
}

func (w *encoder) comma(i int) *encoder {
	if i > 0 {
		w.b = append(w.b, ',')
	}
	return w
}

func (w *encoder) space(i int) *encoder {
	if i > 0 {
		w.b = append(w.b, ' ')
	}
	return w
}

// leaves appends a layout: one line, an object a field, in order.
func (w *encoder) leaves(key string, leaves []transducer.Leaf) {
	w.raw(",\n      ").str(key).raw(": [")
	for i, l := range leaves {
		w.comma(i).space(i).raw("{\"name\": ").str(l.Name).raw(", \"type\": ").str(l.Type()).raw("}")
	}
	w.raw("]")
}

func (w *encoder) test(t *Test) *encoder {
	w.raw("{\"tcId\": ").num(t.ID).raw(", \"comment\": ").str(t.Comment).raw(", \"flags\": [")
	for i, flag := range t.Flags {
		w.comma(i).space(i).str(flag)
	}
	return w.raw("]")
}

// value appends an integer; 64-bit ones as strings, since 2^53 is where many JSON
// readers begin to round.
func (w *encoder) value(l transducer.Leaf, v uint64) *encoder {
	if l.Bits == 64 {
		w.b = append(w.b, '"')
		w.b = l.Append(w.b, v)
		w.b = append(w.b, '"')
		return w
	}
	w.b = l.Append(w.b, v)
	return w
}

func (w *encoder) values(leaves []transducer.Leaf, values []uint64) *encoder {
	for i, l := range leaves {
		w.comma(i).value(l, values[i])
	}
	return w
}

func (w *encoder) row(leaves []transducer.Leaf, values []uint64) *encoder {
	return w.raw("[").values(leaves, values).raw("]")
}
