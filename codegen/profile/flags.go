package profile

import (
	"fmt"

	"github.com/spf13/pflag"
)

// Flags declares --set and a flag for each setting, which fill Set and Options.
func (c *Choice) Flags(f *pflag.FlagSet, settings []Setting) {
	f.StringArrayVar(&c.Set, "set", nil, SetHelp)
	c.Options = make([]Option, len(settings))
	for i, s := range settings {
		c.Options[i].Name = s.Name
		o := &option{Setting: s, Option: &c.Options[i]}
		if s.Read == nil {
			f.Var(o, s.Name, s.Help)
		} else {
			f.Var(formValue{o}, s.Name, s.Help)
		}
	}
}

// option is a flag that sets an option.
type option struct {
	Setting
	*Option
}

func (o *option) Type() string { return o.Setting.Type }
func (o *option) String() string {
	if o.Option == nil {
		return ""
	}
	return o.Value
}

// formValue is the flag of an option that takes only some texts.
type formValue struct{ *option }

// Form describes what the flag takes, for its errors.
func (t formValue) Form() string { return t.Setting.Form }

func (o *option) Set(text string) error {
	if o.Read != nil {
		var ok bool
		if text, ok = o.Read(text); !ok {
			return fmt.Errorf("it takes %s", o.Setting.Form)
		}
	}
	if o.List && o.Value != "" {
		text = o.Value + "," + text
	}
	o.Value = text
	return nil
}
