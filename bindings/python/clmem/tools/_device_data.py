"""What a device's multiprocessors have room for, and how well a kernel fills them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Tuple

from .. import _handles
from .._errors import check
from .._ffi import ffi, lib
from ._contexts import current_context

if TYPE_CHECKING:
    from .._platform import Device


class DeviceData:
    """More about a device than it tells by itself: its queries, and for NVIDIA's devices clmem's table.

    A thread is OpenCL's work-item, a thread block its work-group, a multiprocessor its compute unit, shared memory its
    local memory. A figure that neither a query nor the table knows has a default, and its name is in :attr:`defaults`. By
    the defaults a multiprocessor runs one block of any allowed size at a time, which OpenCL guarantees:

    - `warp_size`: 1, `smem_granularity`: 1;
    - `warps_per_mp`: the warps of a block of `max_threads`, `thread_blocks_per_mp`: 1;
    - `smem_alloc_granularity`: 1, and a multiprocessor has the shared memory of one block;
    - `registers`: 0; an :class:`OccupancyRecord` that asks for registers is an error then.

    :param dev: a :class:`clmem.Device`; None: that of the current context.
    """

    def __init__(self, dev: "Optional[Device]" = None) -> None:
        pointer = _handles.device(current_context().devices[0] if dev is None else dev, "dev", "DeviceData")
        self._data = _empty_data()
        check(lib.clmem_device_get_data(pointer, self._data))
        self._fill_in()

    @classmethod
    def for_capability(cls, major: int, minor: int) -> "DeviceData":
        """The data of NVIDIA's devices of a compute capability, without a device.

        :raises clmem.LogicError: it is not in the table; the message lists those that are.
        """
        made = cls.__new__(cls)
        made._data = _empty_data()
        check(lib.clmem_device_data_for_capability(major, minor, made._data))
        made._fill_in()
        return made

    def _fill_in(self) -> None:
        """Makes `_filled`, the data with the defaults; by `_data`, without them, addresses are aligned."""
        self._filled = filled = _empty_data()
        ffi.memmove(filled, self._data, ffi.sizeof("clmem_device_data"))
        self._defaults = [name for flag, name, _ in _DEFAULTS if not filled.known & flag]
        for flag, name, default in _DEFAULTS:
            if not filled.known & flag:
                setattr(filled, name, default(filled))
                filled.known |= flag

    @property
    def defaults(self) -> Tuple[str, ...]:
        """The names of the figures that are defaults, since they are not known for the device."""
        names = [_NAMES.get(name, name) for name in self._defaults]
        return tuple(names if self._data.known & lib.CLMEM_DEVICE_DATA_REGISTERS else [*names, "registers"])

    @property
    def capability(self) -> Optional[Tuple[int, int]]:
        """NVIDIA's compute capability, as (major, minor)."""
        known = self._data.known & lib.CLMEM_DEVICE_DATA_CAPABILITY
        return (self._data.capability_major, self._data.capability_minor) if known else None

    @property
    def max_threads(self) -> int:
        """Most threads in a block."""
        return int(self._filled.max_threads)

    @property
    def warp_size(self) -> int:
        """Threads that run in step; 1 if each runs alone."""
        return int(self._filled.warp_size)

    @property
    def warps_per_mp(self) -> int:
        """Most warps on a multiprocessor at once."""
        return int(self._filled.warps_per_mp)

    @property
    def thread_blocks_per_mp(self) -> int:
        """Most thread blocks on a multiprocessor at once."""
        return int(self._filled.thread_blocks_per_mp)

    @property
    def registers(self) -> int:
        """32-bit registers that a block can have; 0 if that is not known."""
        return int(self._filled.registers)

    @property
    def shared_memory(self) -> int:
        """Bytes of shared memory that a block can have."""
        return int(self._filled.shared_memory_bytes)

    @property
    def smem_granularity(self) -> int:
        """Threads that take part in banked, simultaneous access to shared memory."""
        return int(self._filled.smem_granularity)

    @property
    def smem_alloc_granularity(self) -> int:
        """Bytes of the smallest allocation of shared memory."""
        return int(self._filled.smem_alloc_granularity_bytes)

    def align_bytes(self, word_size: int = 4) -> int:
        """The distance, in bytes, of base addresses in global memory at which accesses to words are coalesced.

        :param word_size: of the words, in bytes: 1, 2, 4, 8 or 16.
        :raises clmem.LogicError: it is none of these, or the device's cache line is not known.
        """
        out = ffi.new("size_t *")
        check(lib.clmem_device_align_bytes(self._data, word_size, out))
        return int(out[0])

    def align(self, bytes: int, word_size: int = 4) -> int:
        """Rounds `bytes` up to a multiple of :meth:`align_bytes`."""
        out = ffi.new("size_t *")
        check(lib.clmem_device_align(self._data, bytes, word_size, out))
        return int(out[0])

    def align_words(self, word_size: int) -> int:
        """What :meth:`align_bytes` gives, in words.

        :raises clmem.LogicError: the words do not divide it.
        """
        out = ffi.new("size_t *")
        check(lib.clmem_device_align_words(self._data, word_size, out))
        return int(out[0])

    def align_dtype(self, elements: int, dtype_size: int) -> int:
        """Rounds a number of elements, of `dtype_size` bytes each, up to a multiple of :meth:`align_words`."""
        out = ffi.new("size_t *")
        check(lib.clmem_device_align_dtype(self._data, elements, dtype_size, out))
        return int(out[0])

    @staticmethod
    def make_valid_tex_channel_count(size: int) -> int:
        """Rounds a number of channels, 1 to 4, up to one that textures can have.

        :raises clmem.LogicError: it is 0 or above 4.
        """
        out = ffi.new("uint32_t *")
        check(lib.clmem_device_texture_channels(size, out))
        return int(out[0])


def _empty_data() -> Any:
    data = ffi.new("clmem_device_data *")
    check(lib.clmem_device_data_init(data, ffi.sizeof("clmem_device_data")))
    return data


# What stands for a figure that is not known: its flag, its member, its value by those before.
_DEFAULTS = (
    (lib.CLMEM_DEVICE_DATA_WARP_SIZE, "warp_size", lambda data: 1),
    (lib.CLMEM_DEVICE_DATA_WARPS, "warps_per_mp", lambda data: -(-data.max_threads // data.warp_size)),
    (lib.CLMEM_DEVICE_DATA_THREAD_BLOCKS, "thread_blocks_per_mp", lambda data: 1),
    (lib.CLMEM_DEVICE_DATA_SMEM_GRANULARITY, "smem_granularity", lambda data: 1),
    (lib.CLMEM_DEVICE_DATA_SMEM_ALLOC_GRANULARITY, "smem_alloc_granularity_bytes", lambda data: 1),
    (lib.CLMEM_DEVICE_DATA_SHARED_MEMORY_PER_MP, "shared_memory_per_mp_bytes", lambda data: data.shared_memory_bytes),
)

_NAMES = {
    "smem_alloc_granularity_bytes": "smem_alloc_granularity",
    "shared_memory_per_mp_bytes": "shared_memory_per_mp",
}

_LIMITS = {
    lib.CLMEM_OCCUPANCY_DEVICE: "device",
    lib.CLMEM_OCCUPANCY_REGISTERS: "regs",
    lib.CLMEM_OCCUPANCY_SHARED_MEMORY: "smem",
    lib.CLMEM_OCCUPANCY_WARPS: "warps",
}

_NO_LIMIT = 2**32 - 1


class OccupancyRecord:
    """How well a kernel fills a device's multiprocessors.

    :param devdata: the device's :class:`DeviceData`.
    :param threads: threads in a block.
    :param shared_mem: bytes of shared memory of a block.
    :param registers: 32-bit registers of a thread; 0: they are no bound.
    :ivar tb_per_mp: how many thread blocks run on a multiprocessor at once.
    :ivar limited_by: what bounds them: "device", "warps", "regs" or "smem".
    :ivar warps_per_mp: how many warps run on a multiprocessor at once.
    :ivar occupancy: which part of the warps that a multiprocessor has room for, 0 to 1.
    :ivar tb_per_mp_limits: every bound, as (blocks, name).
    :raises clmem.LogicError: a block or a thread cannot have so much; or registers are asked for, of which the data knows
        nothing. The message names the figure.
    """

    def __init__(self, devdata: DeviceData, threads: int, shared_mem: int = 0, registers: int = 0) -> None:
        if not isinstance(devdata, DeviceData):
            raise _handles.refusal(devdata, "DeviceData", "devdata", "OccupancyRecord")
        record = ffi.new("clmem_occupancy *")
        check(lib.clmem_occupancy_init(record, ffi.sizeof("clmem_occupancy")))
        check(lib.clmem_occupancy_compute(devdata._filled, threads, shared_mem, registers, record))
        self.tb_per_mp = int(record.tb_per_mp)
        self.limited_by = _LIMITS[record.limited_by]
        self.warps_per_mp = int(record.warps_per_mp)
        self.occupancy = record.warps_per_mp / record.warps_bound
        bounds = [
            (int(record.blocks_by_device), "device"),
            (int(record.blocks_by_warps), "warps"),
            (int(record.blocks_by_registers), "regs"),
            (int(record.blocks_by_shared_memory), "smem"),
        ]
        self.tb_per_mp_limits: List[Tuple[int, str]] = [bound for bound in bounds if bound[0] != _NO_LIMIT]
