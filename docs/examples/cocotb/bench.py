import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge

import dcqcn as model


def pack(leaves, values):
    """A bus of the fields, the first in the highest bits, as a packed struct has them."""
    bus = 0
    for (_, kind), v in zip(leaves, values):
        width = 1 if kind == "bool" else int(kind.lstrip("uint"))
        bus = bus << width | v & ((1 << width) - 1)
    return bus


@cocotb.test()
async def against_the_model(dut):
    params = model.Params.from_leaves(PARAMS)  # as the design was built or set up
    golden = model.Connection(params)
    cocotb.start_soon(Clock(dut.clk, 2, "ns").start())
    for event in EVENTS:
        await FallingEdge(dut.clk)
        dut.event.value = pack(event.LEAVES, event.leaves())
        dut.valid.value = 1
        await RisingEdge(dut.clk)
        want = golden.step(event)
        await ReadOnly()
        assert dut.output.value == pack(want.LEAVES, want.leaves()), (event, want)
        assert dut.state.value == pack(golden.state.LEAVES, golden.state.leaves()), golden.state
