package profile

import "github.com/spf13/pflag"

// Flags declares --set and a flag for each setting, which make Set and Options.
func (c *Choice) Flags(f *pflag.FlagSet, settings []Setting) {
	f.StringArrayVar(&c.Set, "set", nil, SetHelp)
	c.Options = make([]Option, len(settings))
	for i, s := range settings {
		c.Options[i].Name = s.Name
		f.Var(&option{Setting: s, Option: &c.Options[i]}, s.Name, s.Help)
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

func (o *option) Set(text string) error {
	if o.Read != nil {
		var err error
		if text, err = o.Read(text); err != nil {
			return err
		}
	}
	if o.List && o.Value != "" {
		text = o.Value + "," + text
	}
	o.Value = text
	return nil
}
