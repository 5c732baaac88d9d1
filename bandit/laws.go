package bandit

//ccgen:laws bandit4
//
// An arm exists, and each is tried again within Period decisions, whatever the rewards are: a round begins with all of
// them in turn and ends after Period decisions. A mean is in [0, 1] by its format.
//
//ccgen:invariant round-is-not-over (s.Rest & iterationMask) < uint32(p.Period)
//ccgen:law arm-exists o.Arm < 4
//ccgen:law round-begins-with-all-arms (t.Rest & iterationMask) < 4 implies uint32(o.Arm) == (t.Rest & iterationMask)
//ccgen:law round-goes-on (t.Rest & iterationMask) == (s.Rest & iterationMask) + 1 || (t.Rest & iterationMask) == 0
//ccgen:progress round-ends uint32(p.Period) - 1 - (s.Rest & iterationMask) within p.Period - 1 by 1 on (s.Rest & iterationMask) + 1 < uint32(p.Period) unless (s.Rest & iterationMask) + 1 >= uint32(p.Period)
