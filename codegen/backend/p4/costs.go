package p4

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/testvectors"
)

// costs are what a program takes that was compiled for a device of bmv2.
type costs struct {
	// operations are those of the ingress' path that has the most: statements of actions, operators of their
	// expressions, look-ups and conditions.
	operations        int
	tables, registers int
}

// config is what of a compiled program is counted.
type config struct {
	Actions []struct {
		ID         int         `json:"id"`
		Primitives []primitive `json:"primitives"`
	} `json:"actions"`
	Pipelines []struct {
		First  string      `json:"init_table"`
		Tables []tableNode `json:"tables"`
		Ifs    []ifNode    `json:"conditionals"`
	} `json:"pipelines"`
	Registers []any `json:"register_arrays"`
	Externs   []struct {
		Type string `json:"type"`
	} `json:"extern_instances"`
}

type primitive struct {
	Op         string `json:"op"`
	Parameters []any  `json:"parameters"`
}

type tableNode struct {
	Name    string            `json:"name"`
	Actions []int             `json:"action_ids"`
	Next    map[string]string `json:"next_tables"`
	Default string            `json:"base_default_next"`
}

type ifNode struct {
	Name       string `json:"name"`
	Expression any    `json:"expression"`
	True       string `json:"true_next"`
	False      string `json:"false_next"`
}

// operators counts the operators of an expression.
func operators(x any) (n int) {
	switch x := x.(type) {
	case map[string]any:
		if op, ok := x["op"]; ok && op != "d2b" && op != "b2d" {
			n++
		}
		for _, part := range x {
			n += operators(part)
		}
	case []any:
		n += collect.Sum(x, func(part any) int { return operators(part) })
	}
	return n
}

// longest is the most operations of a path through an action, whose jumps go forward.
func longest(list []primitive) int {
	most := make([]int, len(list)+1) // from each statement on
	for i := len(list) - 1; i >= 0; i-- {
		p, next := list[i], most[i+1]
		if n := len(p.Parameters); n > 0 && (p.Op == "_jump" || p.Op == "_jump_if_zero") {
			to, _ := p.Parameters[n-1].(map[string]any)
			text, _ := to["value"].(string)
			if at, err := strconv.ParseUint(text, 0, 32); err == nil && at > uint64(i) && at < uint64(len(most)) {
				next = most[at]
				if p.Op == "_jump_if_zero" {
					next = max(next, most[i+1])
				}
			}
		}
		most[i] = 1 + operators(p.Parameters) + next
	}
	return most[0]
}

// count counts what a compiled program takes.
func count(compiled []byte) (c costs, err error) {
	var file config
	if err := json.Unmarshal(compiled, &file); err != nil {
		return c, fmt.Errorf("the compiled program: %w", err)
	}
	c.registers = len(file.Registers)
	for _, e := range file.Externs {
		if e.Type == "Register" {
			c.registers++
		}
	}
	actions := map[int]int{}
	for _, a := range file.Actions {
		actions[a.ID] = longest(a.Primitives)
	}
	for _, pipe := range file.Pipelines {
		c.tables += len(pipe.Tables)
		cost, next := map[string]int{}, map[string][]string{}
		for _, t := range pipe.Tables {
			for _, id := range t.Actions {
				cost[t.Name] = max(cost[t.Name], actions[id])
			}
			cost[t.Name]++
			next[t.Name] = append(next[t.Name], t.Default)
			for _, to := range t.Next {
				next[t.Name] = append(next[t.Name], to)
			}
		}
		for _, n := range pipe.Ifs {
			cost[n.Name], next[n.Name] = 1+operators(n.Expression), []string{n.True, n.False}
		}
		done := map[string]bool{"": true}
		var from func(name string) int
		from = func(name string) int {
			if !done[name] {
				done[name] = true // the graph has no cycle
				most := 0
				for _, to := range next[name] {
					most = max(most, from(to))
				}
				cost[name] += most
			}
			return cost[name]
		}
		c.operations = max(c.operations, from(pipe.First))
	}
	return c, nil
}

// addCosts adds what a compiled program takes to facts.
func addCosts(facts *testvectors.Facts, path string) error {
	compiled, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	c, err := count(compiled)
	facts.Add("json bytes", len(compiled))
	facts.Add("operations", c.operations)
	facts.Add("tables", c.tables)
	facts.Add("registers", c.registers)
	return err
}
