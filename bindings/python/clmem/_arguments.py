"""Kernel arguments: which library function sets which kind."""

from __future__ import annotations

import re
from typing import Any, Optional

from . import _checks, _handles
from ._constants import kernel_arg_address_qualifier, kernel_arg_info, status_code
from ._errors import Error, LogicError, check, logic, wrong_type
from ._ffi import ffi, lib
from ._host import host_memory
from ._image import Image
from ._memory import MemoryObjectHolder, host_side
from ._numpy import np
from ._sampler import Sampler
from ._svm import SVMPointer

# OpenCL C's names of the scalar types.
SCALARS = {
    "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
    "half": "f2", "float": "f4", "double": "f8", "size_t": "u8", "ptrdiff_t": "i8", "unsigned char": "u1",
    "unsigned short": "u2", "unsigned int": "u4", "unsigned long": "u8", "bool": "u1",
}  # fmt: skip

# A number or a vector of numbers, such as float4.
VECTOR = re.compile(r"([a-z_ ]*[a-z])(2|3|4|8|16)?")

# OpenCL C's names of the image types.
IMAGE_TYPE = re.compile(r"image[123]d\w*_t")


class LocalMemory:
    """Local memory as a kernel argument.

    :param size: in bytes, at least 1.
    """

    def __init__(self, size: int):
        self.size = _checks.size(size, "size", "LocalMemory")
        if self.size < 1:
            raise logic("LocalMemory", f"size: expected a size of at least one byte, got {self.size}")

    def __repr__(self) -> str:
        return f"LocalMemory({self.size})"

    @property
    def nbytes(self) -> int:
        """The size in bytes."""
        return self.size


def set_argument(kernel: Any, index: int, arg: Any) -> None:
    """Sets a kernel argument, or raises an error that names the argument."""
    try:
        _set(kernel, index, arg)
    except Error as error:
        if error.routine.startswith("Kernel "):
            raise
        raise _named(kernel, index, arg, error) from None
    except (TypeError, ValueError, OverflowError) as error:
        refusal = logic("Kernel.set_arg", str(error))
        raise _named(kernel, index, arg, refusal) from error


def _named(kernel: Any, index: int, arg: Any, error: Error) -> Error:
    name, type_ = kernel._argument(index)
    declared = f" '{name}' ({type_})" if name else ""
    why = _wrong_size(arg, type_) if error.code == status_code.INVALID_ARG_SIZE else ""
    why = why or f"{error.what}{_instead(kernel, index, arg, type_)}"
    what = f"argument {index}{declared} cannot be {_shown(arg)}: {why}"
    kind = type(error) if isinstance(error, Error) else LogicError
    return kind(f"Kernel {kernel.function_name}", error.code, what, error.status)


def _wrong_size(arg: Any, declared: str) -> str:
    """Why a value does not fit, with the sizes, and what to pass; empty if the declared type is unknown."""
    found = VECTOR.fullmatch(declared)
    if found is None or found[1] not in SCALARS:
        return ""
    scalar, count = np.dtype(SCALARS[found[1]]), int(found[2] or 1)
    needed = scalar.itemsize * (4 if count == 3 else count)  # OpenCL pads vectors of three
    what = f"expected {needed} bytes, the size of type {declared}, got {np.asarray(arg).nbytes}; pass "
    if count > 1:
        return f"{what}an array of {needed // scalar.itemsize} numbers of type numpy.{scalar.name}"
    return f"{what}numpy.{scalar.name}({arg})" if np.ndim(arg) == 0 else f"{what}a numpy.{scalar.name}"


def _instead(kernel: Any, index: int, arg: Any, declared: str) -> str:
    """What to pass for a pointer, by the address space that it points to."""
    if not declared.endswith("*") or isinstance(arg, (MemoryObjectHolder, SVMPointer)):
        return ""
    where = kernel.get_arg_info(index, kernel_arg_info.ADDRESS_QUALIFIER)
    if where == kernel_arg_address_qualifier.LOCAL:
        return "; pass LocalMemory(size), with its size in bytes"
    return "; pass a Buffer or SVM"


def _shown(arg: Any) -> str:
    return "None" if arg is None else f"of type {type(arg).__name__}"


def _check_kind(kernel: Any, index: int, arg: Any) -> None:
    """Refuses images and samplers for other parameters, and the reverse, which drivers do not check."""
    declared = kernel._argument(index)[1]
    if declared == "sampler_t":
        wanted = "a Sampler"
        fits = isinstance(arg, Sampler) or _handles.is_foreign(arg, "Sampler")
    elif declared.endswith("_t") and IMAGE_TYPE.fullmatch(declared):
        wanted = "an Image"
        fits = isinstance(arg, Image) or _handles.is_foreign(arg, "Image")
    else:
        wanted = "memory"
        fits = not (declared.endswith("*") and isinstance(arg, (Image, Sampler, int, float, complex)))
    if not fits:
        raise wrong_type("Kernel.set_arg", f"expected {wanted}")


def _set(kernel: Any, index: int, arg: Any) -> None:
    token = kernel._token()
    _check_kind(kernel, index, arg)
    kept = None
    if arg is None or (isinstance(arg, SVMPointer) and not arg):
        check(lib.clmem_kernel_set_null(token, index))
    elif isinstance(arg, (MemoryObjectHolder, SVMPointer)):
        check(lib.clmem_kernel_set_memory(token, index, arg._token(_handles.MEMORY)))
        kept = host_side(arg)
    elif isinstance(arg, np.generic):
        _set_bytes(kernel, token, index, np.asarray(arg))
    elif isinstance(arg, (bool, int, float, complex)):
        _set_bytes(kernel, token, index, np.asarray(_number(kernel, index, arg)))
    elif isinstance(arg, LocalMemory):
        check(lib.clmem_kernel_set_local(token, index, arg.size))
    elif isinstance(arg, Sampler):
        check(lib.clmem_kernel_set_sampler(token, index, arg._token()))
    else:
        _set_foreign(token, index, arg)
        kept = arg
    if kept is not None:
        kernel._kept[index] = kept
    elif kernel._kept:
        kernel._kept.pop(index, None)


def _set_bytes(kernel: Any, token: Any, index: int, value: Any) -> None:
    dtype: Optional[Any] = kernel._dtypes[index] if kernel._dtypes else None
    if dtype is not None and dtype != value.dtype and value.dtype.fields is None:
        value = value.astype(dtype)
    check(lib.clmem_kernel_set_bytes(token, index, ffi.cast("void *", value.ctypes.data), value.nbytes))


def _number(kernel: Any, index: int, arg: Any) -> Any:
    """A Python number in the type set by set_scalar_arg_dtypes()."""
    dtype = kernel._dtypes[index] if kernel._dtypes else None
    if dtype is None:
        declared = SCALARS.get(kernel._argument(index)[1])
        if declared:
            _check_range(np.dtype(declared), arg)
        suited = f"numpy.{np.dtype(declared).name}({arg})" if declared else "a numpy number such as numpy.int32(5)"
        raise logic(
            "Kernel.set_arg",
            f"expected a number with an OpenCL type, got a Python number; pass {suited}, or call "
            "Kernel.set_scalar_arg_dtypes() first",
        )
    _check_range(dtype, arg)
    return dtype.type(arg)


def _check_range(dtype: Any, arg: Any) -> None:
    """Refuses a Python number that an integer type cannot represent."""
    if dtype.kind not in "iu":
        return
    if not isinstance(arg, (bool, int)):
        raise logic("Kernel.set_arg", f"expected an integer for type {dtype}, got {arg}")
    bounds = np.iinfo(dtype)
    if not bounds.min <= arg <= bounds.max:
        what = f"expected a value from {bounds.min} to {bounds.max} for type {dtype}, got {arg}"
        raise logic("Kernel.set_arg", what)


def _set_foreign(token: Any, index: int, arg: Any) -> None:
    """Sets an object of another package, an array on the device, or anything that exports bytes."""
    base = getattr(arg, "base_data", None)
    if base is not None and not isinstance(arg, np.ndarray):
        if getattr(arg, "offset", 0):
            what = f"expected an array that begins where its memory begins, got one at offset {arg.offset}"
            raise logic("Kernel.set_arg", what + "; pass base_data, and the offset as another argument")
        arg = base
        if isinstance(arg, (MemoryObjectHolder, SVMPointer)):
            check(lib.clmem_kernel_set_memory(token, index, arg._token(_handles.MEMORY)))
            return
    if _handles.is_foreign(arg, "SVMPointer"):
        with _handles.foreign_svm(arg) as memory:
            check(lib.clmem_kernel_set_memory(token, index, memory))
    elif _handles.is_foreign(arg, "Sampler"):
        foreign = Sampler.from_int_ptr(arg.int_ptr)  # the kernel retains it
        check(lib.clmem_kernel_set_sampler(token, index, foreign._token()))
    elif _handles.is_foreign(arg, "MemoryObjectHolder"):
        with _handles.memory(arg, "argument", "Kernel.set_arg") as memory:
            check(lib.clmem_kernel_set_memory(token, index, memory))
    else:
        memory = host_memory(arg, "it", "Kernel.set_arg")
        check(lib.clmem_kernel_set_bytes(token, index, memory.pointer, memory.nbytes))
