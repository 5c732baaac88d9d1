// Package sonic reads what a SONiC switch's configuration, CONFIG_DB as JSON, says of
// marking and of PFC: WRED profiles, which queues have them, the buffers of lossless
// traffic, and the queue of a DSCP. Other tables are passed over.
package sonic

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/nearest"
)

// MaxFile is the largest configuration that is read, bytes.
const MaxFile = 16 << 20

// Config is what is read of a configuration.
type Config struct {
	// Profiles are the WRED profiles, by name.
	Profiles []Profile
	// queues has, for each port and queue that is configured, its WRED profile, "" for
	// none.
	queues map[string][8]string
	set    map[string]uint8 // queues that are configured, a bit each
	// lossless are the thresholds of the priority groups, by index.
	lossless [8][]Buffer
	dscp     []map[int64]int64 // DSCP_TO_TC_MAP
	tc       []map[int64]int64 // TC_TO_QUEUE_MAP
	pfc      map[int64]bool    // traffic classes that PFC pauses on some port
}

// Buffer is the buffer of a lossless priority group.
type Buffer struct {
	// Profile is its key in BUFFER_PROFILE, Port one of the ports that have it.
	Profile, Port string
	// Size is reserved, bytes.
	Size uint64
	// Static is the shared part that may be taken, bytes, where it is fixed.
	Static uint64
	// Dynamic reports that the shared part is 2^Alpha of what is free of Pool bytes.
	Dynamic bool
	Alpha   int
	Pool    uint64
}

// Pause returns how much a group may hold before PFC pauses its sender, bytes, if it is
// the only one of the pool that is congested: reserved plus a/(1+a) of the pool, the
// share at which taken = a free holds. ok is false if the configuration does not say.
func (b *Buffer) Pause() (bytes uint64, ok bool) {
	switch {
	case !b.Dynamic:
		return b.Size + b.Static, b.Static > 0
	case b.Pool == 0 || b.Alpha < -8 || b.Alpha > 8:
		return 0, false
	case b.Alpha >= 0:
		a := uint64(1) << b.Alpha
		return b.Size + b.Pool/(1+a)*a, true
	}
	return b.Size + b.Pool/(1+uint64(1)<<-b.Alpha), true
}

// Choose returns the WRED profile of a name; or of a queue, -1 for any; or the only one.
func (c *Config) Choose(name string, queue int) (*Profile, error) {
	var names []string
	for i := range c.Profiles {
		if name == c.Profiles[i].Name {
			return &c.Profiles[i], nil
		}
		names = append(names, c.Profiles[i].Name)
	}
	if name != "" {
		return nil, fmt.Errorf("no WRED profile %.60q%s; there are %s", name, nearest.Hint(name, names), list(names))
	}
	if queue >= 0 {
		bound := map[string]bool{}
		for _, q := range c.queues {
			if q[queue] != "" {
				bound[q[queue]] = true
			}
		}
		if len(bound) == 1 {
			return c.Choose(slices.Collect(maps.Keys(bound))[0], -1)
		}
		if len(bound) > 1 {
			return nil, fmt.Errorf("queue %d has WRED profiles %s on different ports; choose one with --wred-profile", queue, list(slices.Sorted(maps.Keys(bound))))
		}
	}
	if len(c.Profiles) == 1 {
		return &c.Profiles[0], nil
	}
	return nil, fmt.Errorf("has %d WRED profiles, %s; choose one with --wred-profile, or with --queue", len(c.Profiles), list(names))
}

// Unmarked returns the ports that have queues configured, but no WRED profile on this
// one, sorted, and of how many ports. Both are nothing where no queue is configured.
func (c *Config) Unmarked(queue int) (without []string, of int) {
	for port, set := range c.set {
		if set == 0 {
			continue
		}
		of++
		if c.queues[port][queue] == "" {
			without = append(without, port)
		}
	}
	slices.Sort(without)
	return without, of
}

// Pause returns the least that a group of this priority holds when PFC pauses its
// sender, and the buffer that says so; ok is false if the configuration does not say.
func (c *Config) Pause(priority int) (least uint64, of Buffer, ok bool) {
	for _, b := range c.lossless[priority] {
		if v, known := b.Pause(); known && (!ok || v < least) {
			least, of, ok = v, b, true
		}
	}
	return least, of, ok
}

// Queue returns the queue that packets of a DSCP go to, and whether PFC pauses its
// traffic class on some port; ok is false if the configuration does not say or maps
// differ.
func (c *Config) Queue(dscp uint8) (queue int, paused, ok bool) {
	class := int64(-1)
	for _, m := range c.dscp {
		v, mapped := m[int64(dscp)]
		if !mapped || class >= 0 && v != class {
			return 0, false, false
		}
		class = v
	}
	if class < 0 {
		return 0, false, false
	}
	at := class // the usual map is the identity
	for i, m := range c.tc {
		v, mapped := m[class]
		if !mapped || i > 0 && v != at {
			return 0, false, false
		}
		at = v
	}
	if at < 0 || at > 7 {
		return 0, false, false
	}
	return int(at), c.pfc[class], true
}

// list names at most eight, for a message.
func list(names []string) string {
	more := ""
	if len(names) > 8 {
		names, more = names[:8], ", ..."
	}
	return readfile.OneLine(strings.Join(names, ", ")) + more
}
