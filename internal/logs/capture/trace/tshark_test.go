package trace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// tshark runs the independent reader.
func tshark(t *testing.T, args ...string) string {
	t.Helper()
	tier.Require(t, "tshark")
	var out, errs bytes.Buffer
	c := exec.Command("tshark", args...)
	c.Stdout, c.Stderr = &out, &errs
	require.NoError(t, c.Run(), errs.String())
	return out.String()
}

// rows lists fields of the packets that a filter picks.
func rows(t *testing.T, file, filter string, fields ...string) []string {
	t.Helper()
	// tshark takes packets from port 4791 for RoCE too; the protocol goes by the
	// destination port.
	args := []string{"-r", file, "-Y", "udp.dstport==4791 && (" + filter + ")", "-T", "fields", "-E", "separator=/s", "-E", "occurrence=f"}
	for _, f := range fields {
		args = append(args, "-e", f)
	}
	out := strings.TrimSpace(tshark(t, args...))
	if out == "" {
		return nil
	}
	return strings.Split(out, "\n")
}

// tshark sees the same CNPs, ACKs and data in the sample as this package: when,
// for which queue pair, and with which mark.
func TestTsharkAgrees(t *testing.T) {
	for _, file := range []string{"../../../../docs/sample/incast.pcapng", "../../../../docs/sample/incast.pcap.gz"} {
		tr, err := ReadAll(file)
		require.NoError(t, err)
		var cnps, acks, data []string
		for _, e := range tr.Events {
			c := tr.Conns[e.Conn]
			at := fmt.Sprintf("%d.%09d", e.Time/nanosPerSec, e.Time%nanosPerSec)
			switch e.Kind {
			case KindCNP:
				cnps = append(cnps, fmt.Sprintf("%s 0x%06x %d", at, c.SenderQPN, e.Marked))
			case KindAck:
				acks = append(acks, fmt.Sprintf("%s 0x%06x", at, c.SenderQPN))
			case KindData:
				data = append(data, fmt.Sprintf("%s 0x%06x", at, c.ReceiverQPN))
			}
		}
		require.NotEmpty(t, cnps)
		var sawCNPs, sawAcks, sawData []string
		marked := uint64(0)
		for _, row := range rows(t, file, "infiniband.bth", "infiniband.bth.opcode", "frame.time_relative", "infiniband.bth.destqp", "infiniband.bth.reserved7", "ip.dsfield.ecn", "ipv6.tclass.ecn") {
			f := append(strings.Split(row, " "), "", "") // the last are empty, and may have been trimmed
			opcode, err := strconv.Atoi(f[0])
			require.NoError(t, err, row)
			switch {
			case opcode == 129:
				sawCNPs = append(sawCNPs, f[1]+" "+f[2]+" "+f[3])
			case opcode == 17:
				sawAcks = append(sawAcks, f[1]+" "+f[2])
			case opcode <= 11:
				sawData = append(sawData, f[1]+" "+f[2])
				if f[4] == "3" || f[5] == "3" {
					marked++
				}
			}
		}
		require.Empty(t, cmp.Diff(cnps, sawCNPs))
		require.Empty(t, cmp.Diff(acks, sawAcks))
		require.Empty(t, cmp.Diff(data, sawData))
		require.Equal(t, tr.Stats.Marked, marked)
	}
}

// Packets within packets: tshark sees the same CNPs, ACKs and data in them, and
// the same addresses innermost.
func TestTsharkAgreesOnTunnels(t *testing.T) {
	ip := func(proto byte, b []byte) []byte { // an IPv4 header and Ethernet's around b
		n := 20 + len(b)
		h := append(make([]byte, 12), 0x08, 0, 0x45, 0, byte(n>>8), byte(n), 0, 1, 0x40, 0, 64, proto, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2)
		return append(h, b...)
	}
	udp := func(port int, b []byte) []byte {
		n := 8 + len(b)
		return ip(17, append([]byte{0xC0, 0, byte(port >> 8), byte(port), byte(n >> 8), byte(n), 0, 0}, b...))
	}
	p := little(t)
	var all []pkt // of all tunnels, for one run of tshark
	var names []string
	for name, wrap := range map[string]func(b []byte) []byte{
		"VXLAN":                     func(b []byte) []byte { return udp(4789, append([]byte{8, 0, 0, 0, 0, 0, 9, 0}, b...)) },
		"VXLAN with a group policy": func(b []byte) []byte { return udp(4789, append([]byte{0x88, 0, 0, 7, 0, 0, 9, 0}, b...)) },
		"Geneve": func(b []byte) []byte {
			return udp(6081, append([]byte{1, 0, 0x65, 0x58, 0, 0, 9, 0, 1, 1, 0, 0}, b...))
		},
		"NVGRE":     func(b []byte) []byte { return ip(47, append([]byte{0x20, 0, 0x65, 0x58, 0, 0, 9, 0}, b...)) },
		"GRE of IP": func(b []byte) []byte { return ip(47, append([]byte{0, 0, 8, 0}, b[14:]...)) },
		"IP in IP":  func(b []byte) []byte { return ip(4, b[14:]) },
		"ERSPAN I":  func(b []byte) []byte { return ip(47, append([]byte{0, 0, 0x88, 0xBE}, b...)) },
		"ERSPAN II": func(b []byte) []byte {
			return ip(47, append([]byte{0x10, 0, 0x88, 0xBE, 0, 0, 0, 1, 0x10, 1, 8, 1, 0, 0, 0, 7}, b...))
		},
		"ERSPAN III": func(b []byte) []byte {
			return ip(47, append([]byte{0x10, 0, 0x22, 0xEB, 0, 0, 0, 1, 0x20, 1, 8, 1, 0, 0, 0, 7, 0, 0, 0, 0}, b...))
		},
		"ERSPAN III and subheader": func(b []byte) []byte {
			return ip(47, append([]byte{0x10, 0, 0x22, 0xEB, 0, 0, 0, 1, 0x20, 1, 8, 1, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}, b...))
		},
		"MPLS": func(b []byte) []byte { return append(append(make([]byte, 12), 0x88, 0x47, 0, 1, 1, 64), b[14:]...) },
	} {
		wrapped := append([]pkt(nil), p...)
		for i := range wrapped {
			wrapped[i].data = wrap(p[i].data)
		}
		b := pcapBytes(binary.LittleEndian, true, 1, wrapped)
		tr := read(t, b)
		require.Equal(t, littleEvents, tr.Events, name)
		require.Equal(t, "10.0.0.1:0x11->10.0.0.9:0x22", tr.Conns[0].Name, name)
		all, names = append(all, wrapped...), append(names, name)
	}
	file := filepath.Join(t.TempDir(), "in.pcap")
	require.NoError(t, os.WriteFile(file, pcapBytes(binary.LittleEndian, true, 1, all), 0o666))
	want := []string{"7 0x000022", "7 0x000022", "17 0x000011", "17 0x000011", "129 0x000011"}
	have := strings.Split(strings.TrimSpace(tshark(t, "-r", file, "-T", "fields", "-E", "separator=/s", "-e", "infiniband.bth.opcode", "-e", "infiniband.bth.destqp")), "\n")
	require.Len(t, have, len(names)*len(want))
	for i, name := range names {
		require.Equal(t, want, have[i*len(want):][:len(want)], name)
	}
}

// What our writers make is well-formed to tshark, IP checksums included.
func TestTsharkReadsWritten(t *testing.T) {
	conns := []Conn{parseConn("10.0.0.1:0x11->10.0.0.9:0x22"), parseConn("[2001:db8::1]:0x12->[2001:db8::9]:?"), {Name: "named"}}
	var events []Event
	for i := range int64(30) {
		id := ConnID(i % 3)
		events = append(events, Event{Time: i * 1000, Conn: id, Kind: KindData, Bytes: 4140, Packets: 1, Marked: uint32(i % 2)},
			Event{Time: i*1000 + 10, Conn: id, Kind: KindAck}, Event{Time: i*1000 + 20, Conn: id, Kind: KindCNP, Count: 1, Marked: 9})
	}
	for _, f := range []Format{FormatPcap, FormatPcapng} {
		file := filepath.Join(t.TempDir(), "out")
		require.NoError(t, os.WriteFile(file, write(t, f, conns, events, WriterOptions{}), 0o666))
		// All of it of one run.
		cnps, data, acks, sums := 0, 0, 0, 0
		for _, line := range strings.Split(strings.TrimSpace(tshark(t, "-r", file, "-o", "ip.check_checksum:TRUE", "-T", "fields", "-E", "separator=,",
			"-e", "udp.dstport", "-e", "infiniband.bth.opcode", "-e", "infiniband.bth.reserved7", "-e", "infiniband.aeth.msn", "-e", "_ws.malformed",
			"-e", "ip.version", "-e", "ip.checksum.status")), "\n") {
			v := strings.Split(line, ",")
			require.Len(t, v, 7, line)
			require.Equal(t, "4791", v[0])
			require.Empty(t, v[4], "malformed")
			switch {
			case v[1] == "129" && v[2] == "9":
				cnps++
			case v[1] == "7":
				data++
			case v[3] != "":
				acks++
			}
			if v[5] == "4" {
				require.Equal(t, "1", v[6], "IP header checksum")
				sums++
			}
		}
		require.Equal(t, []int{30, 30, 30, 60}, []int{cnps, data, acks, sums})
	}
}

// The communication manager's messages, as tshark decodes them.
func TestTsharkReadsCM(t *testing.T) {
	tr := newTraffic(t, 1)
	q := qp{a: host(1), b: host(9), qpnA: 0xABCDEF, qpnB: 0x123456}
	tr.cm(q, 0x11223344)
	file := filepath.Join(t.TempDir(), "cm.pcap")
	require.NoError(t, os.WriteFile(file, tr.bytes(), 0o666))
	number := func(s string) uint64 {
		v, err := strconv.ParseUint(s, 0, 64)
		require.NoError(t, err)
		return v
	}
	req := rows(t, file, "infiniband.cm.req", "infiniband.cm.req", "infiniband.cm.req.localqpn")
	require.Len(t, req, 1)
	f := strings.Fields(req[0])
	require.Equal(t, uint64(0x11223344), number(f[0]))
	require.Equal(t, uint64(0xABCDEF), number(f[1]))
	rep := rows(t, file, "infiniband.cm.rep", "infiniband.cm.rep.remotecommid", "infiniband.cm.rep.localqpn")
	require.Len(t, rep, 1)
	f = strings.Fields(rep[0])
	require.Equal(t, uint64(0x11223344), number(f[0]))
	require.Equal(t, uint64(0x123456), number(f[1]))
}
