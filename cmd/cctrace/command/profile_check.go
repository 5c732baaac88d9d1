package command

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/base/cli"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/internal/nicconf"
	"smartnic-cc/internal/nicconf/lint"
	"smartnic-cc/internal/nicconf/sonic"
)

// profileChecker is cctrace profile check.
type profileChecker struct {
	source             profileSource
	wred, wredProfile  string
	color              string
	queue, connections int
	rtt                time.Duration
	mtu, pause         uint64
	fail               string
	asJSON             bool
}

// colors are the words of --color.
var colors = []string{string(sonic.Green), string(sonic.Yellow), string(sonic.Red)}

func profileCheck() cli.Command {
	return cli.Command{
		Name:  "check",
		Args:  "PROFILE",
		Short: "look for combinations of parameters that are known to hurt",
		Long: `PROFILE is the name of a built-in profile, a profile in TOML, or anything that profile
import reads. --wred takes the configuration of a SONiC switch (config_db.json) and checks
its marking of packets of --color against the NIC. Each finding says why, and where the reason is from;
docs/profiles.md lists them all. The exit status is 1 if there is one of --fail's
severity or worse.`,
		Examples: `cctrace profile check leaf12.toml --line-rate 100G --connections 64
			cctrace profile check leaf12.toml --wred config_db.json --queue 3
			cctrace profile check connectx --wred config_db.json --wred-profile AZURE_LOSSLESS
			cctrace profile check leaf12.toml --wred config_db.json --pause-at 600000 --json`,
		Setup: func(f *pflag.FlagSet) func(cli.Env, []string) error {
			var c profileChecker
			f.StringVar(&c.wred, "wred", "", "SONiC configuration to check against (config_db.json); - is standard input")
			f.StringVar(&c.wredProfile, "wred-profile", "", "WRED profile of it (default: that of --queue, or the only one)")
			cli.OneOf(f, &c.color, "color", "", "colour that the switch gives the RDMA traffic: green, yellow or red, as with Broadcom DNX (default: green)", colors...)
			cli.Number(f, &c.queue, "queue", -1, cli.Range[int]{Max: 7}, "queue and priority of the RDMA traffic, 0..7")
			cli.Number(f, &c.connections, "connections", 64, cli.Range[int]{Min: 1, Max: 1 << 20}, "connections that share the bottleneck")
			cli.Duration(f, &c.rtt, "rtt", 8*time.Microsecond, 1, time.Second, "round-trip time of the empty network")
			cli.Number(f, &c.mtu, "mtu", 1000, cli.Range[uint64]{Min: 64, Max: 65536, Unit: "B"}, "size of data packets, bytes")
			cli.Number(f, &c.pause, "pause-at", 0, cli.Range[uint64]{Min: 1, Max: 1 << 40, Unit: "B"}, "bytes of a priority group at which PFC pauses its sender (default: from the buffers in --wred, if they tell)")
			cli.OneOf(f, &c.fail, "fail", string(lint.Warning), "least severity that makes the exit status 1: error, warning or note", string(lint.Error), string(lint.Warning), string(lint.Note))
			f.BoolVar(&c.asJSON, "json", false, "print findings as JSON")
			c.source.flags(f)
			return c.run
		},
	}
}

func (c *profileChecker) run(env cli.Env, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("profile check: name one profile")
	}
	if c.wred == "" && c.wredProfile != "" {
		return fmt.Errorf("wred-profile: goes with --wred, which names the switch's config_db.json")
	}
	if c.wred == "" && c.color != "" {
		return fmt.Errorf("color: goes with --wred, which names the switch's config_db.json")
	}
	if err := c.source.check(); err != nil {
		return err
	}
	if nicconf.IsDolceRC(args[0]) {
		return fmt.Errorf("profile check: %s is Dolce-RC's, which learns how to cut; the checks are of DCQCN's own cut and do not hold for it; "+
			"check the profile that the NIC runs DCQCN with", args[0])
	}
	p, _, err := c.source.read(args[0])
	if err != nil {
		return err
	}
	in := lint.Input{
		NIC: p, Line: c.source.speed(p), Connections: c.connections, RTT: uint64(c.rtt), MTU: c.mtu, Queue: c.queue, PauseAt: c.pause,
	}
	if c.wred != "" {
		if in.Switch, err = sonic.Read(c.wred, os.Stdin); err != nil {
			return err
		}
		chosen, err := in.Switch.Choose(c.wredProfile, c.queue)
		if err != nil {
			return fmt.Errorf("%s: %w", c.wred, err)
		}
		marking := chosen.Marking(sonic.Color(cmp.Or(c.color, string(sonic.Green))))
		in.WRED = &marking
	}
	found, err := lint.Run(in)
	if err != nil {
		return err
	}
	if err := c.report(env.Stdout, args[0], &in, found); err != nil {
		return err
	}
	bad := collect.Count(found, func(f lint.Finding) bool { return f.Severity.AtLeast(lint.Severity(c.fail)) })
	if bad > 0 {
		return cli.CheckFailed(fmt.Errorf("%s: %d of %s of severity %s or worse", args[0], bad, plural.Of(len(found), "finding"), c.fail))
	}
	return nil
}

// checkJSON is the report as JSON.
type checkJSON struct {
	Profile     string         `json:"profile"`
	Line        dcqcn.Rate     `json:"line_rate_kbps"`
	Connections int            `json:"connections"`
	RTT         uint64         `json:"rtt_ns"`
	MTU         uint64         `json:"mtu_bytes"`
	WRED        *sonic.Marking `json:"wred,omitempty"`
	PauseAt     uint64         `json:"pause_at_bytes,omitempty"`
	Findings    []lint.Finding `json:"findings"`
}

func (c *profileChecker) report(w io.Writer, name string, in *lint.Input, found []lint.Finding) error {
	if c.asJSON {
		if found == nil {
			found = []lint.Finding{}
		}
		return jsontext.Write(w, checkJSON{name, in.Line, in.Connections, in.RTT, in.MTU, in.WRED, in.PauseAt, found})
	}
	fmt.Fprintf(w, "%s at %s, %s, round trip %v\n", name, linerate.Text(in.Line), plural.Of(in.Connections, "connection"), strings.Replace(c.rtt.String(), "µ", "u", 1))
	if m := in.WRED; m != nil && m.Marks() {
		fmt.Fprintf(w, "marking %s: %s packets from %s %d to %s %d bytes, %d %%, %s\n", m.Name, m.Color, m.MinField, m.Min, m.MaxField, m.Max, m.Percent, m.ECN)
	} else if m != nil {
		fmt.Fprintf(w, "marking %s: %s packets are not marked\n", m.Name, m.Color)
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	return lint.Write(w, found)
}
