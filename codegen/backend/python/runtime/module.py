#!/usr/bin/env python3
# <%.Name%>: congestion control for NIC firmware in Python, compiled from Go. Generated; do not edit.
<%with .Command%>#
# Command:
#   <%.%>
<%end%>#
# Sources, SHA-256:
<%range .Sources%>#   <%.SHA256%>  <%.Name%>
<%end%>"""The golden model of <%.Name%>, bit for bit what the Go source computes.

<%if .Transducers%>A connection is <%.Connection (index .Transducers 0)%>(params); its step(event) takes an event, changes its state and
returns the output. Fields and functions have the names of the Go source and of the vectors; LEAVES of a
class has the flattened fields with their types, leaves() the values in that order.

<%end%>Arithmetic is reduced to the width of its type wherever it may leave it: any value that fits its field gives
what Go gives. <%if .Faults%>An index that is out of range is an IndexError, where Go panics.<%else%>Every index is shown to be in range.<%end%>

Run as a program it answers the line protocol of vectors and ports on standard input and output.
"""

from __future__ import annotations

import os
import re
import sys

# In signatures: how many bits a value has, and whether it has a sign.
int8 = int16 = int32 = int64 = uint8 = uint16 = uint32 = uint64 = int
<%.Constants%><%.Helpers%><%.Classes%><%.Tables%><%.Functions%><%range .Transducers%><%if and $.Laws .Check%>

# The laws of <%.Name%>, by number from 1.
_LAWS_<%.Name%> = (
<%range .Laws%>    <%printf "%q" (printf "%s: %s" .Name .Text)%>,
<%end%>)
<%end%>

class <%$.Connection .%>:
    """A connection that runs <%.Name%>: its parameters, which steps do not change, and its state."""

    __slots__ = ("params", "state")

    def __init__(self, params: <%$.Root.TypeName .Params%>, state: <%$.Root.TypeName .State%> | None = None) -> None:
        """Begins a connection. What the state holds before plays no part."""
        self.params = params
        self.state = <%$.Root.TypeName .State%>() if state is None else state
        <%index $.Names .Init%>(self.params, self.state)

    def step(self, event: <%$.Root.TypeName .Event%>) -> <%$.Root.TypeName .Output%>:
        """Feeds one event<%if and $.Laws .Check%>, and asserts that the laws hold<%end%>."""
<%if and $.Laws .Check%>        before = self.state.copy()
        out = <%index $.Names .Step%>(self.params, self.state, event)
        broken = <%index $.Names .Check%>(self.params, before, event, self.state, out)
        assert broken == 0, _LAWS_<%.Name%>[broken - 1]
        return out
<%else%>        return <%index $.Names .Step%>(self.params, self.state, event)
<%end%><%with .Next%>
    def next(self, now: <%(index .Params 1).Type.Kind%>) -> <%$.Root.TypeName (index .Results 0)%>:
        """Returns the timer that ends first, seen from now."""
        return <%index $.Names .%>(self.state, now)
<%end%><%end%>

# What follows answers the line protocol.

# By name: the classes of connections, parameters, states and events, and the leaves of an output.
_ALGORITHMS = {
<%range .Transducers%>    "<%.Name%>": (<%$.Connection .%>, <%$.Root.TypeName .Params%>, <%$.Root.TypeName .State%>, <%$.Root.TypeName .Event%>, lambda x: [<%$.Pieces .Output "x"%>]),
<%end%>}
# By name: layout of the arguments, the call, leaves of what it returns.
_FUNCTIONS = {
<%range .Exports%>    "<%.FullName%>": (
        [<%$.Layout .%>],
        lambda v: <%index $.Names .%>(<%$.Arguments .%>),
        lambda x: [<%$.Results .%>],
    ),
<%end%>}


<%template "serve.py" .%>