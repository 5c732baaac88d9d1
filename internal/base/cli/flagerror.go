package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/base/text/nearest"
)

// errTaken is the error of any value that a FormValue refuses: flagError adds what it takes.
var errTaken = errors.New("not taken")

// flagError words the error of a flag: those of the packages that parse values would name their functions.
func flagError(err error, flags *pflag.FlagSet) error {
	var unknown *pflag.NotExistError
	var bad *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		var known []string
		flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				known = append(known, f.Name)
			}
		})
		if name := nearest.Of(unknown.GetSpecifiedName(), known); name != "" {
			return fmt.Errorf("%w (did you mean --%s?)", err, name)
		}
	case errors.As(err, &bad):
		f, hint := bad.GetFlag(), ""
		if o, ok := f.Value.(*oneOf); ok {
			hint = nearest.Hint(bad.GetValue(), o.words)
		}
		return fmt.Errorf("--%s takes %s, not %.60q%s", f.Name, takes(f), bad.GetValue(), hint)
	case errors.As(err, &missing):
		if f := missing.GetFlag(); takes(f) != "" {
			return fmt.Errorf("--%s needs a value: %s", f.Name, takes(f))
		}
	}
	return err
}

// takes says what a flag takes, "" of any text.
func takes(f *pflag.Flag) string {
	if t, ok := f.Value.(FormValue); ok {
		return t.Form()
	}
	switch f.Value.Type() {
	case "bool":
		return "true or false, or no value for true"
	case "stringSlice":
		return "a list with commas between, where a quoted word ends in its quote"
	}
	return ""
}
