package sonic_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/nicconf/sonic"
)

func config(t *testing.T, text string) *sonic.Config {
	t.Helper()
	c, err := sonic.Parse([]byte(text), "config_db.json")
	require.NoError(t, err)
	return c
}

// TestRead: profiles, queues, buffers and maps of a whole configuration.
func TestRead(t *testing.T) {
	c, err := sonic.Read("testdata/config_db.json", nil)
	require.NoError(t, err)
	require.Len(t, c.Profiles, 2)
	for i, want := range []sonic.Marking{
		{Profile: sonic.Profile{Name: "AZURE_LOSSLESS", ECN: "ecn_all", Enabled: sonic.Colors()}, Min: 1 << 20, Max: 2 << 20, Percent: 5},
		{Profile: sonic.Profile{Name: "AZURE_LOSSY", ECN: "ecn_none", Enabled: []sonic.Color{}}, Min: 184320, Max: 184320, Percent: 100},
	} {
		want.Color, want.MinField, want.MaxField, want.PercentField = sonic.Green, "green_min_threshold", "green_max_threshold", "green_drop_probability"
		got := c.Profiles[i].Marking(sonic.Green)
		require.Empty(t, cmp.Diff(want, got, cmpopts.IgnoreUnexported(sonic.Profile{})))
		require.Equal(t, i == 0, got.Marks())
	}

	for queue, want := range map[int]string{3: "AZURE_LOSSLESS", 4: "AZURE_LOSSLESS", 1: "AZURE_LOSSY"} {
		p, err := c.Choose("", queue)
		require.NoError(t, err)
		require.Equal(t, want, p.Name)
	}
	_, err = c.Choose("", -1)
	require.EqualError(t, err, "has 2 WRED profiles, AZURE_LOSSLESS, AZURE_LOSSY; choose one with --wred-profile, or with --queue")
	_, err = c.Choose("AZURE", 3)
	require.EqualError(t, err, `no WRED profile "AZURE"; there are AZURE_LOSSLESS, AZURE_LOSSY`)
	p, err := c.Choose("AZURE_LOSSY", 3)
	require.NoError(t, err)
	require.Equal(t, "AZURE_LOSSY", p.Name)

	without, of := c.Unmarked(3)
	require.Empty(t, without)
	require.Equal(t, 2, of)
	without, _ = c.Unmarked(1)
	require.Equal(t, []string{"Ethernet4"}, without)

	// The least of 2^-3 and 2^0: 1248 + pool/9.
	least, of2, ok := c.Pause(3)
	require.True(t, ok)
	require.Equal(t, uint64(1248+33169344/9), least)
	require.Equal(t, "pg_lossless_100000_5m_profile", of2.Profile)
	require.Equal(t, "Ethernet4", of2.Port)
	_, _, ok = c.Pause(0)
	require.False(t, ok, "lossy")

	for dscp, want := range map[uint8]struct {
		queue  int
		paused bool
	}{26: {3, true}, 48: {6, false}, 0: {0, false}} {
		queue, paused, ok := c.Queue(dscp)
		require.True(t, ok)
		require.Equal(t, want.queue, queue)
		require.Equal(t, want.paused, paused)
	}
	_, _, ok = c.Queue(5)
	require.False(t, ok)
}

// TestPause checks the share of a pool against the rule that it comes from: a group may
// take 2^d times what is free, so that taken = 2^d (pool - taken).
func TestPause(t *testing.T) {
	for alpha := -8; alpha <= 8; alpha++ {
		b := sonic.Buffer{Size: 1000, Dynamic: true, Alpha: alpha, Pool: 10_000_000}
		at, ok := b.Pause()
		require.True(t, ok)
		taken := float64(at - b.Size)
		free := float64(b.Pool) - taken
		factor := 1.0
		for range max(alpha, -alpha) {
			factor *= 2
		}
		if alpha < 0 {
			factor = 1 / factor
		}
		require.InDelta(t, factor*free, taken, factor*600, "alpha %d", alpha)
	}
	at, ok := (&sonic.Buffer{Size: 1, Static: 10}).Pause()
	require.True(t, ok)
	require.Equal(t, uint64(11), at)
	for _, b := range []sonic.Buffer{{Dynamic: true}, {Dynamic: true, Pool: 1, Alpha: 9}, {}} {
		_, ok := b.Pause()
		require.False(t, ok)
	}
}

// TestDump: what sonic-db-dump prints is the same configuration.
func TestDump(t *testing.T) {
	text, err := os.ReadFile("testdata/config_db.json")
	require.NoError(t, err)
	var tables map[string]map[string]map[string]any
	require.NoError(t, json.Unmarshal(text, &tables))
	dump := map[string]any{}
	for table, entries := range tables {
		for key, fields := range entries {
			dump[table+"|"+key] = map[string]any{"expireat": 1.5, "ttl": -0.001, "type": "hash", "value": fields}
		}
	}
	again, err := json.Marshal(dump)
	require.NoError(t, err)
	require.Equal(t, config(t, string(text)), config(t, string(again)))
}

// TestList: the same configuration as a list for swssconfig, with and without references.
func TestList(t *testing.T) {
	text, err := os.ReadFile("testdata/config_db.json")
	require.NoError(t, err)
	var tables map[string]map[string]map[string]any
	require.NoError(t, json.Unmarshal(text, &tables))
	for _, bracketed := range []bool{false, true} {
		list := []map[string]any{{"WRED_PROFILE_TABLE:GONE": map[string]any{}, "OP": "SET"}, {"PORT_TABLE:Ethernet0": map[string]any{"mtu": "9100"}}}
		for table, entries := range tables {
			for key, fields := range entries {
				copied := map[string]any{}
				for name, v := range fields {
					if bracketed && name == "wred_profile" {
						v = "[WRED_PROFILE_TABLE:" + strings.TrimPrefix(strings.TrimSuffix(v.(string), "]"), "[WRED_PROFILE|") + "]"
					}
					copied[name] = v
				}
				list = append(list, map[string]any{table + "_TABLE:" + strings.ReplaceAll(key, "|", ":"): copied, "OP": "SET"})
			}
		}
		list = append(list, map[string]any{"WRED_PROFILE_TABLE:GONE": map[string]any{}, "OP": "DEL"})
		again, err := json.Marshal(list)
		require.NoError(t, err)
		require.Equal(t, config(t, string(text)), config(t, "\n "+string(again)))
	}
}

// TestUnsure: where ports or maps differ, nothing is chosen for them.
func TestUnsure(t *testing.T) {
	c := config(t, `{"WRED_PROFILE": {"A": {}, "B": {"ecn": "ecn_green_red"}},
		"QUEUE": {"Ethernet0|3": {"wred_profile": "A"}, "Ethernet4|3": {"wred_profile": "B"}, "Ethernet8|20": {}},
		"DSCP_TO_TC_MAP": {"X": {"48": "6"}, "Y": {"48": "7"}}}`)
	_, err := c.Choose("", 3)
	require.EqualError(t, err, "queue 3 has WRED profiles A, B on different ports; choose one with --wred-profile")
	_, _, ok := c.Queue(48)
	require.False(t, ok)
	_, _, ok = config(t, `{"WRED_PROFILE": {"A": {}}, "DSCP_TO_TC_MAP": {"X": {"48": "6"}}, "TC_TO_QUEUE_MAP": {"X": {"6": "6"}, "Y": {"6": "5"}}}`).Queue(48)
	require.False(t, ok)
}

// TestErrors: one line with the file and what is wrong.
func TestErrors(t *testing.T) {
	wred := func(fields string) string { return `{"WRED_PROFILE": {"A": {` + fields + `}}}` }
	for text, want := range map[string]string{
		``:                              "c.json: ends within the JSON",
		`{`:                             "c.json: ends within the JSON",
		"{\n\"a\": 1,\n}":               "c.json:3: invalid character",
		`3`:                             "c.json: holds no object of tables",
		`[1]`:                           "c.json: entry 1: holds no object of a table",
		`[{"WRED_PROFILE_TABLE:A": 1}]`: "c.json: entry 1: WRED_PROFILE_TABLE:A: is no table of fields",
		`[{}, {"OP": "GET"}]`:           `c.json: entry 2: OP "GET" is not SET or DEL`,
		`[]`:                            "c.json: has no WRED_PROFILE",
		`{"localhost": {}, "asic0": {"WRED_PROFILE": {"A": {}}}}`: "c.json: holds the tables of several ASICs; take those of one, as in jq .asic0 FILE",
		`{} {}`:                                                  "c.json: something follows the object",
		`{}`:                                                     "c.json: has no WRED_PROFILE; save the switch's config_db.json",
		`{"WRED_PROFILE": 3}`:                                    "c.json: WRED_PROFILE: is no table of entries of fields",
		`{"WRED_PROFILE|A": [1]}`:                                "c.json: WRED_PROFILE|A: is no table",
		`{"WRED_PROFILE": {"A": "x"}}`:                           "is no table of entries of fields",
		wred(`"green_min_threshold": "1e6"`):                     `c.json: WRED_PROFILE "A": green_min_threshold: "1e6" is not a number of bytes or percent`,
		wred(`"green_max_threshold": "-1"`):                      `green_max_threshold: -1 is out of range 0..2147483647`,
		wred(`"green_max_threshold": ["1"]`):                     `green_max_threshold is no text or number`,
		wred(`"green_drop_probability": 101`):                    `green_drop_probability: 101 is out of range 0..100`,
		wred(`"red_max_threshold": "2147483648"`):                `c.json: WRED_PROFILE "A": red_max_threshold: 2147483648 is out of range 0..2147483647`,
		wred(`"yellow_ect_mark_probability": "x"`):               `yellow_ect_mark_probability: "x" is not a number of bytes or percent`,
		wred(`"ecn_red_mark_probability": 101`):                  `ecn_red_mark_probability: 101 is out of range 0..100`,
		wred(`"green_min_threshold": "1 2"`):                     `green_min_threshold: "1 2" is not a number of bytes or percent`,
		wred(`"green_min_threshold": " "`):                       `green_min_threshold: " " is not a number of bytes or percent`,
		wred(`"ecn": "ecn_gren"`):                                `c.json: WRED_PROFILE "A": ecn: "ecn_gren" is unknown (did you mean ecn_green?); SONiC takes ecn_all, ecn_green, `,
		wred(`"ecn": " ecn_all"`):                                `ecn: " ecn_all" is unknown (did you mean ecn_all?)`,
		wred(`"ecn": ["ecn_all"]`):                               `ecn: "" is unknown`,
		wred(`"wred_red_enable": "True"`):                        `c.json: WRED_PROFILE "A": wred_red_enable: "True" is unknown; SONiC takes true, false`,
		wred(`"wred_green_enable": "1"`):                         `wred_green_enable: "1" is unknown; SONiC takes true, false`,
		wred(`"green_drop_probability": "99999999999999999999"`): `is not a number of bytes or percent`,
		`{"WRED_PROFILE": {"A": {}}, "QUEUE": {"Ethernet0|3": {"wred_profile": "B"}}}`:                                                                                                             `QUEUE "Ethernet0|3": there is no WRED_PROFILE "B"`,
		`{"WRED_PROFILE": {"A": {}}, "BUFFER_PG": {"Ethernet0|3": {"profile": "p"}}, "BUFFER_PROFILE": {"p": {"xoff": "1", "dynamic_th": "x"}}}`:                                                   `BUFFER_PROFILE "p": dynamic_th: "x" is no exponent of 2`,
		`{"WRED_PROFILE": {"A": {}}, "BUFFER_PG": {"Ethernet0|3": {"profile": "p"}}, "BUFFER_PROFILE": {"p": {"xoff": "1", "size": "x"}}}`:                                                         `BUFFER_PROFILE "p": size: "x" is not a number`,
		`{"WRED_PROFILE": {"A": {}}, "BUFFER_PG": {"Ethernet0|3": {"profile": "p"}}, "BUFFER_PROFILE": {"p": {"xoff": "1", "dynamic_th": "1", "pool": "q"}}, "BUFFER_POOL": {"q": {"size": "x"}}}`: `BUFFER_POOL "q": size: "x" is not a number`,
		strings.Repeat("[", 100_000): "c.json:1: ",
	} {
		_, err := sonic.Parse([]byte(text), "c.json")
		require.ErrorContains(t, err, want, "%.100q", text)
		require.NotContains(t, err.Error(), "\n")
	}
	_, err := sonic.Parse(make([]byte, sonic.MaxFile+1), "c.json")
	require.ErrorContains(t, err, "more than 16777216 bytes")
	_, err = sonic.Read(filepath.Join(t.TempDir(), "none.json"), nil)
	require.ErrorContains(t, err, "none.json: no such file or directory")
	_, err = sonic.Read("testdata", nil)
	require.ErrorContains(t, err, "testdata: is no regular file")
	c, err := sonic.Read("-", strings.NewReader(`{"WRED_PROFILE": {"A": {}}}`))
	require.NoError(t, err)
	require.Len(t, c.Profiles, 1)
}

// FuzzParse: whatever is read, the questions have answers.
func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/config_db.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"WRED_PROFILE|A": {"type": "hash", "value": {"ecn": "ecn_all"}}, "QUEUE|Ethernet0|3-4": {"value": {"wred_profile": "A"}}}`))
	f.Add([]byte(`[{"WRED_PROFILE_TABLE:A": {"ecn": "ecn_all"}, "OP": "SET"}, {"QUEUE_TABLE:Ethernet0:3-4": {"wred_profile": "[WRED_PROFILE_TABLE:A]"}, "OP": "SET"}]`))
	f.Add([]byte(`{"WRED_PROFILE": {"A": {"ecn": "ecn_red", "wred_red_enable": "true", "green_ect_min_threshold": " 7", "ecn_red_max_threshold": "+9\t", "x": 1}}}`))
	f.Add([]byte(`{"asic0": {"WRED_PROFILE": {"A": {}}}}`))
	f.Add([]byte(`{"WRED_PROFILE": {"A": {}}, "BUFFER_PG": {"a|0": {"profile": "p"}}, "BUFFER_PROFILE": {"p": {"xoff": "1", "dynamic_th": "-9"}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := sonic.Parse(text, "fuzz")
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.NotEmpty(t, c.Profiles)
		for q := -1; q < 8; q++ {
			if p, err := c.Choose("", q); err == nil {
				for _, color := range sonic.Colors() {
					m := p.Marking(color)
					require.LessOrEqual(t, m.Percent, uint64(100))
					require.True(t, !m.Marks() || m.ECN != "ecn_none")
				}
			}
			if q >= 0 {
				without, of := c.Unmarked(q)
				require.LessOrEqual(t, len(without), of)
				c.Pause(q)
			}
		}
		for dscp := range uint8(64) {
			queue, _, ok := c.Queue(dscp)
			require.True(t, !ok || queue >= 0 && queue < 8)
		}
	})
}
