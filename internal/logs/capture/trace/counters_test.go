package trace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const twoSamples = "time_s,rp_cnp_handled,port_xmit_data\n0,0,0\n1,4,1000\n"

func TestCountersCSV(t *testing.T) {
	cnp := func(at int64) Event { return Event{Time: at, Kind: KindCNP, Count: 1} }
	tr := read(t, []byte(twoSamples))
	require.Equal(t, FormatCounters, tr.Stats.Format)
	require.Equal(t, []Event{cnp(125e6), cnp(375e6), {Time: 500e6, Kind: KindData, Bytes: 4000}, cnp(625e6), cnp(875e6)}, tr.Events)
	require.Equal(t, "port tx", tr.Conns[0].Name)
	require.True(t, tr.Conns[0].MarksUnseen)
	require.EqualValues(t, 1e9, tr.Stats.Duration)
	require.Equal(t, "events are reconstructed (uniform): made of counters, spread evenly over each interval", tr.Warnings[0].String())
	require.Equal(t, tr.Events, read(t, gz(t, []byte(twoSamples))).Events)

	burst := open(t, []byte(twoSamples), Options{Reconstruct: Burst})
	events, err := burst.all()
	require.NoError(t, err)
	require.Equal(t, []Event{{Time: 1e9, Kind: KindData, Bytes: 4000}, {Time: 1e9, Kind: KindCNP, Count: 4}}, events.Events)

	// Epochs count from the first sample.
	tr = read(t, []byte("epoch_ms,np_cnp_sent\n1700000000000,7\n1700000000010,8\n"))
	require.Equal(t, []Event{cnp(5e6)}, tr.Events)
	require.Equal(t, epoch, tr.Stats.Start)
	require.Equal(t, "port rx", tr.Conns[0].Name)
}

// Marks go with the data that bears them, or with the CNPs where no data is
// counted.
func TestCountersMarks(t *testing.T) {
	tr := read(t, []byte("time_s,np_ecn_marked_roce_packets,np_cnp_sent,port_rcv_data,port_rcv_packets\n0,0,0,0,0\n1,6,3,1000,10\n"))
	require.EqualValues(t, []uint64{6, 10, 4000, 3}, []uint64{tr.Conns[0].Marked, tr.Conns[0].DataPackets, tr.Conns[0].DataBytes, tr.Conns[0].CNPs})
	require.False(t, tr.Conns[0].MarksUnseen)
	tr = read(t, []byte("time_s,np_ecn_marked_roce_packets,np_cnp_sent\n0,0,0\n1,7,3\n"))
	var marked []uint32
	for _, e := range tr.Events {
		marked = append(marked, e.Marked)
	}
	require.Equal(t, []uint32{2, 2, 3}, marked)
}

// Names of other drivers, and those that count RoCE alone before those of the
// whole port.
func TestCountersNames(t *testing.T) {
	tr := read(t, []byte("time_s,port_xmit_data,tx_vport_rdma_unicast_bytes,rx_cnp_pkts,mtu,port_xmit_packets\n0,0,0,0,1500,0\n1,1000,500,2,1500,5\n"))
	require.EqualValues(t, []uint64{500, 2, 5}, []uint64{tr.Conns[0].DataBytes, tr.Conns[0].CNPs, tr.Conns[0].DataPackets})
	require.Contains(t, tr.Warnings[0].String(), `line 1: ignored columns: `)
	require.Contains(t, tr.Warnings[0].String(), `"port_xmit_data"`)
	require.Contains(t, tr.Warnings[0].String(), `"mtu"`)
	for i := range counterNames {
		require.Equal(t, i, counterOf(counterNames[i].name))
	}
	tr = read(t, []byte("time_s,rp_cnp_handled\n0,1.0\n1,\n2,8.00\n"))
	require.EqualValues(t, 7, tr.Conns[0].CNPs, "tables with gaps have decimals in integers")
	tr = read(t, []byte("time_s,port_xmit_packets,cnpHandled\n0,0,0\n1,5,1\n"))
	require.Contains(t, tr.Warnings[0].String(), "port_xmit_packets without a counter of bytes is not used")
	require.Zero(t, tr.Conns[0].DataPackets)
}

// Faulty samples are reported, and what still can be reconstructed is.
func TestCountersRemarks(t *testing.T) {
	for _, c := range []struct {
		rows string
		cnps uint64
		want string
	}{
		{"0,10,\n1,4,\n2,9,\n", 9, "port: rp_cnp_handled or what is counted with it went back 1 time, first at 1000000000 ns: taken for resets, counted from 0"},
		{"0,4294967290,\n1,4,\n", 10, "wrapped around 1 time"},
		{"0,10,\n1,,\n2,,\n3,16,\n", 6, "has no value in 2 samples"},
		{"0,10,\n90000,20,\n90001,21,\n", 1, "has 1 gap of more than a day"},
		{"0,1,100\n1,2,105\n2,3,103\n3,4,110\n", 3, "port: rp_cnp_ignored rose by 12: notifications that the NIC did not obey"},
	} {
		tr := read(t, []byte("time_s,rp_cnp_handled,rp_cnp_ignored\n"+c.rows))
		require.Equal(t, c.cnps, tr.Stats.CNPs, c.rows)
		require.Contains(t, fmt.Sprint(tr.Warnings), c.want)
	}
	tr := read(t, []byte("time_s,np_ecn_marked_roce_packets,port_rcv_data,port_rcv_packets,np_cnp_sent\n0,0,0,0,0\n1,9,0,5,1\n2,9,100,6,1\n3,15,100,6,1\n"))
	require.EqualValues(t, []uint64{6, 6, 400}, []uint64{tr.Conns[0].Marked, tr.Conns[0].DataPackets, tr.Conns[0].DataBytes})
	require.Contains(t, fmt.Sprint(tr.Warnings), "left over without packets that were counted with them: 9 marks")
	// A value that comes late is spread from the value before on.
	tr = read(t, []byte("time_s,rp_cnp_handled,rp_cnp_ignored\n0,0,\n1,,\n2,2,\n"))
	require.Equal(t, []int64{500e6, 1500e6}, []int64{tr.Events[0].Time, tr.Events[1].Time})
	// Many ports, few remarks.
	var text strings.Builder
	text.WriteString("time_s,port,rp_cnp_handled\n")
	for i := range 3 {
		for p := range 100 {
			fmt.Fprintf(&text, "%d,p%d,%d\n", i, p, 10-i)
		}
	}
	tr = read(t, []byte(text.String()))
	require.Len(t, tr.Warnings, maxRemarks+2)
	require.Contains(t, tr.Warnings[maxRemarks].Text, "and 84 more remarks")
}

func TestCountersErrors(t *testing.T) {
	head := "time_s,rp_cnp_handled\n"
	for _, c := range []struct{ in, want string }{
		{head + "0,1\n", "in: 1 sample of counters; two are needed"},
		{head, "in: 0 samples"},
		{head + "0,1\n1,x\n", `in:3: rp_cnp_handled "x"; expected an integer of 64 bits`},
		{head + "0,1\n1,-1\n", `rp_cnp_handled "-1"`},
		{head + "0,1\n1,18446744073709551616\n", "expected an integer of 64 bits"},
		{head + "1,1\n0.5,2\n", "in:3: is 500000000 ns earlier than the row before: out of order; sort the rows"},
		{head + "0,1\n1,2,3\n", "in:3: 3 fields; the header row has 2"},
		{head + "0,1\n1e3,2\n", `time "1e3"`},
		{head + "0,1\n1,9000000000\n", "in:3: rp_cnp_handled rises from 1 to 9000000000 within 1000000000 ns, faster than any NIC: check the unit"},
		{head + strings.Repeat("9", 70_000), "is longer than 65536 bytes"},
		{"time_ns,port_xmit_data\n0,0\n1,9223372036854775807\n", "faster than any NIC"},
		{"time_s,time_ns,rp_cnp_handled\n", "in:1: the time in two units"},
		{"time_s,rp_cnp_handled,rp_cnp_handled\n", `in:1: column "rp_cnp_handled" comes twice`},
		{"when,rp_cnp_handled\n0,1\n", "in:1: no time column; expected time_ns"},
		{"Time,time_s,rp_cnp_handled\n0,0,1\n", "in:1: the time in two units"},
		{"time_s,timestamp,rp_cnp_handled\n0,0,1\n", "in:1: the time in two units"},
		{"timestamp,rp_cnp_handled\nnoon,1\n", `in:2: time "noon": expected a number since 1970, or a date and time`},
		{"time;port;rp_cnp_handled\n0;a;1\n", "in:1: no time column"},
		{"epoch_s,counter,value\n", "in:1: no column conn, which names the connection, and no counter such as rp_cnp_handled"},
		{head + "0,1.0\n1,2.50\n", `in:3: rp_cnp_handled "2.50"`},
		{head + "0,.0\n", `in:2: rp_cnp_handled ".0"`},
		{"time_s,port,device,rp_cnp_handled\n", `columns "port" and "device" both name the port`},
		{"time_s,port,rp_cnp_handled\n0,,1\n1,,2\n", `in:2: port ""; expected a name`},
		{"time_s,port,rp_cnp_handled\n0," + strings.Repeat("x", 254) + ",1\n1,,2\n", "expected a name of 1 to 253 bytes"},
	} {
		_, err := readText(c.in)
		oneLine(t, err, c.want)
	}
	_, err := readBytes([]byte("time_s,port_xmit_data\n0,1\n1,2\n"), Options{})
	oneLine(t, err, "no CNP in it", "rp_cnp_handled or np_cnp_sent, and that it rises")
	_, err = readBytes([]byte("conn,rp_cnp_handled\n0,1\n"), Options{Format: FormatCounters})
	oneLine(t, err, "in:1: no time column")
	for _, format := range []Format{FormatCSV, FormatCounters} {
		_, err = readBytes([]byte("# nothing\n"), Options{Format: format})
		oneLine(t, err, "in:1: has no header row; expected the names of the columns")
	}
	_, err = readBytes([]byte("time_s,mtu\n0,1\n"), Options{Format: FormatCounters})
	oneLine(t, err, "in:1: no counter; expected rp_cnp_handled")
	var many strings.Builder
	many.WriteString("time_s,port,rp_cnp_handled\n")
	for i := range maxPorts + 1 {
		fmt.Fprintf(&many, "0,p%d,1\n", i)
	}
	_, err = readText(many.String())
	oneLine(t, err, "in:4098: more than 4096 ports")
	// A last row that is cut, by its number of fields or by its digits.
	for _, tail := range []string{"2,1234,", "2,1", "2", "2,"} {
		tr, err := readText("time_s,rp_cnp_handled,np_cnp_sent\n0,10,0\n1,12,3\n" + tail)
		require.NoError(t, err, tail)
		require.EqualValues(t, 5, tr.Stats.CNPs-map[bool]uint64{true: 1222}[tail == "2,1234,"], tail)
	}
	tr, err := readText(head + "0,10\n1,12\n2,1")
	require.NoError(t, err)
	require.True(t, tr.Stats.Truncated)
	require.EqualValues(t, 2, tr.Stats.CNPs)
}

// tree writes files below a directory.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	}
	return dir
}

// The two forms of a directory give what the CSV does.
func TestCounterDirectories(t *testing.T) {
	csv := read(t, []byte("epoch_s,port,rp_cnp_handled,port_xmit_data,port_xmit_packets\n"+
		"1700000000.5,mlx5_0/1,10,1000,7\n1700000001.25,mlx5_0/1,14,2000,12\n1700000003,mlx5_0/1,14,9000,80\n"))
	at := []string{"1700000000.500000000", "1700000001.25", "1700000003"}
	values := map[string][3]string{"hw_counters/rp_cnp_handled": {"10", "14", "14"}, "counters/port_xmit_data": {"1000", "2000", "9000"}, "counters/port_xmit_packets": {"7", "12", "80"}}
	snapshots, series := map[string]string{}, map[string]string{}
	for name, v := range values {
		for i := range at {
			snapshots[at[i]+"/mlx5_0/ports/1/"+name] = v[i] + "\n"
			series["mlx5_0/ports/1/"+name] += at[i] + " " + v[i] + "\n"
		}
	}
	// A file that is not a counter, and a counter without a meaning here.
	snapshots[at[0]+"/mlx5_0/ports/1/state"] = "4: ACTIVE\n"
	snapshots[at[0]+"/mlx5_0/ports/1/hw_counters/lifespan"] = "12"
	snapshots["README"] = "saved by hand"
	series["mlx5_0/ports/1/state"] = "4: ACTIVE\n"
	for name, files := range map[string]map[string]string{"snapshots": snapshots, "series": series} {
		dir := tree(t, files)
		tr, err := ReadAll(dir)
		require.NoError(t, err, name)
		require.Equal(t, csv.Events, tr.Events, name)
		require.Equal(t, names(csv.Conns), names(tr.Conns), name)
		require.Equal(t, csv.Stats.Start, tr.Stats.Start, name)
		require.Len(t, tr.Warnings, 1)
	}
}

// Times of snapshots as people name them.
func TestStamps(t *testing.T) {
	when := time.Date(2026, 11, 21, 22, 45, 1, 0, time.UTC).UnixNano()
	for s, want := range map[string]int64{
		"1795301101": when, "1795301101.000000000": when, "1795301101.5": when + 5e8,
		"1795301101000": when, "1795301101000000": when, "1795301101000000000": when, "1795301101000.25": when + 250_000,
		"2026-11-21T22:45:01Z": when, "2026-11-21T23:45:01+01:00": when, "2026-11-21T22:45:01.25": when + 25e7,
		"20261121T224501": when, "2026-11-21_22-45-01": when, "20261121-224501": when, "0": 0,
		"20261121224501": when, "2026-11-21 22:45:01": when, "2026-11-21-22:45:01.5": when + 5e8, "2026-11-21T22-45-01": when,
	} {
		got, ok := stampOf(s)
		require.True(t, ok, s)
		require.Equal(t, want, got, s)
	}
	for _, s := range []string{"", "hw_counters", "mlx5_0", "-5", "1e9", ".5", "99999999999999999999", "2026-11-21", "1969-01-01T00:00:00Z"} {
		_, ok := stampOf(s)
		require.False(t, ok, s)
	}
}

// Values that are missing, ports that come and go, times that differ.
func TestCounterDirectoryOddities(t *testing.T) {
	dir := tree(t, map[string]string{
		"1000/hw_counters/rp_cnp_handled": "5", "1001/hw_counters/rp_cnp_handled": "", "1002/hw_counters/rp_cnp_handled": "9",
		"1001/hw_counters/np_cnp_sent": "1", "1002/hw_counters/np_cnp_sent": "3", "1003/nothing": "",
	})
	tr, err := ReadAll(dir)
	require.NoError(t, err)
	require.EqualValues(t, 4+2, tr.Stats.CNPs)
	require.Contains(t, fmt.Sprint(tr.Warnings), "rp_cnp_handled has no value in 1 sample")

	// Files with different times: a loop that reads the clock for each.
	dir = tree(t, map[string]string{
		"port_rcv_data":              "10.000 0\n11.000 100\n12.000 200\n",
		"port_rcv_packets":           "10.001 0\n11.001 10\n12.001 20\n",
		"np_ecn_marked_roce_packets": "10.002 0\n11.002 4\n12.002 5\n",
		"np_cnp_sent":                "# of the receiver\n10.003 0\n\n11.003 2\n12.003\n13.003 4\n",
	})
	tr, err = ReadAll(dir)
	require.NoError(t, err)
	require.EqualValues(t, []uint64{400, 10, 4, 4}, []uint64{tr.Conns[0].DataBytes, tr.Conns[0].DataPackets, tr.Conns[0].Marked, tr.Conns[0].CNPs},
		"packets and marks as they were last read; the first sample of the bytes has none")
}

// Times without a unit are those that name the folders of snapshots.
func TestCountersTimestamps(t *testing.T) {
	want := read(t, []byte("epoch_s,rp_cnp_handled\n1795301101,1\n1795301102.5,5\n"))
	for _, in := range []string{
		"timestamp,rp_cnp_handled\n2026-11-21T22:45:01Z,1\n2026-11-21T22:45:02.5Z,5\n",
		"Time,rp_cnp_handled\n2026-11-21 22:45:01,1\n2026-11-21 22:45:02.500,5\n",
		"Timestamp,rp_cnp_handled\n1795301101000,1\n1795301102500,5\n",
	} {
		got := read(t, []byte(in))
		require.Equal(t, want.Events, got.Events, in)
		require.Equal(t, want.Stats.Start, got.Stats.Start, in)
		require.Len(t, got.Warnings, 1, in)
	}
	got := read(t, []byte("time,rp_cnp_handled\n0,1\n1,5\n"))
	require.Contains(t, fmt.Sprint(got.Warnings), "are taken for seconds since 1970, and are not")
}

// Two vendors' NICs in one machine have two names for one counter. Each port
// keeps its own, in both forms of a directory.
func TestCounterDirectoryOfTwoVendors(t *testing.T) {
	snapshots, series := map[string]string{}, map[string]string{}
	for port, counters := range map[string][]string{
		"mlx5_0/ports/1/hw_counters/":   {"rp_cnp_handled", "np_cnp_sent"},
		"bnxt_re0/ports/1/hw_counters/": {"rx_cnp_pkts", "tx_cnp_pkts"},
		"irdma0/ports/1/hw_counters/":   {"cnpHandled", "cnpSent"},
	} {
		for n, name := range counters {
			for i, at := range []string{"1700000000", "1700000001", "1700000002"} {
				v := strconv.Itoa(i * (len(port) + n))
				snapshots[at+"/"+port+name] = v
				series[port+name] += at + " " + v + "\n"
			}
		}
	}
	want := map[string]uint64{"mlx5_0/1 tx": 54, "mlx5_0/1 rx": 56, "bnxt_re0/1 tx": 58, "bnxt_re0/1 rx": 60, "irdma0/1 tx": 54, "irdma0/1 rx": 56}
	for name, files := range map[string]map[string]string{"snapshots": snapshots, "series": series} {
		tr, err := ReadAll(tree(t, files))
		require.NoError(t, err, name)
		got := map[string]uint64{}
		for _, c := range tr.Conns {
			got[c.Name] = c.CNPs
		}
		require.Equal(t, want, got, name)
		require.Len(t, tr.Warnings, 1, name)
	}
}

// Times of day and numbers of samples look like seconds since 1970 and are not.
func TestCounterDirectoryTimesOfDay(t *testing.T) {
	for _, at := range [][2]string{{"224559", "224600"}, {"0", "1"}} {
		tr, err := ReadAll(tree(t, map[string]string{at[0] + "/rp_cnp_handled": "1", at[1] + "/rp_cnp_handled": "5"}))
		require.NoError(t, err)
		require.Contains(t, fmt.Sprint(tr.Warnings), "are taken for seconds since 1970, and are not")
	}
}

func TestCounterDirectoryErrors(t *testing.T) {
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{nil, "is a directory without counters; name a file in it"},
		{map[string]string{"1000/hw_counters/lifespan": "1"}, "its snapshots hold no file that is named like a counter"},
		{map[string]string{"1000/rp_cnp_handled": "x"}, "1000/rp_cnp_handled: offset 0: holds \"x\"; expected one integer"},
		{map[string]string{"1000/rp_cnp_handled": "1 2"}, "expected one integer"},
		{map[string]string{"1000/rp_cnp_handled": strings.Repeat(" ", 100) + "1"}, "two are needed"},
		{map[string]string{"1000/rp_cnp_handled": "1" + strings.Repeat(" ", 100)}, "expected one integer"},
		{map[string]string{"1000/rp_cnp_handled": "1"}, "1 sample of counters; two are needed"},
		{map[string]string{"rp_cnp_handled": "1\n"}, "rp_cnp_handled:1: a value without its time; expected lines of time and value, or files of one value in folders named by time"},
		{map[string]string{"snap-1/mlx5_0/ports/1/hw_counters/rp_cnp_handled": "1"}, "a value without its time"},
		{map[string]string{"mlx5_0/1700000000/ports/1/hw_counters/rp_cnp_handled": "1", "mlx5_0/1700000001/ports/1/hw_counters/rp_cnp_handled": "1"}, "has snapshots further down only: name "},
		{map[string]string{"rp_cnp_handled": "1000 1\n999 2\n"}, "rp_cnp_handled:2: is 1000000000 ns earlier than the line before"},
		{map[string]string{"rp_cnp_handled": "1000 1\n1001 x\n"}, `rp_cnp_handled:2: value "x"`},
		{map[string]string{"rp_cnp_handled": "soon 1\n"}, `time "soon"`},
		{map[string]string{"rp_cnp_handled": "1000 1 2\n"}, "3 fields; expected a line of time and value"},
		{map[string]string{"1000/rp_cnp_handled": "1", "1001/rp_cnp_handled": "9000000000"}, "sample 2: rp_cnp_handled rises from 1 to 9000000000"},
	} {
		_, err := ReadAll(tree(t, c.files))
		oneLine(t, err, c.want)
	}
	_, err := ReadAll(tree(t, map[string]string{"rp_cnp_handled": "1 1\n2 " + strings.Repeat("1", 70_000)}))
	oneLine(t, err, "rp_cnp_handled:2: is longer than 65536 bytes")
	// Only counters are kept in directories.
	dir := tree(t, map[string]string{"rp_cnp_handled": "1 1\n2 2\n"})
	_, err = OpenWith(dir, Options{Format: FormatPcap})
	oneLine(t, err, "is a directory, which can hold counters only: name a file for the format pcap")
	tr, err := OpenWith(dir, Options{Format: FormatCounters})
	require.NoError(t, err)
	require.NoError(t, tr.Close())
}

// The files of a directory: one value, and lines of time and value.
func FuzzCounterFiles(f *testing.F) {
	f.Add([]byte("5\n"), []byte("1000 5\n1001.5 7\n"))
	f.Add([]byte(""), []byte("# none\n\n1700000000000,18446744073709551615\n1700000000001\t3\n"))
	f.Add([]byte("x"), []byte("2026-11-21T22:45:01.25 1\n2026-11-21_22-45-02 9\n"))
	// The folders are made once; only the two files change.
	snapshots := tree(f, map[string]string{"7/rp_cnp_handled": "3", "8/rp_cnp_handled": "", "9/rp_cnp_handled": "12"})
	series := tree(f, map[string]string{"a/np_cnp_sent": "", "a/port_rcv_data": "1000 1\n1001 2\n1002 3\n"})
	f.Fuzz(func(t *testing.T, value, lines []byte) {
		require.NoError(t, os.WriteFile(filepath.Join(snapshots, "8", "rp_cnp_handled"), value, 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(series, "a", "np_cnp_sent"), lines, 0o666))
		for _, dir := range []string{snapshots, series} {
			r, err := OpenWith(dir, Options{AllowNoCNP: true})
			if err != nil {
				var e *Error
				if !errors.As(err, &e) {
					t.Fatalf("error without a place: %v", err)
				}
				continue
			}
			if r.Stats().Events < 1<<18 {
				tr, err := r.all()
				if err != nil {
					t.Fatal(err)
				}
				checkTotals(t, tr)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzCounters(f *testing.F) {
	f.Add([]byte("timestamp,port,rp_cnp_handled\n2026-11-21T22:45:01Z,a,1.0\n1795301102.5,a,5\n"), false)
	f.Add([]byte(twoSamples), false)
	f.Add([]byte(""), true)
	f.Add([]byte("epoch_ns,port,np_cnp_sent,np_ecn_marked_roce_packets,port_rcv_data,port_rcv_packets\n1,a,1,2,3,4\n1,b,,,,\n9,a,5,6,7,8\n90,b,1,,2,3\n99,b,0,0,0,0\n"), true)
	f.Add([]byte("time_s,rp_cnp_handled\n0,4294967290\n1,5\n2,18446744073709551615\n3,2\n90000,7\n"), false)
	f.Add([]byte("time_s,\"rp_cnp_handled\",port_xmit_data\n0,\"1\",2\n1,2"), true)
	f.Fuzz(func(t *testing.T, b []byte, burst bool) {
		o := Options{AllowNoCNP: true, Format: FormatCounters}
		if burst {
			o.Reconstruct = Burst
		}
		r, err := NewReader("in", strings.NewReader(string(b)), o)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		if r.Stats().Events > 1<<18 {
			return // a few rows may tell of many events; reading them shows no more
		}
		tr, err := r.all()
		if err != nil {
			t.Fatal(err)
		}
		checkTotals(t, tr)
	})
}
