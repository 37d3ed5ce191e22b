"""The commands that may still be pending, and the wait for them when the process ends.

Drivers work on threads of the process. If it ends while they build or run a kernel, their destructors run under these
threads, and the process crashes. So every command that is enqueued here is noted, and the end of the process waits for
all of them. Their queues may be gone by then: what is kept is events.

Never waited for is what a user event holds back, since nothing sets it any more: a command whose wait list contains an
incomplete one or an event held back by one, and what comes behind such a command in an in-order queue.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from typing import Any, Dict, List, Optional, Sequence, Tuple, Type, TypeVar

from . import _handles, _hot, _log, _opencl
from ._constants import command_queue_info, command_queue_properties, command_type, event_info
from ._errors import Error
from ._ffi import ffi

PATIENCE = 10.0  # seconds without the completion of any command, after which the process ends nevertheless

E = TypeVar("E", bound=_hot.Event)
Gates = Tuple[Any, ...]  # incomplete user events: cffi pointers with a reference each

_pending: Dict[Any, _hot.Pending] = {}  # by the queue's pointer
held: Dict[Any, List[Tuple[Gates, _hot.Pending]]] = {}  # likewise, the commands that user events hold back
_settled: List[_hot.Pending] = []  # the commands that user events held back once
_guard = threading.RLock()  # reentrant, since the garbage collector may run code that enqueues commands

of = _pending.get  # what notes a queue's next command, if it has no wait list and `held` is empty; None for a new queue

_cast, _UINTPTR = ffi.cast, _handles.UINTPTR


def enqueued(queue: Any, event: Any, wait_for: Optional[Sequence[Any]], kind: Type[E]) -> E:
    """Makes the event of a command that was just enqueued, and notes the command.

    :param queue: the queue's pointer.
    :param event: the event's pointer, whose reference is taken over.
    :param wait_for: the command's wait list.
    :param kind: the class of the result.
    """
    if wait_for is not None or held:
        owned: E = kind._owned(event)  # type: ignore[attr-defined]
        noted(queue, owned, wait_for)
        return owned
    address = int(_cast(_UINTPTR, event))
    pending = _pending.get(queue)
    made = None if pending is None else pending.made(address, kind)
    while made is None:  # the queue is new, or was just forgotten
        made = _first(queue).made(address, kind)
    return made


def noted(queue: Any, event: _hot.Event, wait_for: Optional[Sequence[Any]] = None) -> None:
    """Notes a command that was just enqueued."""
    gates: Gates = ()
    if wait_for is not None or held:
        try:
            gates = _gates_of(queue, wait_for)
        except Error:  # the command is enqueued, whatever its events say; at worst the end of the process waits for it
            pass
    if gates:
        with _guard:
            _behind(queue, gates).note(event)
        event._gates = gates  # type: ignore[attr-defined]
        return
    pending = _pending.get(queue)
    while pending is None or not pending.note(event):
        pending = _first(queue)


def prune(queue: Any) -> None:
    """Drops what is known of a queue's complete commands."""
    pending = _pending.get(queue)
    if pending is not None:
        pending.prune()


def forget(queue: Any) -> None:
    """Drops what is known of a queue, unless it has pending commands."""
    if queue in _pending:
        with _guard:
            pending = _pending.get(queue)
            if pending is not None and pending.retire():
                del _pending[queue]


def _first(queue: Any) -> _hot.Pending:
    """Begins with a queue's first command. Forgets queues without pending commands: they may be gone."""
    with _guard:
        for other in list(_pending):
            forget(other)
        _settled[:] = [each for each in _settled if not each.retire()]
        made = _new(queue)
        return _pending.setdefault(_cast(_handles.QUEUE, queue), made)


def _new(queue: Any) -> _hot.Pending:
    made = _hot.Pending()
    made.begin(_handles.as_int(queue), _is_in_order(queue))
    return made


def _is_in_order(queue: Any) -> bool:
    properties = ffi.new("uint64_t *")
    try:
        _opencl.call("clGetCommandQueueInfo", queue, command_queue_info.PROPERTIES, 8, properties, ffi.NULL)
    except Error:  # the command is enqueued already; out of order, each one is waited for
        return False
    return not properties[0] & command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE


def _number(event: Any, param: int) -> int:
    found = ffi.new("int32_t *")
    _opencl.call("clGetEventInfo", event, param, 4, found, ffi.NULL)
    return int(found[0])


def _is_closed(gate: Any) -> bool:
    """Whether a user event is incomplete; an error completes it, too."""
    return _number(gate, event_info.COMMAND_EXECUTION_STATUS) > 0


def _gates_of(queue: Any, wait_for: Optional[Sequence[Any]]) -> Gates:
    """The user events that hold back the next command of a queue."""
    found: Dict[Any, Any] = {}
    for event in wait_for or ():
        if getattr(event, "_is_command", False):
            gates = event._gates
        else:
            gates = _user_event(_handles.event(event))
        for gate in gates:
            if _is_closed(gate):
                found[_handles.as_int(gate)] = gate
    if held:
        with _guard:
            _settle()
            groups = held.get(queue, ())
            if groups and groups[0][1].is_in_order:
                found.update((_handles.as_int(gate), gate) for gates, _ in groups for gate in gates)
    return tuple(found[address] for address in sorted(found))


def _user_event(event: Any) -> Gates:
    """The event with a reference, if it is a user event."""
    if _number(event, event_info.COMMAND_TYPE) != command_type.USER:
        return ()
    _opencl.call("clRetainEvent", event)
    return (_opencl.owned(_cast(_handles.EVENT, event), "clReleaseEvent"),)


def _behind(queue: Any, gates: Gates) -> _hot.Pending:
    """What notes the commands of a queue behind these user events."""
    groups = held.setdefault(_cast(_handles.QUEUE, queue), [])
    if not groups or groups[-1][0] != gates:
        groups.append((gates, _new(queue)))
    return groups[-1][1]


def _settle() -> None:
    """Moves the commands whose user events are complete by now."""
    for queue, groups in list(held.items()):
        _settled.extend(pending for gates, pending in groups if not any(map(_is_closed, gates)))
        still = [(gates, pending) for gates, pending in groups if pending not in _settled]
        if still:
            held[queue] = still
        else:
            del held[queue]


def _wait_at_exit() -> None:
    """Waits for the pending commands, as long as some complete."""
    try:
        _settle()
        if held:
            what = f"the process ends without waiting for commands that user events hold back, in {len(held)} queues"
            _log.write("warning", what)
        left = _wait([*_pending.values(), *_settled])
        if left:
            what = f"no command completed for {PATIENCE:g} s; the process ends while {left} queues have pending commands"
            _log.write("warning", what)
    except KeyboardInterrupt:
        _log.write("warning", "the wait for pending commands was interrupted; the process ends")
    except Error as error:
        _log.write("warning", f"cannot wait for pending commands: {error}; the process ends")


def _wait(pending: List[_hot.Pending]) -> int:
    """Returns how many queues still have pending commands when no command completes any more."""
    for each in pending:
        each.flush()
    patience_ends, pause = time.monotonic() + PATIENCE, 0.0005
    while True:
        dropped = sum(each.prune() for each in pending)
        pending = [each for each in pending if each.count]
        now = time.monotonic()
        if dropped:
            patience_ends = now + PATIENCE
        if not pending or now >= patience_ends:
            return len(pending)
        time.sleep(pause)
        pause = min(1.5 * pause, 0.02)


def _forget_in_child() -> None:
    """The commands are the parent's."""
    _pending.clear()
    held.clear()
    _settled.clear()
    _guard._at_fork_reinit()  # type: ignore[attr-defined]


atexit.register(_wait_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
