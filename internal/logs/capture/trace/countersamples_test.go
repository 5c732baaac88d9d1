package trace

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sampleForms writes samples of one port, mlx5_0/1, in each form that is read. Each of values has np_cnp_sent,
// rp_cnp_handled, OctetsTransmittedOK; times are in ms since 1970.
func sampleForms(t *testing.T, times []int64, values [][3]uint64) map[string]*Trace {
	t.Helper()
	forms := map[string]map[string]string{}
	lines := map[string]*strings.Builder{"flat": {}, "nested": {}}
	series := [3][]any{}
	var csv strings.Builder
	csv.WriteString("epoch_ms,port,np_cnp_sent,rp_cnp_handled,OctetsTransmittedOK\n")
	put := func(form, name, text string) {
		if forms[form] == nil {
			forms[form] = map[string]string{}
		}
		forms[form][name] = text
	}
	for i, ms := range times {
		v := values[i]
		at := fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
		rdma := fmt.Sprintf(`[{"ifindex":0,"ifname":"mlx5_0","port":1,"np_cnp_sent":%d,"rp_cnp_handled":%d,"lifespan":12,"eth-mac":{"OctetsTransmittedOK":%d}}]`, v[0], v[1], v[2])
		fmt.Fprintf(&csv, "%d,mlx5_0/1,%d,%d,%d\n", ms, v[0], v[1], v[2])
		put("files", at+".json", rdma)
		put("folders", at+"/rdma.json", rdma+"\n")
		text := fmt.Sprintf("NIC statistics:\n     rx_packets: 7\n     np_cnp_sent: %d\n     [0]: rp_cnp_handled: 3\n     rp_cnp_handled: %d\n     OctetsTransmittedOK: %d\n", v[0], v[1], v[2])
		put("text", "mlx5_0/1/"+at+".txt", text)
		put("text by name", at+"/mlx5_0/1.txt", text)
		put("mixed", at+"/mlx5_0/1.txt", strings.ReplaceAll(text, "np_cnp_sent", "np_cnp_sent_"))
		put("mixed", at+"/mlx5_0/ports/1/hw_counters/np_cnp_sent", fmt.Sprint(v[0]))
		fmt.Fprintf(lines["flat"], `{"np_cnp_sent":%d,"device":"mlx5_0","port":"1","rp_cnp_handled":%d.0,"epoch_ms":%d,"OctetsTransmittedOK":"%d"}`+"\n", v[0], v[1], ms, v[2])
		fmt.Fprintf(lines["nested"], `{"time": %s, "statistic": %s}`+"\n", at, rdma)
		for k := range series {
			series[k] = append(series[k], []any{json.Number(at), fmt.Sprint(v[k])})
		}
	}
	var result []any
	for k, metric := range []string{"node_infiniband_np_cnp_packets_sent_total", "node_infiniband_rp_cnp_packets_handled_total", "node_infiniband_port_data_transmitted_bytes_total"} {
		result = append(result, map[string]any{"metric": map[string]any{"__name__": metric, "device": "mlx5_0", "port": "1", "instance": "a:9100"}, "values": series[k]})
	}
	prometheus, err := json.MarshalIndent(map[string]any{"status": "success", "data": map[string]any{"resultType": "matrix", "result": result}}, "", " ")
	require.NoError(t, err)
	all := map[string]*Trace{"": read(t, []byte(csv.String())), "prometheus": read(t, prometheus), "prometheus.gz": read(t, gz(t, prometheus))}
	for form, b := range lines {
		all[form] = read(t, []byte("\n# saved by a loop\n"+b.String()))
	}
	for form, files := range forms {
		if all[form], err = ReadAll(tree(t, files)); errors.Is(err, ErrNoCNP) {
			return nil
		}
		require.NoError(t, err, form)
	}
	return all
}

// TestSampleForms: all forms of the same samples give the events of the CSV: random ones, with wraps, resets and gaps.
func TestSampleForms(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 2))
	some := 0
	for range 12 {
		var times []int64
		var values [][3]uint64
		at, v := int64(1_700_000_000_000), [3]uint64{1<<32 - 20, r.Uint64N(1000), r.Uint64N(1 << 40)}
		for range 3 + r.IntN(12) {
			times, values = append(times, at), append(values, v)
			at += []int64{1, 50, 1000, 90_000_000}[r.IntN(4)]
			v = [3]uint64{(v[0] + r.Uint64N(9)) % (1 << 32), v[1] + r.Uint64N(20), v[2] + r.Uint64N(100_000)}
			if r.IntN(8) == 0 {
				v[1] = 0
			}
		}
		all := sampleForms(t, times, values)
		for form, tr := range all {
			want := all[""]
			require.Equal(t, want.Events, tr.Events, form)
			require.Equal(t, FormatCounters, tr.Stats.Format)
			require.Equal(t, want.Stats.Start, tr.Stats.Start)
			for i := range want.Conns {
				require.Equal(t, want.Conns[i].Name, tr.Conns[i].Name, form)
			}
			some += len(tr.Events)
		}
	}
	require.Greater(t, some, 1000)
}

// TestSamplePorts: what names a port, in each form.
func TestSamplePorts(t *testing.T) {
	names := func(tr *Trace, err error) (list []string) {
		require.NoError(t, err)
		for _, c := range tr.Conns {
			if c.CNPs > 0 {
				list = append(list, c.Name)
			}
		}
		return list
	}
	two := func(at, n int) string {
		return fmt.Sprintf(`{"time":"2026-11-21T22:45:%02dZ","a":[{"ifname":"mlx5_0","port":1,"rp_cnp_handled":%d},{"ifname":"mlx5_1","x":{"rp_cnp_handled":%d}}],"rp_cnp_handled":%d}`+"\n", at, n, n, n)
	}
	require.Equal(t, []string{"mlx5_0/1 tx", "mlx5_1 tx", "port tx"}, names(readText(two(1, 0)+two(2, 3))))
	at := func(host string, s, n int) map[string]string {
		return map[string]string{fmt.Sprintf("%s/%d.json", host, 1_700_000_000+s): fmt.Sprintf(`[{"ifname":"mlx5_0","port":1,"rp_cnp_handled":%d}]`, n)}
	}
	files := map[string]string{"b/README.txt": "no sample", "b/1700000009.txt": "", "b/1700000001/link_layer": "Ethernet"}
	for host := range 2 {
		for s := range 2 {
			for name, text := range at(string(rune('a'+host)), s, s*5) {
				files[name] = text
			}
		}
	}
	require.Equal(t, []string{"a/mlx5_0/1 tx", "b/mlx5_0/1 tx"}, names(ReadAll(tree(t, files))))
	series := func(instance string) string {
		return `{"metric":{"__name__":"node_infiniband_np_cnp_packets_sent_total","device":"mlx5_0","port":"1","instance":"` + instance + `"},"values":[[1,"1"],[2,"4"]]}`
	}
	answer := func(s ...string) string {
		return `{"status":"success","data":{"resultType":"matrix","result":[` + strings.Join(s, ",") + `]}}`
	}
	require.Equal(t, []string{"mlx5_0/1 rx"}, names(readText(answer(series("a")))))
	require.Equal(t, []string{"a/mlx5_0/1 rx", "b/mlx5_0/1 rx"}, names(readText(answer(series("a"), series("b")))))
	_, err := readText(answer(series("a"), series("a")))
	oneLine(t, err, "in: as an answer of Prometheus: two series are of mlx5_0/1 node_infiniband_np_cnp_packets_sent_total; choose one by its labels")
}

// TestSampleErrors: one line with file, line and remedy.
func TestSampleErrors(t *testing.T) {
	line := `{"time":1700000000,"rp_cnp_handled":1}` + "\n"
	matrix := `{"status":"success","data":{"resultType":"matrix","result":[`
	for _, c := range []struct{ in, want string }{
		{line, "in: 1 sample of counters; two are needed"},
		{line + `{"rp_cnp_handled":1}` + "\n", "in:2: no time; give it as time, timestamp or epoch_ns; expected an object with a time and counters"},
		{line + `{"time":"noon","rp_cnp_handled":1}` + "\n", `in:2: time "noon": expected a number since 1970`},
		{line + `{"time":1,"epoch_ns":1}` + "\n", "in:2: the time under epoch_ns and time"},
		{line + `{"time":1700000001,"rp_cnp_handled":1.5}` + "\n", `in:2: rp_cnp_handled "1.5"; expected an integer of 64 bits`},
		{line + `{"time":1700000001,"rp_cnp_handled":1e30}` + "\n", `in:2: rp_cnp_handled "1e30"`},
		{line + "[]\n", "in:2: no time; give it"},
		{line + `{"time":2,"ifname":"a\nb","rp_cnp_handled":3}` + "\n", `in:2: port "a\nb"; expected a name of 1 to 253 bytes`},
		{line + "{]\n", "in:2: invalid character ']'"},
		{line + `{"time":1700000001} {}` + "\n", "in:2: something follows the value"},
		{line + strings.Repeat("x", 1<<17), "in:2: is longer than 65536 bytes"},
		{`{"time":1,"ifname":"x"}` + "\n", "in: no counter in it; expected rp_cnp_handled"},
		{`[{"ifindex":0,"ifname":"mlx5_0"}]`, "in: offset 0: is one sample of counters without its time: save it as DIR/TIME.json"},
		{"NIC statistics:\n  a: 1\n", "in: offset 0: is one sample of counters without its time"},
		{matrix, "in: as an answer of Prometheus: unexpected EOF; fetch it again, of 268435456 bytes at most"},
		{`{"status":"error","errorType":"bad_data","error":"bad\nquery"}`, `in: as an answer of Prometheus: bad?query; repair the query`},
		{`{"status":"success","data":{"resultType":"vector","result":[]}}`, "it holds a vector; ask for a range (/api/v1/query_range)"},
		{matrix + `{"metric":{},"values":[[1,"1"]]}]}}`, "a series has no name, as the result of rate() has none; ask for the counter itself"},
		{matrix + `{"metric":{"__name__":"up"},"values":[[1,"1"]]}]}}`, "in: no counter in it"},
		{matrix + `{"metric":{"__name__":"rp_cnp_handled"},"values":[[1,"NaN"]]}]}}`, `rp_cnp_handled at 1: rp_cnp_handled "NaN"; expected an integer of 64 bits`},
		{matrix + `{"metric":{"__name__":"rp_cnp_handled"},"values":[["x","1"]]}]}}`, `port rp_cnp_handled at x: expected a decimal number`},
	} {
		_, err := readText(c.in)
		oneLine(t, err, c.want)
	}
	for name, text := range map[string]string{
		"1700000000.json": `[{"rp_cnp_handled":-1}]`, "1700000001.json": "[{", "1700000002.txt": "ethtool: no stats available", "a/1700000003.txt": "NIC statistics:\n x: 1\nrp_cnp_handled: y\n",
	} {
		_, err := ReadAll(tree(t, map[string]string{name: text, "1700000009.json": "[]"}))
		oneLine(t, err, name, "expected what rdma statistic show -j or ethtool -S prints")
	}
	_, err := ReadAll(tree(t, map[string]string{"1700000009.json": "[]"}))
	oneLine(t, err, "its samples hold no counter that is known")
	// A last line that is cut.
	tr, err := readText(line + `{"time":1700000001,"rp_cnp_handled":5}` + "\n" + `{"time":17000000`)
	require.NoError(t, err)
	require.True(t, tr.Stats.Truncated)
	require.EqualValues(t, 4, tr.Stats.CNPs)
	require.Contains(t, tr.Warnings[0].String(), "line 3: the file is cut within this line; read up to the line before it")
	// JSON lines of events are what they were, and a format that was asked for is taken.
	tr, err = readText(`{"time_ns":1,"conn":"rp_cnp_handled","event":"cnp"}` + "\n")
	require.NoError(t, err)
	require.Equal(t, FormatJSONLines, tr.Stats.Format)
	_, err = readBytes([]byte(line), Options{Format: FormatJSONLines})
	oneLine(t, err, "no time; expected time_ns")
}

// TestSamplesFromAPipe: what cannot be rewound is read all the same.
func TestSamplesFromAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, exec.Command("mkfifo", pipe).Run())
	go func() {
		_ = os.WriteFile(pipe, []byte(`{"time":1700000000,"rp_cnp_handled":1}`+"\n"+`{"time":1700000001,"rp_cnp_handled":3}`+"\n"), 0)
	}()
	tr, err := ReadAll(pipe)
	require.NoError(t, err)
	require.EqualValues(t, 2, tr.Stats.CNPs)
}

func FuzzSamples(f *testing.F) {
	f.Add([]byte(`{"time":1700000000,"a":[{"ifname":"b","port":1,"rp_cnp_handled":1}]}`+"\n"+`{"time":1700000001.5,"np_cnp_sent":"4"}`), false)
	f.Add([]byte(`{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"node_infiniband_port_data_received_bytes_total","device":"x"},"values":[[1,"1"],[2.5,"9"]]}]}}`), false)
	f.Add([]byte("NIC statistics:\n  rp_cnp_handled: 4\n"), true)
	f.Add([]byte(`[{"ifname":"b","port":1,"rp_cnp_handled":1}]`), true)
	dir := tree(f, map[string]string{"1700000000.json": `[{"ifname":"b","port":1,"rp_cnp_handled":0}]`, "1700000001.json": ""})
	f.Fuzz(func(t *testing.T, b []byte, file bool) {
		var r *Reader
		var err error
		if file {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "1700000001.json"), b, 0o666))
			r, err = OpenWith(dir, Options{AllowNoCNP: true})
		} else {
			r, err = NewReader("in", strings.NewReader(string(b)), Options{AllowNoCNP: true})
		}
		if err != nil {
			var e *Error
			require.True(t, errors.As(err, &e), "error without a place: %v", err)
			require.NotContains(t, err.Error(), "\n")
			return
		}
		if r.Stats().Events < 1<<18 {
			tr, err := r.all()
			require.NoError(t, err)
			checkTotals(t, tr)
		}
		require.NoError(t, r.Close())
	})
}
