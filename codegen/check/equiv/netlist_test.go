package equiv

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"smartnic-cc/codegen/backend/verilog"
	"smartnic-cc/codegen/ir"
)

// netlist is yosys' output for a module without a clock, as terms of the inputs.
type netlist struct {
	names, terms []string // one per definition, which refers to earlier ones
	widths       []int    // bits; 0 of a Bool
}

// wire is a word of the netlist that has a name in the Verilog.
type wire struct {
	term  string
	width int
}

// wires returns them by their names, if yosys wrote them: each is an alias of a term.
func (n *netlist) wires(module string) map[string]wire {
	of := map[string]wire{}
	for i, name := range n.names {
		public, ok := strings.CutPrefix(name, "|"+module+"_n ")
		if ok && n.widths[i] > 0 && strings.HasPrefix(n.terms[i], "|") {
			of[strings.TrimSuffix(public, "|")] = wire{n.terms[i], n.widths[i]}
		}
	}
	return of
}

var (
	// declared matches an input, or a part of one: name, sort, port, its bits.
	declared = regexp.MustCompile(`^\(declare-fun (\|[^|]+\|) \(\|[^|]+\|\) (Bool|\(_ BitVec \d+\))\) ; \\(\S+)(?: \[(\d+)(?::(\d+))?\])?$`)
	// defined matches the definition of a term by earlier ones.
	defined = regexp.MustCompile(`^\(define-fun (\|[^|]+\|) \(\(state \|[^|]+\|\)\) (?:Bool|\(_ BitVec (\d+)\)) (.*)\)(?: ; .*)?$`)
	applied = regexp.MustCompile(`\((\|[^|]+\|) state\)`)
)

// readNetlist reads the SMT-LIB of yosys' write_smt2, in which each wire is a function of a state. input returns the
// term of an input's bits, as a word.
func readNetlist(text, module string, input func(port string, lo, width int) (string, error)) (*netlist, error) {
	n := &netlist{}
	at := 0
	for l := range strings.Lines(text) {
		at++
		l = strings.TrimSuffix(l, "\n")
		switch {
		case strings.HasPrefix(l, ";") || strings.HasPrefix(l, "(declare-sort ") || strings.HasPrefix(l, "(declare-fun |"+module+"_is| "):
			continue
		case strings.HasPrefix(l, "(define-fun |"+module+"_t| "):
			if !strings.Contains(l, ") Bool true)") {
				return nil, fmt.Errorf("netlist of yosys, line %d: %s has registers; a function has none", at, module)
			}
			continue
		case strings.HasPrefix(l, "(declare-fun "):
			m := declared.FindStringSubmatch(l)
			if m == nil {
				return nil, fmt.Errorf("netlist of yosys, line %d: a value that nothing drives: %s", at, l)
			}
			width, lo := 1, 0
			if bits, ok := strings.CutPrefix(m[2], "(_ BitVec "); ok {
				width, _ = strconv.Atoi(strings.TrimSuffix(bits, ")"))
			}
			if low := m[5]; low != "" {
				lo, _ = strconv.Atoi(low)
			} else if m[4] != "" {
				lo, _ = strconv.Atoi(m[4])
			}
			term, err := input(m[3], lo, width)
			if err != nil {
				return nil, fmt.Errorf("netlist of yosys, line %d: %w", at, err)
			}
			if m[2] == "Bool" {
				term = "(= " + term + " #b1)"
			}
			n.names, n.terms, n.widths = append(n.names, m[1]), append(n.terms, term), append(n.widths, 0)
		default:
			m := defined.FindStringSubmatch(l)
			if m == nil {
				return nil, fmt.Errorf("netlist of yosys, line %d: not read: %.200s", at, l)
			}
			width, _ := strconv.Atoi(m[2])
			n.names, n.terms, n.widths = append(n.names, m[1]), append(n.terms, applied.ReplaceAllString(m[3], "$1")), append(n.widths, width)
		}
	}
	return n, nil
}

// word returns a value of a kind as a bit vector, and its width.
func word(term string, k ir.Kind) (string, int) {
	if k == ir.Bool {
		return "(ite " + term + " #b1 #b0)", 1
	}
	return term, k.Bits()
}

// part returns bits of an input of the flat form, whose term and port are given.
func part(term string, p *verilog.Port, lo, width int) (string, error) {
	x, have := word(term, p.Leaf.Kind)
	if top := lo + width - 1; top >= min(have, p.Bits) {
		return "", fmt.Errorf("bit %d of %s, which has %d", top, p.Name, p.Bits)
	} else if lo > 0 || width < have {
		x = fmt.Sprintf("((_ extract %d %d) %s)", top, lo, x)
	}
	return x, nil
}
