package compare

import (
	"fmt"
	"io"
	"slices"

	"smartnic-cc/internal/base/text/jsontext"
	"smartnic-cc/internal/base/text/plural"
	"smartnic-cc/nicmodel/event"
	"smartnic-cc/nicmodel/lab/experiment"
)

// Report is the result of a comparison.
type Report struct {
	Scenario string   `json:"scenario"`
	Title    string   `json:"title,omitempty"`
	Model    string   `json:"model"`
	Seeds    []uint64 `json:"seeds"`
	// Common are the changes of the scenario for all contenders.
	Common []string `json:"set,omitempty"`
	// QueueEvery is the period of sampling the queues.
	QueueEvery event.Time `json:"queue_every_ps"`
	// Warnings lists where the comparison is unfair or incomplete.
	Warnings   []Warning         `json:"warnings"`
	Sizes      []SizeClass       `json:"sizes"`
	Contenders []ContenderResult `json:"contenders"`

	metrics []metric
}

// Warning is a reason to distrust a number.
type Warning struct {
	// Contender is the contender; "" for all.
	Contender string `json:"contender,omitempty"`
	Text      string `json:"text"`
}

// ContenderResult is the result of a contender.
type ContenderResult struct {
	Name      string `json:"name"`
	Algorithm string `json:"algorithm"`
	Profile   string `json:"profile,omitempty"`
	// Title is the name with the profile.
	Title string `json:"title"`
	// Set is its changes of the scenario, as cctrace sim --set takes them.
	Set []string `json:"set,omitempty"`
	// Numbers are means over the seeds, by metric.
	Numbers map[string]MeanInterval `json:"numbers"`
	// Over are ratios to the first contender, taken seed by seed: above 1 is more.
	Over map[string]MeanInterval `json:"over_first"`
	Cost Cost                    `json:"cost"`
	// Messages of all seeds together, and how many of them were complete at the end of the scenario.
	Messages  int      `json:"messages"`
	Completed int      `json:"completed"`
	Lost      uint64   `json:"lost_packets"`
	Digests   []string `json:"digests"`

	quantiles []float64 // of the slow-down at 0, 1, ... 100 %, means over the seeds
}

// report makes the report of results by contender and seed.
func (c *Comparison) report(model string, of func(contender, seed int) *experiment.Result) (*Report, error) {
	r := &Report{Scenario: c.Name, Title: c.Title, Model: model, Seeds: c.Seeds, Common: c.set, Warnings: c.warnings()}
	var all []*experiment.Result
	for k := range c.Contenders {
		for seed := range c.Seeds {
			all = append(all, of(k, seed))
		}
	}
	r.QueueEvery = all[0].Detail.QueueEvery
	r.Sizes = sizesOf(all)
	r.metrics = metrics(r.Sizes)
	for k, one := range c.Contenders {
		s := ContenderResult{
			Name: one.Name, Algorithm: one.Algorithm, Profile: one.Profile, Title: one.Title(), Set: one.Set,
			Numbers: map[string]MeanInterval{}, Over: map[string]MeanInterval{},
		}
		var err error
		if s.Cost, err = one.cost(); err != nil {
			return nil, err
		}
		mine, first := all[k*len(c.Seeds):(k+1)*len(c.Seeds)], all[:len(c.Seeds)]
		for _, m := range r.metrics {
			s.Numbers[m.name] = over(mine, m)
			if m.ratio {
				s.Over[m.name] = ratio(mine, first, m.of)
			}
		}
		s.count(mine)
		r.Contenders = append(r.Contenders, s)
	}
	r.whole()
	return r, nil
}

// over averages a metric of results; one of messages over those that have some.
func over(list []*experiment.Result, m metric) MeanInterval {
	var v []float64
	for _, r := range list {
		if x := m.of(r); x != 0 || !m.messages {
			v = append(v, x)
		}
	}
	return spread(v)
}

// ratio averages a metric over the first contender's; one of messages over the seeds in which both have some.
func ratio(list, first []*experiment.Result, of func(*experiment.Result) float64) MeanInterval {
	var v []float64
	for i, r := range list {
		if x, base := of(r), of(first[i]); x != 0 && base != 0 {
			v = append(v, x/base)
		}
	}
	return spread(v)
}

// count adds what is summed over the seeds, and the distribution.
func (s *ContenderResult) count(list []*experiment.Result) {
	s.quantiles = make([]float64, 0, 101)
	for _, r := range list {
		s.Messages += r.All.Messages
		s.Completed += r.All.Completed
		s.Lost += r.Lost
		s.Digests = append(s.Digests, r.Digest)
		for i, q := range r.Detail.Quantiles {
			if i == len(s.quantiles) {
				s.quantiles = append(s.quantiles, 0)
			}
			s.quantiles[i] += float64(q) / 1000 / float64(len(list))
		}
	}
}

// whole warns of incomplete runs.
func (r *Report) whole() {
	for i := range r.Contenders {
		s := &r.Contenders[i]
		if s.Completed < s.Messages {
			r.warn(s.Name, fmt.Sprintf("%d of %s were not complete at the end of the scenario (*): their times, the longest, are in no number; raise run.end",
				s.Messages-s.Completed, plural.Of(s.Messages, "message")))
		}
		if s.Lost > 0 {
			r.warn(s.Name, plural.Of(s.Lost, "packet")+" found no room in switches and were lost")
		}
	}
}

func (r *Report) warn(contender, text string) {
	r.Warnings = append(r.Warnings, Warning{contender, text})
}

// Incomplete reports whether messages were not complete at the end.
func (s *ContenderResult) Incomplete() bool { return s.Completed < s.Messages }

// names returns the names of the contenders.
func (r *Report) names() (list []string) {
	for i := range r.Contenders {
		list = append(list, r.Contenders[i].Name)
	}
	return slices.Clip(list)
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	return jsontext.Write(w, r)
}
