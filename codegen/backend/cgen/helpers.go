package cgen

import (
	_ "embed" // the C texts
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/internal/base/text/collect"
)

// What every header has, what it has before functions that Inlined chose, and the helpers. They are written with the
// prefixes cc_ and CC_, which are replaced.
var (
	//go:embed header/preamble.h
	preamble string
	//go:embed header/inline.h
	inlineMacro string
	//go:embed header/event.h
	eventMacros string
	//go:embed header/libgcc.h
	libgccText string
	//go:embed header/helpers.h
	helperText string
	//go:embed header/verified.h
	verifiedText string
)

// section is a part of a C text after a line /* ---- NAME ---- */.
type section struct{ name, text string }

func sections(text string) []section {
	var out []section
	for _, part := range strings.Split(text, "/* ---- ")[1:] {
		name, body, _ := strings.Cut(part, " ---- */\n")
		out = append(out, section{name, strings.TrimRight(body, "\n") + "\n"})
	}
	return out
}

// helpers are small C functions for operators of Go that C defines differently or not at all, in the order in which
// they are printed: a helper precedes those that call it.
var helpers = sections(helperText)

// verified are the helpers for a verifier: some replace those of the same name, others are added.
var verified = sections(verifiedText)

// helpers returns those that a header with the options may have.
func (o *Options) helpers() []section {
	if !o.Verified {
		return helpers
	}
	own := map[string]bool{}
	list := slices.Clone(verified)
	for _, h := range verified {
		own[h.name] = true
	}
	return append(list, collect.Where(helpers, func(h section) bool { return !own[h.name] })...)
}

var calledHelper = regexp.MustCompile(`\b(?:cc|CC)_([A-Za-z0-9_]+)\(`)

// withCalled adds to the set what its members call.
func withCalled(helpers []section, set map[string]bool) {
	for i := len(helpers) - 1; i >= 0; i-- {
		if h := helpers[i]; set[h.name] {
			for _, m := range calledHelper.FindAllStringSubmatch(h.text, -1) {
				set[strings.ToLower(m[1])] = true
			}
		}
	}
}

// rename replaces the prefixes of a text written with cc_ and CC_.
func rename(text, prefix string) string {
	if prefix == "cc_" {
		return text
	}
	return strings.NewReplacer("cc_", prefix, "CC_", strings.ToUpper(prefix)).Replace(text)
}
