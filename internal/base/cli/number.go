package cli

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/exp/constraints"

	"smartnic-cc/internal/base/num/bytesize"
	"smartnic-cc/internal/base/num/linerate"
)

// FormValue is a flag's value that can say what it takes: the text after "--name takes".
type FormValue interface {
	pflag.Value
	Form() string
}

// Range is the numbers that a flag takes: those from Least to Most, and those of Also.
type Range[N constraints.Integer | constraints.Float] struct {
	Min, Max N
	Also     []N
	// Unit may follow a number: "pt", "%". Of "B" its multiples may, as in 64KB.
	Unit string
}

func (r *Range[N]) holds(v *big.Float) bool {
	for _, n := range r.Also {
		if v.Cmp(exactly(n)) == 0 {
			return true
		}
	}
	return v.Cmp(exactly(r.Min)) >= 0 && v.Cmp(exactly(r.Max)) <= 0
}

// exactly is a number with all its bits.
func exactly[N constraints.Integer | constraints.Float](n N) *big.Float {
	v, _ := new(big.Float).SetPrec(64).SetString(digits(n)) // is a number
	return v
}

// takes says which numbers they are.
func (r *Range[N]) takes() string {
	text := "a whole number"
	if fraction[N]() {
		text = "a number"
	}
	text += " of " + digits(r.Min) + " to " + digits(r.Max)
	if r.Unit == bytesize.Unit {
		text += " bytes"
	}
	for _, n := range r.Also {
		text += ", or " + digits(n)
	}
	switch r.Unit {
	case "":
		return text
	case bytesize.Unit:
		return text + ", as in 1500, 64KB or 1MiB"
	}
	middle := digits(r.Min + (r.Max-r.Min)/2)
	return text + ", as in " + middle + " or " + middle + r.Unit
}

// digits writes a number without an exponent.
func digits[N constraints.Integer | constraints.Float](n N) string {
	if fraction[N]() {
		return strconv.FormatFloat(float64(n), 'f', -1, 64)
	}
	return fmt.Sprint(n)
}

// fraction reports whether N has fractions.
func fraction[N constraints.Integer | constraints.Float]() bool { return N(1)/2 != 0 }

func (r *Range[N]) parse(text string) (n N, ok bool) {
	v := new(big.Float).SetPrec(64)
	switch {
	case fraction[N]():
		f, err := strconv.ParseFloat(strings.TrimSuffix(text, r.Unit), 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
			return 0, false
		}
		return N(f), r.holds(v.SetFloat64(f))
	case r.Unit == bytesize.Unit:
		bytes, err := bytesize.Parse(text)
		if err != nil {
			return 0, false
		}
		v.SetUint64(bytes)
	default:
		i, ok := new(big.Int).SetString(strings.TrimSuffix(text, r.Unit), 0)
		if !ok || !i.IsInt64() && !i.IsUint64() {
			return 0, false
		}
		v.SetInt(i)
	}
	if !r.holds(v) {
		return 0, false
	}
	if v.Sign() < 0 {
		i, _ := v.Int64()
		return N(i), true
	}
	u, _ := v.Uint64()
	return N(u), true
}

// Number declares a flag of a number, whole if *n is.
func Number[N constraints.Integer | constraints.Float](f *pflag.FlagSet, n *N, name string, otherwise N, r Range[N], usage string) {
	kind := "int"
	if fraction[N]() {
		kind = "float64"
	}
	*n = otherwise
	f.Var(&value[N]{n, kind, r.takes(), r.parse, func(n N) string { return fmt.Sprint(n) }}, name, usage)
}

// Numbers declares a flag of a list of numbers, which is repeatable.
func Numbers[N constraints.Integer](f *pflag.FlagSet, list *[]N, name string, r Range[N], usage string) {
	takes := r.takes() + ", or several with commas between"
	f.Var(&value[[]N]{list, "uints", takes, func(text string) ([]N, bool) {
		all := *list
		for _, one := range strings.Split(text, ",") {
			n, ok := r.parse(strings.TrimSpace(one))
			if !ok {
				return nil, false
			}
			all = append(all, n)
		}
		return all, true
	}, func([]N) string { return "" }}, name, usage)
}

// Duration declares a flag of a time from least to most, which has a unit.
func Duration(f *pflag.FlagSet, d *time.Duration, name string, otherwise, least, most time.Duration, usage string) {
	takes := fmt.Sprintf("a time of %v to %v with its unit, as in 90s, 5ms or 8us", least, most)
	parse := func(text string) (time.Duration, bool) {
		v, err := time.ParseDuration(text)
		return v, err == nil && v >= least && v <= most
	}
	*d = otherwise
	f.Var(&value[time.Duration]{d, "duration", takes, parse, func(d time.Duration) string {
		if d == 0 {
			return ""
		}
		return d.String()
	}}, name, usage)
}

// Text declares a flag of a text in a certain form. takes describes the form, and ok reports whether a text has it.
func Text(f *pflag.FlagSet, s *string, name, otherwise, takes, usage string, ok func(string) bool) {
	*s = otherwise
	f.Var(&value[string]{s, "string", takes, func(text string) (string, bool) { return text, ok(text) }, func(s string) string { return s }}, name, usage)
}

// value is a flag's value that is read by parse.
type value[T any] struct {
	to          *T
	kind, takes string
	parse       func(text string) (T, bool)
	show        func(T) string
}

func (v *value[T]) Type() string { return v.kind }
func (v *value[T]) Form() string { return v.takes }
func (v *value[T]) String() string {
	if v.to == nil {
		return ""
	}
	return v.show(*v.to)
}

func (v *value[T]) Set(text string) error {
	n, ok := v.parse(text)
	if !ok {
		return errTaken
	}
	*v.to = n
	return nil
}

// OutputFile declares a flag that names a file to write, next to what goes to standard output.
func OutputFile(f *pflag.FlagSet, path *string, name, usage string) {
	f.Var(&value[string]{path, "file", "the name of a file, as standard output has the results", func(text string) (string, bool) {
		return text, text != "" && text != "-"
	}, func(s string) string { return s }}, name, usage)
}

// LineRate declares the flag --line-rate, the speed of a port as linerate reads it.
func LineRate(f *pflag.FlagSet, s *string, otherwise, usage string) {
	Text(f, s, "line-rate", otherwise, linerate.Form, usage, func(text string) bool {
		_, err := linerate.Parse(text)
		return err == nil
	})
}
