"""The examples in pyopencl's and pycuda's documents, with other names only."""

import numpy as np
import pytest

import clmem as cl


def test_fine_grain_svm_goes_into_a_kernel(ctx, queue, program, fine):
    prg = program
    ary = cl.fsvm_empty(ctx, 1000, np.float32)
    assert isinstance(ary, np.ndarray)
    ary[:] = np.arange(1000)
    prg.twice(queue, ary.shape, None, cl.SVM(ary))
    queue.finish()  # synchronize
    np.testing.assert_array_equal(ary, 2 * np.arange(1000))  # access from host


def test_system_svm_goes_into_a_kernel(ctx, queue, program, dev):
    prg = program
    ary = np.ones(1000, np.float32)
    if cl.characterize.has_fine_grain_system_svm(dev):
        prg.twice(queue, ary.shape, None, cl.SVM(ary))
        queue.finish()  # synchronize
        assert (ary == 2).all()
    else:
        with pytest.raises(cl.LogicError, match="FINE_GRAIN_SYSTEM|argument 0"):
            prg.twice(queue, ary.shape, None, cl.SVM(ary))


def test_coarse_grain_svm_is_mapped(ctx, queue, program, coarse):
    prg = program
    svm_ary = cl.SVM(cl.csvm_empty(ctx, 1000, np.float32, alignment=64))
    assert isinstance(svm_ary.mem, np.ndarray)
    with svm_ary.map_rw(queue) as ary:
        ary.fill(17)  # use from host
        assert ary is svm_ary.mem
    prg.twice(queue, svm_ary.mem.shape, None, svm_ary)
    with svm_ary.map_ro(queue) as ary:
        assert (ary == 34).all()


def test_a_tag_need_not_outlive_the_use_of_its_memory(ctx, queue, program, coarse):
    tag = cl.SVM(cl.csvm_empty(ctx, 16, np.float32))
    memory = tag.mem
    del tag
    with cl.SVM(memory).map_rw(queue) as ary:
        ary[:] = 1
    program.twice(queue, memory.shape, None, cl.SVM(memory))
    with cl.SVM(memory).map_ro(queue) as ary:
        assert (ary == 2).all()


def test_the_host_array_determines_the_copied_size(ctx, queue):
    src_buffer = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 4 * 100)
    cl.enqueue_fill(queue, src_buffer, np.int32(7))
    large_dest_numpy_array = np.zeros(100, np.int32)
    cl.enqueue_copy(queue, large_dest_numpy_array[:15], src_buffer)
    assert (large_dest_numpy_array[:15] == 7).all() and not large_dest_numpy_array[15:].any()


def test_a_mapped_array_is_unmapped_at_the_end_of_with(ctx, queue):
    buf = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 4 * 16)
    mapped_buf, event = cl.enqueue_map_buffer(queue, buf, cl.map_flags.WRITE, 0, (4, 4), np.int32)
    assert isinstance(event, cl.Event)
    with mapped_buf.base:
        mapped_buf[:] = np.arange(16).reshape(4, 4)
    # memory will be unmapped here
    out = np.empty(16, np.int32)
    cl.enqueue_copy(queue, out, buf)
    np.testing.assert_array_equal(out, np.arange(16))


def test_a_pool_allocates_memory_for_arrays(queue):
    mem_pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
    a_dev = mem_pool(2000 * 4)
    assert isinstance(a_dev, cl.MemoryObject) and a_dev.size == 8000
    cl.enqueue_copy(queue, a_dev, np.arange(2000, dtype=np.float32))
    out = np.empty(2000, np.float32)
    cl.enqueue_copy(queue, out, a_dev)
    np.testing.assert_array_equal(out, np.arange(2000))


def test_inner_names_that_programs_use():
    assert cl._cl.Buffer is cl.Buffer and cl._cl.Image is cl.Image
    assert cl._cl.AllocatorBase is cl.tools.AllocatorBase
    assert cl._cl._sizeof_size_t() == 8


def test_inner_commands(ctx, queue):
    inner, flags = cl._cl, cl.mem_flags.READ_WRITE
    one, two = cl.Buffer(ctx, flags, 64), cl.Buffer(ctx, flags, 64)
    values, out = np.arange(64, dtype=np.uint8), np.zeros(64, np.uint8)
    inner._enqueue_write_buffer(queue, one, values)
    inner._enqueue_copy_buffer(queue, one, two, 32, 0, 32)
    inner._enqueue_fill_buffer(queue, two, b"\1", 0, 32)
    inner._enqueue_read_buffer(queue, two, out, is_blocking=True)
    np.testing.assert_array_equal(out, [1] * 32 + list(range(32)))
    inner._enqueue_write_buffer_rect(queue, one, values, (0, 0), (4, 2), (4, 2), (8,), (8,))
    inner._enqueue_copy_buffer_rect(queue, one, two, (0, 0), (4, 0), (4, 2), (8,), (8,))
    inner._enqueue_read_buffer_rect(queue, two, out, (4, 0), (0, 0), (4, 2), (8,), (4,))
    np.testing.assert_array_equal(out[:8], [20, 21, 22, 23, 28, 29, 30, 31])
    inner._enqueue_wait_for_events(queue, [inner._enqueue_marker_with_wait_list(queue)])


def test_inner_commands_of_images(ctx, queue, images):
    inner, format_ = cl._cl, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNSIGNED_INT8)
    one, two = (cl.Image(ctx, cl.mem_flags.READ_WRITE, format_, (4, 4)) for _ in "12")
    buffer, values = cl.Buffer(ctx, cl.mem_flags.READ_WRITE, 64), np.arange(16, dtype=np.uint32).reshape(4, 4)
    inner._enqueue_write_image(queue, one, (0, 0), (4, 4), values)
    inner._enqueue_copy_image(queue, one, two, (0, 0), (0, 0), (4, 4))
    inner._enqueue_copy_image_to_buffer(queue, two, buffer, (0, 0), (4, 4), 0)
    inner._enqueue_copy_buffer_to_image(queue, buffer, one, 0, (0, 0), (4, 4))
    out = np.zeros_like(values)
    inner._enqueue_read_image(queue, one, (0, 0), (4, 4), out)
    np.testing.assert_array_equal(out, values)


def test_inner_commands_of_svm(ctx, queue, coarse):
    allocation, out = cl.SVMAllocation(ctx, 16, 0, cl.svm_mem_flags.READ_WRITE, queue=queue), np.zeros(16, np.uint8)
    cl._cl._enqueue_svm_memfill(queue, allocation, np.uint8(3))
    cl._cl._enqueue_svm_memcpy(queue, True, out, allocation)
    assert (out == 3).all()


def test_every_documented_name_exists():
    names = """MemoryObject enqueue_migrate_mem_objects Buffer enqueue_fill_buffer SVMPointer SVMAllocation SVM SVMMap svm_empty
        svm_empty_like csvm_empty csvm_empty_like fsvm_empty fsvm_empty_like enqueue_svm_memfill enqueue_svm_migratemem
        ImageFormat get_supported_image_formats Image create_image image_from_array enqueue_fill_image enqueue_copy
        enqueue_fill enqueue_copy_buffer_p2p_amd MemoryMap enqueue_map_buffer enqueue_map_image Sampler Pipe Platform
        Device Context CommandQueue Event NannyEvent UserEvent MemoryObjectHolder ImageDescriptor LocalMemory Program
        Kernel Error MemoryError LogicError RuntimeError create_some_context choose_devices wait_for_events
        enqueue_marker
        enqueue_barrier""".split()
    assert [name for name in names if not hasattr(cl, name)] == []
    assert set(names) <= set(cl.__all__)
    for name in """get_fast_inaccurate_build_options get_simd_group_size has_amd_double_support has_struct_arg_count_bug
        local_memory_access_granularity local_memory_bank_count nv_compute_capability
        simultaneous_work_items_on_local_access
        usable_local_mem_size why_not_local_access_conflict_free CLCharacterizationWarning""".split():
        assert hasattr(cl.characterize, name)


def test_every_name_in_the_feature_table_exists():
    import importlib
    import json
    from pathlib import Path

    rows = json.loads((Path(__file__).resolve().parents[3] / "tests/contract/rows.json").read_text())["rows"]
    missing = []
    for row, entry in rows.items():
        for name in entry.get("python", []):
            thing = cl
            for part in name.split("."):
                if thing is cl and part == "pyopencl":
                    assert importlib.util.find_spec("clmem.pyopencl")
                    break
                if not hasattr(thing, part):
                    missing.append(f"{row}: {name}")
                    break
                thing = getattr(thing, part)
    assert missing == []
