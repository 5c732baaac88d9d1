package doca

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"smartnic-cc/codegen/backend/cgen"
	"smartnic-cc/codegen/backend/doca/device"
	"smartnic-cc/codegen/ir"
)

//go:embed glue.c.tmpl
var glueText string

// The template has C's braces in it, so that its actions have others.
var glue = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("glue").Delims("[[", "]]").Funcs(template.FuncMap{
		"pad": func(n int, s string) string { return fmt.Sprintf("%-*s", n, s) },
	}).Parse(glueText))
})

// Limits of the work that one event causes. docs/ports.md says what is beyond them.
const (
	timersPerEvent = 64
	splitsPerEvent = 16
	slotsPerEvent  = 16
)

// view is the data for the template.
type view struct {
	Options
	Title                           string
	Types                           cNames
	Rates, StateRC, Base            string // C paths
	Alpha, Learns                   bool
	Params                          []Param
	Counters                        []Counter
	Timers, Splits, Slots           int
	ContextBytes                    int
	MaxParams, MaxCounters          int
	P, U                            string // prefix, in lower and upper case
	NeedsParamsLine, NeedsCountLine string
}

type cNames struct{ Params, State, Init, Step, Next string }

func print(s *device.Algorithm, t *ir.Transducer, o Options, params []Param, counters []Counter) ([]byte, error) {
	cName := func(p *ir.Package, name string) string { return o.Prefix + cgen.Snake(p.Name) + "_" + cgen.Snake(name) }
	ofFunc := func(f *ir.Func) string { return cName(f.Pkg, f.Name) }
	ofType := func(t *ir.Type) string { return cName(t.Decl.Pkg, t.Decl.Name) }
	v := view{
		Options: o, Title: s.Title, Rates: s.Rates, Base: s.Base, Alpha: s.Alpha, Learns: s.Learns, Params: params, Counters: counters,
		Types:  cNames{ofType(t.Params), ofType(t.State), ofFunc(t.Init), ofFunc(t.Step), ofFunc(t.Next)},
		Timers: timersPerEvent, Splits: splitsPerEvent, Slots: slotsPerEvent, ContextBytes: ContextBytes,
		MaxParams: MaxParams, MaxCounters: MaxCounters,
		P: o.Prefix, U: strings.ToUpper(o.Prefix), StateRC: "s." + s.Rates + ".rc",
	}
	v.NeedsParamsLine = needs(len(params), OldParams, "parameters")
	v.NeedsCountLine = needs(len(counters), OldCounters, "counters")
	var b bytes.Buffer
	if err := glue().Execute(&b, &v); err != nil {
		return nil, fmt.Errorf("doca-pcc: %w", err) // a mistake in the template
	}
	return b.Bytes(), nil
}

// needs says whether an older SDK will do.
func needs(n, old int, what string) string {
	if n <= old {
		return fmt.Sprintf("%d %s: fits older SDKs too, which take %d", n, what, old)
	}
	return fmt.Sprintf("%d %s: needs an SDK that takes more than %d", n, what, old)
}
