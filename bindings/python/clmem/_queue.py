"""Command queues and events."""

from __future__ import annotations

import threading
import warnings
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, Tuple, Union

from . import _checks, _handles, _hot, _info, _opencl, _pending
from ._constants import (
    command_execution_status,
    command_queue_info,
    command_queue_properties,
    event_info,
    profiling_info,
    status_code,
)
from ._errors import RuntimeError, check, logic
from ._ffi import ffi, lib
from ._object import OpenCLObject
from ._platform import Context, Device
from ._warnings import frames_of_clmem

if TYPE_CHECKING:
    from ._types import ContextLike, DeviceLike, EventLike, PlatformLike, QueueLike

_PROPERTIES = "bits of command_queue_properties, or a list of ints"

WaitList = Optional[Sequence["EventLike"]]


class CommandQueue(OpenCLObject):
    """A command queue of one device.

    :param context: the context.
    :param device: one of its devices; by default the first.
    :param properties: bits of :class:`command_queue_properties`; or a list of :class:`queue_properties` and values, as
        ``clCreateCommandQueueWithProperties`` takes it, without the closing 0.

    As a context manager it waits at the end until its commands are complete. Using it afterwards issues a
    :class:`CommandQueueUsedAfterExit` warning.
    """

    _kind = _handles.QUEUE
    _retain, _release = "clRetainCommandQueue", "clReleaseCommandQueue"
    _info_function = "clGetCommandQueueInfo"
    _noting: Optional[_hot.Pending] = None  # what notes its commands, for those that are enqueued in C
    _info_kinds = _info.QUEUE
    _info_names = (command_queue_info,)
    context: Context
    device: Device
    device_default: Optional[CommandQueue]
    properties: int
    properties_array: List[int]
    reference_count: int
    size: int

    def __init__(
        self,
        context: ContextLike,
        device: Optional[DeviceLike] = None,
        properties: Union[int, Sequence[int], None] = None,
    ):
        in_context = _handles.context(context, "context", "CommandQueue")
        if device is None:
            device = Context._borrowed(in_context).devices[0]
        on_device = _handles.device(device, "device", "CommandQueue")
        bits = 0 if properties is None else _checks.as_int(properties)
        if bits is None:
            listed = _checks.numbers(properties, "properties", "CommandQueue", what=_PROPERTIES)
            numbers = ffi.new("uint64_t[]", [*listed, 0])
            made = _opencl.create("clCreateCommandQueueWithProperties", in_context, on_device, numbers)
        else:
            queue = ffi.new("cl_command_queue *")
            check(lib.clmem_queue_create(in_context, on_device, _queue_flags(bits), queue))
            made = queue[0]
        self._ptr = ffi.gc(made, lib.clmem_queue_release)

    @cached_property
    def _address(self) -> int:
        """The queue's address, for commands that are enqueued in C."""
        return self.int_ptr

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`command_queue_info`."""
        value = super().get_info(param)
        if param == command_queue_info.CONTEXT:
            return Context.from_int_ptr(value)
        if param == command_queue_info.DEVICE:
            return Device.from_int_ptr(value)
        if param == command_queue_info.DEVICE_DEFAULT:
            return CommandQueue.from_int_ptr(value) if value else None
        return value

    def flush(self) -> None:
        """Submits all commands to the device, without waiting for them."""
        check(lib.clmem_queue_flush(self._ptr))

    def finish(self) -> None:
        """Waits until all commands are complete."""
        finished = self._ptr
        check(lib.clmem_queue_finish(finished))
        _pending.prune(finished)

    def _get_cl_version(self) -> Tuple[int, int]:
        return self.device._get_cl_version()

    def __enter__(self) -> CommandQueue:
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()
        self.__class__ = _LeftQueue

    def __del__(self, forget: Any = _pending.forget) -> None:
        forget(vars(self).get("_ptr"))


class CommandQueueUsedAfterExit(UserWarning):
    """A queue was used after the end of its ``with`` statement."""


class _LeftQueue(CommandQueue):
    """A queue after its ``with`` statement. This is a separate class, so that other queues need no check."""

    @property
    def _ptr(self) -> Any:
        message = "the command queue was used after the end of its with statement; use it inside, or create another"
        warnings.warn(message, CommandQueueUsedAfterExit, stacklevel=frames_of_clmem())
        return vars(self)["_ptr"]

    @property
    def _address(self) -> int:
        return _handles.as_int(self._ptr)


def _queue_flags(properties: int) -> int:
    known = {
        command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE: lib.CLMEM_QUEUE_OUT_OF_ORDER,
        command_queue_properties.PROFILING_ENABLE: lib.CLMEM_QUEUE_PROFILING,
    }
    if properties & ~sum(known):
        what = f"properties: expected at most OUT_OF_ORDER_EXEC_MODE_ENABLE and PROFILING_ENABLE, got {properties:#x}; "
        raise logic("CommandQueue", what + "for a queue on the device pass a list of properties")
    return sum(flag for bit, flag in known.items() if properties & bit)


class ProfilingInfoGetter:
    """The times of an event in nanoseconds: `queued`, `submit`, `start`, `end`, `complete`."""

    def __init__(self, event: Event):
        self.event = event

    queued: int
    submit: int
    start: int
    end: int
    complete: int

    if not TYPE_CHECKING:  # type checkers would take every name for a time

        def __getattr__(self, name: str) -> int:
            param = vars(profiling_info).get(name.upper())
            if param is None:
                raise AttributeError(f"an event has no time '{name}'")
            if not name.islower():
                message = f"the name '{name}' is deprecated; use '{name.lower()}'"
                warnings.warn(message, DeprecationWarning, stacklevel=2)
            return self.event.get_profiling_info(param)


class Event(_hot.Event, OpenCLObject):
    """The event of a command."""

    _kind = _handles.EVENT
    _retain, _release = "clRetainEvent", "clReleaseEvent"
    _info_function = "clGetEventInfo"
    _info_kinds = _info.EVENT
    _info_names = (event_info,)
    command_execution_status: int
    command_queue: Optional[CommandQueue]
    command_type: int
    context: Context
    reference_count: int
    _gates: _pending.Gates = ()  # the user events that hold the command back

    @classmethod
    def _owned(cls, pointer: Any) -> Any:
        """Wraps a pointer and takes over the caller's reference."""
        made = cls.__new__(cls)
        made._adopt(_handles.as_int(pointer))
        return made

    @property
    def _ptr(self) -> Any:
        return ffi.cast(_handles.EVENT, self._address)

    @property
    def int_ptr(self) -> int:
        """The address of the OpenCL object."""
        return self._address

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`event_info`."""
        value = super().get_info(param)
        if param == event_info.COMMAND_QUEUE:
            return CommandQueue.from_int_ptr(value) if value else None
        if param == event_info.CONTEXT:
            return Context.from_int_ptr(value)
        return value

    def get_profiling_info(self, param: int) -> int:
        """Queries a time in nanoseconds; `param` is one of :class:`profiling_info`.

        :raises RuntimeError: the command is not complete, or its queue was made without ``PROFILING_ENABLE``.
        """
        try:
            value: int = _info.ask("clGetEventProfilingInfo", (self._ptr,), {}, param)
        except RuntimeError as error:
            if error.code == status_code.PROFILING_INFO_NOT_AVAILABLE:
                check(lib.clmem_event_profile(self._ptr, _handles.struct("clmem_event_times")))  # it says why
            raise
        return value

    @property
    def profile(self) -> ProfilingInfoGetter:
        """The event's times, in nanoseconds: ``event.profile.end - event.profile.start``."""
        return ProfilingInfoGetter(self)

    def set_callback(self, command_exec_callback_type: int, pfn_event_notify: Callable[[int], object]) -> None:
        """Calls a function with the command's status once the command reaches a status or fails.

        :param command_exec_callback_type: one of :class:`command_execution_status`.
        :param pfn_event_notify: the function, called on another thread.
        """
        names = command_execution_status
        if command_exec_callback_type not in (names.COMPLETE, names.RUNNING, names.SUBMITTED):
            shown = _checks.shown(command_exec_callback_type)
            what = f"command_exec_callback_type: expected COMPLETE, RUNNING or SUBMITTED, got {shown}"
            raise logic("Event.set_callback", what)
        _checks.function(pfn_event_notify, "pfn_event_notify", "Event.set_callback")
        arguments = (Event._borrowed(self._ptr), command_exec_callback_type, pfn_event_notify)
        threading.Thread(target=_notify, args=arguments, daemon=True).start()


def _notify(event: Event, wanted: int, function: Callable[[int], Any]) -> None:
    """Waits for a status and calls the function. A status before COMPLETE has to be polled."""
    pause = threading.Event()
    status = event.command_execution_status
    while status > wanted:
        if wanted == command_execution_status.COMPLETE:
            lib.clmem_event_wait(1, ffi.new("cl_event[]", [event._ptr]))
        else:
            pause.wait(0.0005)
        status = event.command_execution_status
    function(status if status < 0 else wanted)


class NannyEvent(Event):
    """The event of a transfer from or to host memory, which it keeps alive.

    It waits for the transfer when the last reference to it is deleted.
    """

    _ward: Any = None

    def get_ward(self) -> object:
        """The object whose memory the transfer uses; None once the transfer is known to be complete."""
        return self._ward

    def wait(self) -> None:
        """Waits until the transfer is complete, and drops the reference to the memory.

        :raises RuntimeError: the transfer failed.
        """
        super().wait()
        self._ward = None

    def __del__(self, wait: Any = lib.clmem_event_wait, new: Any = ffi.new) -> None:
        if self._ward is not None:
            wait(1, new("cl_event[]", [self._ptr]))
            self._ward = None


class UserEvent(Event):
    """An event that the program completes by :meth:`set_status`."""

    def __init__(self, context: ContextLike):
        made = _opencl.create("clCreateUserEvent", _handles.context(context, "context", "UserEvent"))
        self._adopt(_handles.as_int(made))

    def set_status(self, status: int) -> None:
        """Completes the event with 0 (``command_execution_status.COMPLETE``) or, for a failure, a negative number."""
        low, high = -(1 << 31), (1 << 31) - 1
        number = _checks.number(status, "status", "UserEvent.set_status", low, high, what="0 or an error code as an int")
        _opencl.call("clSetUserEventStatus", self._ptr, number)


def wait_for_events(events: Sequence[EventLike]) -> None:
    """Waits until all of the events are complete.

    :raises RuntimeError: a command failed.
    """
    check(lib.clmem_event_wait(*_handles.events(events, "events", "wait_for_events")))


def enqueue_marker(queue: QueueLike, wait_for: WaitList = None) -> Event:
    """Enqueues a marker: its event completes after all earlier commands or, given a list, after the events in it.

    :param wait_for: None, or the events to wait for instead.
    """
    on_queue = _handles.queue(queue, "queue", "enqueue_marker")
    waits, event = _handles.events(wait_for, "wait_for", "enqueue_marker"), ffi.new("cl_event *")
    _opencl.call("clEnqueueMarkerWithWaitList", on_queue, *waits, event)
    return _pending.enqueued(on_queue, event[0], wait_for, Event)


def enqueue_barrier(queue: QueueLike, wait_for: WaitList = None) -> Event:
    """Makes later commands wait for all earlier ones or, given a list, for the events in it."""
    on_queue = _handles.queue(queue, "queue", "enqueue_barrier")
    waits, event = _handles.events(wait_for, "wait_for", "enqueue_barrier"), ffi.new("cl_event *")
    _opencl.call("clEnqueueBarrierWithWaitList", on_queue, *waits, event)
    return _pending.enqueued(on_queue, event[0], wait_for, Event)


def enqueue_wait_for_events(queue: QueueLike, events: Sequence[EventLike]) -> None:
    """Makes later commands wait for events."""
    if _handles.events(events, "events", "enqueue_wait_for_events")[0]:
        enqueue_barrier(queue, events)


def unload_platform_compiler(platform: PlatformLike) -> None:
    """Lets a platform release the resources of its compiler."""
    chosen = _handles.opencl_object(platform, _handles.PLATFORM, "platform", "unload_platform_compiler")
    _opencl.call("clUnloadPlatformCompiler", chosen)


def get_cl_header_version() -> Tuple[int, int]:
    """The OpenCL version that clmem was built for."""
    return (3, 0)


def have_gl() -> bool:
    """Whether objects can be shared with OpenGL: no, clmem does not support that."""
    return False


__all__ = [
    "CommandQueue", "CommandQueueUsedAfterExit", "Event", "NannyEvent", "ProfilingInfoGetter", "UserEvent",
    "enqueue_barrier", "enqueue_marker",
    "enqueue_wait_for_events", "get_cl_header_version", "have_gl", "status_code", "unload_platform_compiler",
    "wait_for_events",
]  # fmt: skip
