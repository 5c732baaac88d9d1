package generate

import (
	"strings"

	"smartnic-cc/dcqcn"
	"smartnic-cc/internal/reference"
	"smartnic-cc/testvectors"
)

// timers makes the vectors of the functions that tell a driver which timer ends
// next: every exported function of a state and the time.
func (b *builder) timers() {
	var groups []testvectors.Group
	for _, f := range reference.Funcs() {
		if pkg, _, _ := strings.Cut(f.Name, "."); pkg == "fixedpoint" || !Directed(pkg) {
			continue
		}
		c := newCalls(&f, b.random(f.Name))
		at := func(suffix string) int {
			for i, l := range f.Args {
				if strings.HasSuffix(l.Name, suffix) {
					return i
				}
			}
			return -1
		}
		flags, own, now := at(".Flags"), at(".Own"), at("now")
		deadlines := []int{at(".CutAt"), at(".IncreaseAt"), at(".AlphaAt")}
		// Every set of running timers, with every order of deadlines around now.
		distances := []uint64{0, 1, 1000, 1<<31 - 1, ^uint64(0), ^uint64(999), 1<<31 + 1}
		for set := range uint64(8) {
			for i := range 60 {
				t := pick(c.r, 0, 1, startTime, 1<<31, 1<<32-1, c.r.next())
				args := make([]uint64, len(f.Args))
				if now < 0 {
					for j, l := range f.Args {
						args[j] = c.r.leaf(l)
					}
					c.add("random", []string{flagRandom}, args...)
					continue
				}
				args[now] = t
				for _, d := range deadlines {
					if d >= 0 {
						args[d] = t + pick(c.r, distances...)
						if i%3 == 0 {
							args[d] = t + 1000 // all at once: the order of kinds decides
						}
					}
				}
				if flags >= 0 {
					args[flags] = set&3*uint64(dcqcn.FlagIncrease) | c.r.next()&^3&0xFF
				}
				if own >= 0 {
					args[own] = set>>2 | c.r.next()&0xFE
				}
				flag := flagWrap
				if i%3 == 0 {
					flag = flagOrder
				}
				c.add("timers running or not, deadlines around now", []string{flag}, args...)
			}
		}
		c.fill()
		if c.err != nil {
			b.fail(c.err)
			return
		}
		groups = append(groups, c.group())
	}
	b.add("timers.json", "timers", []string{
		"Functions that tell which of a state's timers ends first, seen from now. EventNone (0): none runs.",
	}, groups)
}
