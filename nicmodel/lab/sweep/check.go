package sweep

import "fmt"

// Check derives the model's configuration of every value of every axis, alone, in every environment, and of the
// schemes: it finds most faults before anything runs. Errors name the sweep file, the scenario and the key.
func (s *Sweep) Check() error {
	q := newSearch(s)
	for k := range q.schemes {
		x := &q.schemes[k]
		settings := []setting{own(len(x.Axes))}
		for i := range x.Axes {
			for v := range x.Axes[i].Values {
				one := own(len(x.Axes))
				one[i] = v
				settings = append(settings, one)
			}
		}
		for i, one := range settings {
			// The axes change the same things everywhere: one environment suffices.
			envs := 1
			if i == 0 {
				envs = len(q.Environments)
			}
			for env := range envs {
				// The model refuses a file that is far too large as it reads it, before the file is hashed.
				p := s.point(k, env, one, s.Seeds[0])
				sc, err := p.Parse()
				if err != nil {
					return fmt.Errorf("%s: %s: %w", s.path, p, err)
				}
				if _, err := sc.Config(); err != nil {
					return fmt.Errorf("%s: %s, %s: %w", s.path, x.Name, one.text(x), err)
				}
			}
		}
	}
	return nil
}

// Size is the size of a sweep.
type Size struct {
	Environments int `json:"environments"`
	// Settings are the most that the baseline and its rival try, Joint those of both together
	// in a fit.
	Settings [2]int `json:"settings"`
	Joint    int    `json:"joint_settings,omitempty"`
	// FitSetting and Held are the targets of a fit, and those that are held out.
	Fitted int `json:"targets,omitempty"`
	Held   int `json:"held_out_targets,omitempty"`
	// Runs are the most that the search makes, HeldOut those after it.
	Runs    int `json:"runs"`
	HeldOut int `json:"held_out_runs"`
}

// Size returns the most runs of the sweep.
func (s *Sweep) Size() Size {
	z := Size{Environments: len(s.Environments)}
	if s.fit() {
		s.fitSize(&z)
		return z
	}
	for k := range s.Schemes {
		z.Settings[k] = s.Strategy.most(&s.Schemes[k])
		z.Runs += z.Settings[k] * z.Environments * len(s.Seeds)
	}
	z.Runs += len(s.Others) * z.Environments * len(s.Seeds)
	each := min(z.Settings[Baseline], 3) + min(z.Settings[Rival], 4) + len(s.Others)
	z.HeldOut = (each*z.Environments + 2*min(places, z.Environments*z.Settings[Rival])) * len(s.HeldOut)
	return z
}

// fitSize counts the most runs of a fit: those of schemes with targets.
func (s *Sweep) fitSize(z *Size) {
	joint := s.joint()
	z.Joint = s.Strategy.most(&joint)
	fitted, all := map[[2]int]bool{}, map[[2]int]bool{}
	for i := range s.Targets {
		t := &s.Targets[i]
		at := [2]int{t.Scheme, t.Environment}
		all[at] = true
		if t.HeldOut {
			z.Held++
		} else {
			z.Fitted++
			fitted[at] = true
		}
	}
	for k := range s.Schemes {
		z.Settings[k] = s.Strategy.most(&s.Schemes[k])
	}
	for at := range all {
		best := min(nearby, z.Settings[at[0]])
		z.HeldOut += best * len(s.HeldOut)
		if fitted[at] {
			z.Runs += z.Settings[at[0]] * len(s.Seeds)
		} else {
			z.HeldOut += best * len(s.Seeds)
		}
	}
}
