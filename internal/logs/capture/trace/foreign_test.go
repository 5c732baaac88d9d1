package trace

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/dev/tier"
)

// refused are the types as which editcap does not write a capture of Ethernet: phones' logs, Bluetooth, ISDN, and
// those that it writes only what it has read as the same type.
var refused = map[string]bool{
	"btsnoop": true, "dct2000": true, "eyesdn": true, "rf5": true,
	"logcat": true, "logcat-brief": true, "logcat-long": true, "logcat-process": true, "logcat-tag": true, "logcat-thread": true,
	"logcat-threadtime": true, "logcat-time": true, "nstrace10": true, "nstrace20": true, "nstrace30": true, "nstrace35": true,
}

// unreadable are the types that editcap 4.0 writes so that it cannot read them again: the lengths or encapsulation in
// them are wrong. What other programs write converts.
var unreadable = map[string]bool{"5views": true, "commview-ncfx": true, "observer": true}

// readAs are the types that are read as they are.
var readAs = map[string]bool{"pcap": true, "pcapng": true, "nsecpcap": true}

var remedyLine = regexp.MustCompile(`: convert it with editcap (.*)-F pcapng IN OUT$`)

// TestEditcapTypes: of each type that editcap writes, the sample is read, or is named with a command that makes what
// is read.
func TestEditcapTypes(t *testing.T) {
	tier.Require(t, "editcap", "mergecap")
	const sample = "../../../../docs/sample/incast.pcapng"
	want, err := ReadAll(sample)
	require.NoError(t, err)
	list, err := exec.Command("editcap", "-F").CombinedOutput() // its status is 1
	require.Contains(t, string(list), "pcapng - ", err)
	types := regexp.MustCompile(`(?m)^ +(\S+) - `).FindAllStringSubmatch(string(list), -1)
	require.Greater(t, len(types), 30, "%s", list)
	for _, m := range types {
		name := m[1]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file, back := filepath.Join(dir, "in"), filepath.Join(dir, "back.pcapng")
			said, err := exec.Command("editcap", "-F", name, sample, file).CombinedOutput()
			if err != nil && name == "erf" { // editcap 4.0 takes its own records for another type; mergecap does not
				said, err = exec.Command("mergecap", "-F", "erf", "-w", file, sample).CombinedOutput()
			}
			if err != nil {
				require.True(t, refused[name], "%s", said)
				require.Contains(t, string(said), "can't be written as a", "editcap refuses")
				return
			}
			if !readAs[name] {
				plain, err := os.ReadFile(file)
				require.NoError(t, err)
				for _, b := range [][]byte{plain, gz(t, plain), plain[:len(plain)/3]} {
					_, err = readBytes(b, Options{})
					oneLine(t, err, "in: offset 0: is a", "editcap")
					require.Regexp(t, remedyLine, err.Error())
				}
				args := append(strings.Fields(remedyLine.FindStringSubmatch(err.Error())[1]), "-F", "pcapng", file, back)
				if said, err = exec.Command("editcap", args...).CombinedOutput(); bytes.Contains(said, []byte("damaged or corrupt")) {
					require.True(t, unreadable[name], "%s", said)
					return
				}
				require.NoError(t, err, "%s", said)
				file = back
			}
			tr, err := ReadAll(file)
			require.NoError(t, err)
			require.Len(t, tr.Events, len(want.Events))
			require.Len(t, tr.Conns, len(want.Conns))
		})
	}
}

// record32 is a head of numbers of 32 bits in little-endian order, and 60 bytes of a frame.
func record32(head ...uint32) []byte {
	var b []byte
	for _, v := range head {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return append(b, make([]byte, 60)...)
}

// TestForeignMagic: the first bytes of each format that is not read name it, without the programs that write it.
func TestForeignMagic(t *testing.T) {
	erf := append([]byte("\x01\x00\x00\x00\x00\xF1\x53\x65\x02\x04\x00\x4E\x00\x00\x00\x40\x00\x00"), make([]byte, 60)...)
	provenance := append([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x9B\x04\x00\x80\x00\x00\x00\x68"), make([]byte, 112)...)
	ncf := append([]byte("\x3C\x00\x3C\x00\x00\xE7\x07\x0B\x0E\x16\x0D\x14\x3F\x42\x0F\x00\x00\x00\x00\x00\x00\x00\x00\x00"), make([]byte, 60)...)
	ncfx := append([]byte("\x3C\x00\x00\x00\xE7\x07\x0B\x0E\x16\x0D\x14\x3F\x42\x0F\x00\x00\x00\x00\x00\x00"), make([]byte, 60)...)
	pcap := pcapBytes(binary.LittleEndian, false, 1, nil)
	nokia, redhat := record32(1_700_000_000, 1, 60, 60, 0), record32(1_700_000_000, 1, 60, 60, 0, 0)
	for _, c := range []struct{ head, what, remedy string }{
		{"\x34\xCD\xB2\xA1\x02\x00\x04\x00", "a modified pcap capture", "editcap -F"},
		{"\xA1\xB2\xCD\x34\x00\x02\x00\x04", "a modified pcap capture", "editcap -F"},
		{"snoop\x00\x00\x00\x00\x00\x00\x02", "a snoop capture", "editcap -F"},
		{"RTSS\x01\x01\x01\x00", "a Microsoft NetMon 1.x capture", "editcap -F"},
		{"GMBU\x00\x02\x01\x00", "a Microsoft NetMon 2.x capture", "editcap -F"},
		{"TRSNIFF data    \x1A\x01\x00", "a DOS Sniffer capture", "editcap -F"},
		{"XCP\x00002.001\x00", "a NetXray or Windows Sniffer capture", "editcap -F"},
		{"VL\x00\x00", "a NetXray 1.0 capture", "editcap -F"},
		{"\x05VNF\x05\x16", "a Visual Networks capture", "editcap -F"},
		{"\xAA\xAA\xAA\xAA\x20\x00\x00\x00", "a 5View capture", "editcap -F"},
		{"ObserverPktBufferVersion=15.00", "an Observer capture", "editcap -F"},
		{"\x01\x10\x4C\x00\x01\x05Trace Display Trace File", "a LANalyzer capture", "editcap -F"},
		{"\x07\x10\x4C\x00\x01\x05Trace Display Trace File", "a LANalyzer capture", "editcap -F"},
		{"iptrace 2.0", "an AIX iptrace capture", "editcap -F"},
		{"TR\x00\x64\x00\x00", "an HP-UX nettl capture", "editcap -T ether"},
		{"\x00\x00\x00\x01\x00\x00\x00\x00\x00\x07\xD0\x00", "an HP-UX nettl capture", "editcap -T ether"},
		{"\x00\x00\x02\x00\x12\x05\x00\x10", "a Tektronix K12xx capture", "editcap -T ether"},
		{"+---------+---------------+----------+\n22:13:20,000,000   ETHER\n", "a K12 text capture", "editcap -T ether"},
		{"btsnoop\x00\x00\x00\x00\x01", "a Bluetooth log", "Ethernet interface"},
		{"EyeSDN\xFF", "an EyeSDN trace of ISDN", "Ethernet interface"},
		{"Session Transcript\nTest Name\n", "a Catapult DCT2000 log", "Ethernet interface"},
		{"\x01\x00\x22\x00\x00\x00NetScaler Performance Data\x00", "a NetScaler trace", "start nstrace -traceformat PCAP"},
		{"\x01\x22\x00\x00NetScaler V20 Performance Data\x00", "a NetScaler trace", "start nstrace -traceformat PCAP"},
		{"\x01\x22\x00\x00Netscaler V35 Performance Data\x00", "a NetScaler trace", "start nstrace -traceformat PCAP"},
		{string(erf), "an ERF capture", "editcap -T ether"},
		{strings.Repeat(string(erf), 9), "an ERF capture", "editcap -T ether"},
		{string(provenance) + string(erf), "an ERF capture", "editcap -T ether"},
		{string(ncf), "a CommView NCF capture", "editcap -T ether"},
		{strings.Repeat(string(ncf), 9) + "\xFF", "a CommView NCF capture", "editcap -T ether"},
		{string(ncfx), "a CommView NCFX capture", "editcap -T ether"},
		{strings.Repeat(string(ncfx), 4) + string(ncfx[:30]), "a CommView NCFX capture", "editcap -T ether"},
		{string(pcap) + strings.Repeat(string(nokia), 2), "a pcap with Nokia's records", "editcap -F"},
		{string(pcap) + strings.Repeat(string(redhat), 9), "a pcap with RedHat 6.1's records", "editcap -F"},
	} {
		for _, b := range [][]byte{[]byte(c.head), gz(t, []byte(c.head))} {
			_, err := readBytes(b, Options{})
			oneLine(t, err, "in: offset 0: is "+c.what, c.remedy)
		}
	}

	// What only resembles them is not named: records that lead to other bytes, an impossible date, a record too long.
	wrongDate, long := bytes.Clone(ncf), bytes.Clone(erf)
	wrongDate[7] = 13
	long[10] = 0xFF
	for _, b := range [][]byte{append(bytes.Clone(erf), 0xFF, 0xFE), wrongDate, long, erf[:15], ncf[:23], ncfx[:19]} {
		_, err := readBytes(b, Options{})
		oneLine(t, err, "not a capture: ")
	}
	// A common pcap stays one: one record that is cut or followed by zeros, and one whose second record is damaged.
	one := append(bytes.Clone(pcap), record32(1_700_000_000, 1, 60, 60)...)
	for _, more := range [][]byte{nil, make([]byte, 4), make([]byte, 8), record32(1_700_000_000, 2_000_000, 60, 60)} {
		b := append(bytes.Clone(one), more...)
		_, err := readBytes(b, Options{AllowNoCNP: true})
		if len(more) > 8 {
			oneLine(t, err, "time fraction")
		} else {
			require.NoError(t, err)
		}
	}
}
