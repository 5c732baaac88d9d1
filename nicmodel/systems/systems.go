// Package systems lists the papers' systems that run on the NIC model. Scenarios, commands, the report and its pages,
// and the figures have what its tables list: the packages that run experiments name no system.
package systems

import (
	"reflect"

	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/systems/avatar"
	"smartnic-cc/nicmodel/systems/companion"
	"smartnic-cc/nicmodel/systems/drum"
	"smartnic-cc/nicmodel/systems/extend"
	"smartnic-cc/nicmodel/systems/rperf"
	"smartnic-cc/nicmodel/systems/saba/cluster"
	"smartnic-cc/nicmodel/systems/saba/study"
	"smartnic-cc/nicmodel/systems/themis"
)

// Companions returns the papers' experiments, in the order of the report.
func Companions() []companion.System {
	return []companion.System{rperf.Companion(), avatar.Companion(), drum.Companion(), themis.Companion(), study.Companion()}
}

// Figures returns the figures that systems add to the documentation.
func Figures() []extend.Figure { return study.Figures() }

// Tables are systems' tables of a scenario, each an extend.Table or an extend.Measurement.
type Tables struct {
	Probe  *rperf.Table   `toml:"probe" doc:"Of credit switches, in place of [[nic]] and [record]: who measures round-trip times, and how. from posts to to, through the host interfaces of both, in a closed loop. Defaults are fitted to RPerf's readings of ConnectX-4 (package rperf)."`
	Themis *themis.Table  `toml:"themis" doc:"THEMIS: the switches at long links are gateways, which notify and react early. Without the table they are switches."`
	Saba   *cluster.Table `toml:"saba" doc:"Weighted queues at all ports for applications of kind stages, set by Saba's controller. Up to 7 applications fit on a host; the controller knows each by its profile in a fluid model. All other workloads have one queue, the last of each port, and then 6 applications fit on a host."`
}

// NamedTable is a table of a scenario with its key.
type NamedTable struct {
	Key   string
	Table any
}

// Present returns the tables in the scenario.
func (t *Tables) Present() []NamedTable {
	var list []NamedTable
	v := reflect.ValueOf(t).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); !f.IsNil() {
			list = append(list, NamedTable{v.Type().Field(i).Tag.Get("toml"), f.Interface()})
		}
	}
	return list
}

// Measurement returns the table that measures through credit switches, with its key; nil without one.
func (t *Tables) Measurement() (string, extend.Measurement) {
	for _, k := range t.Present() {
		if m, is := k.Table.(extend.Measurement); is {
			return k.Key, m
		}
	}
	return "", nil
}

// Results are what systems add to the summary of a run.
type Results struct {
	Themis *themis.GatewayCounts `json:"themis,omitempty"`
	Probe  *rperf.Measured       `json:"probe,omitempty"`
}

// Add adds what a table returned at the end of a run.
func (r *Results) Add(result any) {
	switch v := result.(type) {
	case *themis.GatewayCounts:
		r.Themis = v
	case *rperf.Measured:
		r.Probe = v
	}
}

// Measurement returns the result that replaces a network's; nil without one.
func (r *Results) Measurement() extend.Report {
	if r.Probe == nil {
		return nil
	}
	return r.Probe
}

// Text returns the lines of all other results.
func (r *Results) Text() string {
	if r.Themis == nil {
		return ""
	}
	return r.Themis.Text()
}

// The keys of testbeds, by kind.
type (
	avatarTestbed = avatar.TestbedKeys
	drumTestbed   = drum.TestbedKeys
	avatarFlow    = avatar.FlowKeys
	drumFlow      = drum.FlowKeys
)

// TestbedKeys are the keys of a table [bed] of all kinds of testbeds.
type TestbedKeys struct {
	Kind       keys.Text `toml:"kind" one:"avatar,drum" need:"\"avatar\"" doc:"Whose NIC and schedulers: Avatar's, 100 Gb/s, whose messages are blocks, with pauses drawn uniformly; or DRUM's, 40 Gb/s, whose messages are WQEs, with pauses drawn exponentially (packages nicmodel/systems/avatar and nicmodel/systems/drum)."`
	Schedulers []string  `toml:"schedulers" one:"native,locked,avatar,raw,share,drum" doc:"What is compared. avatar: native (a QP a connection), locked (one QP under a lock), avatar. drum: raw (a QP a connection), share (group connections a QP under a lock), drum. Default: all of the kind."`
	avatarTestbed
	drumTestbed
}

// FlowKeys are those of a table [[bed.flow]].
type FlowKeys struct {
	avatarFlow
	drumFlow
}

// Testbeds returns the kinds of testbeds; flows are the keys of the tables [[bed.flow]].
func (k *TestbedKeys) Testbeds(flows []*FlowKeys) []extend.Testbed {
	var a []*avatar.FlowKeys
	var d []*drum.FlowKeys
	for _, f := range flows {
		a, d = append(a, &f.avatarFlow), append(d, &f.drumFlow)
	}
	return []extend.Testbed{k.avatarTestbed.Testbed(a), k.drumTestbed.Testbed(d)}
}
