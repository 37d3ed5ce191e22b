"""Classes of constants: their values are OpenCL's, and every number has a name."""

import re
from pathlib import Path

import pytest

import clmem as cl
from clmem import _constants
from clmem._constant_class import BitConstants

HEADER = Path("/usr/include/CL/cl.h")
CLASSES = [getattr(_constants, name) for name in _constants.__all__]


def numbers(names):
    return {name: value for name, value in vars(names).items() if not name.startswith("_")}


@pytest.mark.parametrize("names", CLASSES, ids=lambda names: names.__name__)
def test_every_constant_has_a_name(names):
    assert numbers(names)
    for name, value in numbers(names).items():
        assert getattr(names, names.to_string(value)) == value, name


def test_unknown_constants():
    assert cl.status_code.to_string(-12345, "<unknown error %d>") == "<unknown error -12345>"
    with pytest.raises(ValueError, match="expected a value of status_code, got -12345"):
        cl.status_code.to_string(-12345)


def test_combined_bits_have_combined_names():
    flags = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR
    assert cl.mem_flags.to_string(flags) == "READ_ONLY | COPY_HOST_PTR"
    assert issubclass(cl.device_type, BitConstants)
    assert cl.device_type.to_string(cl.device_type.ALL) == "ALL"
    with pytest.raises(ValueError):
        cl.map_flags.to_string(1 << 40)


@pytest.mark.skipif(not HEADER.exists(), reason="there is no CL/cl.h to compare with")
def test_constants_match_the_opencl_header():
    defined = dict(re.findall(r"#define\s+(CL_\w+)\s+(-?(?:0x[0-9A-Fa-f]+|\d+))\s", HEADER.read_text()))
    prefixes = {
        "status_code": "CL_", "mem_info": "CL_MEM_", "image_info": "CL_IMAGE_", "channel_type": "CL_",
        "sampler_info": "CL_SAMPLER_", "addressing_mode": "CL_ADDRESS_", "event_info": "CL_EVENT_",
        "device_info": "CL_DEVICE_", "platform_info": "CL_PLATFORM_", "command_type": "CL_COMMAND_",
    }  # fmt: skip
    compared = 0
    for class_name, prefix in prefixes.items():
        for name, value in numbers(getattr(cl, class_name)).items():
            if prefix + name in defined:
                assert int(defined[prefix + name], 0) == value, name
                compared += 1
    assert compared > 250


def test_every_documented_class_of_constants_exists():
    named = """mem_info mem_flags mem_migration_flags svm_mem_flags map_flags mem_object_type channel_order channel_type
        image_info addressing_mode filter_mode sampler_info sampler_properties pipe_info pipe_properties
        host_alloc_flags""".split()
    assert all(numbers(getattr(cl, name)) for name in named)
