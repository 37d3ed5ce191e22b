"""Programs, kernels and their arguments."""

import numpy as np
import pytest

import clmem as cl

mf = cl.mem_flags


def buffer_of(ctx, values):
    return cl.Buffer(ctx, mf.READ_WRITE | mf.COPY_HOST_PTR, hostbuf=values)


def content(queue, buffer, dtype):
    out = np.empty(buffer.size // np.dtype(dtype).itemsize, dtype)
    cl.enqueue_copy(queue, out, buffer)
    return out


def test_program_info(ctx, program, dev):
    assert program.context == ctx and program.devices == [dev] and program.num_devices == 1
    assert "twice" in program.source and "twice" in program.kernel_names.split(";")
    assert {kernel.function_name for kernel in program.all_kernels()} == set(program.kernel_names.split(";"))
    assert program.get_build_info(dev, cl.program_build_info.STATUS) == cl.build_status.SUCCESS
    assert "-cl-kernel-arg-info" in program.get_build_info(dev, cl.program_build_info.OPTIONS)
    assert isinstance(program.get_build_info(dev, cl.program_build_info.LOG), str)
    again = cl.Program.from_int_ptr(program.int_ptr)
    assert again == program and hash(again) == hash(program) and program != 3
    with pytest.raises(AttributeError, match="neither a kernel nor an attribute 'thrice'"):
        program.thrice  # noqa: B018


def test_binaries(ctx, queue, program, dev):
    binary = program.binaries[0]
    assert len(binary) == program.binary_sizes[0] > 0
    again = cl.Program(ctx, [dev], [binary]).build()
    buffer = buffer_of(ctx, np.ones(4, np.float32))
    again.twice(queue, (4,), None, buffer)
    assert (content(queue, buffer, np.float32) == 2).all()


def test_build_options(ctx, queue):
    source = "__kernel void k(__global int *a) { *a = VALUE; }"
    for options in (["-D", "VALUE=5"], "-DVALUE=5"):
        buffer = cl.Buffer(ctx, mf.READ_WRITE, 4)
        cl.Program(ctx, source).build(options).k(queue, (1,), (1,), buffer)
        assert content(queue, buffer, np.int32)[0] == 5


def test_a_failed_build_shows_the_compilers_message(ctx):
    with pytest.raises(cl.RuntimeError, match="undeclared_thing") as caught:
        cl.Program(ctx, "__kernel void k(__global int *a) { *a = undeclared_thing; }").build()
    assert caught.value.code == cl.status_code.BUILD_PROGRAM_FAILURE


def test_kernel_info(ctx, program, dev):
    kernel = program.scale
    assert kernel.num_args == 3 and kernel.function_name == "scale" and kernel.context == ctx
    assert kernel.program == program
    assert kernel.get_arg_info(1, cl.kernel_arg_info.NAME) == "factor"
    assert kernel.get_arg_info(0, cl.kernel_arg_info.ADDRESS_QUALIFIER) == cl.kernel_arg_address_qualifier.GLOBAL
    assert kernel.get_work_group_info(cl.kernel_work_group_info.WORK_GROUP_SIZE, dev) > 0
    assert kernel.get_work_group_info(cl.kernel_work_group_info.COMPILE_WORK_GROUP_SIZE, dev) == [0, 0, 0]
    again = cl.Kernel.from_int_ptr(kernel.int_ptr)
    assert again == kernel and cl.Kernel(program, "scale") != kernel


def test_numbers(ctx, queue, program):
    buffer = buffer_of(ctx, np.ones(8, np.float32))
    program.scale(queue, (2,), None, buffer, np.float32(3), np.int32(4))
    with pytest.raises(cl.LogicError, match=r"argument 1 'factor'.* pass numpy.float32\(5\)"):
        program.scale(queue, (2,), None, buffer, 5, 6)
    program.scale(queue, (2,), None, buffer, np.float32(5), np.int32(6))
    kernel = program.scale
    kernel.set_scalar_arg_dtypes([None, np.float32, np.int32])
    kernel(queue, (2,), None, buffer, np.float64(7), np.int64(0))
    np.testing.assert_array_equal(content(queue, buffer, np.float32), [7, 7, 1, 1, 3, 3, 5, 5])


def test_set_arg_and_enqueue(ctx, queue, program):
    buffer = buffer_of(ctx, np.ones(8, np.float32))
    kernel = program.scale
    kernel.set_arg(0, buffer)
    kernel.set_arg(1, np.float32(2))
    with pytest.raises(cl.LogicError, match="2|offset"):
        cl.enqueue_nd_range_kernel(queue, kernel, (2,), None)
    kernel.set_arg(2, np.int32(1))
    first = cl.enqueue_nd_range_kernel(queue, kernel, 2, 1, global_work_offset=(1,))
    kernel.set_args(buffer, np.float32(3), np.int32(0))
    cl.enqueue_nd_range_kernel(queue, kernel, (1, 2), (1, 1), wait_for=[first], g_times_l=True).wait()
    result = content(queue, buffer, np.float32)
    np.testing.assert_array_equal(result[:5], [9, 1, 2, 2, 1]) if result[0] == 9 else None
    assert result[2] == result[3] == 2


def test_local_memory_null_and_structs(ctx, queue, program):
    values, result = buffer_of(ctx, np.arange(8, dtype=np.int32)), buffer_of(ctx, np.zeros(1, np.int32))
    program.sum(queue, (8,), (8,), values, result, cl.LocalMemory(4 * 8))
    assert content(queue, result, np.int32)[0] == 28
    program.is_null(queue, (1,), None, result, None)
    assert content(queue, result, np.int32)[0] == 1
    program.is_null(queue, (1,), None, result, values)
    assert content(queue, result, np.int32)[0] == 0
    pair = np.array([(3, 0.5)], dtype=[("a", "i4"), ("b", "f4")])
    for argument in (pair, pair[0], pair.tobytes()):
        out = buffer_of(ctx, np.zeros(1, np.float32))
        program.of_struct(queue, (1,), None, argument, out)
        assert content(queue, out, np.float32)[0] == 3.5


def test_memory_of_every_origin(ctx, queue, program):
    foreign = pytest.importorskip("pyopencl").Buffer.from_int_ptr

    class Array:
        def __init__(self, buffer):
            self.base_data, self.offset = buffer, 0

    pool = cl.tools.MemoryPool(cl.tools.ImmediateAllocator(queue))
    own = cl.Buffer(ctx, mf.READ_WRITE, 4096)
    for memory in (own, own[0:64], own.get_sub_region(0, 128)[0:64], pool(64), foreign(own.int_ptr), Array(own)):
        cl.enqueue_copy(queue, memory if not isinstance(memory, Array) else own, np.ones(16, np.float32))
        program.twice(queue, (16,), None, memory)
        out = np.empty(16, np.float32)
        cl.enqueue_copy(queue, out, own if isinstance(memory, Array) else memory)
        assert (out == 2).all()


def test_svm_of_every_kind(ctx, queue, program, coarse):
    pyopencl = pytest.importorskip("pyopencl")
    allocation = cl.SVMAllocation(ctx, 64, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)
    foreign = pyopencl.SVM(allocation.buf)
    for memory in (allocation, cl.SVM(cl.csvm_empty(ctx, 16, np.float32)), foreign):
        real = allocation if memory is foreign else memory
        cl.enqueue_svm_memfill(queue, real, np.float32(1))
        program.twice(queue, (16,), None, memory)
        with real.map_ro(queue) as ary:
            assert (ary.view(np.float32) == 2).all()


def test_svm_reached_through_pointers(ctx, queue, coarse):
    source = "__kernel void follow(__global ulong *at) { *(__global float *)(at[0]) *= 2; }"
    kernel = cl.Program(ctx, source).build().follow
    memory = cl.SVMAllocation(ctx, 4, 0, cl.svm_mem_flags.READ_WRITE, queue=queue)
    cl.enqueue_svm_memfill(queue, memory, np.float32(21))
    kernel.use_svm(memory)
    kernel(queue, (1,), None, buffer_of(ctx, np.array([memory.svm_ptr], np.uint64)))
    with memory.map_ro(queue) as bytes_:
        assert bytes_.view(np.float32)[0] == 42
    with pytest.raises(cl.LogicError, match="buffers: expected an array|count"):
        kernel.use_svm()


def test_empty_ranges(ctx, queue, program):
    buffer = buffer_of(ctx, np.ones(4, np.float32))
    with pytest.raises(cl.LogicError, match="allow_empty_ndrange"):
        program.twice(queue, (0,), None, buffer)
    program.twice(queue, (0,), None, buffer, allow_empty_ndrange=True).wait()
    assert (content(queue, buffer, np.float32) == 1).all()


def test_clone(ctx, queue, program, dev):
    kernel = program.scale
    kernel.set_args(buffer_of(ctx, np.ones(4, np.float32)), np.float32(2), np.int32(0))
    if dev._get_cl_version() < (2, 1):
        pytest.skip("needs OpenCL 2.1")
    try:
        clone = kernel.clone()
    except cl.Error as error:
        assert error.routine in ("clCloneKernel", "clmem_opencl_function")
        return
    assert clone != kernel and clone.function_name == "scale"
    cl.enqueue_nd_range_kernel(queue, clone, (4,), None).wait()
