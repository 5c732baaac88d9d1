package scenario

import (
	"strconv"

	"smartnic-cc/nicmodel/exact"
)

// Exact is the table [exact].
type Exact struct {
	NextHops    Text `toml:"next_hops" one:"descending,ascending" default:"descending" doc:"The order of a switch's next hops, by the numbers of the switches that they lead to. In the simulator it is that of its objects in memory; with glibc descending."`
	AckHighPrio bool `toml:"ack_high_prio" doc:"A host's acknowledgements go on while PFC holds its data, ACK_HIGH_PRIO."`
	Gain        Text `toml:"gain" unit:"decimal" doc:"The weight of the newest sample in alpha of DCQCN and DCTCP, EWMA_GAIN. Default: that of the algorithm's parameters, which has 16 bits."`
	Loss        Text `toml:"loss" unit:"decimal" doc:"The part of packets, PFC frames too, that links lose whose own loss is 0, all by one random stream: ERROR_RATE_PER_LINK."`
	Target      Text `toml:"target" unit:"decimal" doc:"The utilisation that HPCC holds, U_TARGET. Default: that of the algorithm's parameters, which has 32 bits."`
}

// exactly reads the table [exact], if there is one.
func (b *builder) exactly() {
	t := b.s.Exact
	if t == nil {
		return
	}
	k := b.Table("exact", t)
	o := exact.Options{AckHighPriority: t.AckHighPrio, Ascending: k.One(&t.NextHops) == "ascending"}
	for _, f := range []struct {
		text *Text
		to   *float64
	}{{&t.Gain, &o.Gain}, {&t.Target, &o.Target}, {&t.Loss, &o.Loss}} {
		if *f.text == "" || b.Err != nil {
			continue
		}
		x, err := strconv.ParseFloat(string(*f.text), 64)
		if err != nil || !(x > 0 && x < 1) {
			b.Fail(k.At(f.text), "%.40q is not a number between 0 and 1, as in 0.95", string(*f.text))
			return
		}
		*f.to = x
	}
	b.exact = &o
}
