package sweep

import (
	"fmt"

	"smartnic-cc/nicmodel/lab/experiment"
)

// Round is a list of points that the sweep needs to continue. It depends only on the sweep file and the results of
// earlier rounds.
type Round struct {
	// Number counts rounds from 1.
	Number int
	// HeldOut reports whether it is the last one, with the held-out seeds.
	HeldOut bool
	Points  []experiment.Point
}

// String returns the name of the round.
func (r *Round) String() string {
	if r.HeldOut {
		return fmt.Sprintf("round %d (held-out seeds)", r.Number)
	}
	return fmt.Sprintf("round %d", r.Number)
}

// Engine has the points of a round run: Local, Shard, Merge or Slurm.
type Engine interface {
	// Run returns the results of a round. An error ends the sweep.
	Run(*Round) (*experiment.Results, error)
}

// Progress gets the numbers of points done and of all in a round. It may be nil.
type Progress func(round, done, total int)

// Local runs points in this process, Runner.Workers at a time.
type Local struct {
	Runner   *experiment.Runner
	Progress Progress
}

// Run runs the points that have no result yet.
func (l *Local) Run(round *Round) (*experiment.Results, error) {
	return run(l.Runner, round, round.Points, l.Progress)
}

// run runs some points of a round.
func run(r *experiment.Runner, round *Round, points []experiment.Point, tell Progress) (*experiment.Results, error) {
	if tell != nil {
		r.Progress = func(done, total int) { tell(round.Number, done, total) }
	}
	return r.Run(points)
}

// Shard runs one of several equal parts of one round and ends the sweep with ShardDone. Other processes run the
// others with the same folder of results, or with folders that are merged afterwards.
type Shard struct {
	Runner   *experiment.Runner
	Progress Progress
	// Part is the number of this part, 1 to Of.
	Part, Of int
	// Round is the round to run; 0 is the first that is not complete.
	Round int
}

// ShardDone ends a process that ran its shard. It is not a failure.
type ShardDone struct {
	Round *Round
	// Points is how many of the round this part had.
	Points int
}

// Error returns what was done.
func (d *ShardDone) Error() string {
	return fmt.Sprintf("%s: %d of %d points are this shard's and done", d.Round, d.Points, len(d.Round.Points))
}

// Incomplete ends a process that needs missing results.
type Incomplete struct {
	Round *Round
	// Missing is how many points have no result.
	Missing int
	// Work is their folder.
	Work string
}

// Error returns what is missing and how to get it.
func (i *Incomplete) Error() string {
	return fmt.Sprintf("%s: %d of %d points have no result in %s; run all its shards, then go on", i.Round, i.Missing, len(i.Round.Points), i.Work)
}

// Run runs the part if it is the round's turn.
func (s *Shard) Run(round *Round) (*experiment.Results, error) {
	res, missing, err := s.Runner.Stored(round.Points)
	if err != nil {
		return nil, err
	}
	if s.Round == 0 && len(missing) == 0 || round.Number < s.Round {
		if len(missing) > 0 {
			return nil, &Incomplete{round, len(missing), s.Runner.Work}
		}
		return res, nil
	}
	// Parts divide the whole round, including done points, so that they do not depend on the order of parts.
	var mine []experiment.Point
	for i := s.Part - 1; i < len(round.Points); i += s.Of {
		mine = append(mine, round.Points[i])
	}
	if _, err := run(s.Runner, round, mine, s.Progress); err != nil {
		return nil, err
	}
	return nil, &ShardDone{round, len(mine)}
}

// Merge runs nothing: it takes the results of shards.
type Merge struct {
	Runner *experiment.Runner
}

// Run returns the results if complete, and Incomplete otherwise.
func (m *Merge) Run(round *Round) (*experiment.Results, error) {
	res, missing, err := m.Runner.Stored(round.Points)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return nil, &Incomplete{round, len(missing), m.Runner.Work}
	}
	return res, nil
}
