"""Pools, allocators, caches and what tools has besides."""

import warnings
from typing import List, Optional, Tuple

import numpy as np
from typing_extensions import assert_type

import clmem as cl
from clmem import characterize, tools
from clmem.tools import AllocatorBase, DeferredAllocator, ImmediateAllocator, MemoryPool, PooledBuffer

context = tools.make_default_context()
queue = cl.CommandQueue(context)
device = context.devices[0]


def when_short(size: int, attempt: int) -> bool:
    return size > 0 and attempt < 2


pool = MemoryPool(
    ImmediateAllocator(queue), leading_bits_in_bin_id=4, limit_bytes=1 << 26, budget_bytes=1 << 20, keep_bytes=1 << 10,
    idle_release_ms=1000, driver_time_permille=tools.DRIVER_TIME_UNLIMITED, out_of_memory=when_short, dedicated=False,
)  # fmt: skip
block = pool.allocate(1000)
assert_type(block, PooledBuffer)
assert_type(pool(10), PooledBuffer)
assert_type(pool.allocate_with(10, queue=queue, alignment=128, tag="a", dedicated=True), PooledBuffer)
assert_type(block.size, int)
assert_type(block[0:10], cl.Buffer)
cl.enqueue_copy(queue, block, np.zeros(250, np.int32))
cl.enqueue_fill_buffer(queue, block, np.uint8(0), 0, block.size)
assert_type(pool.managed_bytes + pool.active_bytes + pool.held_bytes + pool.held_blocks + pool.active_blocks, int)
assert_type(pool.statistics().hits, int)
assert_type(pool.statistics(), tools.PoolStatistics)
assert_type(pool.snapshot(), tools.Snapshot)
frames = [frame for slab in pool.snapshot(path=None).slabs for part in slab.ranges for frame in part.stack]
assert_type([frame.line for frame in frames], List[int])
assert_type(pool.snapshot().state_bytes["live"] + pool.snapshot().live_bytes + pool.snapshot().reserved_bytes, int)
assert_type(pool.bin_statistics(), List[tools.BinStatistics])
assert_type([each.name for each in pool.tag_statistics()], List[str])
assert_type(pool.trim(0), int)
assert_type(pool.alloc_size(pool.bin_number(100)), int)
pool.record_use(block, queue)
pool.forget_queue(queue)
pool.reset_peaks()
pool.set_limit(0)
pool.free_held()
pool.stop_holding()
block.release()


class Counting(AllocatorBase):
    """A program's own allocator."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, size: int) -> cl.Buffer:
        self.calls += 1
        return cl.Buffer(context, cl.mem_flags.READ_WRITE, size)


assert_type(MemoryPool(Counting()).allocate(100), PooledBuffer)
assert_type(ImmediateAllocator(queue)(10), Optional[cl.Buffer])
allocator: AllocatorBase = DeferredAllocator(context, cl.mem_flags.READ_ONLY)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    MemoryPool(allocator, limit_bytes=0)


@tools.first_arg_dependent_memoize
def program_for(context: cl.Context, kind: str) -> cl.Program:
    return cl.Program(context, f"kernel void zero(global {kind} *a) {{ a[0] = 0; }}").build()


@tools.context_dependent_memoize
def number(factor: int) -> int:
    return 21 * factor


assert_type(program_for(context, "int"), cl.Program)
assert_type(number(2), int)
tools.clear_first_arg_caches()
tools.clear_context_caches()

staging = tools.PageLockedMemoryPool(tools.PageLockedAllocator(cl.host_alloc_flags.WRITECOMBINED), queue=queue)
array = staging.allocate((10, 10), np.float32, "F")
array[:] = 1
assert staging.allocate(3, "i4").shape == (3,)

data = tools.DeviceData.for_capability(9, 0)
assert_type(data.max_threads, int)
record = tools.OccupancyRecord(data, threads=256, shared_mem=1024, registers=32)
assert_type(record.tb_per_mp_limits, List[Tuple[int, str]])
assert_type(tools.DeviceData(device).defaults, Tuple[str, ...])


def addresses() -> None:
    pool = tools.DeviceMemoryPool(context, queue)
    memory = pool.allocate(100)
    assert_type(memory, tools.PooledDeviceAllocation)
    assert_type(int(memory) + len(memory), int)
    memory.free()


if characterize.has_coarse_grain_buffer_svm(device):
    addresses()

assert_type(characterize.get_device_memory(device).free, Optional[int])
assert_type(characterize.get_simd_group_size(device, 4), Optional[int])
assert_type(characterize.source_of(characterize.has_double_support, device), str)
assert_type(characterize.get_pocl_version(device.platform), Optional[Tuple[int, int]])
assert_type(device.max_work_item_sizes, List[int])
assert_type(device.parent_device, Optional[cl.Device])
cl.set_log_level("warning")
