package firmwarelog_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen"
	"smartnic-cc/codegen/check/conformance"
	"smartnic-cc/internal/logs/firmwarelog"
	"smartnic-cc/internal/logs/firmwarelog/logtest"
	"smartnic-cc/testvectors/transducer"
)

// algorithm returns a built-in algorithm.
func algorithm(t testing.TB, name string) *firmwarelog.Algorithm {
	t.Helper()
	def := packages(t).Program.Transducer(name)
	require.NotNil(t, def)
	return firmwarelog.Of(def)
}

// packages are the built-in packages, or those of folders.
func packages(t testing.TB, folders ...string) *codegen.Packages {
	t.Helper()
	p, err := codegen.Load(folders)
	require.NoError(t, err)
	return p
}

// of is algorithm of what it lays out.
func of(a *transducer.Algorithm) *firmwarelog.Algorithm {
	p, err := codegen.Firmware()
	if err != nil {
		panic(err) // what every test of the compiler would show
	}
	return firmwarelog.Of(p.Transducer(a.Name))
}

// readAll reads a log to its end and returns the number of records, or the first error.
func readAll(log []byte, layout *firmwarelog.Layout, a *transducer.Algorithm) (int, []string, error) {
	r, err := firmwarelog.NewReader(bytes.NewReader(log), "log", layout)
	if err != nil {
		return 0, nil, err
	}
	if err := r.Bind(of(a)); err != nil {
		return 0, nil, err
	}
	n := 0
	for {
		_, err := r.Next()
		if err == io.EOF {
			return n, r.Warnings(), nil
		}
		if err != nil {
			return n, nil, err
		}
		n++
	}
}

// TestRefusesText: what is wrong is one line, with its place and what was expected.
func TestRefusesText(t *testing.T) {
	a := algorithm(t, "dcqcnnp") // Now, Marked; CNP, Marked; LastCNP, Marked, Sent
	const head = "Now,event.Marked,CNP,LastCNP\n"
	for log, want := range map[string]string{
		"":                                      "log: is empty",
		"\n\n":                                  "log: is empty",
		"# only\n":                              "log: is empty",
		"Now,Marked\n1,1\n":                     `log:1: header row: "Marked" can mean event.Marked or output.Marked or state.Marked; write the part`,
		"event.Marked,CNP\n":                    "log:1: header row: there is no event.Now; a step needs it",
		"Now,event.Marked\n1,1\n":               "log:1: header row: there is no field of the output or state of dcqcnnp",
		"Now,now,CNP\n":                         `log:1: header row: "Now" and "now" name the same thing`,
		"Now,CNP,state LastCNP Marked\n":        "log:1: header row: the column of the whole state is not that of dcqcnnp: field 3 should be Sent",
		"Now,CNP,state LastCNP Marked Sent x":   "the column of the whole state has 4 fields, that of dcqcnnp has 3",
		"Now,CNP,state,state.Sent\n":            "name the same thing",
		head + "1,2,1\n":                        "log:2: 3 fields; the header row has 4",
		head + "1,2,2,4\n":                      "log:2: output.CNP is 2; outside bool",
		head + "1,256,1,4\n":                    "log:2: event.Marked is 256; outside uint8",
		head + "1,-1,1,4\n":                     "log:2: event.Marked is -1; outside uint8",
		head + "4294967296,1,1,4\n":             "log:2: event.Now is 4294967296; outside uint32",
		head + "99999999999999999999,1,1,4\n":   `event.Now is "99999999999999999999"; expected an integer`,
		head + "1.5,1,1,4\n":                    `log:2: event.Now is "1.5"; expected an integer, decimal or 0x`,
		head + "1e3,1,1,4\n":                    "expected an integer",
		head + "0x,1,1,4\n":                     "expected an integer",
		head + "1,\"2,1,4\n":                    "log:2: a quote within a field, or a quoted field that does not end on its line",
		head + "1,2\"2,1,4\n":                   "log:2: a quote within a field",
		head + "1,\"2\"2,1,4\n":                 "log:2: a quote within a field",
		"record," + head + "begin,1,2,1,4\n":    `log:2: record is "begin"; expected step, load or init`,
		"record," + head + "load,1,2,1,4\n":     "log:2: a load record without state.Marked",
		"conn," + head + "\x01,1,2,1,4\n":       "log:2: conn is \"\\x01\"; expected printable UTF-8",
		"conn," + head + "a\u009b31m,1,2,1,4\n": "expected printable UTF-8",
		"conn," + head + "\u202e,1,2,1,4\n":     "expected printable UTF-8",
		head + ",2,1,4\n":                       "log:2: there is no event.Now; a step needs it",
		"\x7fELF\x02\x00\x00":                   "log: is not text; describe the records of a binary log with --layout",
		"conn," + head + strings.Repeat("x", 300) + ",1,2,1,4\n": "log:2: conn has 300 bytes; at most 256",
		head + strings.Repeat("1", 70000):                        "log:2: is longer than 65536 bytes",
		"# params a\n" + head:                                    `log:1: params: "a" is not name=value`,
		"# params A=1 a=2\n" + head:                              `log:1: params: "a" comes twice`,
		"{":                                                      "log:1: no JSON object: it ends early",
		"{}\n[]\n":                                               "log:1: there is no event.Now",
		`{"event":{"Now":1}}` + "\n[]\n":                         `log:2: no JSON object: expected one a line, found "[]"`,
		`{"event":{"Now":1}} {}`:                                 "log:1: no JSON object: something follows it",
		`{"event":{"Now":1,"Now":2}}`:                            `the key "event.Now" comes twice`,
		`{"event":{"Now":1},"event.Now":2}`:                      `the key "event.Now" comes twice`,
		`{"event":[1,2],"event.Now":1}`:                          "event.Now comes twice",
		`{"event.Now":1,"event":[1,2]}`:                          "event.Now comes twice",
		`{"event":{"Now":[1]}}`:                                  `"event.Now" is a list; expected a number`,
		`{"event":[1]}`:                                          "the whole event has 1 fields; expected 2",
		`{"event":[1,null]}`:                                     "a null in a list",
		`{"event":[1,{}]}`:                                       "event: expected a number",
		`{"event":{"Now":{}}}`:                                   `"event.Now": expected a number`,
		`{"event":{"Now":1},"state":[1,2,1],"record":"loud"}`:    `record is "loud"`,
		`{"params":[1]}`:                                         "log:1: params: no JSON object: expected one",
		`{"params":{"a":{}}}`:                                    "log:1: params: expected a number",
		`{"algorithm":[]}`:                                       "log:1: algorithm: expected a number",
		"\x1f\x8bnothing":                                        "starts like gzip but is not",
	} {
		_, _, err := readAll([]byte(log), nil, &a.Algorithm)
		require.ErrorContains(t, err, want, "%.80q", log)
		require.NotContains(t, err.Error(), "\n")
		require.Less(t, len(err.Error()), 300, "%s", err)
	}
}

// TestCutLogs: a log that ends within a record is read up to the one before, with a
// warning; cut elsewhere it is whole.
func TestCutLogs(t *testing.T) {
	a, params, rs := group(t, "dcqcn-paper.json", 1)
	layoutText, binary := logtest.Binary(a, params, rs, false)
	layout, err := firmwarelog.ParseLayout("layout", []byte(layoutText))
	require.NoError(t, err)
	n, warnings, err := readAll(binary[:len(binary)-5], layout, a)
	require.NoError(t, err)
	require.Equal(t, len(rs)-1, n)
	require.Len(t, warnings, 1)
	require.Contains(t, warnings[0], fmt.Sprintf("the log is cut within record %d, offset", len(rs)))
	for _, text := range []string{logtest.CSV(a, params, rs), logtest.JSON(a, params, rs)} {
		n, warnings, err = readAll([]byte(text[:len(text)-12]), nil, a)
		require.NoError(t, err)
		require.Equal(t, len(rs)-1, n)
		require.Len(t, warnings, 1)
		require.Contains(t, warnings[0], "the file is cut within this row")
		n, warnings, err = readAll([]byte(strings.TrimSuffix(text, "\n")), nil, a)
		require.NoError(t, err)
		require.Equal(t, len(rs), n)
		if text[0] == '{' {
			require.Empty(t, warnings)
		} else {
			require.Equal(t, []string{fmt.Sprintf("line %d has no newline: its last field may be cut", strings.Count(text, "\n"))}, warnings)
		}

		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		_, err = w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		n, _, err = readAll(z.Bytes(), nil, a)
		require.NoError(t, err)
		require.Equal(t, len(rs), n)
		n, warnings, err = readAll(z.Bytes()[:z.Len()/2], nil, a)
		require.NoError(t, err)
		require.Less(t, n, len(rs))
		require.NotEmpty(t, warnings)
	}
	_, _, err = readAll(binary[:2], layout, a)
	require.ErrorContains(t, err, "log: has 2 bytes; the layout's header alone has 4")
}

const goodLayout = "record = 8\n[[field]]\nname = \"event.Now\"\noffset = 0\nwidth = 32\n[[field]]\nname = \"output.CNP\"\noffset = 4\nwidth = 1\n"

// TestRefusesLayouts: what makes no sense in a layout is refused before a log is read.
func TestRefusesLayouts(t *testing.T) {
	field := func(text string) string { return goodLayout + "[[field]]\n" + text }
	for text, want := range map[string]string{
		"":                                             "record is 0; expected the bytes of a record, 1 to 65536",
		"record = 70000":                               "record is 70000",
		"record = 8":                                   "0 fields; expected 1 to 1024",
		"record = 8\nheader = -1":                      "header is -1",
		"record = 8\nendian = \"mid\"":                 `endian is "mid"; expected little or big`,
		"record = 8\nsize = 3":                         "layout:2:1: unknown key size; here go algorithm, params, header, record, endian, field",
		"record = \"8\"":                               "layout:1:",
		"record = ":                                    "layout:1:",
		field("offset = 0\nwidth = 8"):                 "field 3 (without a name): has neither name nor equals",
		field("name = \"x\"\nwidth = 0"):               `field 3 ("x"): width is 0; expected bits, 1 to 64`,
		field("name = \"x\"\nwidth = 65"):              "width is 65",
		field("name = \"x\"\nwidth = 8\nbit = 60"):     "bit is 60 with width 8",
		field("name = \"x\"\nwidth = 8\nbit = -1"):     "bit is -1",
		field("name = \"x\"\nwidth = 16\noffset = 7"):  "runs over the record: offset 7 and 2 bytes of 8",
		field("name = \"x\"\nwidth = 16\noffset = -1"): "runs over the record",
		field("name = \"x\"\nwidth = 8\noffset = 9223372036854775807"):          "runs over the record",
		field("name = \"x\"\nwidth = 8\noffset = 4\ncontainer = 12"):            "container is 12",
		field("name = \"x\"\nwidth = 16\noffset = 4\ncontainer = 8"):            "container is 8; expected a multiple of 8 up to 64 that holds bits 0 to 15",
		field("name = \"x\"\nwidth = 8\noffset = 3"):                            `field 3 ("x") overlaps field 1 ("event.Now") at byte 3, bit 0`,
		field("name = \"x\"\nwidth = 8\noffset = 4"):                            `overlaps field 2 ("output.CNP") at byte 4, bit 0`,
		field("name = \"x\"\nwidth = 8\noffset = 5\nendian = \"\\u0007\""):      "endian is",
		field("name = \"x\"\nwidth = 8\noffset = 5\nmap = { a = 1 }"):           `map: "a" is not an integer`,
		field("name = \"x\"\nwidth = 8\noffset = 5\nmap = { 1 = 1, 0x1 = 2 }"):  "map: 1 comes twice",
		field("name = \"x\"\nwidth = 8\noffset = 5\nsigned = true\nequals = 1"): "signed goes with neither equals nor map",
	} {
		_, err := firmwarelog.ParseLayout("layout", []byte(text))
		require.ErrorContains(t, err, want, "%s", text)
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := firmwarelog.ParseLayout("layout", []byte(field("name = \"x\"\nwidth = 7\noffset = 4\nbit = 1")))
	require.NoError(t, err, "the other bits of a byte are free")
}

// TestRefusesRecords: a layout that does not fit the log is found by its marks, and what a
// field cannot hold by its type.
func TestRefusesRecords(t *testing.T) {
	a := algorithm(t, "dcqcnnp")
	for text, want := range map[string]string{
		goodLayout + "[[field]]\noffset = 7\nwidth = 8\nequals = 0x55":                            "log: record 1, offset 0: the field at byte 7 is 0x7; the layout expects 0x55",
		goodLayout + "[[field]]\nname = \"record\"\noffset = 7\nwidth = 8":                        "record is 7; expected 0 (step), 1 (load) or 2 (init)",
		goodLayout + "[[field]]\nname = \"state.Sent\"\noffset = 7\nwidth = 8":                    "state.Sent is 7; outside bool",
		goodLayout + "[[field]]\nname = \"state.Marked\"\noffset = 6\nwidth = 16":                 "state.Marked is 1798; outside uint8",
		goodLayout + "[[field]]\nname = \"state.Marked\"\noffset = 7\nwidth = 3\nsigned = true":   "state.Marked is -1; outside uint8",
		goodLayout + "[[field]]\nname = \"state.Marked\"\noffset = 7\nwidth = 8\nmap = { 6 = 1 }": `"state.Marked" is 7, which the layout's map does not have`,
		goodLayout + "[[field]]\nname = \"state\"\noffset = 7\nwidth = 8":                         "is a whole part; give each of its fields",
		goodLayout + "[[field]]\nname = \"Marked\"\noffset = 7\nwidth = 8":                        "can mean event.Marked or output.Marked",
		"record = 8\n[[field]]\nname = \"output.CNP\"\noffset = 4\nwidth = 1\n":                   "log: layout: there is no event.Now",
	} {
		layout, err := firmwarelog.ParseLayout("layout", []byte(text))
		require.NoError(t, err, text)
		_, _, err = readAll([]byte{0, 0, 0, 0, 1, 5, 6, 7}, layout, &a.Algorithm)
		require.ErrorContains(t, err, want)
	}
}

// TestFieldsAreBits checks fields of random place, width and byte order against big
// integers.
func TestFieldsAreBits(t *testing.T) {
	a := algorithm(t, "dcqcnnp")
	rng := rand.New(rand.NewPCG(4, 4))
	seen := 0
	for range 4000 {
		size := 4 + rng.IntN(12)
		width, bit := 1+rng.IntN(32), rng.IntN(40)
		containers := []int{0, 8, 16, 24, 32, 40, 48, 56, 64}
		container := containers[rng.IntN(len(containers))]
		bytesOf := (bit + width + 7) / 8
		if container > 0 {
			bytesOf = container / 8
		}
		offset := rng.IntN(size)
		if offset+bytesOf > size || container > 0 && container < bit+width || bit+width > 64 {
			continue
		}
		big64 := rng.IntN(2) == 0
		order := map[bool]string{true: "big", false: "little"}[big64]
		text := fmt.Sprintf("record = %d\n[[field]]\nname = \"event.Now\"\noffset = %d\nwidth = %d\nbit = %d\ncontainer = %d\nendian = %q\n", size+1, offset, width, bit, container, order)
		text += fmt.Sprintf("[[field]]\nname = \"output.CNP\"\noffset = %d\nwidth = 1\n", size)
		layout, err := firmwarelog.ParseLayout("layout", []byte(text))
		require.NoError(t, err, text)
		record := make([]byte, size+1)
		for i := range size {
			record[i] = byte(rng.Uint32())
		}
		// The oracle: the bytes as one big-endian number, shifted and cut.
		cell := append([]byte(nil), record[offset:offset+bytesOf]...)
		if !big64 {
			for i, j := 0, len(cell)-1; i < j; i, j = i+1, j-1 {
				cell[i], cell[j] = cell[j], cell[i]
			}
		}
		n := new(big.Int).SetBytes(cell)
		n.Rsh(n, uint(bit)).Mod(n, new(big.Int).Lsh(big.NewInt(1), uint(width)))
		r, err := firmwarelog.NewReader(bytes.NewReader(record), "log", layout)
		require.NoError(t, err)
		require.NoError(t, r.Bind(a))
		row, err := r.Next()
		require.NoError(t, err)
		require.Equal(t, n.Uint64(), row.Parts[transducer.PartEvent].V[0], text)
		seen++
	}
	require.Greater(t, seen, 500)
}

// TestParams: parameters that are missing, unknown or do not fit are named.
func TestParams(t *testing.T) {
	a := algorithm(t, "dcqcnnp")
	for params, want := range map[string]string{
		`{"algorithm":"dcqcnnp","params":{"interval":50000}}`:      `[50000]`,
		`{"algorithm":"dcqcnnp","params":{}}`:                      "log: expected {",
		`{"algorithm":"dcqcnnp","params":{"x":1}}`:                 "parameters of dcqcnnp that are not there: Interval; give all of them",
		`{"algorithm":"dcqcnnp","params":{"Interval":1,"y":1}}`:    `"y" is no parameter of dcqcnnp`,
		`{"algorithm":"dcqcnnp","params":{"Interval":-1}}`:         `parameter Interval is "-1"; expected a uint32`,
		`{"algorithm":"dcqcnnp","params":{"Interval":4294967296}}`: "expected a uint32",
		`{"params":{"Interval":1}}`:                                "log: expected {",
		`nothing`:                                                  "log: no JSON object: expected one",
		`{"algorithm":"x"}` + strings.Repeat(" ", 1<<20):           "log: is longer than",
	} {
		h, err := firmwarelog.ReadHeader(strings.NewReader(params), "log")
		var v []uint64
		if err == nil {
			v, err = h.Values(&a.Algorithm)
		}
		if err == nil {
			require.Equal(t, want, fmt.Sprint(v))
			continue
		}
		require.ErrorContains(t, err, want)
	}
}

// TestSignsAndTruths: parameters and values of a log are read alike, signed ones and bools too.
func TestSignsAndTruths(t *testing.T) {
	a := &transducer.Algorithm{Name: "x", Params: []transducer.Leaf{{Name: "S", Bits: 64, Signed: true}, {Name: "B", Bits: 8, Bool: true}}}
	for params, want := range map[string]string{
		`{"S":-5,"B":true}`:                "[18446744073709551611 1]",
		`{"S":9223372036854775807,"B":0}`:  "[9223372036854775807 0]",
		`{"S":9223372036854775808,"B":0}`:  "expected a int64",
		`{"S":-9223372036854775809,"B":0}`: "expected a int64",
		`{"S":true,"B":0}`:                 `parameter S is "true"; expected a int64`,
		`{"S":1,"B":2}`:                    `parameter B is "2"; expected a bool`,
		`{"S":"0x10","B":"false"}`:         "[16 0]",
	} {
		h, err := firmwarelog.ReadHeader(strings.NewReader(`{"algorithm":"x","params":`+params+`}`), "log")
		require.NoError(t, err)
		v, err := h.Values(a)
		if err != nil {
			require.ErrorContains(t, err, want)
			continue
		}
		require.Equal(t, want, fmt.Sprint(v))
	}
}

// TestRateLogColumns: the columns of a rate log that show fields of the state are those fields, unless the whole
// state is there, too. In logs of version 0.1.0 the current rate is the output's, too.
func TestRateLogColumns(t *testing.T) {
	for _, c := range []struct{ algorithm, log, output, state, warning string }{
		{"dcqcn", "time_ns,event,rc_kbps,rt_kbps,alpha_q24,time_stage,byte_stage,arm,did\n4294967297,cnp,5,6,7,1,2,,13\n",
			"Rate=5 Did=13", "Rates.RC=5 Rates.RT=6 Rates.TimeStage=1 Rates.ByteStage=2 Alpha=7", `"arm"`},
		{"dolcerc4", "time_ns,event,rc_kbps,rt_kbps,alpha_q16,time_stage,byte_stage,arm,did\n1,cnp,5,6,7,1,2,3,13\n",
			"Rate=5 Did=13", "React.RC=5 React.RT=6 React.TimeStage=1 React.ByteStage=2", `"alpha_q16", "arm"`},
		{"dcqcn", "time_ns,event,did,rate_kbps,rc_kbps,rt_kbps,time_stage,byte_stage,alpha_q24\n4294967297,alpha-timer,13,4,5,6,1,2,7\n",
			"Rate=4 Did=13", "Rates.RC=5 Rates.RT=6 Rates.TimeStage=1 Rates.ByteStage=2 Alpha=7", ""},
		{"dcqcn", `{"time_ns":1,"event":"cnp","did":13,"rate_kbps":4,"rc_kbps":5,"alpha_q24":8}`, "Rate=4 Did=13", "Rates.RC=5 Alpha=8", ""},
		{"dcqcn", "Rates.RC,time_ns,event,rate_kbps\n4,1,cnp,5\n", "Rate=5", "Rates.RC=4", ""},
		{"dcqcn", "time_ns,event,rc_kbps,rt_kbps,alpha_q24,state\n1,cnp,5,5,5,1 2 3 4 5 6 7 8 9 10 11\n", "Rate=5",
			"Rates.RC=1 Rates.RT=2 Rates.Bytes=3 Rates.IncreaseAt=4 Rates.CutAt=5 Rates.TimeStage=6 Rates.ByteStage=7 Rates.Flags=8 Rates.Own=9 Alpha=10 AlphaAt=11", ""},
		{"dcqcn", `{"time_ns":1,"event":"cnp","rc_kbps":5,"rt_kbps":9,"alpha":9,"state":[1,2,3,4,5,6,7,8,9,10,11]}`, "Rate=5",
			"Rates.RC=1 Rates.RT=2 Rates.Bytes=3 Rates.IncreaseAt=4 Rates.CutAt=5 Rates.TimeStage=6 Rates.ByteStage=7 Rates.Flags=8 Rates.Own=9 Alpha=10 AlphaAt=11", ""},
		{"dcqcn", `{"time_ns":1,"event":"cnp","rt_kbps":9,"alpha":8}`, "", "Rates.RT=9 Alpha=8", ""},
	} {
		a := algorithm(t, c.algorithm)
		r, err := firmwarelog.NewReader(strings.NewReader(c.log), "log", nil)
		require.NoError(t, err)
		require.NoError(t, r.Bind(a))
		row, err := r.Next()
		require.NoError(t, err, c.log)
		show := func(v transducer.Values, leaves []transducer.Leaf) string {
			var parts []string
			for i, has := range v.Has {
				if has {
					parts = append(parts, fmt.Sprintf("%s=%d", leaves[i].Name, v.V[i]))
				}
			}
			return strings.Join(parts, " ")
		}
		require.EqualValues(t, 1, row.Parts[transducer.PartEvent].V[0], "time wraps")
		require.Equal(t, c.output, show(row.Parts[transducer.PartOutput], a.Output), c.log)
		require.Equal(t, c.state, show(row.Parts[transducer.PartState], a.State), c.log)
		var warnings []string
		if c.warning != "" {
			warnings = []string{"not compared, of no meaning for " + c.algorithm + ": " + c.warning}
		}
		require.Equal(t, warnings, r.Warnings(), c.log)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	_, err := firmwarelog.Open(filepath.Join(dir, "none"), nil)
	require.ErrorContains(t, err, "none: no such file")
	_, err = firmwarelog.Open(dir, nil)
	require.ErrorContains(t, err, "is a directory; name a file in it")
	_, err = firmwarelog.LoadLayout(filepath.Join(dir, "none.toml"))
	require.ErrorContains(t, err, "none.toml")
	path := filepath.Join(dir, "log")
	require.NoError(t, os.WriteFile(path, []byte("Now,CNP\n1,0\n"), 0o644))
	r, err := firmwarelog.Open(path, nil)
	require.NoError(t, err)
	require.NoError(t, r.Bind(algorithm(t, "dcqcnnp")))
	_, err = r.Next()
	require.NoError(t, err)
	done, size := r.Progress()
	require.EqualValues(t, 12, size)
	require.LessOrEqual(t, done, size)
	require.NoError(t, r.Close())
}

// FuzzText: no text makes the reader panic or read without end, and what is compared fits
// its type (else the reference would refuse it).
func FuzzText(f *testing.F) {
	a, params, rs := group(f, "dcqcn-paper.json", 1)
	f.Add([]byte(logtest.CSV(a, params, rs[:4])))
	f.Add([]byte(logtest.JSON(a, params, rs[:4])))
	f.Add([]byte("time_ns,event,rc_kbps,state\n5,cnp,7,1 2 3 4 5 6 7 8 9 10 11\n"))
	f.Add([]byte("{\"event\":[1,2,3,4,5,6],\"state\":{\"Alpha\":\"0x10\"}}\n"))
	f.Add([]byte("record,Now,Kind,Rate\nload,1,2,3\n\"ste\"\"p\",1,cnp,\n"))
	f.Add([]byte("time_ns,event,rtt_ns,acked_bytes,rate_kbps,show_rtt_ns,gradient_ns_q4,calm,state\n1,ack,5,6,7,9,-10,2,1 2 -3 4 5\n"))
	f.Add([]byte("{\"time_ns\":1,\"event\":\"ack\",\"rtt_ns\":5,\"rate_kbps\":7,\"calm\":3}\n"))
	p, foreign := own(f, timely, "timely")
	f.Fuzz(func(t *testing.T, log []byte) {
		fuzzText(t, log, of(a), nil, params)
		fuzzText(t, log, foreign, conformance.Interpreter(p.Program), timelyParams)
	})
}

// fuzzText reads and compares a log of an algorithm, whatever is in it.
func fuzzText(t *testing.T, log []byte, a *firmwarelog.Algorithm, fw transducer.Firmware, params []uint64) {
	r, err := firmwarelog.NewReader(bytes.NewReader(log), "log", nil)
	if err != nil {
		return
	}
	if h := r.Header(); h.Params != nil {
		if _, err := h.Values(&a.Algorithm); err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	}
	if err := r.Bind(a); err != nil {
		require.NotContains(t, err.Error(), "\n")
		return
	}
	s, err := firmwarelog.Compare(r, firmwarelog.Options{Firmware: fw, Params: params, Resync: true})
	require.LessOrEqual(t, s.Records, uint64(bytes.Count(log, []byte("\n"))+1))
	if err != nil {
		require.NotContains(t, err.Error(), "\n")
	}
}

// FuzzBinary: no layout and no log make the reader panic, and a layout that is taken is
// one whose fields lie in the record.
func FuzzBinary(f *testing.F) {
	a, params, rs := group(f, "dcqcnnp.json", 1)
	layout, log := logtest.Binary(a, params, rs[:5], true)
	f.Add([]byte(layout), log)
	f.Add([]byte(goodLayout), []byte("12345678abcdefgh"))
	f.Add([]byte("record = 2\nheader = 1\n[[field]]\nname = \"Now\"\nwidth = 9\nbit = 3\nendian = \"big\"\n[[field]]\nname = \"CNP\"\nwidth = 1\n"), []byte("xyz12"))
	f.Fuzz(func(t *testing.T, text, log []byte) {
		layout, err := firmwarelog.ParseLayout("layout", text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		r, err := firmwarelog.NewReader(bytes.NewReader(log), "log", layout)
		if err != nil || r.Bind(of(a)) != nil {
			return
		}
		s, err := firmwarelog.Compare(r, firmwarelog.Options{Params: params, Resync: true})
		require.LessOrEqual(t, s.Records*uint64(layout.Record), uint64(len(log)))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	})
}
