package tomlfile_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/text/tomlfile"
)

// TestLines: tables of arrays, inline tables, dotted keys.
func TestLines(t *testing.T) {
	text := `title = "x"
run.seed = 1
# no key = 1

[[nic]]
[nic.engine]
cores = 1
[[nic]]
profile = "paper"
[switch]
marking = [ { kmin = 1,
  kmax = 2 },
  { kmin = 3 } ]
[[switch.class]]
[[switch.class]]
weight = 2
`
	var any map[string]any
	at, err := tomlfile.Decode([]byte(text), "f", &any)
	require.NoError(t, err)
	for key, line := range map[string]int{
		"title": 1, "run.seed": 2, "nic[0]": 5, "nic[0].engine": 6, "nic[0].engine.cores": 7, "nic[1]": 8, "nic[1].profile": 9, "switch": 10,
		"switch.marking[0].kmin": 11, "switch.marking[0].kmax": 12, "switch.marking[1].kmin": 13, "switch.class[0]": 14, "switch.class[1].weight": 16,
	} {
		require.Equal(t, line, at[key], key)
	}
	require.Equal(t, "f:9", at.Place("f", "nic[1].profile"))
	require.Equal(t, "f:8", at.Place("f", "nic[1].rate.unit"))
	require.Equal(t, "f", at.Place("f", "topology.file"))
}

type document struct {
	Title string `toml:"title"`
	Run   struct {
		Seed int `toml:"seed"`
		End  int `toml:"end"`
	} `toml:"run"`
	NIC []*struct {
		Profile string `toml:"profile"`
	} `toml:"nic"`
}

// TestRefused: one line each, with file, line, column and what goes there.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"title = 1":                  "f:1:9: title: takes no integer; want text",
		"run = 3":                    "f:1:7: run: takes no integer; want a table, as in [run]",
		"nic = 'a'":                  "f:1:7: nic: takes no string; want tables, as in [[nic]]",
		"[[run]]":                    "f:1:3: run: takes no array table; want a table, as in [run]",
		"[run]\nend = 'a'":           "f:2:7: run.end: takes no string; want a number",
		"[run]\nend = 1e999":         "f:2:7: run.end: \"1e999\" is not a number that fits",
		"\ntitel = 'a'":              "f:2:1: unknown key titel (did you mean title?); here go title, run, nic",
		"[run]\nsede = 1":            "f:2:1: unknown key run.sede (did you mean seed?); here go seed, end",
		"[[nic]]\n[[nic]]\nrate = 1": "f:3:1: unknown key nic.rate; here go profile",
		"\"a\\u001bb\" = 1":          "f:1:1: unknown key a?b; here go title, run, nic",
		"[run":                       "f:1:4: ",
		"title = 'a'\ntitle = 'b'":   "f:2:1: ",
		"\xef\xbb\xbftitle = 'a'":    "f: begins with a byte order mark",
	} {
		_, err := tomlfile.Decode([]byte(text), "f", new(document))
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "\n")
		require.NotRegexp(t, `strconv|parsing|struct|\bGo\b`, err.Error())
	}
	require.Equal(t, "nic[0].profil (did you mean profile?); here go profile", tomlfile.Unknown(reflect.TypeFor[document](), []string{"nic[0]", "profil"}))
}
