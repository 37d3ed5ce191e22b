"""Device characterization: the figures of a processor, and unknown figures."""

import types
import warnings

import pytest

import clmem as cl
from clmem import characterize as ch


def test_results_have_their_types(dev, ctx):
    options = ch.get_fast_inaccurate_build_options(dev)
    assert options and all(option.startswith("-cl-") for option in options)
    cl.Program(ctx, "__kernel void k(__global float *a) { *a *= 2; }").build(options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ch.CLCharacterizationWarning)
        assert ch.get_simd_group_size(dev, 4) is None or ch.get_simd_group_size(dev, 4) >= 1
        assert ch.local_memory_bank_count(dev) >= 0 and ch.local_memory_access_granularity(dev) >= 0
        assert ch.simultaneous_work_items_on_local_access(dev) >= 0
    assert 0 < ch.usable_local_mem_size(dev) <= dev.local_mem_size
    assert ch.usable_local_mem_size(dev, nargs=4) <= dev.local_mem_size
    assert ch.has_double_support(dev) == ("cl_khr_fp64" in dev.extensions.split() or dev.double_fp_config != 0)
    assert ch.has_struct_arg_count_bug(dev, ctx) in (False, "apple", "pocl")
    assert ch.has_struct_arg_count_bug(dev) == ch.has_struct_arg_count_bug(dev, ctx)
    assert ch.reasonable_work_group_size_multiple(dev, ctx) >= 1
    assert ch.has_src_build_cache(dev) in (True, False, None)


def test_memory_has_sources(dev):
    memory = ch.get_device_memory(dev)
    assert memory.total > 0 and memory.total_source != "unknown"
    assert (memory.free is None) == (memory.free_source == "unknown")
    assert (memory.process is None) == (memory.process_source == "unknown")
    assert memory.free is None or memory.free <= memory.total
    if dev.type & cl.device_type.CPU:
        assert memory.free > 0 and memory.free_source in ("host", "cgroup", "opencl")
        assert memory.process > 0 and memory.process_source == "host"


def test_unknown_memory_is_none(dev, monkeypatch):
    def answer(_, found):
        found.total_bytes, found.total_source = 7, ch.lib.CLMEM_DEVICE_MEMORY_OPENCL
        return 0

    monkeypatch.setattr(ch, "lib", types.SimpleNamespace(clmem_device_memory=answer, CLMEM_DEVICE_MEMORY_OPENCL=1))
    assert ch.get_device_memory(dev) == (7, None, None, "opencl", "unknown", "unknown")


def test_on_a_processor(dev):
    if dev.type & cl.device_type.CPU == 0:
        pytest.skip("the device is no processor")
    assert ch.nv_compute_capability(dev) is None and ch.has_amd_double_support(dev) is False
    assert ch.simultaneous_work_items_on_local_access(dev) == 1
    assert ch.local_memory_bank_count(dev) == 0
    assert ch.local_memory_access_granularity(dev) == 4
    assert ch.why_not_local_access_conflict_free(dev, 4, (16, 16)) == (1, None)
    assert ch.why_not_local_access_conflict_free(dev, 4, (16, 16), (16, 17)) == (1, None)
    with pytest.raises(ValueError, match="dimensions"):
        ch.why_not_local_access_conflict_free(dev, 4, (16, 16), (16,))


def test_a_type_size_of_0_is_refused(dev):
    sizes = {ch.get_simd_group_size(dev, size) for size in (1, 3, 4, 12, 128, 1000)}
    assert len(sizes) == 1
    with pytest.raises(cl.LogicError, match="type_size: expected the size of a type"):
        ch.get_simd_group_size(dev, 0)


def test_svm_matches_the_devices_capabilities(dev):
    found = dev.svm_capabilities if dev._get_cl_version() >= (2, 0) else 0
    names = cl.device_svm_capabilities
    assert ch.has_coarse_grain_buffer_svm(dev) == bool(found & names.COARSE_GRAIN_BUFFER)
    assert ch.has_fine_grain_buffer_svm(dev) == bool(found & names.FINE_GRAIN_BUFFER)
    assert ch.has_fine_grain_system_svm(dev) == bool(found & names.FINE_GRAIN_SYSTEM)
    with_atomics = names.FINE_GRAIN_BUFFER | names.ATOMICS
    assert ch.has_fine_grain_buffer_svm_atomics(dev) == (found & with_atomics == with_atomics)
    assert ch.has_fine_grain_system_svm_atomics(dev) in (True, False)


def test_sources(dev):
    assert ch.source_of(ch.has_double_support, dev) == "queried"
    assert ch.source_of(ch.get_simd_group_size, dev) in ("queried", "measured", "table", "unknown")
    with pytest.raises(ValueError, match="expected a function of clmem.characterize, got measure_simd"):
        ch.source_of(ch.measure_simd, dev)


def test_pocl_version(dev):
    version = ch.get_pocl_version(dev.platform)
    assert (version is None) == (dev.platform.name != "Portable Computing Language")
    assert version is None or version >= (0, 1)


def test_unknown_figures_warn(dev, monkeypatch):
    monkeypatch.setattr(ch, "_ask", lambda *_: (0, "unknown"))
    with pytest.warns(ch.CLCharacterizationWarning, match="number of banks"):
        assert ch.local_memory_bank_count(dev) == 0
    assert ch.get_simd_group_size(dev, 4) is None


def test_measurements(dev):
    width = ch.measure_simd(dev)
    assert width is None or width >= 1
    banks = ch.measure_banks(dev)
    assert banks is None or banks == (0, 0) or (banks[0] > 1 and banks[1] >= 1)
    assert (ch.measure_simd(dev), ch.measure_banks(dev)) == (width, banks), "measured once for each device"


@pytest.mark.parametrize("measure", [ch.measure_simd, ch.measure_banks], ids=["simd", "banks"])
def test_measurements_refuse_other_objects(measure, ctx):
    for wrong in (None, 0, ctx):
        with pytest.raises(TypeError, match="dev: expected a Device"):
            measure(wrong)
