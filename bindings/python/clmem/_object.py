"""The identity and the lifetime of OpenCL objects in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Tuple, Type, TypeVar

from . import _handles, _opencl
from ._constant_class import Constants
from ._errors import check, wrong_type
from ._ffi import ffi
from ._handles import OwnObject, Unique, as_int
from ._info import Attributes, Decoder, ask

T = TypeVar("T", bound="OpenCLObject")
H = TypeVar("H", bound="Handled")


class Identified(Attributes):
    """Compared and hashed by the address of its OpenCL object, `int_ptr`."""

    __slots__ = ()
    _kind: Any = None  # the cffi type of the OpenCL object

    if TYPE_CHECKING:

        @property
        def int_ptr(self) -> int: ...

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identified) or other._kind is not self._kind:
            return NotImplemented
        return self.int_ptr == other.int_ptr

    def __hash__(self) -> int:
        return hash(self.int_ptr)

    def __repr__(self) -> str:
        return f"<clmem.{type(self).__name__} at {self.int_ptr:#x}>"


class OpenCLObject(Identified, OwnObject):
    """An OpenCL object to which Python holds a reference, released with the last Python object that has it.

    The lower-case names of the object's info constants are attributes that query OpenCL.
    """

    _ptr: Any = ffi.NULL  # the cffi pointer, which releases the object
    _retain = ""  # the OpenCL function that adds a reference; empty if the object is not counted
    _release: str = ""
    _info_function = ""
    _info_kinds: Dict[int, Decoder] = {}
    _info_names: Tuple[Type[Constants], ...] = ()

    def __init__(self, *_: object, **__: object) -> None:
        raise wrong_type(type(self).__name__, f"{type(self).__name__} has no constructor")

    @classmethod
    def _of(cls: Type[T], pointer: Any) -> T:
        """Wraps a pointer without touching its reference count."""
        made = cls.__new__(cls)
        made._ptr = pointer
        return made

    @classmethod
    def _owned(cls: Type[T], pointer: Any) -> T:
        """Wraps a pointer and takes over the caller's reference."""
        return cls._of(_opencl.owned(pointer, cls._release))

    @classmethod
    def _borrowed(cls: Type[T], pointer: Any) -> T:
        """Wraps a pointer and adds a reference."""
        if not cls._retain:
            return cls._of(pointer)
        _opencl.call(cls._retain, pointer)
        return cls._owned(pointer)

    @classmethod
    def from_int_ptr(cls: Type[T], int_ptr_value: int, retain: bool = True) -> T:
        """Makes an object for the OpenCL object at an address.

        :param int_ptr_value: the address, as `int_ptr` gives it.
        :param retain: add a reference; False takes over the caller's, unless the call fails.
        :raises LogicError: the address is 0.
        :raises TypeError: it is no int.

        Nothing can verify the address: any other value crashes the process.
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
        """Queries a property; `param` is one of the object's info constants."""
        return ask(self._info_function, (self._ptr,), self._info_kinds, param)


class Handled(Identified, Unique):
    """An OpenCL object behind a handle of the library: a sampler, a program or a kernel."""

    _handle = 0  # the token; 0 until the constructor is done
    _type: Any = None  # the cffi type of the token
    # The library's functions of the type.
    _import: Any = None
    _object: Any = None
    _release: Any = None

    def _adopt(self, token: Any) -> None:
        """Takes over a token."""
        self._handle = as_int(token)

    def _adopt_object(self, pointer: Any, retain: bool = True) -> None:
        """Takes over a token that is made here for an OpenCL object, and then the caller's reference if not `retain`."""
        token = ffi.new(ffi.getctype(self._type, "*"))
        check(self._import(pointer, 1, token))
        self._adopt(token[0])
        if not retain:  # last: nothing else can fail any more
            check(self._import(pointer, 0, token))
            check(self._release(token[0]))

    @classmethod
    def from_int_ptr(cls: Type[H], int_ptr_value: int, retain: bool = True) -> H:
        """Makes an object for the OpenCL object at an address.

        :param int_ptr_value: the address, as `int_ptr` gives it.
        :param retain: add a reference; False takes over the caller's, unless the call fails.
        """
        made = cls.__new__(cls)
        made._adopt_object(_handles.address(int_ptr_value, cls._kind, f"{cls.__name__}.from_int_ptr"), retain)
        return made

    def _token(self) -> Any:
        return ffi.cast(self._type, self._handle)

    def _pointer(self) -> Any:
        """The OpenCL object, as a cffi pointer."""
        found = ffi.new(ffi.getctype(self._kind, "*"))
        check(self._object(self._token(), found))
        return found[0]

    @property
    def int_ptr(self) -> int:
        """The address of the OpenCL object."""
        return as_int(self._pointer())

    def __repr__(self) -> str:
        return super().__repr__() if self._handle else f"<clmem.{type(self).__name__}, not constructed>"

    def __del__(self, cast: Any = ffi.cast) -> None:
        handle, self._handle = self._handle, 0
        if handle:
            self._release(cast(self._type, handle))
