import json

import dcqcn as model

# The parameters of a profile, from the vectors that ccgen vectors --form json -o . writes.
group = json.load(open("dcqcn-paper.json"))["testGroups"][0]
params = model.Params.from_leaves(group["params"].values())

c = model.Connection(params)
out = c.step(model.Event(Kind=model.EventCNP, Now=1_000, CNPs=1))
assert out.Did & model.DidCut and out.Rate < params.MaxRate
timer = c.next(1_000)  # the timer that ends first: its deadline and the kind of event to feed
c.step(model.Event(Kind=timer.Kind, Now=timer.At))

before = c.state.copy()
c.state.Rates.RC = 0x7FFFFFFF  # a fault, injected
c.step(model.Event(Kind=model.EventCNP, Now=2_000, CNPs=1))
assert c.state != before
