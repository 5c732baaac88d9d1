package hpccfiles

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"smartnic-cc/internal/nicconf"
)

func init() { nicconf.Register(readProfile) }

// reactionKey is a parameter of DCQCN, its key, and how its value is taken.
type reactionKey struct {
	parameter, key string
	value          func(s *settings, key string) (string, error)
}

// reactionKeys are in the order of a scenario.
var reactionKeys = [...]reactionKey{
	{"clamp_tgt_rate", "CLAMP_TARGET_RATE", asText}, {"time_reset", "RP_TIMER", asReal}, {"threshold", "FAST_RECOVERY_TIMES", asText},
	{"ai_rate", "RATE_AI", (*settings).Mbps}, {"hai_rate", "RATE_HAI", (*settings).Mbps}, {"min_rate", "MIN_RATE", (*settings).Mbps},
	{"dce_tcp_rtt", "ALPHA_RESUME_INTERVAL", asReal}, {"rate_reduce_monitor_period", "RATE_DECREASE_INTERVAL", asReal},
	{"dce_tcp_g", "EWMA_GAIN", func(s *settings, _ string) (string, error) { return s.OldWeight() }},
}

func asText(s *settings, key string) (string, error) { return s.Text(key), nil }
func asReal(s *settings, key string) (string, error) { return s.Real(key), nil }

// Reaction returns the parameters of DCQCN. The error is for a rate without a value.
func (s *settings) Reaction() (list []nicconf.FoundSetting, err error) {
	for _, k := range reactionKeys {
		value, err := k.value(s, k.key)
		if err != nil {
			return nil, err
		}
		where := s.c.Name
		if v, given := s.c.values[k.key]; given {
			where = fmt.Sprintf("%s:%d", where, v.line)
		}
		list = append(list, nicconf.FoundSetting{Parameter: k.parameter, Value: value, Where: where})
	}
	return list, nil
}

// readProfile takes the settings of DCQCN, and the rate of the hosts if the topology is there.
func readProfile(text []byte, file string) (*nicconf.Found, error) {
	if !Is(text) {
		return nil, nil
	}
	c, err := Parse(text, file, filepath.Join(filepath.Dir(file), ".."))
	if err != nil {
		return nil, err
	}
	if mode := c.text("CC_MODE"); mode != "1" {
		return nil, c.errorf("CC_MODE", "%s is not DCQCN, whose settings a profile has; use 1, or run it: cctrace sim %s", mode, file)
	}
	found := &nicconf.Found{Title: "HPCC's simulator, " + file, Base: "hpcc"}
	var notes []string
	s := &settings{c: c, notes: &notes}
	if err := s.defaults("1"); err != nil {
		return nil, err
	}
	if found.Settings, err = s.Reaction(); err != nil {
		return nil, err
	}
	if t, err := c.network(); err != nil {
		notes = append(notes, fmt.Sprintf("the port's speed is not known, since the topology is not read: %v", err))
	} else if rates := t.HostRates(); len(slices.Compact(rates)) == 1 {
		found.Line = rates[0] / 1000
	}
	rest := c.given(func(name string) bool {
		return name != "CC_MODE" && !slices.ContainsFunc(reactionKeys[:], func(k reactionKey) bool { return k.key == name })
	})
	notes = append(notes, "no settings of a NIC's DCQCN: "+strings.Join(rest, ", "))
	for _, n := range notes {
		found.Notes = append(found.Notes, nicconf.Note{Where: file, Text: n})
	}
	return found, nil
}
