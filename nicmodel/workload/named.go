package workload

import (
	"fmt"
	"strings"

	"smartnic-cc/internal/base/text/collect"
	"smartnic-cc/internal/base/text/nearest"
)

// named are the distributions that have a name.
var named = []Distribution{
	// Facebook's cache followers (Roy et al., SIGCOMM 2015): 0.71 MB on average.
	{"cachefollower", []Point{
		{70, 0}, {70, 10_000_000}, {150, 15_000_000}, {150, 40_000_000}, {300, 80_000_000},
		{350, 100_000_000}, {350, 190_000_000}, {450, 200_000_000}, {500, 280_000_000},
		{600, 300_000_000}, {700, 350_000_000}, {1100, 400_000_000}, {2000, 420_000_000},
		{10_000, 480_000_000}, {30_000, 500_000_000}, {100_000, 520_000_000},
		{200_000, 600_000_000}, {400_000, 680_000_000}, {600_000, 700_000_000},
		{1_500_000, 701_000_000}, {2_000_000, 800_000_000}, {2_400_000, 900_000_000},
		{3_000_000, 1_000_000_000},
	}},
	// A data-mining cluster (Greenberg et al., SIGCOMM 2009): 7.49 MB on average.
	{"datamining", []Point{
		{100, 0}, {10_000, 800_000_000}, {152_522, 834_600_000}, {390_541, 900_000_000},
		{3_223_542, 953_846_000}, {100_000_000, 990_000_000}, {1_000_000_000, 1_000_000_000},
	}},
	// Web search (Alizadeh et al., DCTCP, SIGCOMM 2010): 1.7 MB on average.
	{"websearch", []Point{
		{0, 0}, {10_000, 150_000_000}, {20_000, 200_000_000}, {30_000, 300_000_000},
		{50_000, 400_000_000}, {80_000, 530_000_000}, {200_000, 600_000_000},
		{1_000_000, 700_000_000}, {2_000_000, 800_000_000}, {5_000_000, 900_000_000},
		{10_000_000, 970_000_000}, {30_000_000, 1_000_000_000},
	}},
	// Facebook's Hadoop (Roy et al., SIGCOMM 2015, in the points of HPCC): 0.12 MB on
	// average.
	{"hadoop", []Point{
		{0, 0}, {100, 10_000_000}, {200, 20_000_000}, {300, 50_000_000}, {350, 150_000_000},
		{400, 200_000_000}, {500, 300_000_000}, {600, 400_000_000}, {700, 500_000_000},
		{1000, 600_000_000}, {2000, 670_000_000}, {7000, 700_000_000}, {30_000, 720_000_000},
		{50_000, 820_000_000}, {80_000, 870_000_000}, {120_000, 900_000_000},
		{300_000, 950_000_000}, {1_000_000, 975_000_000}, {2_000_000, 990_000_000},
		{10_000_000, 1_000_000_000},
	}},
}

// DistributionNames lists the names that Named knows.
func DistributionNames() []string {
	return collect.Of(named, func(x Distribution) string { return x.Name })
}

// Named returns a distribution by its name: cachefollower, datamining, websearch or
// hadoop. The error of another name lists these.
func Named(name string) (*Distribution, error) {
	for i := range named {
		if named[i].Name == name {
			return &named[i], nil
		}
	}
	return nil, fmt.Errorf("distribution %q is not known%s; there are %s", name, nearest.Hint(name, DistributionNames()), strings.Join(DistributionNames(), ", "))
}
