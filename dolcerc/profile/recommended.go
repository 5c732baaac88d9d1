package profile

import (
	"fmt"
	"strings"

	"smartnic-cc/bandit/decimal"
	"smartnic-cc/dcqcn"
	dcqcnprofile "smartnic-cc/dcqcn/profile"
	"smartnic-cc/internal/base/text/nearest"
)

// RecommendedName is the name of Recommended among profiles.
const RecommendedName = "dolcerc-recommended"

// Names returns the names of the profiles that are Dolce-RC's own: reaction point and
// learning under one name.
func Names() []string { return []string{RecommendedName} }

// Title says in a line what a profile of Names is.
func Title(name string) string {
	if name == RecommendedName {
		return "Dolce-RC with the reaction point and the arms that simulations recommend"
	}
	return ""
}

// Get returns what a profile's name means: one of Names, or on a DCQCN profile Default or,
// where its CNPs report no marked packets, DefaultTxSlots. The error of an unknown name lists
// the names.
func Get(name string, line dcqcn.Rate) (Config, error) {
	if name == RecommendedName {
		return Recommended(line), nil
	}
	c := Default(line)
	if !ReportsMarks(name) {
		c = DefaultTxSlots(line)
	}
	c.Base = name
	_, err := dcqcnprofile.Get(name, line)
	if err != nil && line >= dcqcnprofile.MinLine && line <= dcqcnprofile.MaxLine {
		all := append(dcqcnprofile.Names(), Names()...)
		err = fmt.Errorf("unknown profile %.40q%s; one of %s", name, nearest.Hint(name, all), strings.Join(all, ", "))
	}
	return c, err
}

// Recommended is the setting that the searches of docs/comparison.md ended on, for a port of the
// given speed, kb/s: arms that cut by half and differ in what they come back to, a reaction
// point that recovers fast, the paper's learning. It was measured at 100 and 200 Gb/s; the
// rates of increase are the same at every speed.
func Recommended(line dcqcn.Rate) Config {
	return Config{
		Base:         "paper",
		Set:          []string{"ai_rate=400", "hai_rate=4000", "byte_reset=0", "threshold=1"},
		Line:         line,
		Arms:         []Arm{{"1", "0.9"}, {"1", "1"}, {"1", "1.1"}, {"1", "1.2"}},
		Learn:        decimal.Paper(),
		QualifyAfter: 100_000,
		Estimate:     MarkedPackets,
	}
}
