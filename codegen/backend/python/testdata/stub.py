"""Runs the page's bench without cocotb and without a simulator: the design is a second model.

usage: stub.py good|bad
"""

import json
import sys
import types

import dcqcn as model


class Signal:
    value = 0


class Design:
    """Takes an event at a clock edge where valid is set, and answers with packed output and state."""

    def __init__(self, params, wrong):
        self.clk, self.event, self.valid, self.output, self.state = (Signal() for _ in range(5))
        self.connection, self.wrong, self.events = model.Connection(params), wrong, 0

    def edge(self):
        if not self.valid.value:
            return
        fields, bus = [], self.event.value
        for _, kind in reversed(model.Event.LEAVES):
            width = {"bool": 1, "uint8": 8, "uint16": 16, "uint32": 32}[kind]
            fields.append(bus % (1 << width))
            bus >>= width
        out = self.connection.step(model.Event.from_leaves(reversed(fields)))
        self.events += 1
        if self.events == self.wrong:
            self.connection.state.Alpha ^= 1
        self.output.value = bench.pack(out.LEAVES, out.leaves())
        self.state.value = bench.pack(self.connection.state.LEAVES, self.connection.state.leaves())


class Trigger:
    def __init__(self, of=None):
        pass

    def __await__(self):
        return iter(())


class RisingEdge(Trigger):
    def __await__(self):
        design.edge()
        return iter(())


def module(name, **names):
    m = types.ModuleType(name)
    m.__dict__.update(names)
    sys.modules[name] = m


class Clock:
    def __init__(self, signal, period, unit):
        pass

    def start(self):
        pass


module("cocotb", test=lambda: lambda f: f, start_soon=lambda c: None)
module("cocotb.clock", Clock=Clock)
module("cocotb.triggers", FallingEdge=Trigger, ReadOnly=Trigger, RisingEdge=RisingEdge)
import bench  # noqa: E402

group = json.load(open("dcqcn-paper.json"))["testGroups"][0]
bench.PARAMS = list(group["params"].values())
width = len(model.Event.LEAVES)
bench.EVENTS = [model.Event.from_leaves(row[:width]) for row in group["tests"][0]["steps"]]
design = Design(model.Params.from_leaves(bench.PARAMS), 3 if sys.argv[1] == "bad" else 0)
try:
    bench.against_the_model(design).send(None)
except StopIteration:
    assert design.events == len(bench.EVENTS) > 10
    print("passed")
except AssertionError:
    assert design.events == 3
    print("failed")
