"""Random sequences of calls, which hypothesis shortens when one fails, against a naive model: an array for each block."""

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule, run_state_machine_as_test

import clmem as cl
from clmem.tools import ImmediateAllocator, MemoryPool, SVMAllocator, SVMPool

mapf = cl.map_flags
SIZES = st.one_of(st.integers(1, 64), st.integers(1, 1 << 14), st.just(1 << 20))
QUEUES = st.integers(0, 1)


class Blocks(RuleBasedStateMachine):
    """Blocks of one pool in two queues. All commands for a block wait for its last one."""

    live = Bundle("live")

    shared = None  # a context and two queues, for all examples

    def __init__(self):
        super().__init__()
        self.context, self.queues = Blocks.shared
        self.pool = self.make_pool()
        self.model = {}  # the contents of each live block
        self.last = {}  # its last event

    def make_pool(self):
        return MemoryPool(ImmediateAllocator(self.queues[0]))

    def waits(self, *blocks):
        return [self.last[block] for block in blocks if block in self.last] or None

    def note(self, event, *blocks):
        for block in blocks:
            self.last[block] = event
        for queue in self.queues:
            queue.flush()

    @rule(target=live, nbytes=SIZES, at=QUEUES, value=st.integers(0, 255))
    def allocate(self, nbytes, at, value):
        try:
            block = self.pool.allocate_with(nbytes, queue=self.queues[at])
        except cl.MemoryError:
            return multiple()  # the limit
        assert block.size == nbytes
        self.model[block] = np.full(nbytes, value, np.uint8)
        self.write_all(block, at)
        return block

    def write_all(self, block, at):
        self.note(cl.enqueue_copy(self.queues[at], block, self.model[block].copy(), is_blocking=False,
                                  wait_for=self.waits(block)), block)  # fmt: skip

    @rule(block=consumes(live))
    def free(self, block):
        del self.model[block]
        self.last.pop(block, None)
        block.release()
        with pytest.raises(cl.LogicError):
            block.release()

    @rule(block=live, at=QUEUES, value=st.integers(0, 255))
    def write(self, block, at, value):
        self.model[block][:] = np.arange(block.size) + value
        self.write_all(block, at)

    @rule(block=live, at=QUEUES)
    def read(self, block, at):
        found = np.empty(block.size, np.uint8)
        cl.enqueue_copy(self.queues[at], found, block, wait_for=self.waits(block))
        assert np.array_equal(found, self.model[block])

    @rule(source=live, dest=live, at=QUEUES)
    def copy(self, source, dest, at):
        if source is dest or source.size > dest.size:
            return
        event = cl.enqueue_copy(self.queues[at], dest, source, wait_for=self.waits(source, dest))
        self.model[dest][: source.size] = self.model[source]
        self.note(event, source, dest)

    @rule(target_bytes=st.integers(0, 1 << 22))
    def trim(self, target_bytes):
        self.pool.trim(target_bytes)

    @rule()
    def free_held(self):
        self.pool.free_held()

    @rule(limit=st.sampled_from([0, 1 << 21, 1 << 24]))
    def set_limit(self, limit):
        self.pool.set_limit(limit)

    @rule()
    def dump(self):
        states = self.pool.dump()["states"]
        assert states["live"]["ranges"] == len(self.model)

    @invariant()
    def the_figures_are_the_models(self):
        figures = self.pool.statistics()
        assert figures.active_blocks == len(self.model)
        assert figures.active_bytes == sum(content.size for content in self.model.values())
        assert figures.active_bytes + figures.held_bytes <= figures.managed_bytes

    def teardown(self):
        for queue in self.queues:
            queue.finish()
        self.model.clear()
        self.last.clear()


class Buffers(Blocks):
    """Buffers can also be filled, mapped, and divided."""

    live = Blocks.live

    @rule(block=live, at=QUEUES, value=st.integers(0, 255))
    def fill(self, block, at, value):
        event = cl.enqueue_fill_buffer(self.queues[at], block, np.uint8(value), 0, None, wait_for=self.waits(block))
        self.model[block][:] = value
        self.note(event, block)

    @rule(block=live, at=QUEUES, value=st.integers(0, 255))
    def map(self, block, at, value):
        array, _ = cl.enqueue_map_buffer(self.queues[at], block, mapf.READ | mapf.WRITE, 0, block.size, np.uint8,
                                         wait_for=self.waits(block))  # fmt: skip
        assert np.array_equal(array, self.model[block])
        array[:] = value
        self.model[block][:] = value
        self.note(array.base.release(self.queues[at]), block)

    @rule(block=live, at=QUEUES)
    def read_a_part(self, block, at):
        if block.size <= 4096:
            return
        part = block.get_sub_region(4096, block.size - 4096)
        found = np.empty(part.size, np.uint8)
        cl.enqueue_copy(self.queues[at], found, part, wait_for=self.waits(block))
        assert np.array_equal(found, self.model[block][4096:])


class SVM(Blocks):
    """Shared virtual memory can also be bound to another queue."""

    live = Blocks.live

    def make_pool(self):
        return SVMPool(SVMAllocator(self.context, queue=self.queues[0]))

    @rule(block=live, at=QUEUES)
    def bind(self, block, at):
        block.bind_to_queue(self.queues[at])


often = settings(max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("machine", [Buffers, SVM], ids=["buffers", "svm"])
def test_any_sequence_of_calls(machine, request, ctx):
    if machine is SVM:
        request.getfixturevalue("coarse")
    Blocks.shared = ctx, [cl.CommandQueue(ctx) for _ in range(2)]
    run_state_machine_as_test(machine, settings=often)
