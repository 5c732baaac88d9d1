package reaction_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"smartnic-cc/codegen/profile"
	"smartnic-cc/internal/algorithms/reaction"
)

// TestChoiceRefuses names the parameter that does not fit.
func TestChoiceRefuses(t *testing.T) {
	for want, c := range map[string]reaction.Choice{
		`algo: "timely" is unknown`:           {Algo: "timely", Profile: "paper", Line: 100_000_000},
		`unknown profile "hpc"`:               {Algo: reaction.AlgoDCQCN, Profile: "hpc", Line: 100_000_000},
		`set: "time_reset" is not name=value`: {Algo: reaction.AlgoDCQCN, Profile: "connectx", Line: 100_000_000, Set: []string{"time_reset"}},
		`algo: dcqcn does not learn`:          {Algo: reaction.AlgoDCQCN, Profile: "paper", Line: 100_000_000, Gamma: "0.9"},
		`arm 0: "0.5" is not alpha:beta`:      {Algo: reaction.AlgoDolceRC, Profile: "paper", Line: 100_000_000, Arms: []string{"0.5", "1:1"}},
		"profile dolcerc-recommended has the parameters of dolcerc; use it with that algorithm": {Algo: reaction.AlgoDCQCN, Profile: "dolcerc-recommended", Line: 100_000_000},
		"irdma, hpcc, dolcerc-recommended, or a file such as ./hpc.toml":                        {Algo: reaction.AlgoDolceRC, Profile: "hpc", Line: 100_000_000},
		"./no/such.toml":                        {Algo: reaction.AlgoDolceRC, Profile: "./no/such.toml", Line: 100_000_000},
		"(1 Mb/s to 1.6 Tb/s)":                  {Algo: reaction.AlgoDolceRC, Profile: "dolcerc-recommended", Line: 1},
		`estimate: unknown name "marked-bytes"`: {Algo: reaction.AlgoDolceRC, Profile: "paper", Line: 100_000_000, Estimate: "marked-bytes"},
	} {
		_, err := c.Setup()
		require.ErrorContains(t, err, want)
	}
}

// TestFlagsMakeTheSameChoice: the words of a Choice's changes are read as that Choice.
func TestFlagsMakeTheSameChoice(t *testing.T) {
	var c profile.Choice
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.Flags(f, reaction.Settings("none"))
	for _, text := range []string{"soon", "0", "-1us", "2s", "1"} {
		require.ErrorContains(t, f.Parse([]string{"--qualify-after", text}), "it takes a time of 1ns to 1.07s")
	}
	for _, words := range []string{
		"", "--set time_reset=300 --set ai_rate=5", "--estimate tx-slots --arms 1:0.9,0.5:1", "--gamma 0.9 --epsilon 0.1 --xi 0.6", "--qualify-after 1.07s", "--qualify-after 12.5us",
	} {
		c := profile.Choice{Line: "100G"}
		f := pflag.NewFlagSet("", pflag.ContinueOnError)
		c.Flags(f, reaction.Settings("none"))
		require.NoError(t, f.Parse(strings.Fields(words)))
		choice, err := reaction.Of(reaction.AlgoDolceRC, c)
		require.NoError(t, err)
		again := choice.Changes()
		require.Equal(t, words, strings.Join(again.Args(), " "))
		require.Equal(t, strings.Contains(words, "--qualify-after"), choice.QualifyAfter != 0)
	}
}

func Example() {
	c := reaction.Choice{Algo: reaction.Default, Profile: "paper", Line: 100_000_000}
	setup, _ := c.Setup()
	first := setup.Integers()[0]
	fmt.Println(setup.Algorithm, setup.Arms, first.Name, first.Value)
	// Output: dcqcn 0 MinRate 40000
}

// TestBorrows: Dolce-RC has its own settings on profiles that report the marks it learns from, or when the user gives
// arms or an estimate; DCQCN has them everywhere.
func TestBorrows(t *testing.T) {
	for _, c := range []struct {
		choice reaction.Choice
		want   bool
	}{
		{reaction.Choice{Algo: "dolcerc", Profile: "connectx"}, true}, {reaction.Choice{Algo: "dolcerc", Profile: "hpcc"}, true},
		{reaction.Choice{Algo: "dolcerc", Profile: "paper"}, false}, {reaction.Choice{Algo: "dolcerc", Profile: "dolcerc-recommended"}, false},
		{reaction.Choice{Algo: "dolcerc", Profile: "connectx", Estimate: "tx-slots"}, false},
		{reaction.Choice{Algo: "dolcerc", Profile: "connectx", Arms: []string{"1:1"}}, false},
		{reaction.Choice{Algo: "dcqcn", Profile: "connectx"}, false}, {reaction.Choice{Algo: "./mycc", Profile: "connectx"}, false},
	} {
		require.Equal(t, c.want, c.choice.UsesDefaults(), "%+v", c.choice)
	}
	require.Equal(t, "dolcerc-recommended", (&reaction.Choice{Algo: "dolcerc"}).Recommended())
	require.Empty(t, (&reaction.Choice{Algo: "dcqcn"}).Recommended())
}
