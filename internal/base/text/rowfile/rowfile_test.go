package rowfile_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/rowfile"
)

// lines are those of a text, which may be gzip.
func lines(t testing.TB, text []byte) *rowfile.Lines {
	t.Helper()
	content, _, err := rowfile.Unzip("in", bytes.NewReader(text))
	require.NoError(t, err)
	return rowfile.NewLines("in", content)
}

// show writes rows with the names of their columns, and the error that ended them.
func show(t *rowfile.Table) (text []string, err error) {
	for {
		cells, err := t.Next()
		if err != nil {
			return text, err
		}
		var row []string
		for _, c := range cells {
			row = append(row, fmt.Sprintf("%s=%d:%s", t.Names[c.Column], c.Kind, c.Text))
		}
		text = append(text, fmt.Sprint(t.Line, " ", strings.Join(row, " ")))
	}
}

// TestCSV: a byte-order mark, comments, blank lines and quotes; what comments say.
func TestCSV(t *testing.T) {
	l := lines(t, []byte("\xEF\xBB\xBF# one \r\n\r\n## two\n a , \"b,\"\"c\" \r\n1,2\n  # three\n \" 3\", 4\n,5"))
	var notes []string
	l.Comment = func(text string) error {
		notes = append(notes, text)
		return nil
	}
	table, err := rowfile.NewCSV(l, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"a", `b,"c`}, table.Names)
	rows, err := show(table)
	require.Equal(t, io.EOF, err)
	require.Equal(t, []string{`5 a=0:1 b,"c=0:2`, `7 a=0:3 b,"c=0:4`, `8 a=0: b,"c=0:5`}, rows)
	require.Equal(t, []string{"one", "two", "three"}, notes)
	require.Equal(t, 3, table.Row)
}

// TestJSON: kinds, escapes, keys that come later, objects that are nested and columns that are there twice.
func TestJSON(t *testing.T) {
	table := rowfile.NewJSON(lines(t, []byte(`{"a":"x\u00e9\"","b":-1.5,"c":null, "d" : [1,"]"] , "e":{"f":"}"},"part":{"g":true}}`+"\n# no row\n"+`{"new":1,"a":2}`)), func(t *rowfile.Table) {
		t.Names[1] = "B"
		t.Also(1, "again")
	})
	table.Nested = func(key []byte) bool { return string(key) == "part" }
	rows, err := show(table)
	require.Equal(t, io.EOF, err)
	require.Equal(t, []string{`1 a=2:xé" B=3:-1.5 c=1: d=5:[1,"]"] e=6:{"f":"}"} part.g=4:true again=3:-1.5`, "3 new=3:1 a=3:2"}, rows)
	require.Equal(t, 1, table.Source(6))
	require.Equal(t, 0, table.Source(0))
	items, err := rowfile.Items([]byte(`[1, "b", null, [2]]`))
	require.NoError(t, err)
	require.Equal(t, []rowfile.Kind{rowfile.Number, rowfile.String, rowfile.Null, rowfile.List}, []rowfile.Kind{items[0].Kind, items[1].Kind, items[2].Kind, items[3].Kind})
	require.Equal(t, "b", string(items[1].Text))
}

// TestErrors: each has the file's name and the line, and says what to do.
func TestErrors(t *testing.T) {
	keys := ""
	for i := range 4097 {
		keys += fmt.Sprintf(`{"k%d":1}`, i) + "\n"
	}
	for _, c := range []struct{ in, want string }{
		{"", "in:1: has no header row"},
		{"#\n\n", "in:2: has no header row"},
		{"a,\"b\n", "in:1: header row: a quote within a field"},
		{"a,b\n1\n", "in:2: 1 fields; the header row has 2"},
		{"a,b\n1,2,\n", "in:2: 3 fields; the header row has 2"},
		{"a,b\n1,\"2\"3\n", "in:2: a quote within a field, or a quoted field that does not end on its line"},
		{"a,b\n" + strings.Repeat("x", rowfile.MaxLine), "in:2: is longer than 65536 bytes"},
		{"{\n", "in:1: no JSON object: it ends early"},
		{"{}\n[]\n", `in:2: no JSON object: expected one a line, found "[]"`},
		{"{} {}\n", "in:1: no JSON object: something follows it"},
		{"{\"a\":tru}\n", "in:1: no JSON object: invalid character"},
		{`{"a":1,"\u0061":2}` + "\n", `in:1: the key "a" comes twice`},
		{`{"p":{"a":1},"p.a":2}` + "\n", `in:1: the key "p.a" comes twice`},
		{keys, "in:4097: more than 4096 different keys"},
	} {
		l := lines(t, []byte(c.in))
		table := rowfile.NewJSON(l, nil)
		table.Nested = func(key []byte) bool { return string(key) == "p" }
		var err error
		if !strings.HasPrefix(c.in, "{") {
			table, err = rowfile.NewCSV(l, nil)
		}
		if err == nil {
			_, err = show(table)
		}
		require.ErrorContains(t, err, c.want, "%.60q", c.in)
		require.NotContains(t, err.Error(), "\n")
	}
	l := lines(t, []byte("a,b\n# bad\n1,2\n"))
	l.Comment = func(text string) error { return fmt.Errorf("%s comment", text) }
	table, err := rowfile.NewCSV(l, nil)
	require.NoError(t, err)
	_, err = table.Next()
	require.EqualError(t, err, "in:2: bad comment")
	_, err = rowfile.Members([]byte(`{"a":1,"a":2}`))
	require.EqualError(t, err, `the key "a" comes twice`)
}

func zipped(t testing.TB, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

// TestCut: of what is cut the rows before are sound; what is damaged otherwise is an error.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		in         []byte
		rows, line int
		text       string
	}{
		{[]byte("a,b\n1,2\n3"), 1, 3, "the file is cut within this row"},
		{[]byte("a,b\n3"), 0, 0, ""}, // no row is before it
		{[]byte("a,b\n1,2\n3\n"), 1, 0, ""},
	} {
		table, err := rowfile.NewCSV(lines(t, c.in), nil)
		require.NoError(t, err)
		rows, err := show(table)
		require.Len(t, rows, c.rows)
		line, text := table.Cut(err)
		require.Equal(t, c.line, line)
		require.Contains(t, text, c.text)
		require.Equal(t, c.text == "", text == "")
	}
	z := zipped(t, "a,b\n"+strings.Repeat("1,2\n", 1000))
	table, err := rowfile.NewCSV(lines(t, z[:len(z)-9]), nil)
	require.NoError(t, err)
	rows, err := show(table)
	require.Equal(t, rowfile.ErrCut, err)
	line, text := table.Cut(err)
	require.Equal(t, len(rows)+2, line)
	require.Contains(t, text, "the compressed file is cut here")

	z[len(z)-6] ^= 1 // of the checksum
	table, err = rowfile.NewCSV(lines(t, z), nil)
	require.NoError(t, err)
	_, err = show(table)
	require.ErrorContains(t, err, "in: offset 4004: gzip: invalid checksum: the compressed file is damaged; fetch it again")
	_, _, err = rowfile.Unzip("in", strings.NewReader("\x1f\x8bxxxx"))
	require.ErrorContains(t, err, "in: offset 0: starts like gzip but is not")
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log")
	_, err := rowfile.Open(path)
	require.ErrorContains(t, err, path+": no such file")
	_, err = rowfile.Open(dir)
	require.EqualError(t, err, dir+": is a directory; name a file in it")
	require.NoError(t, os.WriteFile(path, []byte("a,b\n"), 0o644))
	f, err := rowfile.Open(path)
	require.NoError(t, err)
	told := 0
	f.Progress = func(n int) { told += n }
	_, err = io.ReadAll(f)
	require.NoError(t, err)
	require.Equal(t, []int64{4, 4, 4}, []int64{f.Done, f.Size, int64(told)})
	require.NoError(t, f.Close())
}

// TestRowsTakeNoMemory: rows without quotes or escapes are read in place.
func TestRowsTakeNoMemory(t *testing.T) {
	row := `{"time_ns":1,"conn":"10.0.0.1:0x11->10.0.0.9:0x22","event":"cnp","state":[1,2,3]}` + "\n"
	for name, make := range map[string]func() *rowfile.Table{
		"csv": func() *rowfile.Table {
			table, err := rowfile.NewCSV(lines(t, []byte("a,b,c\n"+strings.Repeat("1,10.0.0.1:0x11->10.0.0.9:0x22,cnp\n", 2000))), nil)
			require.NoError(t, err)
			return table
		},
		"json": func() *rowfile.Table { return rowfile.NewJSON(lines(t, []byte(strings.Repeat(row, 2000))), nil) },
	} {
		table := make()
		_, err := table.Next()
		require.NoError(t, err)
		require.Less(t, testing.AllocsPerRun(1000, func() { _, err = table.Next() }), 2.0, name) // json.Valid may make one
		require.NoError(t, err)
	}
}

// FuzzTable: nothing makes a table panic, its cells are what the readers of the standard library see, and a row does not
// depend on gzip.
func FuzzTable(f *testing.F) {
	f.Add([]byte("a,b\n1,\"2,\"\"3\"\n"))
	f.Add([]byte("\xEF\xBB\xBF# c\na\n\n1\n2"))
	f.Add([]byte(`{"a":"x\u00e9","b":-1.5,"c":null,"d":[1,{"]":2}],"e":{"f":"}"},"g":true}` + "\n{\"a\":1}"))
	f.Add([]byte("{\"\\ud800\":\"\xff\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		read := func(b []byte) (rows []string, last error) {
			content, _, err := rowfile.Unzip("in", bytes.NewReader(b))
			if err != nil {
				return nil, err
			}
			l := rowfile.NewLines("in", content)
			first, err := l.Peek()
			if err != nil {
				return nil, err
			}
			if first[0] == '{' {
				return show(rowfile.NewJSON(l, nil))
			}
			table, err := rowfile.NewCSV(l, nil)
			if err != nil {
				return nil, err
			}
			return show(table)
		}
		rows, err := read(text)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "\n")
		if !bytes.HasPrefix(text, []byte{0x1F, 0x8B}) {
			again, _ := read(zipped(t, string(text)))
			require.Equal(t, rows, again)
		}
		line := bytes.TrimSpace(text)
		if bytes.ContainsAny(line, "\n\r") {
			return
		}
		var object map[string]json.RawMessage
		members, err := rowfile.Members(line)
		if broken := json.Unmarshal(line, &object); err == nil {
			require.NoError(t, broken)
			require.Len(t, members, len(object))
			for _, m := range members {
				raw := object[string(m.Name)]
				var s string
				switch m.Kind {
				case rowfile.String:
					require.NoError(t, json.Unmarshal(raw, &s))
				case rowfile.Null:
				default:
					s = string(raw)
				}
				require.Equal(t, s, string(m.Text))
			}
		}
		cells, err := rowfile.Split(line, nil)
		r := csv.NewReader(bufio.NewReader(bytes.NewReader(line)))
		r.TrimLeadingSpace, r.LazyQuotes = true, false
		fields, bad := r.Read()
		if err != nil {
			require.Error(t, bad)
		} else if bad == nil {
			require.Len(t, cells, len(fields))
			for i, field := range fields {
				require.Equal(t, strings.TrimSpace(field), string(cells[i].Text))
			}
		}
	})
}
