package doca_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/backend/doca"
	"smartnic-cc/codegen/profile"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/dolcerc"
	"smartnic-cc/dolcerc/derive"
	dolcercprofile "smartnic-cc/dolcerc/profile"
	"smartnic-cc/fixedpoint"
	"smartnic-cc/internal/base/num/linerate"
	"smartnic-cc/internal/dev/tier"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

// script is a run of requests with the answers that they must have.
type script struct {
	text strings.Builder
	want []func(t testing.TB, answer string)
}

func (s *script) add(t testing.TB, f *flow, e event, what string, args ...any) {
	s.text.WriteString(e.line())
	rate := f.event(e)
	after := &flow{m: f.m.clone(), known: true}
	s.want = append(s.want, func(t testing.TB, answer string) { after.check(t, answer, rate, what, args...) })
}

func (s *script) run(t testing.TB, d *device) {
	t.Helper()
	answers := d.ask(t, s.text.String())
	require.Len(t, answers, len(s.want))
	for i, check := range s.want {
		check(t, answers[i])
	}
}

// corpusScript turns the vectors' sequences into the device's events: packets and CNPs;
// timers arise by themselves. A sequence in a state that no rates have, or with an
// estimate that the device cannot have, is left out.
func corpusScript(t testing.TB, algorithm string) (s *script, sequences, events int) {
	t.Helper()
	s = &script{}
	all, err := testvectors.Corpus()
	require.NoError(t, err)
	for _, file := range all {
		for i := range file.Groups {
			g := &file.Groups[i]
			if g.Name != algorithm {
				continue
			}
			m := fromVectors(t, g)
			if m == nil {
				continue
			}
			line := max(m.base().MaxRate, 1)
			for _, seq := range g.Sequences {
				setup, f := setUp(t, m.clone(), line)
				if seq.Loaded && !loaded(t, f, seq.Initial) {
					continue
				}
				sequences++
				s.text.WriteString(setup)
				s.text.WriteString("L")
				for _, w := range f.words(t) {
					s.text.WriteString(" " + uitoa(w))
				}
				s.text.WriteString("\n")
				for j, row := range seq.Steps {
					if e, ok := convert(g, row); ok {
						s.add(t, f, e, "%s, tcId %d, step %d", file.Name, seq.ID, j)
						events++
					}
				}
			}
		}
	}
	return s, sequences, events
}

func uitoa(v uint32) string {
	if v == 0 {
		return "0"
	}
	var b []byte
	for ; v > 0; v /= 10 {
		b = append(b, byte('0'+v%10))
	}
	slices.Reverse(b)
	return string(b)
}

// fromVectors makes a machine with a group's parameters; nil where the device cannot have
// them.
func fromVectors(t testing.TB, g *testvectors.Group) machine {
	t.Helper()
	value := map[string]uint64{}
	for i, l := range g.Params {
		value[l.Name] = g.ParamValues[i]
	}
	// The reference loads flat values; a machine of ours takes them from its bytes.
	switch g.Name {
	case "dcqcn":
		m := &dcqcnMachine{}
		unflatten(t, g.ParamValues, &m.p)
		return m
	case "dolcerc4":
		m := &dolceMachine{}
		unflatten(t, g.ParamValues, &m.p)
		if m.p.Estimate != dolcerc.TxSlots {
			return nil
		}
		return m
	}
	return nil
}

// loaded sets a flow's state to flat values. It reports whether rates fit: bit 31 of the
// current rate is the device's.
func loaded(t testing.TB, f *flow, flat []uint64) bool {
	t.Helper()
	switch m := f.m.(type) {
	case *dcqcnMachine:
		unflatten(t, flat, &m.s)
	case *dolceMachine:
		unflatten(t, flat, &m.s)
	}
	f.known = true
	return f.m.rates().RC <= dcqcn.MaxRepresentable
}

// unflatten is the inverse of reference.Flatten.
func unflatten(t testing.TB, flat []uint64, v any) {
	t.Helper()
	set(t, flat, v)
	require.Equal(t, flat, flatten(v))
}

func flatten(v any) []uint64 {
	switch v := v.(type) {
	case *dcqcn.Params:
		return reference.Flatten(v)
	case *dolcerc.Params:
		return reference.Flatten(v)
	case *dcqcn.State:
		return reference.Flatten(v)
	case *dolcerc.State4:
		return reference.Flatten(v)
	}
	return nil
}

// convert turns a step of the vectors into an event of the device.
func convert(g *testvectors.Group, row []uint64) (event, bool) {
	values, _, _ := g.Split(row)
	var in dcqcn.Event
	for i, l := range g.Event {
		v := values[i]
		switch l.Name {
		case "Now":
			in.Now = fixedpoint.Time(v)
		case "Bytes":
			in.Bytes = uint32(v)
		case "Packets":
			in.Packets = uint32(v)
		case "CNPs":
			in.CNPs = uint16(v)
		case "Kind":
			in.Kind = dcqcn.EventKind(v)
		}
	}
	e := event{now: uint32(in.Now), first: uint32(in.Now)}
	switch in.Kind {
	case dcqcn.EventCNP:
		e.kind, e.cnps = evCNP, in.CNPs
		return e, true
	case dcqcn.EventSent:
		units := (uint64(in.Bytes) + 31) / 32
		if units > 0xFFFF || in.Packets > 0xFFFF {
			return e, false
		}
		e.kind, e.unit, e.packets = evTX, uint16(units), uint16(in.Packets)
		// The packets left over the last ten microseconds.
		e.first -= 10_000
		return e, true
	case dcqcn.EventNone:
		e.kind = evRTT
		return e, true
	}
	return e, false
}

// TestCorpus runs the vectors' sequences on the device program and in Go.
func TestCorpus(t *testing.T) {
	for algorithm, least := range map[string]int{"dcqcn": 5_000, "dolcerc4": 1_900} {
		t.Run(algorithm, func(t *testing.T) {
			s, sequences, events := corpusScript(t, algorithm)
			t.Logf("%d sequences, %d events", sequences, events)
			require.Greater(t, events, least)
			s.run(t, host(t, algorithm))
		})
	}
}

// TestCorpusOnNIC does the same on a NIC's core, without C library.
func TestCorpusOnNIC(t *testing.T) {
	tier.Nightly(t)
	for _, algorithm := range doca.Algorithms() {
		t.Run(algorithm, func(t *testing.T) {
			s, _, _ := corpusScript(t, algorithm)
			s.run(t, nic(t, algorithm, "-O2"))
		})
	}
}

// machines are the algorithms on every profile.
func machines(t testing.TB, line dcqcn.Rate) map[string]machine {
	t.Helper()
	all := map[string]machine{}
	for _, name := range dcqcnprofile.Names() {
		p, err := dcqcnprofile.Get(name, line)
		require.NoError(t, err)
		all["dcqcn "+name] = &dcqcnMachine{p: p.RP}
		d, err := derive.DeviceParams(profile.Choice{Profile: name, Line: linerate.Format(line)})
		require.NoError(t, err)
		all["dolcerc4 "+name] = &dolceMachine{p: d}
	}
	for _, name := range dolcercprofile.Names() {
		d, err := derive.DeviceParams(profile.Choice{Profile: name, Line: linerate.Format(line)})
		require.NoError(t, err)
		all["dolcerc4 "+name] = &dolceMachine{p: d}
	}
	return all
}

// TestRandom runs random lives: bursts, pauses up to more than a turn of the clock, times
// near its wrap, coalesced events, disorder.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for name, m := range machines(t, 100_000_000) {
		algorithm, _, _ := strings.Cut(name, " ")
		s := &script{}
		for range 20 {
			setup, f := setUp(t, m.clone(), 100_000_000)
			s.text.WriteString(setup + "Z\n")
			now := uint32(0) - uint32(r.IntN(1<<22))
			for i := range 250 {
				now += gap(r)
				s.add(t, f, random(r, now), "%s, event %d", name, i)
			}
		}
		s.run(t, host(t, algorithm))
	}
}

func gap(r *rand.Rand) uint32 {
	switch r.IntN(12) {
	case 0:
		return 0
	case 1:
		return uint32(r.IntN(1 << 20))
	case 2:
		return r.Uint32()
	case 3:
		return -uint32(r.IntN(2000)) // out of order
	case 4:
		return 1<<uint(28+r.IntN(4)) + uint32(r.IntN(5)) - 2
	default:
		return uint32(r.IntN(20_000))
	}
}

func random(r *rand.Rand, now uint32) event {
	e := event{kind: evTX, now: now, first: now - uint32(r.IntN(30_000))}
	switch r.IntN(8) {
	case 0, 1:
		e.kind = evCNP
		e.cnps = []uint16{0, 1, 1, 1, 2, 8, 9, 65535}[r.IntN(8)]
	case 2:
		e.kind = []uint32{evRTT, evNACK, 0, 99}[r.IntN(4)]
	default:
		e.packets = uint16(r.IntN(100))
		e.unit = uint16(r.IntN(4000))
		if r.IntN(10) == 0 {
			e.packets, e.unit, e.first = 65535, 65535, r.Uint32()
		}
	}
	return e
}

// set stores flat values: fields in order, depth first.
func set(t testing.TB, flat []uint64, v any) {
	t.Helper()
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Bool:
			v.SetBool(flat[0] != 0)
			flat = flat[1:]
		default:
			v.SetUint(flat[0])
			flat = flat[1:]
		}
	}
	walk(reflect.ValueOf(v).Elem())
	require.Empty(t, flat)
}
