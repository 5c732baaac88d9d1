package scenario_test

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/nicmodel"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/fabric"
	"smartnic-cc/nicmodel/keys"
	"smartnic-cc/nicmodel/lab/scenario"
	"smartnic-cc/nicmodel/topology"
)

// whole are scenarios that run in no time, which together have all tables, kinds and algorithms.
var whole = []string{
	star + "[[nic]]\nalgorithm = \"dcqcn\"\n[nic.engine]\n[[switch.class]]\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"incast\"\nsenders = 1\nreceiver = 3\nbytes = \"100KB\"\n",
	star + "[[nic]]\nalgorithm = \"dolcerc\"\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"alltoall\"\nbytes = \"10KB\"\n",
	star + "[[nic]]\nalgorithm = \"none\"\n[nic.host]\nsrq = 4\nsrq_reload = \"1us\"\n[[nic.host.class]]\n[[workload]]\nkind = \"poisson\"\nload = 0.5\nduration = \"50us\"\ndistribution = \"hadoop\"\n",
	star + "[[nic]]\nalgorithm = \"dolcercplus\"\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"messages\"\nsrc = 1\ndst = 2\nbytes = \"100KB\"\n",
	star + "[[nic]]\nalgorithm = \"../../../docs/examples/timely\"\n[[workload]]\nkind = \"incast\"\nsenders = 1\nreceiver = 3\nbytes = \"100KB\"\n",
	star + "[[nic]]\nalgorithm = \"none\"\n[saba]\n[[switch.marking]]\nkmin = 1000\nkmax = 9000\n[[workload]]\nkind = \"stages\"\nstages = 2\nserial = \"100KB\"\n",
	"[topology]\nkind = \"dumbbell\"\nleft = 2\nright = 2\n[[nic]]\n[[workload]]\nkind = \"streams\"\nreceiver = 3\nload = 0.5\nduration = \"50us\"\nbytes = 2000\n[record]\nrates = \"all\"\n",
	"[topology]\nkind = \"leafspine\"\nleaves = 2\nhosts_per_leaf = 2\nspines = 1\n[[nic]]\n[[workload]]\nkind = \"sites\"\nload = 0.5\nduration = \"50us\"\nbytes = 2000\nfar = 0.5\n",
	"[topology]\nkind = \"fattree\"\npods = 2\ntors_per_pod = 1\nhosts_per_tor = 2\naggs_per_pod = 1\ncores = 1\n[[nic]]\n[[workload]]\nkind = \"stages\"\nstages = 2\nserial = \"100KB\"\n",
	long("") + "[switch]\ndeep = \"5us\"\n",
	probed("samples = 20\n" + bulky("")),
	star + "[exact]\n[[nic]]\nprofile = \"hpcc\"\nack_class = \"data\"\nnotify = \"echo\"\n[[workload]]\nkind = \"incast\"\nreceiver = 3\nbytes = \"100KB\"\n",
	"[run]\nend = \"1ms\"\n" + avatarBed,
	"[run]\nend = \"1ms\"\n" + drumBed,
}

// spot is a key of a table that a scenario has, and that goes with the table's kind.
type spot struct {
	*keys.Key
	path  string
	given bool
}

// spots lists the keys of all tables of a scenario.
func spots(s *scenario.Scenario) (list []spot) {
	var walk func(path, kind string, v reflect.Value)
	walk = func(path, kind string, v reflect.Value) {
		all := keys.Of(v.Type())
		field := func(k *keys.Key) reflect.Value { return v.FieldByIndex(k.Index) }
		for _, k := range all {
			if k.Name == "kind" || k.Name == "algorithm" {
				if kind = keys.WithDefault(field(k).Interface().(keys.Text), k.Default); strings.Contains(kind, "/") {
					kind = "./FOLDER"
				}
			}
		}
		for _, k := range all {
			if !k.GoesWith(kind) {
				continue
			}
			at, f := strings.TrimPrefix(path+"."+k.Name, "."), field(k)
			switch {
			case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct:
				for i := range f.Len() {
					walk(fmt.Sprintf("%s[%d]", at, i), kind, f.Index(i))
				}
			case f.Kind() == reflect.Pointer && f.Type().Elem().Kind() == reflect.Struct:
				if !f.IsNil() {
					walk(at, kind, f.Elem())
				}
			case f.Kind() == reflect.Struct:
				walk(at, kind, f)
			default:
				list = append(list, spot{k, at, !keys.Absent(f)})
			}
		}
	}
	walk("", "", reflect.ValueOf(s).Elem())
	// Switches of credits have only some keys of the others.
	if s.Switch.Kind == "credit" {
		list = slices.DeleteFunc(list, func(k spot) bool {
			return strings.HasPrefix(k.path, "switch.") && k.For == nil && k.path != "switch.kind" || strings.HasPrefix(k.path, "record.")
		})
	}
	if s.IsTestbed() {
		list = slices.DeleteFunc(list, func(k spot) bool {
			return !strings.HasPrefix(k.path, "bed") && k.path != "run.seed" && k.path != "run.end"
		})
	}
	return list
}

// name is the key without the numbers of tables.
func (s spot) name() string {
	return strings.NewReplacer("[0]", "", "[1]", "").Replace(s.path)
}

// every lists all keys of scenarios, by name.
func every() map[string]*keys.Key {
	all := map[string]*keys.Key{}
	var walk func(path string, t reflect.Type)
	walk = func(path string, t reflect.Type) {
		for _, k := range keys.Of(t) {
			at, e := strings.TrimPrefix(path+"."+k.Name, "."), k.Type
			for e.Kind() == reflect.Pointer || e.Kind() == reflect.Slice {
				e = e.Elem()
			}
			if all[at] = k; e.Kind() == reflect.Struct {
				walk(at, e)
			}
		}
	}
	walk("", reflect.TypeFor[scenario.Scenario]())
	return all
}

// TestDocsAreLast: a tag behind the text of a key would not be seen.
func TestDocsAreLast(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || seen[of] {
			return
		}
		seen[of] = true
		for _, f := range reflect.VisibleFields(of) {
			if text, is := f.Tag.Lookup("doc"); is {
				require.True(t, strings.HasSuffix(string(f.Tag), "doc:"+strconv.Quote(text)), "%s.%s: %s", of, f.Name, f.Tag)
			}
			walk(f.Type)
		}
	}
	walk(reflect.TypeFor[scenario.Scenario]())
	require.Greater(t, len(seen), 10)
}

// check reads all that a scenario says.
func check(s *scenario.Scenario) error {
	if s.IsTestbed() {
		_, err := s.CheckTestbed()
		return err
	}
	_, err := s.Size()
	return err
}

// TestDefaults: a scenario that gives every default of its keys runs as one that leaves them out.
func TestDefaults(t *testing.T) {
	given := map[string]bool{}
	for _, text := range whole {
		s := parse(t, text)
		var settings []string
		for _, k := range spots(s) {
			if k.Default == "" || k.given || k.Name == "rate_log" && s.Record.Rates == "" || k.path == "switch.high_limit" {
				continue
			}
			settings = append(settings, k.path+"="+k.Default)
			given[k.name()] = true
		}
		require.NotEmpty(t, settings)
		if s.IsTestbed() {
			want, _ := runBed(t, s)
			got, _ := runBed(t, parse(t, text, settings...))
			require.Equal(t, want.Schedulers, got.Schedulers, "%s", settings)
			require.Equal(t, want.BinPS, got.BinPS)
			continue
		}
		want, err := scenario.Run(s, scenario.Options{})
		require.NoError(t, err, text)
		got, err := scenario.Run(parse(t, text, settings...), scenario.Options{})
		require.NoError(t, err, "%s with %s", text, settings)
		require.Equal(t, want, got, "%s with %s", text, settings)
		require.Equal(t, want.Messages, want.Completed)
	}
	for name, k := range every() {
		if k.Default != "" && !given[name] && !slices.Contains([]string{"nic.host.srq", "nic.host.srq_reload", "probe.samples", "switch.kind", "switch.high_limit", "nic.algorithm"}, name) {
			t.Errorf("the default of %s was not given", name)
		}
	}
}

// TestModelDefaults: the defaults of NICs and switches are those that programs in Go begin with.
func TestModelDefaults(t *testing.T) {
	c, err := parse(t, plain("[[nic]]\nalgorithm = \"none\"\n[[workload]]\nkind = \"incast\"\nreceiver = 3\nbytes = 1")).Config()
	require.NoError(t, err)
	want := nicmodel.DefaultNIC()
	want.Notify = nicmodel.NotifyNone
	require.Equal(t, want, c.NICs[0])
	require.Equal(t, fabric.DefaultBuffer(), c.Fabric.Buffer)
	require.EqualValues(t, 200_000, c.Fabric.Marking[0].PmaxPPM)
}

// step returns the value next to an end of a range, in the least steps that the unit has.
func step(t *testing.T, unit, end string, by int64) string {
	var v uint64
	var err error
	suffix := map[string]string{"time": "ps", "rate": "bps", "clock": "Hz"}[unit]
	switch unit {
	case "count":
		v, err = strconv.ParseUint(end, 10, 64)
	case "bytes":
		v, err = bytesize.Parse(end)
	case "rate":
		v, err = topology.ParseRate(end)
	case "time":
		var at event.Time
		at, err = event.ParseTime(end)
		v = uint64(at)
	case "clock":
		v, err = topology.ParseRate(strings.Replace(end, "Hz", "bps", 1))
	}
	require.NoError(t, err, "%s of %s", end, unit)
	return strconv.FormatInt(int64(v)+by, 10) + suffix
}

// with are settings that ends of ranges, and words, need to go with them.
var with = map[string][]string{
	"switch.marking.kmin=4294967295": {"switch.marking[0].kmax=4294967295"},
	"nic.contexts=16777216":          {"nic[0].context_miss=1us"},
	"nic.host.sharers=4096":          {"nic[0].host.threads=4096"},
	"nic.host.poll_budget=1048576":   {"nic[0].host.poll_period=1us"},
	"nic.host.srq=0":                 {"nic[0].host.srq_reload=0s"},
	"nic.host.srq_low=16777216":      {"nic[0].host.srq=16777216"},
	"switch.high_limit=0":            {"switch.strict=true"},
	"switch.high_limit=1GiB":         {"switch.strict=true"},
	// More than fit together, so that nothing is planned.
	"workload.iterations=1048576": {"workload[0].ranks_per_host=8"},
	"workload.warm_up=1048576":    {"workload[0].ranks_per_host=8"},
}

// never are ends that the model refuses with more to say than the range.
var never = map[string]string{
	"nic.host.rnr=0s":           "host.rnr: 0s; a sender that finds no buffer has to wait",
	"nic.host.srq_low=16777216": "host.srq_low: 16777216 is not below the 16777216 buffers of host.srq",
}

// accepted holds that a key takes a value: what is said against it, if anything, is of another key, which a small network, or
// one without what goes with it, has at another value.
func accepted(t *testing.T, text string, k spot, value string) {
	t.Helper()
	as := k.name() + "=" + value
	err := check(parse(t, text, append([]string{k.path + "=" + value}, with[as]...)...))
	if why := never[as]; why != "" {
		require.ErrorContains(t, err, why)
		return
	}
	for at := k.path; err != nil && at != ""; _, at, _ = strings.Cut(at, ".") {
		if text := err.Error(); strings.Contains(text, ": "+at+": ") || strings.Contains(text, ": "+at+", as set: ") {
			t.Errorf("%s=%s: %v", k.path, value, err)
		}
	}
}

// TestRanges: of each range the ends are accepted, and what is next to them is refused with the key's name. A mistyped value is
// refused with the range.
func TestRanges(t *testing.T) {
	done := map[string]bool{}
	for _, text := range whole {
		for _, k := range spots(parse(t, text)) {
			least, most, above := k.Ends()
			if k.Range == "" || k.Type.Kind() == reflect.Slice || done[k.name()] {
				continue
			}
			done[k.name()] = true
			if above {
				least = step(t, k.Unit, least, 1)
			}
			for _, end := range []string{least, most} {
				accepted(t, text, k, end)
			}
			refused := func(value string, says ...string) {
				err := check(parse(t, text, k.path+"="+value))
				if err == nil || !strings.Contains(err.Error(), k.Name) && !strings.Contains(err.Error(), strings.TrimSuffix(value, "bps")+" bit/s") {
					t.Errorf("%s=%s: %v", k.path, value, err)
					return
				}
				for _, s := range says {
					require.ErrorContains(t, err, s)
				}
			}
			refused(step(t, k.Unit, least, -1))
			refused(step(t, k.Unit, most, 1))
			first, last, _ := k.Ends()
			refused("?", first, last, map[string]string{"count": "whole number", "rate": "unit of bps", "clock": "unit of Hz", "time": "unit of s", "bytes": "unit of B"}[k.Unit])
		}
	}
	for name, k := range every() {
		if k.Range != "" && k.Type.Kind() != reflect.Slice && !done[name] {
			t.Errorf("the range of %s was not tried", name)
		}
	}
}

// TestWords: each of the words of a key is accepted, and another is refused with all of them.
func TestWords(t *testing.T) {
	done := map[string]bool{}
	for _, text := range whole {
		s := parse(t, text)
		for _, k := range spots(s) {
			if k.Words == nil || k.Name == "rate_log" && s.Record.Rates == "" || done[k.name()] || k.Type.Kind() == reflect.Slice || k.Name == "preset" || k.path == "switch.kind" || k.path == "topology.kind" {
				continue
			}
			done[k.name()] = true
			err := check(parse(t, text, k.path+"=unheard"))
			require.ErrorContains(t, err, strings.Join(k.Words, ", "), k.path)
			require.ErrorContains(t, err, k.path)
			if k.Name == "kind" || k.Name == "algorithm" {
				continue
			}
			for _, word := range k.Words {
				accepted(t, text, k, word)
			}
		}
	}
	for _, name := range []string{"kind", "preset"} {
		s := parse(t, "[topology]\n"+name+" = \"unheard\"\n")
		require.ErrorContains(t, check(s), strings.Join(every()["topology."+name].Words, ", "))
	}
	for name, k := range every() {
		if k.Words != nil && !done[name] && !slices.Contains([]string{"topology.preset", "topology.kind", "switch.kind", "bed.schedulers"}, name) {
			t.Errorf("the words of %s were not tried", name)
		}
	}
}
