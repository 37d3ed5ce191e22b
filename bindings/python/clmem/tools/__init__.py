"""Allocators, memory pools, caches by first argument, and the tools that only pycuda has.

A pool reuses released memory without an OpenCL call and in queue order: a block that one queue has used is reused by
another only behind a barrier.
"""

from ._allocators import AllocatorBase, CLAllocator, DeferredAllocator, ImmediateAllocator, SVMAllocator
from ._caching import (
    clear_context_caches,
    clear_first_arg_caches,
    context_dependent_memoize,
    first_arg_dependent_memoize,
)
from ._contexts import get_default_device, make_default_context
from ._device_data import DeviceData, OccupancyRecord
from ._device_pools import (
    DeviceMemoryPool,
    PageLockedAllocator,
    PageLockedMemoryPool,
    PooledDeviceAllocation,
    PooledHostAllocation,
)
from ._faulty import FaultyAllocator
from ._pools import DRIVER_TIME_NEVER, DRIVER_TIME_UNLIMITED, MemoryPool, PooledBuffer, PooledSVM, SVMPool
from ._recorder import Recorder, record
from ._recordings import SnapshotRange, SnapshotSlab, StackFrame
from ._records import BinStatistics, FaultCounts, PoolStatistics, RecorderInfo, TagStatistics
from ._snapshots import Snapshot
from ._testing import get_test_platforms_and_devices, mark_cuda_test, pytest_generate_tests_for_pyopencl

__all__ = [
    "AllocatorBase",
    "BinStatistics",
    "CLAllocator",
    "DRIVER_TIME_NEVER",
    "DRIVER_TIME_UNLIMITED",
    "DeferredAllocator",
    "DeviceData",
    "DeviceMemoryPool",
    "FaultCounts",
    "FaultyAllocator",
    "ImmediateAllocator",
    "MemoryPool",
    "OccupancyRecord",
    "PageLockedAllocator",
    "PageLockedMemoryPool",
    "PoolStatistics",
    "PooledBuffer",
    "PooledDeviceAllocation",
    "PooledHostAllocation",
    "PooledSVM",
    "Recorder",
    "RecorderInfo",
    "SVMAllocator",
    "SVMPool",
    "Snapshot",
    "SnapshotRange",
    "SnapshotSlab",
    "StackFrame",
    "TagStatistics",
    "clear_context_caches",
    "clear_first_arg_caches",
    "context_dependent_memoize",
    "first_arg_dependent_memoize",
    "get_default_device",
    "get_test_platforms_and_devices",
    "make_default_context",
    "mark_cuda_test",
    "pytest_generate_tests_for_pyopencl",
    "record",
]
