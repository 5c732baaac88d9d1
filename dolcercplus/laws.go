package dolcercplus

//ccgen:laws dolcercplus4
//
//ccgen:invariant arm-exists s.Arm < 4
//ccgen:law rate-is-of-the-table o.Rate == max(p.LinkRate>>(3-uint32(o.Arm)), p.MinRate)
//ccgen:law arm-is-the-state-s o.Arm == t.Arm && o.Iteration == t.Iteration
//ccgen:law foreign-arm-changes-nothing e.Arm >= 4 implies t.Arm == s.Arm && t.Iteration == s.Iteration && t.Learn.Rest == s.Learn.Rest && o.Reward == 0
//ccgen:law lost-is-counted e.Arm >= 4 implies t.Lost == s.Lost+1 || t.Lost == 255
//ccgen:law own-arm-counts e.Arm < 4 implies t.Iteration == s.Iteration+1 && t.Lost == s.Lost
