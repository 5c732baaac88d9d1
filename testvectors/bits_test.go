package testvectors_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
	"smartnic-cc/testvectors/transducer"
)

// unread are fields of events that an algorithm carries but does not read.
var unread = map[string][]string{
	"dcqcn":        {"Packets", "Marked"},
	"dolcercplus4": {"Iteration"},
	"dolcercplus8": {"Iteration"},
}

// TestEveryBitOfAnEvent: a port that drops a bit of a field of the events fails, whatever
// the bit.
func TestEveryBitOfAnEvent(t *testing.T) {
	for name, groups := range byAlgorithm(t) {
		all := &testvectors.File{Algorithm: name, Schema: testvectors.SequenceSchema}
		for _, g := range groups {
			all.Groups = append(all.Groups, *g)
		}
		for field, l := range groups[0].Event {
			for bit := range l.Bits {
				r, err := testvectors.Verify(&blind{reference.New(), field, ^(uint64(1) << bit)}, all, testvectors.Options{})
				require.NoError(t, err)
				idle := slices.Contains(unread[name], l.Name)
				require.Equal(t, idle, r.OK(), "%s: bit %d of %s", name, bit, l.Name)
			}
		}
	}
}

// blind is the reference, but for some bits of a field of the events.
type blind struct {
	transducer.Firmware
	field int
	keep  uint64
}

func (b *blind) Open(name string, params []uint64) (transducer.Connection, error) {
	c, err := b.Firmware.Open(name, params)
	return &blindConnection{c, b}, err
}

type blindConnection struct {
	transducer.Connection
	b *blind
}

func (c *blindConnection) Step(event []uint64) (output, state []uint64, err error) {
	event = append([]uint64{}, event...)
	event[c.b.field] &= c.b.keep
	return c.Connection.Step(event)
}

// used are the bits of the states' fields that have a use, where it is not all; the name is
// the end of a leaf's. Arms are numbers below K.
var used = map[string]map[string]uint64{
	"dcqcn":        {"RC": 1<<31 - 1, "RT": 1<<31 - 1, "Bytes": 1<<30 - 1, "TimeStage": 63, "ByteStage": 63, "Flags": 15, "Own": 3, "Alpha": 1<<25 - 1},
	"dcqcnnp":      {"Marked": 127},
	"dolcerc4":     {"RC": 1<<31 - 1, "RT": 1<<31 - 1, "Bytes": 1<<30 - 1, "TimeStage": 63, "ByteStage": 63, "Flags": 0xBF},
	"dolcerc8":     {"RC": 1<<31 - 1, "RT": 1<<31 - 1, "Bytes": 1<<30 - 1, "TimeStage": 63, "ByteStage": 63},
	"dolcercplus4": {"Rest": 1<<12 - 1, "Arm": 3},
	"dolcercplus8": {"Rest": 1<<12 - 1, "Arm": 7},
}

// TestEveryBitOfAState: each bit of the states that has a use is set after some step and
// clear after another, so that a port with too short a field fails.
func TestEveryBitOfAState(t *testing.T) {
	for name, groups := range byAlgorithm(t) {
		state := groups[0].State
		ones, zeros := make([]uint64, len(state)), make([]uint64, len(state))
		for _, g := range groups {
			for i := range g.Sequences {
				for _, row := range g.Sequences[i].Steps {
					_, _, s := g.Split(row)
					for j, v := range s {
						ones[j], zeros[j] = ones[j]|v, zeros[j]|^v
					}
				}
			}
		}
		for i, l := range state {
			want, some := used[name][l.Name[strings.LastIndex(l.Name, ".")+1:]]
			if !some {
				want = ^uint64(0) >> (64 - l.Bits)
			}
			if l.Bool {
				want = 1
			}
			require.Equal(t, want, ones[i]&want, "%s: bits of %s that are set", name, l.Name)
			require.Equal(t, want, zeros[i]&want, "%s: bits of %s that are clear", name, l.Name)
		}
	}
}
