"""Images and their formats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _checks, _handles, _info, _pending
from . import _constants as names
from ._constants import channel_order, channel_type, image_info, mem_flags, mem_info, mem_object_type
from ._errors import LogicError, check, logic, wrong_type
from ._ffi import ffi, lib
from ._handles import ALL, record
from ._host import HostMemory, host_memory
from ._memory import HOST_FLAGS, MemoryObject, MemoryOwner, host_side, hostbuf_memory, retry
from ._numpy import np
from ._queue import Event, WaitList

if TYPE_CHECKING:
    from ._types import BufferLike, ContextLike, HostMemory as Exporter, ImageLike, Number, Numbers, QueueLike

_TYPES = (
    mem_object_type.IMAGE1D, mem_object_type.IMAGE1D_ARRAY, mem_object_type.IMAGE1D_BUFFER, mem_object_type.IMAGE2D,
    mem_object_type.IMAGE2D_ARRAY, mem_object_type.IMAGE3D,
)  # fmt: skip
ARRAYS = (mem_object_type.IMAGE1D_ARRAY, mem_object_type.IMAGE2D_ARRAY)


class ImageFormat:
    """The format of a pixel.

    :param channel_order: one of :class:`channel_order`.
    :param channel_type: one of :class:`channel_type`.

    Formats are compared and hashed by these two, their only attributes.
    """

    __slots__ = ("channel_data_type", "channel_order")

    def __init__(self, channel_order: int = channel_order.RGBA, channel_type: int = channel_type.UNORM_INT8):
        self.channel_order = _checks.constant(channel_order, names.channel_order, "channel_order", "ImageFormat")
        self.channel_data_type = _checks.constant(channel_type, names.channel_type, "channel_type", "ImageFormat")

    def _describe(self) -> Any:
        function = lib.clmem_image_format_describe
        return record("clmem_image_format_info", function, self.channel_order, self.channel_data_type)

    @property
    def channel_count(self) -> int:
        """The number of channels of a pixel."""
        return int(self._describe().channel_count)

    @property
    def dtype_size(self) -> int:
        """The size of a channel in bytes; for packed formats, whose channels share a number, that number's size."""
        info = self._describe()
        return int(info.component_bytes or info.pixel_bytes)

    @property
    def itemsize(self) -> int:
        """The size of a pixel in bytes."""
        return int(self._describe().pixel_bytes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ImageFormat):
            return NotImplemented
        return (self.channel_order, self.channel_data_type) == (other.channel_order, other.channel_data_type)

    def __hash__(self) -> int:
        return hash((self.channel_order, self.channel_data_type))

    def __repr__(self) -> str:
        order = channel_order.to_string(self.channel_order, "%#x")
        return f"ImageFormat({order}, {channel_type.to_string(self.channel_data_type, '%#x')})"


class ImageDescriptor:
    """The type and the size of an image, as attributes.

    `shape` is (width, height, depth), as many as the image has; `array_size` the number of images in an array;
    `pitches` the distances of rows and slices in bytes; `buffer` the memory object that the image is made over.
    """

    def __init__(self) -> None:
        self.image_type: int = mem_object_type.IMAGE2D
        self.shape: Tuple[int, ...] = ()
        self.array_size = 0
        self.pitches: Tuple[int, ...] = ()
        self.num_mip_levels = 0
        self.num_samples = 0
        self.buffer: Optional[MemoryObject] = None


class _Plan(NamedTuple):
    """The parameters of an image, from a descriptor or a shape."""

    type: int
    width: int
    height: int
    depth: int
    array_size: int
    pitches: Tuple[int, int]
    source: Any


def _of_descriptor(desc: ImageDescriptor) -> _Plan:
    extents = (*_checks.numbers(desc.shape, "desc.shape", "Image"), 0, 0, 0)
    width, height, depth = extents[:3]
    count = _checks.number(desc.array_size, "desc.array_size", "Image", high=_checks.MOST_BYTES)
    if desc.image_type in ARRAYS and not count:
        dimensions = 1 if desc.image_type == mem_object_type.IMAGE1D_ARRAY else 2
        count = extents[dimensions]
    if desc.image_type in (mem_object_type.IMAGE1D, mem_object_type.IMAGE1D_BUFFER, mem_object_type.IMAGE1D_ARRAY):
        height = 0
    if desc.image_type != mem_object_type.IMAGE3D:
        depth = 0
    kind = _checks.constant(desc.image_type, mem_object_type, "desc.image_type", "Image")
    return _Plan(kind, width, height, depth, count, _pitches(desc.pitches), desc.buffer)


def _of_shape(shape: Any, pitches: Any, is_array: bool, buffer: Any) -> _Plan:
    kinds = mem_object_type
    if _checks.as_int(shape) is not None:
        raise wrong_type("Image", f"shape: expected a tuple of ints, got {_checks.shown(shape)}; pass ({shape},)")
    extents = _checks.numbers(shape, "shape", "Image")
    if not 1 + is_array <= len(extents) <= 3:
        wanted = "2 or 3" if is_array else "1 to 3"
        what = "an array of images" if is_array else "an image"
        raise logic("Image", f"shape: expected {wanted} numbers for {what}, got {extents}")
    padded = (*extents, 0, 0)
    steps = _pitches(pitches)
    if is_array:
        kind = kinds.IMAGE1D_ARRAY if len(extents) == 2 else kinds.IMAGE2D_ARRAY
        height = extents[1] if len(extents) == 3 else 0
        if kind == kinds.IMAGE1D_ARRAY and steps[0] and not steps[1]:
            steps = (0, steps[0])  # OpenCL calls the images of a 1D array its slices
        return _Plan(kind, extents[0], height, 0, extents[-1], steps, buffer)
    if len(extents) == 1:
        kind = kinds.IMAGE1D if buffer is None else kinds.IMAGE1D_BUFFER
    else:
        kind = kinds.IMAGE2D if len(extents) == 2 else kinds.IMAGE3D
    return _Plan(kind, padded[0], padded[1], padded[2], 0, steps, buffer)


def _pitches(pitches: Any) -> Tuple[int, int]:
    numbers = () if pitches is None else _checks.numbers(pitches, "pitches", "Image", 2)
    row, slice_ = (*numbers, 0, 0)[:2]
    return row, slice_


class Image(MemoryOwner, types=_TYPES):
    """An image: a grid of pixels, which kernels read through samplers.

    :param context: the context.
    :param flags: bits of :class:`mem_flags`; 0 means ``READ_WRITE``.
    :param format: an :class:`ImageFormat`.
    :param shape: (width,), (width, height) or (width, height, depth) in pixels; for an array, the number of images
        comes last. By default the shape of `hostbuf`. The x dimension varies fastest in memory: a numpy array in C
        order has the reversed shape.
    :param pitches: the distances of rows and slices in bytes, in host memory or in `buffer`; by default without
        padding.
    :param hostbuf: the pixels, which are copied or used as the flags say.
    :param is_array: the last number of the shape is the number of images.
    :param buffer: a buffer to make the image over (1D; 2D where the device supports it), or an image (2D).
    :raises LogicError: no device has images, none supports the format, or the arguments contradict each other.
    """

    _info_names = (mem_info, image_info)
    format: ImageFormat
    element_size: int
    row_pitch: int
    slice_pitch: int
    width: int
    height: int
    depth: int
    array_size: int
    buffer: Optional[MemoryObject]
    num_mip_levels: int
    num_samples: int

    def __init__(
        self,
        context: ContextLike,
        flags: int,
        format: ImageFormat,
        shape: Union[Sequence[Number], ImageDescriptor, None] = None,
        pitches: Union[Sequence[Number], Exporter, None] = None,
        hostbuf: Optional[Exporter] = None,
        is_array: bool = False,
        buffer: Union[BufferLike, ImageLike, None] = None,
        *,
        desc: Optional[ImageDescriptor] = None,
    ):
        if isinstance(shape, ImageDescriptor):  # the call (context, flags, format, desc, hostbuf)
            desc, shape, pitches, hostbuf = shape, None, None, pitches if hostbuf is None else hostbuf
        if not isinstance(format, ImageFormat):
            raise _handles.refusal(format, "ImageFormat", "format", "Image")
        flags = _checks.flags(flags, mem_flags, "flags", "Image")
        memory = hostbuf_memory(hostbuf, flags, "Image")
        if desc is None and shape is None:
            if hostbuf is None:
                raise logic("Image", "expected a shape, or a hostbuf that has one, got neither")
            shape = np.shape(hostbuf)  # type: ignore[arg-type]
        plan = _of_descriptor(desc) if desc is not None else _of_shape(shape, pitches, is_array, buffer)
        self._create(context, flags, format, plan, memory)

    def _create(self, context: Any, flags: int, format: ImageFormat, plan: _Plan, memory: Optional[HostMemory]) -> None:
        description = _handles.struct("clmem_image_description")
        description.type = plan.type
        description.channel_order, description.channel_type = format.channel_order, format.channel_data_type
        description.width, description.height, description.depth = plan.width, plan.height, plan.depth
        description.array_size = plan.array_size
        description.row_pitch_bytes, description.slice_pitch_bytes = plan.pitches
        in_context = _handles.context(context, "context", "Image")
        used = memory if flags & HOST_FLAGS else None
        pointer, nbytes = (ffi.NULL, ALL) if used is None else (used.pointer, used.nbytes)
        made = ffi.new("clmem_image *")
        with _handles.memories([] if plan.source is None else [plan.source], "buffer", "Image") as sources:
            if sources:
                description.source = sources[0]
            retry(lib.clmem_image_create, in_context, flags, description, pointer, nbytes, made)
        self._adopt(made[0], memory if flags & mem_flags.USE_HOST_PTR else None)
        self._kept = host_side(plan.source)

    def _image(self) -> Any:
        return record("clmem_image_info", lib.clmem_image_describe, self._token(_handles.IMAGE))

    @property
    def shape(self) -> Tuple[int, ...]:
        """(width, height, depth or number of images), as many numbers as the image has."""
        info = self._image()
        return tuple(info.shape[index] for index in range(info.dimensions))

    def get_image_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`image_info`."""
        if param == image_info.FORMAT:
            info = self._image()
            return ImageFormat(info.channel_order, info.channel_type)
        value = _info.integer(_info.raw(self._query(lib.clmem_image_query, _handles.IMAGE), param))
        if param == image_info.BUFFER:
            return MemoryObject.from_int_ptr(value) if value else None
        return value

    def _ask(self, names: Any, param: int) -> Any:
        return self.get_image_info(param) if names is image_info else self.get_info(param)


def create_image(
    context: ContextLike,
    flags: int,
    format: ImageFormat,
    shape: Union[Sequence[Number], ImageDescriptor, None] = None,
    pitches: Union[Sequence[Number], Exporter, None] = None,
    hostbuf: Optional[Exporter] = None,
    is_array: bool = False,
    buffer: Union[BufferLike, ImageLike, None] = None,
) -> Image:
    """Makes an :class:`Image`; the parameters are the same."""
    return Image(context, flags, format, shape, pitches, hostbuf, is_array, buffer)


def get_supported_image_formats(context: ContextLike, flags: int, image_type: int) -> List[ImageFormat]:
    """Lists the image formats of a context.

    :param flags: how kernels use the image, from :class:`mem_flags`.
    :param image_type: one of :class:`mem_object_type`.
    """
    routine = "get_supported_image_formats"
    in_context = _handles.context(context, "context", routine)
    flags = _checks.flags(flags, mem_flags, "flags", routine)
    image_type = _checks.constant(image_type, mem_object_type, "image_type", routine)
    size = ffi.sizeof("clmem_image_format_info")
    count = ffi.new("uint32_t *")
    check(lib.clmem_image_formats(in_context, flags, image_type, 0, size, ffi.NULL, count))
    formats = ffi.new("clmem_image_format_info[]", max(count[0], 1))
    check(lib.clmem_image_formats(in_context, flags, image_type, count[0], size, formats, count))
    return [ImageFormat(each.channel_order, each.channel_type) for each in formats[0 : count[0]]]


def _element(dtype: Any) -> Tuple[Any, int]:
    """The number type of an array's elements, and how many each has: vector types are structs of equal members."""
    if dtype.fields is None:
        return dtype, 1
    members = [dtype.fields[name][0] for name in dtype.names]
    if len(set(members)) != 1 or members[0].itemsize * len(members) != dtype.itemsize:
        raise logic("image_from_array", f"expected elements that are numbers or vectors, got {dtype}")
    return members[0], len(members)


def image_from_array(
    ctx: ContextLike, ary: Exporter, num_channels: Optional[int] = None, mode: str = "r", norm_int: bool = False
) -> Image:
    """Makes a 1D, 2D or 3D image from an array.

    :param ary: a numpy array in C order. Its last dimension, or the one before the channels, is the image's width: a
        kernel's coordinates are in the reverse order of the array's indices.
    :param num_channels: if above 1, the length of the array's last dimension, which holds the channels. By default 1
        for numbers, and the length of the vector for vector types.
    :param mode: "r" or "w", how kernels use the image.
    :param norm_int: kernels read integers as 0 to 1, or -1 to 1.
    :raises LogicError: the array is not in C order, its last dimension is not the number of channels, or no image
        format has such elements.
    """
    if mode not in ("r", "w"):
        raise logic("image_from_array", f"expected mode 'r' or 'w', got {mode!r}")
    ary = np.asarray(ary)
    number, length = _element(ary.dtype)
    kinds = {"i": lib.CLMEM_ELEMENT_SIGNED, "u": lib.CLMEM_ELEMENT_UNSIGNED, "f": lib.CLMEM_ELEMENT_FLOAT}
    if number.kind not in kinds or not number.isnative:
        raise logic("image_from_array", f"expected integers or floats in native byte order, got {ary.dtype}")
    if norm_int and number.kind == "f":
        raise logic("image_from_array", f"norm_int: expected integer elements, got {ary.dtype}; omit norm_int")
    if not 1 <= ary.ndim <= 4:
        raise logic("image_from_array", f"expected 1 to 3 dimensions, and channels, got {ary.ndim} dimensions")
    array = _handles.struct("clmem_image_array")
    array.element_kind, array.element_bytes = kinds[number.kind], number.itemsize
    channels = 0 if num_channels is None else _checks.number(num_channels, "num_channels", "image_from_array")
    array.vector_length, array.channel_count = length, channels
    array.is_normalized, array.dimensions = int(norm_int), ary.ndim
    for axis in range(ary.ndim):
        array.shape[axis], array.strides_bytes[axis] = ary.shape[axis], ary.strides[axis]
    if not ary.flags.c_contiguous:
        what = "expected an array in C order, got one that is not; use numpy.ascontiguousarray()"
        raise logic("image_from_array", what)
    memory = host_memory(ary, "ary", "image_from_array")
    array.data, array.data_bytes = memory.pointer, memory.nbytes
    flags = mem_flags.READ_ONLY if mode == "r" else mem_flags.WRITE_ONLY
    in_context = _handles.context(ctx, "ctx", "image_from_array")
    made = ffi.new("clmem_image *")
    retry(lib.clmem_image_from_array, in_context, flags, array, made)
    image: Image = Image._of(made[0])
    return image


def triple(numbers: Any, padding: int, name: str, routine: str) -> Any:
    """Three size_t from an int or a tuple of at most three; missing numbers are `padding`."""
    listed = _checks.numbers(numbers, name, routine, 3)
    return ffi.new("size_t[3]", (*listed, padding, padding, padding)[:3])


def _color(color: Any, image: Any) -> Any:
    """A colour as four doubles, from numbers, a vector type, or the bytes of one."""
    try:
        values = _of_bytes(color, image) if _is_bytes(color) else np.asarray(color)
        if values.dtype.fields is not None:
            values = np.asarray(values.item())
        listed = [float(value) for value in values.ravel()]
    except (TypeError, ValueError) as error:
        if isinstance(error, LogicError):
            raise
        what = f"color: expected one number or four (RGBA), got {_checks.shown(color)}"
        raise wrong_type("enqueue_fill_image", what) from None
    if len(listed) not in (1, 4):
        raise logic("enqueue_fill_image", f"color: expected one number or four (RGBA), got {len(listed)} numbers")
    return ffi.new("double[4]", listed)


def _is_bytes(color: Any) -> bool:
    return isinstance(color, (bytes, bytearray)) or (isinstance(color, memoryview) and color.format in ("B", "b", "c"))


def _of_bytes(color: Any, image: Any) -> Any:
    """The numbers in a colour's bytes, which hold the OpenCL vector type that a kernel would write to the image."""
    info = record("clmem_image_info", lib.clmem_image_describe, image)
    name = channel_type.to_string(info.channel_type, "%#x")
    data = bytes(color)
    if len(data) not in (4, 16):
        raise logic("enqueue_fill_image", f"color: expected 4 or 16 bytes, one or four numbers, got {len(data)} bytes")
    return np.frombuffer(data, "<u4" if name.startswith("UNSIGNED") else "<i4" if name.startswith("SIGNED") else "<f4")


def enqueue_fill_image(
    queue: QueueLike,
    mem: ImageLike,
    color: Union[float, Sequence[float], Exporter],
    origin: Numbers,
    region: Numbers,
    wait_for: WaitList = None
) -> Event:
    """Fills a part of an image with one colour. Needs OpenCL 1.2.

    :param color: red, green, blue and alpha, as numbers of the format's kind: integers, or floats, also for normalised
        formats; or an object that exports their bytes (float, int or uint in OpenCL C). A depth image takes one number.
    :param origin: the first pixel: (x, y, z), as many numbers as the image has.
    :param region: the size of the part in pixels.
    :param wait_for: None, or a list of events that the command waits for.
    """
    routine = "enqueue_fill_image"
    event = ffi.new("cl_event *")
    begin, extent = triple(origin, 0, "origin", routine), triple(region, 1, "region", routine)
    on_queue = _handles.queue(queue, "queue", routine)
    options, _events = _handles.command_options("clmem_image_fill_options", wait_for, routine)
    options.origin, options.region = begin, extent
    with _handles.memory(mem, "mem", routine) as memory:
        image = ffi.cast(_handles.IMAGE, memory)
        check(lib.clmem_image_fill(image, on_queue, _color(color, image), options, event))
    return _pending.enqueued(on_queue, event[0], wait_for, Event)
