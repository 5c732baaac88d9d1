package nicconf_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn"
	"smartnic-cc/dcqcn/profile"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/internal/algorithms/reaction"
	"smartnic-cc/internal/nicconf"
)

// sources are saved settings of all kinds.
var sources = []struct {
	name, path string
	o          nicconf.Options
}{
	{"debugfs", "testdata/debugfs", nicconf.Options{}},
	{"debugfs-folder", "testdata/debugfs/cc_params", nicconf.Options{}},
	{"older", "testdata/older", nicconf.Options{}},
	{"sysfs", "testdata/ens1f0", nicconf.Options{}},
	{"ionic", "testdata/ionic/dcqcn/profiles/1", nicconf.Options{}},
	{"irdma", "testdata/irdma", nicconf.Options{}},
	{"mlxconfig", "testdata/mlxconfig.txt", nicconf.Options{}},
	{"mlxconfig-port2", "testdata/mlxconfig.txt", nicconf.Options{Port: 2, Name: "port 2"}},
	{"mlxconfig-current", "testdata/mlxconfig-e.txt", nicconf.Options{}},
	{"mlxconfig-next", "testdata/mlxconfig-e.txt", nicconf.Options{Column: "next"}},
	{"mlxconfig-device", "testdata/mlxconfig-two.txt", nicconf.Options{Device: "mt4119_pciconf1"}},
	{"nicctl", "testdata/nicctl.txt", nicconf.Options{Device: "ionic_6"}},
	{"tuning", "testdata/tuning.sh", nicconf.Options{Line: 100_000_000}},
	{"nicctl-update", "testdata/nicctl.sh", nicconf.Options{}},
	{"irdma-options", "testdata/irdma.conf", nicconf.Options{}},
	{"grep", "testdata/grep.txt", nicconf.Options{}},
	{"lines", "testdata/lines.txt", nicconf.Options{}},
	{"otg-config", "testdata/otg/config.yaml", nicconf.Options{}},
	{"otg-port", "testdata/otg/port.json", nicconf.Options{Line: 100_000_000}},
}

// TestSources checks each source's profile and notes against a golden file, and reads the
// profile back.
func TestSources(t *testing.T) {
	for _, s := range sources {
		t.Run(s.name, func(t *testing.T) {
			p, notes := read(t, s.path, s.o)
			text := tomlOf(t, p)
			out := text
			for _, n := range notes {
				out += "# note: " + n.String() + "\n"
			}
			expect(t, s.name+".toml", []byte(out))

			back, _, err := nicconf.Parse([]byte(text), "back.toml", nicconf.Options{})
			require.NoError(t, err)
			require.Equal(t, p, back, "a profile in TOML is the profile")
		})
	}
}

// TestDebugfsDefaults: what a ConnectX with its defaults shows is the profile connectx, to
// the bit, at any speed.
func TestDebugfsDefaults(t *testing.T) {
	p, _ := read(t, "testdata/debugfs", nicconf.Options{})
	for _, line := range []dcqcn.Rate{10_000_000, 100_000_000, profile.MaxLine} {
		want, err := profile.Get("connectx", line)
		require.NoError(t, err)
		got, err := p.At(line)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// TestBlocks: what tail and head print of a folder is the folder, whichever path they were
// given.
func TestBlocks(t *testing.T) {
	want, _ := read(t, "testdata/debugfs", nicconf.Options{})
	files, err := filepath.Glob("testdata/debugfs/cc_params/*")
	require.NoError(t, err)
	for _, folder := range []string{"", "./", "/sys/kernel/debug/mlx5/0000:04:00.0/cc_params/"} {
		text := ""
		for _, path := range files {
			v, err := os.ReadFile(path)
			require.NoError(t, err)
			text += "==> " + folder + filepath.Base(path) + " <==\n" + string(v) + "\n"
		}
		got, _, err := nicconf.Parse([]byte(text), "text", nicconf.Options{})
		require.NoError(t, err, folder)
		require.Equal(t, want.Values, got.Values, folder)
		require.Equal(t, want.Other, got.Other, folder)
	}
}

// TestFolderOfDevices: the folder above the devices' says which to name.
func TestFolderOfDevices(t *testing.T) {
	for _, settings := range []string{"cc_params/rp_gd", "ecn/roce_rp/rpg_gd"} {
		dir := t.TempDir()
		file(t, dir, "0000:04:00.0/"+settings, "11")
		file(t, dir, "0000:04:00.1/"+settings, "11")
		_, _, err := nicconf.Read(dir, nicconf.Options{})
		require.ErrorContains(t, err, "holds folders of devices; name one, such as "+filepath.Join(dir, "0000:04:00.0"))
		_, _, err = nicconf.Read(filepath.Join(dir, "0000:04:00.0"), nicconf.Options{})
		require.NoError(t, err)
	}
}

// TestBuiltin: each built-in profile survives its TOML, to the bit.
func TestBuiltin(t *testing.T) {
	for _, name := range profile.Names() {
		for _, line := range []dcqcn.Rate{1_000_000, 25_000_000, 100_000_000, 400_000_000} {
			want, err := profile.Get(name, line)
			require.NoError(t, err)
			p, err := nicconf.BuiltIn(name, line)
			require.NoError(t, err)
			back, _, err := nicconf.Parse([]byte(tomlOf(t, p)), "back.toml", nicconf.Options{})
			require.NoError(t, err)
			got, err := back.At(line)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s at %d", name, line)
		}
	}
	// Of Dolce-RC's own the reaction and notification point are those that it runs with.
	for _, name := range dolcercprofile.Names() {
		for _, line := range []dcqcn.Rate{1_000_000, 25_000_000, 100_000_000, 400_000_000} {
			c, err := dolcercprofile.Get(name, line)
			require.NoError(t, err)
			want, err := c.Reaction()
			require.NoError(t, err)
			p, err := nicconf.BuiltIn(name, line)
			require.NoError(t, err)
			back, _, err := nicconf.Parse([]byte(tomlOf(t, p)), "back.toml", nicconf.Options{})
			require.NoError(t, err)
			got, err := back.At(line)
			require.NoError(t, err)
			require.Equal(t, want.RP, got.RP, "%s at %d", name, line)
			require.Equal(t, want.NP, got.NP)
		}
		require.Len(t, nicconf.Notes(name), 1)
		for _, bad := range []struct {
			text string
			o    nicconf.Options
		}{{"base = \"" + name + "\"\n", nicconf.Options{}}, {"rpg_gd 11\n", nicconf.Options{Base: name}}} {
			_, _, err := nicconf.Parse([]byte(bad.text), "nic.toml", bad.o)
			require.ErrorContains(t, err, "base: "+name+" has the modes of paper and an algorithm's learning, and is no base; use paper")
		}
	}
	require.Empty(t, nicconf.Notes("paper"))
	_, err := nicconf.BuiltIn("fast", 1_000_000)
	require.ErrorContains(t, err, "unknown profile")
}

// TestConvention: the two meanings of dce_tcp_g.
func TestConvention(t *testing.T) {
	for _, c := range []struct {
		text string
		o    nicconf.Options
		want string // weight of the old alpha, or the error
		note string
	}{
		{"rp_dce_tcp_g 1019", nicconf.Options{}, "1019", "g = 5/1024, as current drivers mean it"},
		{"rp_dce_tcp_g 1019", nicconf.Options{Convention: profile.OldWeight}, "1019", ""},
		{"rp_dce_tcp_g 1019", nicconf.Options{Convention: profile.NewWeight}, "5", "g = 1019/1024, as stated"},
		{"rp_dce_tcp_g 512", nicconf.Options{}, "512", ""},
		{"rp_dce_tcp_g 64", nicconf.Options{}, "text:1: rp_dce_tcp_g 64 has two meanings: weight of the old alpha (g = 960/1024, current drivers, default 1019) or of the new sample (g = 64/1024", ""},
		{"rp_dce_tcp_g 64", nicconf.Options{Convention: profile.OldWeight}, "64", ""},
		{"rp_dce_tcp_g 64", nicconf.Options{Convention: profile.NewWeight}, "960", "g = 64/1024, as stated"},
		{"rp_dce_tcp_g 64\ndce_tcp_g_convention new-weight", nicconf.Options{}, "960", "g = 64/1024"},
		{"rp_dce_tcp_g 64\ndce_tcp_g_convention old-weight", nicconf.Options{}, "64", ""},
		{"rp_dce_tcp_g 64\ndce_tcp_g_convention old-weight", nicconf.Options{Convention: profile.NewWeight}, "states dce_tcp_g_convention old-weight, and new-weight was asked for", ""},
		{"rp_dce_tcp_g 64\ndce_tcp_g_convention new", nicconf.Options{}, `"new" is no convention; want old-weight or new-weight`, ""},
		{"rp_gd 11\ndce_tcp_g_convention new-weight", nicconf.Options{}, "there is no dce_tcp_g", ""},
		{"rp_dce_tcp_g 2000", nicconf.Options{}, "text:1: dce_tcp_g: 2000 is out of range 0..1024", ""},
	} {
		p, notes, err := nicconf.Parse([]byte(c.text), "text", c.o)
		if len(c.want) > 5 {
			require.ErrorContains(t, err, c.want)
			continue
		}
		require.NoError(t, err, c.text)
		v, ok := p.Value("dce_tcp_g")
		require.True(t, ok)
		require.Equal(t, nicconf.Value{Name: "dce_tcp_g", Text: c.want, Given: true}, v, c.text)
		notes = slices.DeleteFunc(notes, func(n nicconf.Note) bool { return n.Where == "" }) // what is missing
		if c.note == "" {
			require.Empty(t, notes)
		} else {
			require.Len(t, notes, 1)
			require.Contains(t, notes[0].String(), c.note)
		}
	}
}

// TestErrors: each is one line with the place and what would be right.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "text: no parameter in it; want a folder"},
		{"rp_time_rest 3", `text:1: unknown parameter "rp_time_rest"; near it: time_reset`},
		{"rp_gd 11\n\nrp_gd 10", "text:3: rp_gd: 10 here and 11 at text:1; keep one"},
		{"rp_gd 9", "text:1: gd: 9 is out of range 10..11 log2"},
		{"rp_gd ten", `text:1: rp_gd: "ten" is not a number; want one such as 300`},
		{"rp_ai_rate -5", `text:1: rp_ai_rate: "-5" is not a number`},
		{"rp_ai_rate", `text:1: "rp_ai_rate" is no setting; want "name value"`},
		{"rp_ai_rate 5 Mb/s", `is no setting`},
		{"rp_ai_rate 99999999999", "out of range"},
		{"rp_min_rate 1600001", "MinRate: 1600001000 is out of range 1..1600000000 kb/s (1..MaxRate)"},
		{"echo 3 > /x/cc_params/rp_gd; echo $A > /x/cc_params/rp_ai_rate", `text:1: rp_ai_rate: "$A" is a variable; write its value`},
		{"nicctl update dcqcn --ai-rate", "text:1: --ai-rate has no value"},
		{"echo 2 > /sys/class/net/e/ecn/roce_rp/enable/3", `text:1: enable/3: "2" is not 0 or 1`},
		{"dcqcn_F 5\nrp_gd 11", "text:2: gd: no parameter of profile irdma"},
		{"mlxconfig set ROCE_CC_PRIO_MASK_P1=256", "text:1: ROCE_CC_PRIO_MASK 256 is out of range 0..255"},
		{"\x00\x01", "text: is no text"},
		{"rp_gd 11 \xff", "text: is no text"},
		{"x" + strings.Repeat(" ", 5000) + "1", "text:1: longer than 4096 bytes"},
		{"Device #1:\nConfigurations:  Next Boot\n  RPG_AI_RATE_P1 5 6\n", "text:3: RPG_AI_RATE_P1 has 2 values in 1 columns (next)"},
		{"Device #1:\nConfigurations:  Next Boot\n  RPG_AI_RATE_P2 5\n", "text: no congestion control parameter of port 1"},
		{"Device #1:\nConfigurations:  Next Boot\n  SRIOV_EN True(1)\n", "text: no congestion control parameter in it; want names such as RPG_AI_RATE_P1"},
		{"==> rp_gd <==\n\n==> rp_ai_rate <==\nfive\n", `text:4: rp_ai_rate: "five" is not a number`},
		{"==> rp_gd <==\n11 12\n", `text:2: "11 12" is no setting`},
		{"RPG_GD_P1  11  11  11", "text:1: RPG_GD_P1 has 3 values; save mlxconfig's text with its head"},
		{"==>  <==\n11\n", `text:1: "==>  <==" is no setting`},
		{"DCQCN profile id : 1\n", "text: no DCQCN profile in it; save what nicctl show dcqcn prints"},
	} {
		_, _, err := nicconf.Parse([]byte(c.text), "text", nicconf.Options{})
		require.ErrorContains(t, err, c.want, "%q", c.text)
		require.NotContains(t, err.Error(), "\n")
	}
	for _, c := range []struct {
		path string
		o    nicconf.Options
		want string
	}{
		{"testdata/none", nicconf.Options{}, "testdata/none: no such file or directory"},
		{"testdata/ionic/dcqcn", nicconf.Options{}, "holds several profiles; name one, such as testdata/ionic/dcqcn/profiles/1"},
		{"testdata", nicconf.Options{}, "testdata: holds folders of devices; name one, such as testdata/debugfs"},
		{"testdata/golden", nicconf.Options{}, "testdata/golden: holds no settings that are known"},
		{"testdata/mlxconfig-two.txt", nicconf.Options{}, "has 2 devices, /dev/mst/mt4119_pciconf0, /dev/mst/mt4119_pciconf1; choose one with --device"},
		{"testdata/mlxconfig-two.txt", nicconf.Options{Device: "x"}, `no device "x" in it`},
		{"testdata/mlxconfig.txt", nicconf.Options{Column: "current"}, "there is no column current; it has next"},
		{"testdata/mlxconfig.txt", nicconf.Options{Column: "last"}, `column: "last" is unknown`},
		{"testdata/mlxconfig.txt", nicconf.Options{Port: 3}, "no congestion control parameter of port 3"},
		{"testdata/mlxconfig.txt", nicconf.Options{Port: 10}, "port: 10 is out of range"},
		{"testdata/nicctl.txt", nicconf.Options{}, "has 2 profiles, ionic_7/1, ionic_6/1; choose one with --device"},
		{"testdata/nicctl.txt", nicconf.Options{Device: "ionic_0"}, `no device "ionic_0" in it; it has ionic_7/1, ionic_6/1`},
		{"testdata/debugfs", nicconf.Options{Base: "irdma"}, "rp_ai_rate: ai_rate: no parameter of profile irdma"},
		{"testdata/debugfs", nicconf.Options{Base: "fast"}, `unknown profile "fast"`},
	} {
		_, _, err := nicconf.Read(c.path, c.o)
		require.ErrorContains(t, err, c.want, c.path)
		require.NotContains(t, err.Error(), "\n")
	}
}

// TestHostileFolders: whatever lies where a parameter's file should be, there is one clear
// error, and nothing is waited for.
func TestHostileFolders(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, at string)
		want string
	}{
		{"loop", func(t *testing.T, at string) { require.NoError(t, os.Symlink(filepath.Base(at), at)) }, "too many levels of symbolic links"},
		{"dangling", func(t *testing.T, at string) { require.NoError(t, os.Symlink("nowhere", at)) }, "no such file or directory"},
		{"folder", func(t *testing.T, at string) { require.NoError(t, os.Mkdir(at, 0o777)) }, "is no regular file"},
		{"pipe", func(t *testing.T, at string) { mkfifo(t, at) }, "is no regular file"},
		{"device", func(t *testing.T, at string) { require.NoError(t, os.Symlink("/dev/zero", at)) }, "is no regular file"},
		{"huge", func(t *testing.T, at string) {
			require.NoError(t, os.WriteFile(at, nil, 0o666))
			require.NoError(t, os.Truncate(at, 1<<40))
		}, "more than 4096 bytes"},
		{"binary", func(t *testing.T, at string) { require.NoError(t, os.WriteFile(at, []byte("\x7fELF\x02\x01"), 0o666)) }, "is not one value"},
		{"empty", func(t *testing.T, at string) { require.NoError(t, os.WriteFile(at, nil, 0o666)) }, "is not one value"},
		{"two values", func(t *testing.T, at string) { require.NoError(t, os.WriteFile(at, []byte("1 2\n"), 0o666)) }, "is not one value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			file(t, dir, "rp_gd", "11\n")
			at := filepath.Join(dir, "rp_ai_rate")
			c.make(t, at)
			_, _, err := nicconf.Read(dir, nicconf.Options{})
			require.ErrorContains(t, err, at+": ")
			require.ErrorContains(t, err, c.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
	t.Run("folders in a ring", func(t *testing.T) {
		dir := t.TempDir()
		require.NoError(t, os.Symlink(".", filepath.Join(dir, "cc_params")))
		_, _, err := nicconf.Read(dir, nicconf.Options{})
		require.ErrorContains(t, err, "folders in it lead back")
	})
	t.Run("many entries", func(t *testing.T) {
		dir := t.TempDir()
		for i := range 1025 {
			file(t, dir, fmt.Sprintf("rp_%d", i), "1")
		}
		_, _, err := nicconf.Read(dir, nicconf.Options{})
		require.ErrorContains(t, err, "more than 1024 entries")
	})
	t.Run("unknown parameters", func(t *testing.T) {
		dir := t.TempDir()
		file(t, dir, "rp_gd", "11\n")
		file(t, dir, "rp_new", "1\n")
		_, notes := read(t, dir, nicconf.Options{})
		require.Contains(t, fmt.Sprint(notes), "rp_new: is no parameter that is known; passed over")
	})
}

// TestPipe: standard input and pipes that the user names are read.
func TestPipe(t *testing.T) {
	p, _ := read(t, "-", nicconf.Options{Stdin: strings.NewReader("rp_gd 10\n")})
	require.Equal(t, "stdin", p.Name)
	path := filepath.Join(t.TempDir(), "pipe")
	mkfifo(t, path)
	done := make(chan error)
	go func() { done <- os.WriteFile(path, []byte("rp_gd 10\n"), 0o600) }()
	p, _ = read(t, path, nicconf.Options{})
	require.NoError(t, <-done)
	v, _ := p.Value("gd")
	require.Equal(t, "10", v.Text)
}

// TestNames: a profile is called as its file, without the ending, or its folder.
func TestNames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "0000:04:00.0")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "cc_params"), 0o777))
	file(t, filepath.Join(dir, "cc_params"), "rp_gd", "11\n")
	file(t, dir, "saved.txt", "rp_gd 11\n")
	t.Chdir(dir)
	for path, want := range map[string]string{
		dir: "0000:04:00.0", dir + "/": "0000:04:00.0", ".": "0000:04:00.0", "cc_params": "cc_params", "cc_params/..": "0000:04:00.0", "saved.txt": "saved",
	} {
		p, _ := read(t, path, nicconf.Options{})
		require.Equal(t, want, p.Name, path)
	}
	t.Chdir("cc_params")
	p, _ := read(t, "..", nicconf.Options{})
	require.Equal(t, "0000:04:00.0", p.Name)
}

// TestResolve: a name is a built-in profile, a path is read.
func TestResolve(t *testing.T) {
	resolve := func(name string, line dcqcn.Rate) (profile.Profile, *reaction.File, error) {
		c := reaction.Choice{Algo: reaction.AlgoDCQCN, Profile: name, Line: line}
		return c.Resolve()
	}
	want, err := profile.Get("connectx", 25_000_000)
	require.NoError(t, err)
	for _, name := range []string{"connectx", "testdata/debugfs", "testdata/golden/debugfs.toml"} {
		got, from, err := resolve(name, 25_000_000)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
		require.Equal(t, name == "connectx", from == nil, name)
	}
	_, _, err = resolve("leaf", 25_000_000)
	require.ErrorContains(t, err, `unknown profile "leaf"; one of paper, connectx, ionic, irdma, hpcc, or a file such as ./leaf.toml`)
	_, _, err = resolve("leaf.toml", 25_000_000)
	require.ErrorContains(t, err, "leaf.toml: no such file or directory")
	_, _, err = resolve("connectx", 1)
	require.ErrorContains(t, err, "line rate")
	// A ceiling above the port's rate is a fault of the two together, not of the file.
	dir := t.TempDir()
	path := file(t, dir, "a.toml", "base = \"connectx\"\n[reaction_point]\nmax_rate = \"50Gbps\"\n")
	_, _, err = resolve(path, 100_000_000)
	require.NoError(t, err)
	_, _, err = resolve(path, 25_000_000)
	require.ErrorContains(t, err, "above the port's speed")
}

// TestStates: settings that make the parameters void are reported, and their opposites are not.
func TestStates(t *testing.T) {
	mlx := func(row string) string {
		return "Device #1:\nConfigurations:  Next Boot\n  RPG_GD_P1 11\n  " + row + "\n"
	}
	for _, c := range []struct{ text, quiet, want string }{
		{"options irdma dcqcn_F=5 dcqcn_enable=N", "options irdma dcqcn_F=5 dcqcn_enable=Y", "dcqcn_enable is N: DCQCN does not run"},
		{"options irdma dcqcn_F=5 dcqcn_cc_cfg_valid=0", "options irdma dcqcn_F=5 dcqcn_cc_cfg_valid=1", "the parameters are not in force"},
		{"options irdma dcqcn_F=9", "options irdma dcqcn_F=8", "dcqcn_F 9 is above 8, which the driver takes instead"},
		{"options irdma dcqcn_B=67108864", "options irdma dcqcn_B=67108863", "dcqcn_B 67108864 is above 67108863"},
		{"options irdma dcqcn_F=5 dcqcn_min_rate_MBps=0", "options irdma dcqcn_F=5", "is 0, the driver's own floor"},
		{mlx("ROCE_CC_ALGORITHM_P1 QCN(1)"), mlx("ROCE_CC_ALGORITHM_P1 ECN(0)"), "ROCE_CC_ALGORITHM is QCN(1), not ECN: DCQCN does not run"},
		{mlx("USER_PROGRAMMABLE_CC True(1)"), mlx("USER_PROGRAMMABLE_CC False(0)"), "USER_PROGRAMMABLE_CC is True(1): a loaded program, or an algorithm of the firmware, may decide"},
		{mlx("ROCE_CC_LEGACY_DCQCN False(0)"), mlx("ROCE_CC_LEGACY_DCQCN True(1)"), "ROCE_CC_LEGACY_DCQCN is False(0): a loaded program, or an algorithm"},
		{mlx("ROCE_CC_PRIO_MASK_P1 0"), mlx("ROCE_CC_PRIO_MASK_P1 8"), "the reaction point is off on all priorities"},
		{mlx("ROCE_CC_PRIO_MASK_P1 0"), mlx("ROCE_CC_PRIO_MASK_P1 8"), "the notification point is off on all priorities"},
		{mlx("RPG_AI_RATE_P1 N/A"), mlx("RPG_AI_RATE_P1 5"), "RPG_AI_RATE is N/A: passed over"},
		{mlx("RPG_AI_RATE_P1 131072"), mlx("RPG_AI_RATE_P1 131071"), "RPG_AI_RATE is 131072Mbps, outside the documented 0..131071 Mb/s; kept as it is"},
		{"rp_gd 11\nrp_byte_reset 32768", "rp_gd 11\nrp_byte_reset 0x7fff", "rp_byte_reset is 32768B, outside the documented"},
	} {
		_, notes, err := nicconf.Parse([]byte(c.text), "text", nicconf.Options{})
		require.NoError(t, err, c.text)
		require.Contains(t, fmt.Sprint(notes), c.want)
		_, notes, err = nicconf.Parse([]byte(c.quiet), "text", nicconf.Options{})
		require.NoError(t, err, c.quiet)
		require.NotContains(t, fmt.Sprint(notes), c.want)
	}
}

// TestSysfsStates: what the folders next to the parameters say.
func TestSysfsStates(t *testing.T) {
	device := func(speed, enable string) (*nicconf.Profile, []nicconf.Note, error) {
		dir := t.TempDir()
		file(t, dir, "ecn/roce_rp/rpg_gd", "11\n")
		file(t, dir, "ecn/roce_rp/enable/3", enable)
		file(t, dir, "ecn/roce_rp/enable/README", "x y z")
		file(t, dir, "speed", speed)
		return nicconf.Read(dir, nicconf.Options{})
	}
	p, _, err := device("25000\n", "1\n")
	require.NoError(t, err)
	require.Equal(t, dcqcn.Rate(25_000_000), p.Line)
	require.Equal(t, uint8(8), *p.RPEnabled)
	require.Nil(t, p.NPEnabled)
	for _, speed := range []string{"-1\n", "0\n", "4294967296\n", "1600001\n", "x\n", ""} {
		p, notes, err := device(speed, "0\n")
		require.NoError(t, err)
		require.Zero(t, p.Line, "%q", speed)
		require.Contains(t, fmt.Sprint(notes), "tells no speed of the port")
		require.Zero(t, *p.RPEnabled)
	}
	_, _, err = device("1000\n", "yes\n")
	require.ErrorContains(t, err, `enable/3: "yes" is not 0 or 1`)
}
