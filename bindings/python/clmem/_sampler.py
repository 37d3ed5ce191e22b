"""Samplers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Union

from . import _checks, _handles, _info
from . import _constants as names
from ._constants import sampler_info
from ._errors import check, logic
from ._ffi import ffi, lib
from ._object import Handled
from ._platform import Context

if TYPE_CHECKING:
    from ._types import ContextLike


class Sampler(Handled):
    """How kernels read an image between and outside its pixels.

    ``Sampler(context, normalized_coords, addressing_mode, filter_mode)``, or ``Sampler(context, properties)`` (OpenCL
    2.0).

    :param context: the context.
    :param normalized_coords: coordinates range from 0 to 1 (True) or count pixels (False); or the list of `properties`.
    :param addressing_mode: one of :class:`addressing_mode`.
    :param filter_mode: one of :class:`filter_mode`.
    :param properties: instead of these three: :class:`sampler_properties` and values, without the closing 0.
    :raises LogicError: no device of the context has images, or a value is invalid.

    Samplers are compared and hashed by their OpenCL object. The lower-case names of :class:`sampler_info` are
    attributes.
    """

    _kind = _handles.SAMPLER
    _type = ffi.typeof("clmem_sampler")
    _import, _object, _release = lib.clmem_sampler_import, lib.clmem_sampler_object, lib.clmem_sampler_release
    _info_names = (sampler_info,)
    addressing_mode: int
    context: Context
    filter_mode: int
    lod_max: int
    lod_min: int
    mip_filter_mode: int
    normalized_coords: bool
    properties: List[int]
    reference_count: int

    def __init__(
        self,
        context: ContextLike,
        normalized_coords: Union[bool, Sequence[int], None] = None,
        addressing_mode: Optional[int] = None,
        filter_mode: Optional[int] = None,
        *,
        properties: Optional[Sequence[int]] = None,
    ):
        if properties is not None:
            if normalized_coords is not None:
                raise logic("Sampler", "expected properties or single values, got both")
            normalized_coords = properties
        in_context = _handles.context(context, "context", "Sampler")
        made = ffi.new("clmem_sampler *")
        is_list = not isinstance(normalized_coords, (bool, int, type(None)))
        if addressing_mode is None and filter_mode is None and is_list:
            listed = _checks.numbers(normalized_coords, "properties", "Sampler")
            numbers = ffi.new("uint64_t[]", listed) if listed else ffi.NULL
            check(lib.clmem_sampler_create_with_properties(in_context, len(listed), numbers, made))
        elif addressing_mode is None or filter_mode is None or normalized_coords is None or is_list:
            what = "expected normalized_coords, addressing_mode and filter_mode, or a list of properties"
            raise logic("Sampler", what + ", got another combination")
        else:
            normalized = int(bool(normalized_coords))
            addressing = _checks.constant(addressing_mode, names.addressing_mode, "addressing_mode", "Sampler")
            filtering = _checks.constant(filter_mode, names.filter_mode, "filter_mode", "Sampler")
            check(lib.clmem_sampler_create(in_context, normalized, addressing, filtering, made))
        self._adopt(made[0])

    def get_info(self, param: int) -> Any:
        """Queries a property; `param` is one of :class:`sampler_info`."""
        token = self._token()

        def query(param: int, capacity: int, room: Any, size: Any) -> None:
            check(lib.clmem_sampler_query(token, param, capacity, room, size))

        value = _info.decoded(_info.SAMPLER, query, param)
        return Context.from_int_ptr(value) if param == sampler_info.CONTEXT else value
