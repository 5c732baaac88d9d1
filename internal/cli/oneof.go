package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"smartnic-cc/internal/text/nearest"
)

// OneOf declares a flag that takes one of a few words, which shells complete. *s is the word, and begins as otherwise,
// which need not be one of them.
func OneOf(f *pflag.FlagSet, s *string, name, otherwise, usage string, words ...string) {
	*s = otherwise
	f.Var(&oneOf{s, append([]string{otherwise}, words...)}, name, usage)
	Values(f, name, words...)
}

type oneOf struct {
	word  *string
	words []string // the first is what the flag begins as
}

func (*oneOf) Type() string     { return "string" }
func (o *oneOf) String() string { return *o.word }

func (o *oneOf) Set(text string) error {
	if !slices.Contains(o.words, text) {
		words := o.words[1:]
		last := len(words) - 1
		return fmt.Errorf("it is unknown%s; use %s or %s", nearest.Hint(text, words), strings.Join(words[:last], ", "), words[last])
	}
	*o.word = text
	return nil
}
