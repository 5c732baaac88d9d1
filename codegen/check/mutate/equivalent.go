package mutate

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"smartnic-cc/internal/base/sys/readfile"
	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// Reason is the kind of argument for a mutant being equivalent to the original.
type Reason string

// The reasons. Unreached and Solved are determined on demand, the others are listed.
const (
	Unreached    Reason = "unreached"
	Value        Reason = "value"
	Statement    Reason = "statement"
	Function     Reason = "function"
	Callers      Reason = "callers"
	Inputs       Reason = "inputs"
	CallerInputs Reason = "caller-inputs"
	Padding      Reason = "padding"
	RoughRoot    Reason = "rough-root"
	Reasoned     Reason = "reasoned"
	Solved       Reason = "z3"
)

// argument is the text of a reason, and how much of the program it rests on.
type argument struct {
	Reason
	text  string
	reach reach
}

var arguments = []argument{
	{Unreached, "the analysis of ranges finds no path to the statement", own},
	{Value, "the changed expression, or the whole one around it, has the same value for all values of its parts in their ranges", own},
	{Statement, "wherever the function comes to the changed statement, that leaves the same behind", callees},
	{Function, "the function returns the same and leaves the same behind, for all arguments in their ranges", callees},
	{Callers, "the functions that call it return the same and leave the same behind, for all arguments in their ranges", callers},
	{Inputs, "a run over all arguments: the function returns the same", callees},
	{CallerInputs, "a run over all arguments of the functions that alone call it: they return the same", callers},
	{Padding, "the same arm is chosen, by bounds of paddings that `bandit/padding_test.go` shows for all counts and scales", callees},
	{RoughRoot, "the rough root is another one within the bounds that `bandit/padding_test.go` shows, and the same arm is chosen", callers},
	{Reasoned, "a proof in words, which the entry has", callers},
	{Solved, "z3 finds no arguments in the declared ranges on which the flat forms of both functions differ", own},
}

func reasonOf(r Reason) argument {
	i := slices.IndexFunc(arguments, func(a argument) bool { return a.Reason == r })
	return arguments[i]
}

// Reasons returns all reasons, in the order of the documentation.
func Reasons() []Reason {
	return collect.Of(arguments, func(a argument) Reason { return a.Reason })
}

// Text describes the reason.
func (r Reason) Text() string { return reasonOf(r).text }

// Equivalent is an entry of a list of mutants that no vector can kill, because they are equivalent to the original.
type Equivalent struct {
	ID     string
	Reason Reason
	// Hash is that of the code that the argument was made for (Facts.Hash).
	Hash string
	// Why is the proof, if the reason needs one in words.
	Why string
	// Place is FILE:LINE of the entry.
	Place string
}

// Equivalents are entries by the mutant's name.
type Equivalents map[string]Equivalent

// equivalentFile is the name of such a list, in the folder of the source.
const equivalentFile = "equivalent.txt"

// equivalentLimit is the largest list that is read, bytes.
const equivalentLimit = 1 << 20

//go:embed equivalent.txt
var equivalentText string

// BuiltInEquivalents returns the list of the built-in packages.
func BuiltInEquivalents() (Equivalents, error) {
	e := Equivalents{}
	return e, e.read(equivalentText, "codegen/check/mutate/"+equivalentFile)
}

// ReadEquivalents returns the lists in some folders, those that have one. The error names file
// and line, what is wrong there, and the remedy.
func ReadEquivalents(folders []string) (Equivalents, error) {
	e := Equivalents{}
	for _, folder := range folders {
		name := filepath.Join(folder, equivalentFile)
		text, err := readfile.File(name, equivalentLimit, "a list of mutants has a line each")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = e.read(string(text), name)
		}
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

var hashText = regexp.MustCompile("^[0-9a-f]{16}$")

// read reads the lines of a list: MUTANT REASON HASH, and the proof if the reason needs one.
func (e Equivalents) read(text, file string) error {
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		place := fmt.Sprintf("%s:%d", file, i+1)
		if len(words) < 3 {
			return fmt.Errorf("%s: %.60q has %d of 3 words: write MUTANT REASON HASH, as ccgen mutate prints it for an open mutant", place, readfile.OneLine(line), len(words))
		}
		n := Equivalent{ID: words[0], Reason: Reason(words[1]), Hash: words[2], Why: strings.Join(words[3:], " "), Place: place}
		known := collect.Pick(arguments, func(a argument) (string, bool) { return string(a.Reason), a.Reason != Unreached && a.Reason != Solved })
		switch {
		case !slices.Contains(known, words[1]):
			return fmt.Errorf("%s: no reason %.40q%s; there are %s", place, readfile.OneLine(words[1]), nearest.Hint(words[1], known), strings.Join(known, ", "))
		case !hashText.MatchString(n.Hash):
			return fmt.Errorf("%s: %.40q is no hash of 16 hexadecimal digits; ccgen mutate prints it for an open mutant", place, readfile.OneLine(n.Hash))
		case n.Reason == Reasoned && n.Why == "":
			return fmt.Errorf("%s: %s is %s without a proof; write it behind the hash", place, readfile.OneLine(n.ID), Reasoned)
		case e[n.ID].ID != "":
			return fmt.Errorf("%s: %s is listed at %s already; leave one out", place, readfile.OneLine(n.ID), e[n.ID].Place)
		}
		e[n.ID] = n
	}
	return nil
}
