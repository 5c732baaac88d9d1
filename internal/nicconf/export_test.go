package nicconf_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/nicconf"
)

func export(t *testing.T, p *nicconf.Profile, to nicconf.Target, o nicconf.ExportOptions) (string, []nicconf.Note) {
	t.Helper()
	var b bytes.Buffer
	notes, err := p.Export(&b, to, o)
	require.NoError(t, err)
	return b.String(), notes
}

// TestExports checks what is written against golden files.
func TestExports(t *testing.T) {
	for _, c := range []struct {
		name, path string
		to         nicconf.Target
		o          nicconf.ExportOptions
	}{
		{"mlx5.sh", "testdata/debugfs", nicconf.TargetMLX5, nicconf.ExportOptions{Device: "0000:04:00.0"}},
		{"mlx5-older.sh", "testdata/older", nicconf.TargetMLX5, nicconf.ExportOptions{}},
		{"sysfs.sh", "testdata/ens1f0", nicconf.TargetSysfs, nicconf.ExportOptions{Device: "ens1f0"}},
		{"mlxconfig.sh", "testdata/mlxconfig.txt", nicconf.TargetMlxconfig, nicconf.ExportOptions{Port: 2, Convention: profile.NewWeight}},
		{"nicctl.sh", "testdata/nicctl.sh", nicconf.TargetNicctl, nicconf.ExportOptions{Device: "ionic_0"}},
		{"irdma.conf", "testdata/irdma.conf", nicconf.TargetIRDMA, nicconf.ExportOptions{}},
		{"otg.yaml", "testdata/otg/config.yaml", nicconf.TargetOTG, nicconf.ExportOptions{Device: "tx \"1\""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, _ := read(t, c.path, nicconf.Options{})
			text, notes := export(t, p, c.to, c.o)
			for _, n := range notes {
				text += "# note: " + n.String() + "\n"
			}
			expect(t, "export-"+c.name, []byte(text))
		})
	}
}

// TestRoundTrip:
//
//	settings --Parse--> p --Export--> commands --Parse--> p again
//	                    |                                  |
//	                    +----------- equal: what was given, to the digit
//
// for random settings of each vendor and each form that has its names.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, c := range []struct {
		base   string
		vendor profile.Vendor
		to     []nicconf.Target
	}{
		{"connectx", profile.MLX5, []nicconf.Target{nicconf.TargetTOML, nicconf.TargetMLX5, nicconf.TargetSysfs, nicconf.TargetMlxconfig}},
		{"ionic", profile.Ionic, []nicconf.Target{nicconf.TargetTOML, nicconf.TargetMLX5}},
		{"irdma", profile.IRDMA, []nicconf.Target{nicconf.TargetTOML, nicconf.TargetIRDMA}},
	} {
		for i := range 300 {
			weight := profile.OldWeight
			if i%2 == 1 {
				weight = profile.NewWeight
			}
			text := randomText(r, c.vendor, i%3 == 0)
			p, _, err := nicconf.Parse([]byte(text), "random", nicconf.Options{Base: c.base, Convention: profile.OldWeight})
			require.NoError(t, err, text)
			for _, to := range c.to {
				var b bytes.Buffer
				_, err := p.Export(&b, to, nicconf.ExportOptions{Convention: weight, Device: "dev"})
				if err != nil && c.base == "irdma" && to == nicconf.TargetIRDMA {
					// All that was given is the notification point's, which irdma cannot set.
					require.ErrorContains(t, err, "nothing that irdma has a name for")
					continue
				}
				if to == nicconf.TargetMlxconfig && tooWide(text) {
					require.ErrorContains(t, err, "outside its range")
					continue
				}
				require.NoError(t, err, text)
				o := nicconf.Options{Base: c.base, Convention: weight}
				if to == nicconf.TargetTOML {
					o.Convention = profile.Unstated // it says itself
				}
				back, _, err := nicconf.Parse(b.Bytes(), "back", o)
				require.NoError(t, err, b.String())
				for _, v := range p.Values {
					if to == nicconf.TargetIRDMA && !strings.HasPrefix(v.Name, "dcqcn_") {
						continue
					}
					got, _ := back.Value(v.Name)
					require.Equal(t, v, got, "%s\n%s", text, b.String())
				}
				pa, err := p.At(profile.MaxLine)
				require.NoError(t, err)
				pb, err := back.At(profile.MaxLine)
				require.NoError(t, err)
				if to != nicconf.TargetIRDMA {
					require.Equal(t, pa, pb)
				}
			}
		}
	}
}

// TestExportAcrossVendors: what cannot be said is refused, or rounded where asked for and
// told.
func TestExportAcrossVendors(t *testing.T) {
	builtin := func(name string) *nicconf.Profile {
		p, err := nicconf.BuiltIn(name, 100_000_000)
		require.NoError(t, err)
		return p
	}
	refused := func(p *nicconf.Profile, to nicconf.Target, o nicconf.ExportOptions, want string) {
		t.Helper()
		var b bytes.Buffer
		_, err := p.Export(&b, to, o)
		require.ErrorContains(t, err, want)
		require.Empty(t, b.String(), "nothing half written")
	}
	refused(builtin("paper"), nicconf.TargetMLX5, nicconf.ExportOptions{}, "byte_reset is 10000000B, outside its range 0..32767 bytes")
	refused(builtin("irdma"), nicconf.TargetMLX5, nicconf.ExportOptions{}, "byte_reset is 150000B, outside")
	refused(builtin("ionic"), nicconf.TargetSysfs, nicconf.ExportOptions{}, "byte_reset is 431068B, outside")
	refused(builtin("connectx"), nicconf.TargetIRDMA, nicconf.ExportOptions{}, "is no whole number of segments")
	refused(builtin("connectx"), "toml5", nicconf.ExportOptions{}, `as: "toml5" is unknown (did you mean toml?); use toml, mlx5, sysfs, mlxconfig, nicctl, irdma`)
	refused(builtin("connectx"), nicconf.TargetMlxconfig, nicconf.ExportOptions{Port: 11}, "port: 11 is out of range 1..9")

	// A field of mlxconfig has 10 or 17 bits where debugfs has 32, whatever the source had.
	for _, c := range []struct{ text, refused, taken string }{
		{"rp_min_rate", "131072", "131071"}, {"rp_rate_to_set_on_first_cnp", "200000", "131071"},
		{"rp_min_dec_fac", "0", "1"}, {"rp_dce_tcp_g", "0", "1"},
	} {
		read := func(value string) *nicconf.Profile {
			p, _, err := nicconf.Parse([]byte("rp_gd 11\n"+c.text+" "+value+"\n"), "lines", nicconf.Options{Convention: profile.OldWeight})
			require.NoError(t, err)
			return p
		}
		for _, weight := range []profile.Convention{profile.OldWeight, profile.NewWeight} {
			refused(read(c.refused), nicconf.TargetMlxconfig, nicconf.ExportOptions{Round: true, Convention: weight}, c.text[3:]+" is "+c.refused)
		}
		var b bytes.Buffer
		_, err := read(c.taken).Export(&b, nicconf.TargetMlxconfig, nicconf.ExportOptions{})
		require.NoError(t, err)
		require.Contains(t, b.String(), "_P1="+c.taken+"\n")
		_, err = read(c.refused).Export(&b, nicconf.TargetMLX5, nicconf.ExportOptions{})
		require.NoError(t, err)
	}

	p, _, err := nicconf.Parse([]byte("base = \"paper\"\n[reaction_point]\nbyte_reset = \"20KB\"\nai_rate = \"5.4Mbps\"\ntime_reset = \"1500ns\"\n"), "p.toml", nicconf.Options{})
	require.NoError(t, err)
	refused(p, nicconf.TargetMLX5, nicconf.ExportOptions{}, "time_reset is 1.5us, which it cannot say; the nearest is 2us (--round)")
	text, notes := export(t, p, nicconf.TargetMLX5, nicconf.ExportOptions{Round: true})
	require.Contains(t, text, "\necho 5 > rp_ai_rate\n")
	require.Contains(t, text, "\necho 2 > rp_time_reset\n")
	var said []string
	for _, n := range notes {
		said = append(said, n.String())
	}
	require.Contains(t, strings.Join(said, "\n"), "ai_rate is 5.4Mbps: written as 5Mbps")
	require.Contains(t, strings.Join(said, "\n"), "no parameter sets the modes, which are the NIC's own; text differs from connectx in alpha_bits, ")
}

// TestScriptsRun runs the scripts in a real shell, on devices with hostile names: the
// files hold the values, and nothing else happens.
func TestScriptsRun(t *testing.T) {
	sh, err := exec.LookPath("sh")
	require.NoError(t, err)
	p, _ := read(t, "testdata/ens1f0", nicconf.Options{})
	for _, device := range []string{"0000:04:00.0", "a b", "it's", "$(touch pwned)", "`touch pwned`", "a\nb", `back\slash"`, "-rf", ";touch pwned;", "*"} {
		for to, layout := range map[nicconf.Target]struct{ root, below string }{
			nicconf.TargetMLX5:  {"/sys/kernel/debug/mlx5/", "cc_params"},
			nicconf.TargetSysfs: {"/sys/class/net/", "ecn"},
		} {
			text, _ := export(t, p, to, nicconf.ExportOptions{Device: device})
			for _, form := range []string{"named", "argument"} {
				dir := t.TempDir()
				if form == "argument" {
					text, _ = export(t, p, to, nicconf.ExportOptions{})
				}
				script := strings.ReplaceAll(text, layout.root, dir+"/root/")
				values := map[string]string{}
				for line := range strings.Lines(script) {
					if rest, ok := strings.CutPrefix(line, "echo "); ok {
						value, name, _ := strings.Cut(strings.TrimSpace(rest), " > ")
						values[name] = value
						file(t, dir, filepath.Join("root", device, layout.below, name), "old\n")
					}
				}
				require.Greater(t, len(values), 15)
				runIn := filepath.Join(dir, "cwd")
				require.NoError(t, os.Mkdir(runIn, 0o777))
				c := exec.Command(sh, "-c", script, "script", device)
				c.Dir = runIn
				out, err := c.CombinedOutput()
				require.NoError(t, err, "%s: %s", device, out)
				for name, value := range values {
					got, err := os.ReadFile(filepath.Join(dir, "root", device, layout.below, name))
					require.NoError(t, err)
					require.Equal(t, value+"\n", string(got))
				}
				left, err := os.ReadDir(runIn)
				require.NoError(t, err)
				require.Empty(t, left, device)

				// Without one of the files nothing is changed.
				gone := filepath.Join(dir, "root", device, layout.below)
				for name := range values {
					require.NoError(t, os.WriteFile(filepath.Join(gone, name), []byte("old\n"), 0o666))
				}
				missing := map[nicconf.Target]string{nicconf.TargetMLX5: "np_cnp_prio", nicconf.TargetSysfs: "roce_np/cnp_802p_prio"}[to]
				require.NoError(t, os.Remove(filepath.Join(gone, missing)))
				c = exec.Command(sh, "-c", script, "script", device)
				c.Dir = runIn
				out, err = c.CombinedOutput()
				require.Error(t, err)
				require.Contains(t, string(out), missing+" cannot be written; nothing was changed")
				got, err := os.ReadFile(filepath.Join(gone, map[nicconf.Target]string{nicconf.TargetMLX5: "rp_gd", nicconf.TargetSysfs: "roce_rp/rpg_gd"}[to]))
				require.NoError(t, err)
				require.Equal(t, "old\n", string(got))
			}
		}
	}
}

// TestCommandsRun runs the one-command scripts in a real shell with a program that
// records its arguments in the tool's place.
func TestCommandsRun(t *testing.T) {
	for _, c := range []struct {
		path   string
		to     nicconf.Target
		tool   string
		before []string
		first  string
	}{
		{"testdata/mlxconfig.txt", nicconf.TargetMlxconfig, "mlxconfig", []string{"-d", "it's $(x)", "-y", "set"}, "CLAMP_TGT_RATE_P1=0"},
		{"testdata/nicctl.sh", nicconf.TargetNicctl, "nicctl", []string{"update", "dcqcn", "-r", "it's $(x)", "-i", "1"}, "--clamp-target-rate"},
	} {
		p, _ := read(t, c.path, nicconf.Options{})
		text, _ := export(t, p, c.to, nicconf.ExportOptions{Device: "it's $(x)"})
		dir := t.TempDir()
		file(t, dir, c.tool, "#!/bin/sh\nprintf '%s\\0' \"$@\" > args\n")
		require.NoError(t, os.Chmod(filepath.Join(dir, c.tool), 0o755))
		cmd := exec.Command("sh", "-c", text)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		args, err := os.ReadFile(filepath.Join(dir, "args"))
		require.NoError(t, err)
		got := strings.Split(string(args), "\x00")
		require.Equal(t, append(c.before, c.first), got[:len(c.before)+1])
	}
}

// TestNamesAreOneLine: a hostile name stays in its comment and in its string.
func TestNamesAreOneLine(t *testing.T) {
	for _, name := range []string{"x\ntouch pwned", "\"\"\"\n[other]", "\x1b[31m", "\u2028", "\\", "\xff"} {
		p, _ := read(t, "testdata/debugfs", nicconf.Options{Name: name})
		text, _ := export(t, p, nicconf.TargetMLX5, nicconf.ExportOptions{})
		require.NotContains(t, text, "\ntouch")
		require.NotContains(t, text, "\x1b")
		back, _, err := nicconf.Parse([]byte(tomlOf(t, p)), "back", nicconf.Options{})
		require.NoError(t, err)
		require.Equal(t, strings.ToValidUTF8(name, "\uFFFD"), back.Name)
		_, err = back.At(1) // out of range: the error names the profile
		require.Error(t, err)
		require.NotContains(t, err.Error(), "\n")
		require.NotContains(t, err.Error(), "\x1b")
	}
}
