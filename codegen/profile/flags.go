package profile

import (
	"fmt"

	"github.com/spf13/pflag"
)

// Flags declares --set and a flag for each setting, which make Set and Options.
func (c *Choice) Flags(f *pflag.FlagSet, settings []Setting) {
	f.StringArrayVar(&c.Set, "set", nil, SetHelp)
	c.Options = make([]Option, len(settings))
	for i, s := range settings {
		c.Options[i].Name = s.Name
		o := &option{Setting: s, Option: &c.Options[i]}
		if s.Read == nil {
			f.Var(o, s.Name, s.Help)
		} else {
			f.Var(taker{o}, s.Name, s.Help)
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

// taker is the flag of an option that does not take any text.
type taker struct{ *option }

// Takes says what the flag takes, for its errors.
func (t taker) Takes() string { return t.Setting.Takes }

func (o *option) Set(text string) error {
	if o.Read != nil {
		var ok bool
		if text, ok = o.Read(text); !ok {
			return fmt.Errorf("it takes %s", o.Setting.Takes)
		}
	}
	if o.List && o.Value != "" {
		text = o.Value + "," + text
	}
	o.Value = text
	return nil
}
