"""What OpenCL's own objects (devices, contexts, queues, events, ...) have in common in Python."""

from __future__ import annotations

from typing import Any, Dict, Tuple, Type, TypeVar

from . import _handles, _opencl
from ._constant_class import Constants
from ._errors import wrong_type
from ._ffi import ffi
from ._handles import OwnObject, as_int
from ._info import Attributes, Decoder, ask

T = TypeVar("T", bound="OpenCLObject")


class OpenCLObject(Attributes, OwnObject):
    """An OpenCL object: compared and hashed by its address, released with the last Python object that has it.

    The lower-case names of the object's info constants are attributes that ask OpenCL for them.
    """

    _ptr: Any = ffi.NULL  # the cffi pointer, which releases the object
    _retain = ""  # OpenCL's function that takes another reference, empty if there is none
    _release: str = ""
    _info_function = ""
    _info_kinds: Dict[int, Decoder] = {}
    _info_names: Tuple[Type[Constants], ...] = ()

    def __init__(self, *_: Any, **__: Any) -> None:
        raise wrong_type(type(self).__name__, f"{type(self).__name__} cannot be made by a call")

    @classmethod
    def _of(cls: Type[T], pointer: Any) -> T:
        """An object for a pointer that is owned already, or need not be."""
        made = cls.__new__(cls)
        made._ptr = pointer
        return made

    @classmethod
    def _owned(cls: Type[T], pointer: Any) -> T:
        """An object for a pointer whose reference it takes over."""
        return cls._of(_opencl.owned(pointer, cls._release))

    @classmethod
    def _borrowed(cls: Type[T], pointer: Any) -> T:
        """An object with a reference of its own for a pointer that belongs to somebody else."""
        if not cls._retain:
            return cls._of(pointer)
        _opencl.call(cls._retain, pointer)
        return cls._owned(pointer)

    @classmethod
    def from_int_ptr(cls: Type[T], int_ptr_value: int, retain: bool = True) -> T:
        """Makes an object for the OpenCL object at an address.

        :param int_ptr_value: the address, as `int_ptr` gives it.
        :param retain: take a reference of its own; False takes over the caller's.
        :raises LogicError: the address is 0.
        :raises TypeError: it is no int.

        This is the one door for addresses, and nothing can tell what lies there: what is no such object ends the process.
        """
        pointer = _handles.address(int_ptr_value, cls._kind, f"{cls.__name__}.from_int_ptr")
        if retain or not cls._retain:
            return cls._borrowed(pointer)
        return cls._owned(pointer)

    @property
    def int_ptr(self) -> int:
        """The address of the OpenCL object."""
        return as_int(self._ptr)

    def get_info(self, param: int) -> Any:
        """Asks for a property; `param` is one of the object's info constants."""
        return ask(self._info_function, (self._ptr,), self._info_kinds, param)

    def _ask(self, names: Type[Constants], param: int) -> Any:
        return self.get_info(param)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OpenCLObject) or other._kind is not self._kind:
            return NotImplemented
        return self.int_ptr == other.int_ptr

    def __hash__(self) -> int:
        return hash(self.int_ptr)

    def __repr__(self) -> str:
        return f"<clmem.{type(self).__name__} at {self.int_ptr:#x}>"
