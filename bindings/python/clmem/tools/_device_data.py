"""The resources of a device's multiprocessors, and how well a kernel uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Tuple

from .. import _checks, _handles
from .._errors import check
from .._ffi import ffi, lib
from ._contexts import current_context

if TYPE_CHECKING:
    from .._platform import Device


class DeviceData:
    """Properties of a device that it does not report itself: from its queries and, for NVIDIA's devices, clmem's table.

    A thread is OpenCL's work-item, a thread block its work-group, a multiprocessor its compute unit, and shared memory
    its local memory. A figure that neither a query nor the table provides has a default, and :attr:`defaults` contains
    its name. With the defaults, a multiprocessor runs one block of any allowed size at a time, which OpenCL guarantees:

    - `warp_size`: 1, `smem_granularity`: 1;
    - `warps_per_mp`: the warps of a block of `max_threads`, `thread_blocks_per_mp`: 1;
    - `smem_alloc_granularity`: 1; a multiprocessor has the shared memory of one block;
    - `registers`: 0; an :class:`OccupancyRecord` with registers is then an error.

    :param dev: a :class:`clmem.Device`; None means that of the current context.
    """

    def __init__(self, dev: "Optional[Device]" = None) -> None:
        pointer = _handles.device(current_context().devices[0] if dev is None else dev, "dev", "DeviceData")
        self._data = _handles.struct("clmem_device_data")
        check(lib.clmem_device_get_data(pointer, self._data))
        self._fill_in()

    @classmethod
    def for_capability(cls, major: int, minor: int) -> "DeviceData":
        """The data of NVIDIA devices with a compute capability, without a device.

        :raises clmem.LogicError: the capability is not in the table; the message lists those that are.
        """
        major = _checks.number(major, "major", "DeviceData.for_capability")
        minor = _checks.number(minor, "minor", "DeviceData.for_capability")
        made = cls.__new__(cls)
        made._data = _handles.struct("clmem_device_data")
        check(lib.clmem_device_data_for_capability(major, minor, made._data))
        made._fill_in()
        return made

    def _fill_in(self) -> None:
        """Makes `_filled`, the data with defaults. Alignment uses `_data`, which has none."""
        self._filled = filled = _handles.struct("clmem_device_data")
        ffi.memmove(filled, self._data, ffi.sizeof("clmem_device_data"))
        self._defaults = [name for flag, name, _ in _DEFAULTS if not filled.known & flag]
        for flag, name, default in _DEFAULTS:
            if not filled.known & flag:
                setattr(filled, name, default(filled))
                filled.known |= flag

    @property
    def defaults(self) -> Tuple[str, ...]:
        """The names of the figures that have defaults, because they are unknown for the device."""
        names = [_NAMES.get(name, name) for name in self._defaults]
        return tuple(names if self._data.known & lib.CLMEM_DEVICE_DATA_REGISTERS else [*names, "registers"])

    @property
    def capability(self) -> Optional[Tuple[int, int]]:
        """NVIDIA's compute capability as (major, minor); None for other devices."""
        known = self._data.known & lib.CLMEM_DEVICE_DATA_CAPABILITY
        return (self._data.capability_major, self._data.capability_minor) if known else None

    @property
    def max_threads(self) -> int:
        """The maximum number of threads in a block."""
        return int(self._filled.max_threads)

    @property
    def warp_size(self) -> int:
        """The number of threads that run in lockstep; 1 if each runs alone."""
        return int(self._filled.warp_size)

    @property
    def warps_per_mp(self) -> int:
        """The maximum number of warps on a multiprocessor at once."""
        return int(self._filled.warps_per_mp)

    @property
    def thread_blocks_per_mp(self) -> int:
        """The maximum number of thread blocks on a multiprocessor at once."""
        return int(self._filled.thread_blocks_per_mp)

    @property
    def registers(self) -> int:
        """The number of 32-bit registers that a block can use; 0 if it is unknown."""
        return int(self._filled.registers)

    @property
    def shared_memory(self) -> int:
        """The bytes of shared memory that a block can use."""
        return int(self._filled.shared_memory_bytes)

    @property
    def smem_granularity(self) -> int:
        """The number of threads in one simultaneous, banked access to shared memory."""
        return int(self._filled.smem_granularity)

    @property
    def smem_alloc_granularity(self) -> int:
        """The bytes of the smallest allocation of shared memory."""
        return int(self._filled.smem_alloc_granularity_bytes)

    def align_bytes(self, word_size: int = 4) -> int:
        """The alignment in bytes that base addresses in global memory need for coalesced accesses.

        :param word_size: the size of the accessed words in bytes: 1, 2, 4, 8 or 16.
        :raises clmem.LogicError: the word size is another, or the device's cache line is unknown.
        """
        out = ffi.new("size_t *")
        check(lib.clmem_device_align_bytes(self._data, _word(word_size, "DeviceData.align_bytes"), out))
        return int(out[0])

    def align(self, bytes: int, word_size: int = 4) -> int:
        """Rounds `bytes` up to a multiple of :meth:`align_bytes`."""
        out = ffi.new("size_t *")
        routine = "DeviceData.align"
        check(lib.clmem_device_align(self._data, _checks.size(bytes, "bytes", routine), _word(word_size, routine), out))
        return int(out[0])

    def align_words(self, word_size: int) -> int:
        """The result of :meth:`align_bytes`, in words.

        :raises clmem.LogicError: it is no multiple of the word size.
        """
        out = ffi.new("size_t *")
        check(lib.clmem_device_align_words(self._data, _word(word_size, "DeviceData.align_words"), out))
        return int(out[0])

    def align_dtype(self, elements: int, dtype_size: int) -> int:
        """Rounds a number of elements, of `dtype_size` bytes each, up to a multiple of :meth:`align_words`."""
        out = ffi.new("size_t *")
        routine = "DeviceData.align_dtype"
        elements = _checks.number(elements, "elements", routine, high=_checks.MOST_BYTES)
        dtype_size = _checks.number(dtype_size, "dtype_size", routine, what=_checks.SIZE)
        check(lib.clmem_device_align_dtype(self._data, elements, dtype_size, out))
        return int(out[0])

    @staticmethod
    def make_valid_tex_channel_count(size: int) -> int:
        """Rounds a number of channels from 1 to 4 up to one that textures support.

        :raises clmem.LogicError: the number is 0 or above 4.
        """
        out = ffi.new("uint32_t *")
        routine = "DeviceData.make_valid_tex_channel_count"
        check(lib.clmem_device_texture_channels(_checks.number(size, "size", routine), out))
        return int(out[0])


def _word(size: int, routine: str) -> int:
    return _checks.number(size, "word_size", routine, what=_checks.SIZE)


# The defaults of unknown figures: the flag, the member, and the value from the members before.
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
    :param threads: the threads in a block.
    :param shared_mem: the bytes of shared memory of a block.
    :param registers: the 32-bit registers of a thread; 0 means that they are no limit.
    :ivar tb_per_mp: the number of thread blocks on a multiprocessor at once.
    :ivar limited_by: what limits them: "device", "warps", "regs" or "smem".
    :ivar warps_per_mp: the number of warps on a multiprocessor at once.
    :ivar occupancy: their share of the warps that a multiprocessor can run, 0 to 1.
    :ivar tb_per_mp_limits: all limits, as (blocks, name).
    :raises clmem.LogicError: the device does not allow that much for a block or a thread, or registers are given but
        the device's are unknown. The message names the figure.
    """

    def __init__(self, devdata: DeviceData, threads: int, shared_mem: int = 0, registers: int = 0) -> None:
        if not isinstance(devdata, DeviceData):
            raise _handles.refusal(devdata, "DeviceData", "devdata", "OccupancyRecord")
        threads = _checks.number(threads, "threads", "OccupancyRecord")
        shared_mem = _checks.size(shared_mem, "shared_mem", "OccupancyRecord")
        registers = _checks.number(registers, "registers", "OccupancyRecord")
        record = _handles.struct("clmem_occupancy")
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
