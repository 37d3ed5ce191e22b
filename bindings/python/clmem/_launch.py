"""Programs and kernels."""

from __future__ import annotations

import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Set, Tuple, Union, overload

from . import _checks, _handles, _info, _opencl, _pending
from ._arguments import LocalMemory, set_argument
from ._constants import (
    kernel_arg_info,
    kernel_info,
    kernel_sub_group_info,
    kernel_work_group_info,
    program_build_info,
    program_info,
    status_code,
)
from ._errors import Error, check, logic, of_code, wrong_type
from ._ffi import ffi, lib
from ._host import host_memory
from ._numpy import np
from ._object import Handled
from ._platform import Context, Device
from ._queue import Event, WaitList
from ._svm import SVM, SVMPointer

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

    from ._types import ContextLike, DeviceLike, HostMemory, KernelArgument, Numbers, QueueLike

ARGUMENT_INFO = "-cl-kernel-arg-info"  # lets error messages name the arguments


class Program(Handled):
    """A program.

    ``Program(context, source)``, where the source is OpenCL C as a str or SPIR-V as bytes; or ``Program(context,
    devices, binaries)``. After :meth:`build` its kernels are attributes: ``program.twice(queue, shape, None, buffer)``.
    The lower-case names of :class:`program_info` are attributes, too.
    """

    _kind = ffi.typeof("cl_program")
    _type = ffi.typeof("clmem_program")
    _import, _object, _release = lib.clmem_program_import, lib.clmem_program_object, lib.clmem_program_release
    _info_names = (program_info,)
    binaries: List[bytes]
    binary_sizes: List[int]
    context: Context
    devices: List[Device]
    il: bytes
    kernel_names: str
    num_devices: int
    num_kernels: int
    reference_count: int
    scope_global_ctors_present: bool
    scope_global_dtors_present: bool
    source: str

    @overload
    def __init__(self, context: ContextLike, arg1: Union[str, bytes, bytearray], arg2: None = None): ...
    @overload
    def __init__(self, context: ContextLike, arg1: Sequence[DeviceLike], arg2: Sequence[bytes]): ...
    def __init__(self, context: ContextLike, arg1: Any, arg2: Optional[Sequence[bytes]] = None):
        in_context = _handles.context(context, "context", "Program")
        if arg2 is None and isinstance(arg1, str):
            made = ffi.new("clmem_program *")
            check(lib.clmem_program_create(in_context, _checks.text(arg1, "source", "Program"), made))
            self._adopt(made[0])
            return
        if arg2 is not None:
            found = _of_binaries(in_context, arg1, arg2)
        elif isinstance(arg1, (bytes, bytearray)):
            code = ffi.from_buffer(arg1)
            found = _opencl.create("clCreateProgramWithIL", in_context, code, len(code))
        else:
            what = f"expected a str, bytes, or devices and binaries, got {type(arg1).__name__}"
            raise wrong_type("Program", what)
        self._adopt_object(_opencl.owned(found, "clReleaseProgram"))

    def build(
        self,
        options: Union[str, Sequence[str]] = (),
        devices: Optional[Sequence[DeviceLike]] = None,
        cache_dir: object = None,
    ) -> Program:
        """Builds the program, and returns it.

        :param options: the compiler's options, as a str or a list of them.
        :param devices: the devices to build for; by default all devices of the context.
        :param cache_dir: ignored: drivers have caches.
        :raises RuntimeError: the source does not compile; the message contains the compiler's.
        """
        routine = "Program.build"
        listed = [options] if isinstance(options, str) else _handles.listed(options, "str, or a str", "options", routine)
        if ARGUMENT_INFO not in listed:
            listed.append(ARGUMENT_INFO)
        joined = b" ".join(_checks.text(option, "options", routine) for option in listed)
        pointers = ffi.NULL
        chosen = [] if devices is None else _handles.devices(devices, "devices", routine)
        if chosen:
            pointers = ffi.new("cl_device_id[]", chosen)
        status = lib.clmem_program_build(self._token(), joined, len(chosen), pointers)
        if status == status_code.BUILD_PROGRAM_FAILURE:
            raise of_code(status, routine, f"the source does not compile:\n{self._log()}")
        if status == status_code.INVALID_BUILD_OPTIONS:
            what = f"the compiler does not accept the options {' '.join(listed)!r}:\n{self._log()}"
            raise of_code(status, routine, what)
        check(status)
        return self

    def _log(self, device: Any = ffi.NULL) -> str:
        size = ffi.new("size_t *")
        check(lib.clmem_program_log(self._token(), device, 0, ffi.NULL, size))
        room = ffi.new("char[]", size[0] + 1)
        check(lib.clmem_program_log(self._token(), device, size[0], room, size))
        return str(ffi.string(room).decode(errors="replace"))

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`program_info`."""
        if param == program_info.BINARIES:
            return self._binaries()
        value = _info.ask("clGetProgramInfo", (self._pointer(),), _info.PROGRAM, param)
        if param == program_info.CONTEXT:
            return Context.from_int_ptr(value)
        if param == program_info.DEVICES:
            return [Device.from_int_ptr(pointer) for pointer in value]
        return value

    def _binaries(self) -> List[bytes]:
        sizes = self.get_info(program_info.BINARY_SIZES)
        rooms = [ffi.new("unsigned char[]", max(size, 1)) for size in sizes]
        pointers = ffi.new("unsigned char *[]", rooms)
        _opencl.call(
            "clGetProgramInfo", self._pointer(), program_info.BINARIES, 8 * len(rooms), pointers, ffi.NULL
        )
        return [bytes(ffi.buffer(room, size)) for room, size in zip(rooms, sizes)]

    def get_build_info(self, device: DeviceLike, param: int) -> Any:
        """Queries the build for a device; `param` is one of :class:`program_build_info`."""
        if param == program_build_info.LOG:
            return self._log(_handles.device(device))
        subject = (self._pointer(), _handles.device(device))
        return _info.ask("clGetProgramBuildInfo", subject, _info.BUILD, param)

    def all_kernels(self) -> List[Kernel]:
        """Makes all kernels of the program."""
        return [Kernel(self, name) for name in self.get_info(program_info.KERNEL_NAMES).split(";") if name]

    def __getattr__(self, name: str) -> Kernel:
        try:
            if not name.startswith("_"):
                return Kernel(self, name)
        except Error as error:
            if error.code != status_code.INVALID_KERNEL_NAME:
                raise
        raise AttributeError(f"the program has neither a kernel nor an attribute '{name}'")


def _of_binaries(in_context: Any, devices: Sequence[Any], binaries: Sequence[bytes]) -> Any:
    chosen = _handles.devices(devices, "devices", "Program")
    listed_binaries = _handles.listed(binaries, "binaries", "binaries", "Program")
    if len(chosen) != len(listed_binaries):
        what = f"binaries: expected one binary for each device, got {len(listed_binaries)} for {len(chosen)} devices"
        raise logic("Program", what)
    pointers = ffi.new("cl_device_id[]", chosen)
    rooms = []
    for number, binary in enumerate(listed_binaries):
        rooms.append(host_memory(binary, f"binaries[{number}]", "Program"))
    sizes = ffi.new("size_t[]", [room.nbytes for room in rooms])
    status = ffi.new("int32_t[]", len(rooms))
    listed = ffi.new("void *[]", [room.pointer for room in rooms])
    arguments = (len(rooms), pointers, sizes, ffi.cast("void *", listed), status)
    return _opencl.create("clCreateProgramWithBinary", in_context, *arguments)


_callers: Set[int] = set()  # the threads that are calling a kernel; a threading.local would cost a tenth of a call

# By the address of an OpenCL kernel, to which the arguments belong: the lock of its calls.
_locks: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
_locks_guard = threading.RLock()  # reentrant, since the garbage collector may run code that makes kernels


def _lock_of(address: int) -> Any:
    with _locks_guard:
        return _locks.setdefault(address, threading.Lock())


def _unlock_in_child() -> None:
    """Unlocks everything in a forked child, where calls must fail with the library's error, not hang."""
    for lock in (_locks_guard, *_locks.values()):
        lock._at_fork_reinit()
    _callers.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock_in_child)


class Kernel(Handled):
    """A kernel of a program: ``kernel(queue, global_size, local_size, *arguments)``.

    An argument is a buffer, an image, a pipe, SVM, a sampler, :class:`LocalMemory`, None for a NULL pointer, a numpy
    scalar or array (passed by value) or, after :meth:`set_scalar_arg_dtypes`, a Python number. The lower-case names of
    :class:`kernel_info` are attributes.

    Threads can share a kernel: a call sets the arguments and enqueues the command before the next call begins.
    :meth:`set_arg`, :meth:`set_args` and :func:`enqueue_nd_range_kernel` are separate steps, which only one thread at a
    time may use.
    """

    _kind = ffi.typeof("cl_kernel")
    _type = ffi.typeof("clmem_kernel")
    _import, _object, _release = lib.clmem_kernel_import, lib.clmem_kernel_object, lib.clmem_kernel_release
    _info_names = (kernel_info,)
    attributes: str
    context: Context
    function_name: str
    num_args: int
    program: Program
    reference_count: int
    _dtypes: Optional[List[Any]] = None

    def __init__(self, program: Program, name: str):
        made = ffi.new("clmem_kernel *")
        owner = _handles.instance(program, Program, "program", "Kernel")
        check(lib.clmem_kernel_create(owner._token(), _checks.text(name, "name", "Kernel"), made))
        self._adopt(made[0])

    def _adopt(self, token: Any) -> None:
        super()._adopt(token)
        self._names: Dict[int, Tuple[str, str]] = {}
        self._kept: Dict[Any, Any] = {}  # host memory that the arguments use, by their index
        self._count = int(self.get_info(kernel_info.NUM_ARGS))
        self._lock = _lock_of(self.int_ptr)

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`kernel_info`."""
        value = _info.ask("clGetKernelInfo", (self._pointer(),), _info.KERNEL, param)
        if param == kernel_info.CONTEXT:
            return Context.from_int_ptr(value)
        if param == kernel_info.PROGRAM:
            return Program.from_int_ptr(value)
        return value

    def get_arg_info(self, arg_index: int, param: int) -> Any:
        """Queries a property of an argument; `param` is one of :class:`kernel_arg_info`."""
        return _info.ask("clGetKernelArgInfo", (self._pointer(), arg_index), _info.KERNEL_ARGUMENT, param)

    def get_work_group_info(self, param: int, device: DeviceLike) -> Any:
        """Queries how the kernel runs on a device; `param` is one of :class:`kernel_work_group_info`."""
        subject = (self._pointer(), _handles.device(device))
        return _info.ask("clGetKernelWorkGroupInfo", subject, _info.WORK_GROUP, param)

    def get_sub_group_info(
        self, device: DeviceLike, param: int, input_value: Union[int, Sequence[int], None] = None
    ) -> Any:
        """Queries the kernel's sub-groups on a device; `param` is one of :class:`kernel_sub_group_info`."""
        names = kernel_sub_group_info
        if param == names.LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
            listed, decode = ffi.new("size_t *", input_value), _info.sizes
        elif input_value is not None:
            listed, decode = ffi.new("size_t[]", list(input_value)), None  # type: ignore[arg-type]
        else:
            listed, decode = ffi.NULL, None
        size = ffi.sizeof(listed) if decode is None and listed else ffi.sizeof("size_t") if listed else 0
        subject = (self._pointer(), _handles.device(device))

        def query(param: int, capacity: int, room: Any, found: Any) -> None:
            _opencl.call("clGetKernelSubGroupInfo", *subject, param, size, listed, max(capacity, 24), room, found)

        room, found = ffi.new("char[24]"), ffi.new("size_t *")
        query(param, 24, room, found)
        data = bytes(ffi.buffer(room, found[0]))
        return decode(data) if decode else _info.integer(data)

    def clone(self) -> Kernel:
        """Makes a kernel with the same arguments set. Needs OpenCL 2.1."""
        made = _opencl.owned(_opencl.create("clCloneKernel", self._pointer()), "clReleaseKernel")
        kernel = Kernel.from_int_ptr(_handles.as_int(made))
        kernel._dtypes, kernel._kept = self._dtypes, dict(self._kept)
        return kernel

    def set_scalar_arg_dtypes(self, arg_dtypes: Sequence[Optional[DTypeLike]]) -> None:
        """Sets the types of the arguments that are numbers.

        :param arg_dtypes: for each argument a numpy dtype, or None if it is no number.
        """
        routine = "Kernel.set_scalar_arg_dtypes"
        listed = _handles.listed(arg_dtypes, "dtypes", "arg_dtypes", routine)
        dtypes = [None if dtype is None else _checks.dtype(dtype, "arg_dtypes", routine) for dtype in listed]
        if len(dtypes) != self._count:
            what = f"arg_dtypes: expected {self._count} types, one for each argument, got {len(dtypes)}"
            raise logic(routine, what)
        self._dtypes = dtypes

    set_arg_types = set_scalar_arg_dtypes

    def _argument(self, index: int) -> Tuple[str, str]:
        """An argument's declared name and type; empty if the driver does not report them."""
        known = self._names.get(index)
        if known is None:
            try:
                known = (
                    self.get_arg_info(index, kernel_arg_info.NAME),
                    self.get_arg_info(index, kernel_arg_info.TYPE_NAME),
                )
            except Error:
                known = ("", "")
            self._names[index] = known
        return known

    def set_arg(self, arg_index: int, arg: KernelArgument) -> None:
        """Sets an argument; `arg_index` counts from 0. The class lists the possible values.

        :raises LogicError: the value is of the wrong type; the message names the argument.
        """
        set_argument(self, arg_index, arg)

    def set_args(self, *args: KernelArgument) -> None:
        """Sets all arguments."""
        if len(args) != self._count:
            name = self.get_info(kernel_info.FUNCTION_NAME)
            raise logic(
                f"Kernel {name}",
                f"expected {self._count} arguments, got {len(args)}",
                status_code.INVALID_KERNEL_ARGS,
            )
        for index, arg in enumerate(args):
            set_argument(self, index, arg)

    def use_svm(self, *svms: Union[SVMPointer, HostMemory]) -> None:
        """Declares the SVM that the kernel reaches through addresses in other memory. Arguments need no declaration.

        Every launch counts as a use of this SVM, which the kernel keeps alive. Each call replaces the previous one.

        :param svms: SVM pointers, or arrays if the device shares the host's memory; at least one.
        """
        pointers = [svm if isinstance(svm, SVMPointer) else SVM(svm) for svm in svms]
        listed = ffi.new("clmem_buffer[]", [pointer._token() for pointer in pointers]) if pointers else ffi.NULL
        check(lib.clmem_kernel_use_svm(self._token(), len(pointers), listed))
        self._kept["use_svm"] = pointers

    def __call__(
        self,
        queue: QueueLike,
        global_size: Numbers,
        local_size: Optional[Numbers],
        *args: KernelArgument,
        global_offset: Optional[Numbers] = None,
        g_times_l: bool = False,
        allow_empty_ndrange: bool = False,
        wait_for: WaitList = None,
    ) -> Event:
        """Sets the arguments and runs the kernel.

        :param queue: the queue.
        :param global_size: the number of work-items, a tuple of up to three numbers.
        :param local_size: the size of a work-group, or None.
        :param global_offset: the first global id.
        :param g_times_l: `global_size` counts work-groups.
        :param allow_empty_ndrange: a size of 0 is no error, and runs nothing.
        :param wait_for: None, or a list of events that the command waits for.
        """
        caller = threading.get_ident()
        is_inner = caller in _callers
        kernel = self._twin() if is_inner else self
        try:
            _callers.add(caller)  # before the lock, which this thread never takes twice
            with kernel._lock:
                kernel.set_args(*args)
                return enqueue_nd_range_kernel(
                    queue, kernel, global_size, local_size, global_offset, wait_for, g_times_l, allow_empty_ndrange
                )
        finally:
            if not is_inner:
                _callers.discard(caller)

    def _twin(self) -> Kernel:
        """The same kernel with separate arguments, for a call inside another one of this thread.

        Finalisers, signal handlers and the conversion of an argument can make such a call. Its arguments must not
        replace those of the outer call, and waiting for a second lock could be a deadlock.
        """
        twin = Kernel(self.program, self.function_name)
        twin._dtypes = self._dtypes
        if "use_svm" in self._kept:
            twin.use_svm(*self._kept["use_svm"])
        return twin


def _extents(numbers: Any, name: str) -> Tuple[int, ...]:
    extents = _checks.as_ints(numbers)
    if extents is None:
        what = f"{name}: expected one to three ints, got {_checks.shown(numbers)}"
        raise wrong_type("enqueue_nd_range_kernel", what)
    if not 1 <= len(extents) <= 3 or min(extents) < 0 or max(extents) >> 64:
        what = f"{name}: expected one to three numbers of at least 0, got {extents}"
        raise logic("enqueue_nd_range_kernel", what)
    return extents


def enqueue_nd_range_kernel(
    queue: QueueLike,
    kernel: Kernel,
    global_work_size: Numbers,
    local_work_size: Optional[Numbers],
    global_work_offset: Optional[Numbers] = None,
    wait_for: WaitList = None,
    g_times_l: bool = False,
    allow_empty_ndrange: bool = False,
) -> Event:
    """Runs a kernel with its current arguments; :meth:`Kernel.__call__` describes the parameters."""
    routine = "enqueue_nd_range_kernel"
    launched = _handles.instance(kernel, Kernel, "kernel", routine)
    extents = _extents(global_work_size, "global_work_size")
    local: Tuple[int, ...] = () if local_work_size is None else _extents(local_work_size, "local_work_size")
    offset: Tuple[int, ...] = () if global_work_offset is None else _extents(global_work_offset, "global_work_offset")
    for name, numbers in (("local_work_size", local), ("global_work_offset", offset)):
        if numbers and len(numbers) != len(extents):
            what = f"{name}: expected {len(extents)} numbers, as many as global_work_size has, got {len(numbers)}"
            raise logic(routine, what)
    if g_times_l:
        if not local:
            raise logic(routine, "local_work_size: expected sizes, since g_times_l is set, got None")
        extents = tuple(groups * items for groups, items in zip(extents, local))
    if 0 in extents and not allow_empty_ndrange:
        raise logic(
            routine,
            f"global_work_size: expected sizes above 0, got {extents}; pass allow_empty_ndrange=True to allow 0",
            status_code.INVALID_GLOBAL_WORK_SIZE,
        )
    options = _handles.struct("clmem_launch_options")
    options.dimensions = len(extents)
    options.offset[0 : len(offset)] = list(offset)
    options.local[0 : len(local)] = list(local)
    getattr(options, "global")[0 : len(extents)] = list(extents)
    options.wait_count, waits = _handles.events(wait_for, "wait_for", routine)
    options.wait_events = waits
    event = ffi.new("cl_event *")
    on_queue = _handles.queue(queue, "queue", routine)
    check(lib.clmem_kernel_launch(launched._token(), on_queue, options, event))
    return _pending.enqueued(on_queue, event[0], wait_for, Event)


__all__ = ["Kernel", "LocalMemory", "Program", "enqueue_nd_range_kernel"]
