"""The types of public parameters and results, for type checkers; there is no module of this name at run time.

Where a function accepts pyopencl's objects, too, a protocol stands for their class: it has the address, and members
that tell the class from the others.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, Union

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer as Exporter
from typing_extensions import NotRequired, TypeAlias, TypedDict

from ._arguments import LocalMemory
from ._buffer import BufferMethods
from ._image import Image
from ._map import MemoryMap
from ._memory import MemoryObjectHolder
from ._platform import Context, Device, Platform
from ._queue import CommandQueue, Event
from ._sampler import Sampler
from ._svm import SVMAllocation, SVMPointer

class _Addressed(Protocol):
    @property
    def int_ptr(self) -> int: ...

class PyopenclPlatform(_Addressed, Protocol):
    @property
    def host_timer_resolution(self) -> object: ...

class PyopenclDevice(_Addressed, Protocol):
    @property
    def max_compute_units(self) -> object: ...

class PyopenclContext(_Addressed, Protocol):
    @property
    def devices(self) -> Sequence[object]: ...
    @property
    def properties(self) -> object: ...

class PyopenclQueue(_Addressed, Protocol):
    @property
    def context(self) -> PyopenclContext: ...
    @property
    def device(self) -> object: ...
    def finish(self) -> None: ...

class PyopenclEvent(_Addressed, Protocol):
    @property
    def command_execution_status(self) -> object: ...
    def wait(self) -> None: ...

class PyopenclMemory(_Addressed, Protocol):
    @property
    def map_count(self) -> object: ...

class PyopenclBuffer(PyopenclMemory, Protocol):
    def get_sub_region(self, origin: int, size: int, flags: int = 0) -> object: ...

class PyopenclImage(PyopenclMemory, Protocol):
    @property
    def element_size(self) -> object: ...

class PyopenclSampler(_Addressed, Protocol):
    @property
    def normalized_coords(self) -> object: ...

class PyopenclSVM(Protocol):
    @property
    def svm_ptr(self) -> int: ...
    @property
    def size(self) -> int | None: ...

PlatformLike: TypeAlias = Union[Platform, PyopenclPlatform]
DeviceLike: TypeAlias = Union[Device, PyopenclDevice]
ContextLike: TypeAlias = Union[Context, PyopenclContext]
QueueLike: TypeAlias = Union[CommandQueue, PyopenclQueue]
EventLike: TypeAlias = Union[Event, PyopenclEvent]
MemoryLike: TypeAlias = Union[MemoryObjectHolder, PyopenclMemory]
BufferLike: TypeAlias = Union[BufferMethods, PyopenclBuffer]
ImageLike: TypeAlias = Union[Image, PyopenclImage]
SVMLike: TypeAlias = Union[SVMPointer, PyopenclSVM]
DeviceMemory: TypeAlias = Union[MemoryLike, SVMLike]

class _ArrayInterface(Protocol):
    @property
    def __array_interface__(self) -> dict[str, Any]: ...

class _DLPack(Protocol):
    def __dlpack_device__(self) -> tuple[int, int]: ...

# What exports bytes of the host: arrays and scalars of numpy, bytes, array.array, tensors.
HostMemory: TypeAlias = Union[Exporter, NDArray[Any], np.generic, _ArrayInterface, _DLPack]

Array: TypeAlias = NDArray[Any]  # an array whose dtype the caller chooses
Bytes: TypeAlias = NDArray[np.uint8]

class MappedView(np.ndarray[Any, np.dtype[Any]]):
    """An array that shows a map. At run time it is an np.ndarray."""

    @property
    def base(self) -> MemoryMap: ...  # type: ignore[override]

class SVMArray(np.ndarray[Any, np.dtype[Any]]):
    """An array in shared virtual memory. At run time it is an np.ndarray."""

    @property
    def base(self) -> SVMAllocation: ...  # type: ignore[override]

Number: TypeAlias = Union[int, np.integer[Any]]
Numbers: TypeAlias = Union[Number, Iterable[Number]]  # one for each dimension; for one dimension also the number alone

class _ArrayOnDevice(Protocol):
    @property
    def base_data(self) -> object: ...
    @property
    def offset(self) -> object: ...

KernelArgument: TypeAlias = Union[
    DeviceMemory,
    Sampler,
    PyopenclSampler,
    LocalMemory,
    HostMemory,
    complex,
    _ArrayOnDevice,
    None,
]

class CopyOptions(TypedDict):
    """The keywords of enqueue_copy()."""

    wait_for: NotRequired[Sequence[EventLike] | None]
    is_blocking: NotRequired[bool]
    src_offset: NotRequired[Number]
    dst_offset: NotRequired[Number]
    byte_count: NotRequired[Number | None]
    region: NotRequired[Numbers]
    buffer_origin: NotRequired[Numbers]
    host_origin: NotRequired[Numbers]
    buffer_pitches: NotRequired[Numbers | None]
    host_pitches: NotRequired[Numbers | None]
    src_origin: NotRequired[Numbers]
    dst_origin: NotRequired[Numbers]
    dest_origin: NotRequired[Numbers]
    src_pitches: NotRequired[Numbers | None]
    dst_pitches: NotRequired[Numbers | None]
    origin: NotRequired[Numbers]
    pitches: NotRequired[Numbers | None]
    offset: NotRequired[Number]
    dest_offset: NotRequired[Number]
    device_offset: NotRequired[Number]
