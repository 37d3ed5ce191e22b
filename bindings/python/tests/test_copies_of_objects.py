"""OpenCL objects and memory can be neither copied nor pickled, and the attempt leaves the original intact."""

import copy
import dataclasses
import gc
import pickle

import numpy as np
import pytest

import clmem as cl
from clmem import tools

mf = cl.mem_flags


def of_svm(make):
    def needs_svm(ctx, queue, program):
        device = ctx.devices[0]
        if device._get_cl_version() < (2, 0) or not device.svm_capabilities & 1:
            pytest.skip("the device has no coarse-grain SVM")
        return make(ctx, queue, program)

    return needs_svm


OBJECTS = {
    "Buffer": lambda ctx, queue, program: cl.Buffer(ctx, mf.READ_WRITE, 4096),
    "sub-region": lambda ctx, queue, program: cl.Buffer(ctx, mf.READ_WRITE, 4096)[0:1024],
    "PooledBuffer": lambda ctx, queue, program: tools.MemoryPool(tools.ImmediateAllocator(queue)).allocate(4096),
    "SVMAllocation": of_svm(lambda ctx, queue, program: cl.SVMAllocation(ctx, 64, 0, 1, queue)),
    "SVM": of_svm(lambda ctx, queue, program: cl.SVM(cl.csvm_empty(ctx, 16, np.float32))),
    "PooledSVM": of_svm(lambda ctx, queue, program: tools.SVMPool(tools.SVMAllocator(ctx, queue=queue)).allocate(64)),
    "SVMMap": of_svm(lambda ctx, queue, program: cl.SVMAllocation(ctx, 64, 0, 1, queue).map_ro(queue)),
    "Image": lambda ctx, queue, program: cl.Image(ctx, mf.READ_WRITE, cl.ImageFormat(), (4, 4)),
    "Program": lambda ctx, queue, program: program,
    "Kernel": lambda ctx, queue, program: program.twice,
    "Sampler": lambda ctx, queue, program: cl.Sampler(ctx, False, cl.addressing_mode.CLAMP, cl.filter_mode.NEAREST),
    "MemoryMap": lambda ctx, queue, program: cl.enqueue_map_buffer(
        queue, cl.Buffer(ctx, mf.READ_WRITE, 64), cl.map_flags.READ, 0, (64,), np.uint8)[0].base,
    "Context": lambda ctx, queue, program: ctx,
    "CommandQueue": lambda ctx, queue, program: queue,
    "Device": lambda ctx, queue, program: ctx.devices[0],
    "Platform": lambda ctx, queue, program: ctx.devices[0].platform,
    "Event": lambda ctx, queue, program: cl.enqueue_marker(queue),
    "MemoryPool": lambda ctx, queue, program: tools.MemoryPool(tools.ImmediateAllocator(queue)),
    "PooledHostAllocation": lambda ctx, queue, program: tools.PageLockedMemoryPool(queue=queue).allocate(64, "u1").base,
}  # fmt: skip


@dataclasses.dataclass
class Holder:
    held: object


@pytest.mark.parametrize("kind", OBJECTS)
def test_an_object_is_not_copied(kind, ctx, queue, program, dev):
    if kind in ("Image", "Sampler") and not dev.image_support:
        pytest.skip("the device has no images")
    made = OBJECTS[kind](ctx, queue, program)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps, lambda made: dataclasses.asdict(Holder(made)),
                    lambda made: copy.deepcopy([made]), lambda made: pickle.dumps({"it": made}, protocol=0)):  # fmt: skip
        with pytest.raises(TypeError, match="cannot copy or pickle a") as caught:
            attempt(made)
        assert isinstance(caught.value, cl.Error)
    del caught
    gc.collect()
    assert repr(made)  # still alive
    if hasattr(made, "int_ptr"):
        assert made.int_ptr
    if isinstance(made, (cl.Buffer, tools.PooledBuffer)):
        cl.enqueue_fill(queue, made, b"\7").wait()


def test_plain_values_are_copied(ctx):
    format_ = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)
    assert copy.deepcopy(format_) == pickle.loads(pickle.dumps(format_)) == format_
    assert copy.copy(cl.LocalMemory(12)).size == 12


def test_arrays_over_memory_are_copied(ctx, coarse):
    array = cl.csvm_empty(ctx, 16, np.uint8)
    assert copy.deepcopy(array).base is None and len(pickle.loads(pickle.dumps(array))) == 16
