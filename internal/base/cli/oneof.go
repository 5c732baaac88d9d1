package cli

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// OneOf declares a flag that takes one of a few words, which shells complete. *s is the word, and begins as otherwise,
// which need not be one of them, as "" is not.
func OneOf(f *pflag.FlagSet, s *string, name, otherwise, usage string, words ...string) {
	*s = otherwise
	f.Var(&oneOf{s, words}, name, usage)
	CompleteWords(f, name, words...)
}

type oneOf struct {
	word  *string
	words []string
}

func (*oneOf) Type() string     { return "string" }
func (o *oneOf) String() string { return *o.word }

// Takes lists the words.
func (o *oneOf) Form() string {
	last := len(o.words) - 1
	return strings.Join(o.words[:last], ", ") + " or " + o.words[last]
}

func (o *oneOf) Set(text string) error {
	if !slices.Contains(o.words, text) {
		return errTaken
	}
	*o.word = text
	return nil
}
