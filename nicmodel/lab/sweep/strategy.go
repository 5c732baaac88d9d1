package sweep

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/nicmodel/random"
)

// Kinds of walks.
const (
	// Grid tries every combination of values.
	Grid = "grid"
	// Random tries as many combinations as the budget says, drawn without repetition.
	Random = "random"
	// CoordinateDescent changes one axis at a time to its best value until no axis gains, and begins
	// again at a random setting for as long as the budget lasts.
	CoordinateDescent = "descent"
)

// Strategy is how settings are tried. Each walk tries the scheme's own parameters first.
type Strategy struct {
	Kind string
	// Budget is how many settings a scheme may try, with that first one; 0 for Grid.
	Budget int
	// Seed is that of the random choices.
	Seed uint64
}

// setting is the number of a value for each axis, -1 where the scheme's own stays.
type setting []int

// own is the setting that leaves all axes alone.
func own(axes int) setting {
	return slices.Repeat(setting{-1}, axes)
}

// key makes a setting comparable.
func (s setting) key() string {
	var b strings.Builder
	for _, v := range s {
		b.WriteRune(rune(v + 1))
	}
	return b.String()
}

// text names the values that a setting has.
func (s setting) text(x *Scheme) string {
	var parts []string
	for i, v := range s {
		if v >= 0 {
			parts = append(parts, x.Axes[i].Name+" "+x.Axes[i].Values[v].Name)
		}
	}
	if len(parts) == 0 {
		return "own parameters"
	}
	return strings.Join(parts, ", ")
}

// sizes are the numbers of values of a scheme's axes.
func sizes(x *Scheme) []int {
	return collect.Of(x.Axes, func(v Axis) int { return len(v.Values) })
}

// combinations is the number of settings that have a value for each axis, at most 2^64-1;
// 0 without axes.
func combinations(size []int) uint64 {
	if len(size) == 0 {
		return 0
	}
	n := uint64(1)
	for _, v := range size {
		hi, lo := bits.Mul64(n, uint64(v))
		if hi > 0 {
			return math.MaxUint64
		}
		n = lo
	}
	return n
}

// nth is a setting by its number, the last axis running fastest.
func nth(size []int, n uint64) setting {
	s := make(setting, len(size))
	for i := len(size) - 1; i >= 0; i-- {
		s[i] = int(n % uint64(size[i]))
		n /= uint64(size[i])
	}
	return s
}

// most is the largest number of settings that the walk tries.
func (w *Strategy) most(x *Scheme) int {
	n := combinations(sizes(x))
	if n < math.MaxUint64 {
		n++
	}
	if w.Kind == Grid {
		return int(min(n, math.MaxInt))
	}
	if w.Kind == CoordinateDescent && n > 1 {
		return w.Budget // there are settings with values for some axes only
	}
	return int(min(n, uint64(w.Budget)))
}

// progress is a walk as far as the scores go that are known.
type progress struct {
	// tried are the settings with scores, in their order, want those that need one for the
	// walk to go on: none, if it is over.
	tried, want []setting
}

// steps follows the walk of a scheme, which is number k of the sweep. It is a function of the scores
// alone: whoever has the same ones is at the same place.
func (w *Strategy) steps(size []int, k int, known func(setting) *score) progress {
	t := &trail{known: known, seen: map[string]bool{}, budget: w.Budget}
	all := combinations(size)
	if w.Kind == Grid {
		t.budget = int(min(all, math.MaxInt-1)) + 1
	}
	t.try(own(len(size)))
	draw := random.New(w.Seed, "sweep", uint64(k))
	switch {
	case w.Kind == Grid || w.Kind == Random && all <= uint64(max(t.left(), 0)):
		for n := range all {
			t.try(nth(size, n))
		}
	case w.Kind == Random:
		for t.left() > 0 {
			t.try(nth(size, draw.Below64(all)))
		}
	default:
		t.descend(size, &draw)
	}
	return t.progress
}

// trail is a walk on its way.
type trail struct {
	progress
	known  func(setting) *score
	seen   map[string]bool
	budget int
}

// left is how many settings may still be tried.
func (t *trail) left() int { return t.budget - len(t.seen) }

// try takes a setting in, unless it was before or the budget is spent, and returns its
// score if it is known.
func (t *trail) try(s setting) *score {
	if k := s.key(); !t.seen[k] {
		if t.left() <= 0 {
			return nil
		}
		t.seen[k] = true
		if t.known(s) == nil {
			t.want = append(t.want, s)
		} else {
			t.tried = append(t.tried, s)
		}
	}
	return t.known(s)
}

// idle is how many random beginnings that were tried before end a descent: its axes have
// few values.
const idle = 100

// descend is coordinate descent with random beginnings. It stops short where scores are
// wanted.
func (t *trail) descend(size []int, draw *random.Source) {
	if len(size) == 0 || len(t.want) > 0 {
		return
	}
	for at, fails := own(len(size)), 0; fails < idle; {
		before := len(t.seen)
		if !t.slide(at, size) || t.left() <= 0 {
			return
		}
		if len(t.seen) > before {
			fails = 0
		}
		at = nth(size, draw.Below64(combinations(size)))
		if t.seen[at.key()] {
			fails++
		}
		if t.try(at) == nil {
			return
		}
	}
}

// slide goes down from a setting; it reports whether the scores were enough for that.
func (t *trail) slide(at setting, size []int) bool {
	for still := 0; still < len(size); {
		for axis := range size {
			best := at
			for v := range size[axis] {
				next := slices.Clone(at)
				next[axis] = v
				if s := t.try(next); s != nil && s.better(t.known(best)) {
					best = next
				}
			}
			if len(t.want) > 0 {
				return false
			}
			if still++; best[axis] != at[axis] {
				still = 1
			}
			at = best
			if still == len(size) {
				break
			}
		}
	}
	return true
}
