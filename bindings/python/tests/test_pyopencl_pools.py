"""clmem.pyopencl.tools: clmem's pools as allocators of the real pyopencl."""

import gc
import re

import numpy as np
import pytest

cl = pytest.importorskip("pyopencl")
cl_array = pytest.importorskip("pyopencl.array")

import clmem  # noqa: E402
import clmem.pyopencl  # noqa: E402
from clmem.pyopencl.tools import (  # noqa: E402
    DeferredAllocator,
    ImmediateAllocator,
    MemoryPool,
    PooledBuffer,
    SVMAllocator,
    SVMPool,
)


@pytest.fixture(scope="module")
def context():
    return cl.create_some_context(interactive=False)


@pytest.fixture
def queue(context):
    return cl.CommandQueue(context)


@pytest.fixture(params=["buffer", "dedicated", "svm"])
def pool(request, queue):
    if request.param == "svm":
        request.getfixturevalue("coarse")
        return SVMPool(SVMAllocator(queue.context, queue=queue))
    return MemoryPool(ImmediateAllocator(queue), dedicated=request.param == "dedicated")


@pytest.fixture
def buffers(queue):
    return MemoryPool(ImmediateAllocator(queue))


# ---- results ---------------------------------------------------------------------------------------------------------


def test_buffers_are_pyopencls(buffers, queue):
    buffer = buffers(1000)
    assert isinstance(buffer, cl.Buffer) and isinstance(buffer, PooledBuffer)
    assert buffer.size == buffer.get_info(cl.mem_info.SIZE) == 1000
    sent, got = np.arange(250, dtype=np.float32), np.empty(250, np.float32)
    cl.enqueue_copy(queue, buffer, sent)
    cl.enqueue_copy(queue, got, buffer)
    np.testing.assert_array_equal(sent, got)
    assert buffers.active_bytes == 1000
    del buffer
    assert buffers.active_blocks == 0


def test_svm_is_pyopencls(queue, coarse):
    pool = SVMPool(SVMAllocator(queue.context, queue=queue))
    svm = pool(1000)
    assert isinstance(svm, cl.SVM) and isinstance(svm, cl.SVMPointer)
    assert svm.size == 1000
    with svm.map_rw(queue) as array:
        array[:] = 3
    got = np.empty(1000, np.uint8)
    cl.enqueue_copy(queue, got, svm)
    assert (got == 3).all()
    array = svm.mem
    del svm
    gc.collect()
    assert pool.active_blocks == 1, "the array keeps the memory alive"
    del array
    gc.collect()
    assert pool.active_blocks == 0


def test_an_allocation_of_0_bytes_gives_none(pool):
    nothing = pool(0)
    assert nothing is None or nothing.size == 0 and not isinstance(pool, MemoryPool)
    if nothing is not None:
        nothing.release()


def test_every_name_of_pyopencls_tools_exists():
    """The names related to memory also have the same parameters."""
    import inspect
    import pyopencl.tools

    for name in pyopencl.tools.__all__:
        assert hasattr(clmem.pyopencl.tools, name), name
    assert clmem.pyopencl.tools.dtype_to_ctype is pyopencl.tools.dtype_to_ctype
    for kind, parameters in {
        DeferredAllocator: ["context", "mem_flags"],
        ImmediateAllocator: ["queue", "mem_flags"],
        SVMAllocator: ["context", "alignment", "flags", "queue"],
        MemoryPool: ["allocator", "leading_bits_in_bin_id"],
        SVMPool: ["allocator", "leading_bits_in_bin_id"],
    }.items():
        signature = list(inspect.signature(kind).parameters)
        assert signature[: len(parameters)] == parameters, kind
        assert getattr(clmem.pyopencl, kind.__name__) is kind


@pytest.mark.parametrize(
    "make",
    [
        lambda queue: DeferredAllocator(queue.context),
        lambda queue: DeferredAllocator(queue.context, cl.mem_flags.READ_WRITE),
        lambda queue: ImmediateAllocator(queue),
        lambda queue: SVMAllocator(queue.context, queue=queue),
        lambda queue: SVMAllocator(queue.context, alignment=64, flags=cl.svm_mem_flags.READ_WRITE, queue=queue),
        lambda queue: MemoryPool(DeferredAllocator(queue.context)),
        lambda queue: MemoryPool(queue),
        lambda queue: SVMPool(queue),
    ],
)
@pytest.mark.filterwarnings("ignore:.*DeferredAllocator")
def test_arrays_take_every_allocator(queue, make, coarse):
    allocator = make(queue)
    array = cl_array.zeros(queue, 100, np.float32, allocator=allocator)
    assert (array + 1).get().sum() == 100
    assert allocator(0) is None or isinstance(allocator, (SVMAllocator, SVMPool))


# ---- pyopencl.array ---------------------------------------------------------------------------------------------------------


def program(queue, allocator):
    """Some of everything that takes an allocator."""
    numbers = np.random.default_rng(3).random(5000, dtype=np.float32)
    x = cl_array.to_device(queue, numbers, allocator=allocator)
    y = cl_array.arange(queue, 5000, dtype=np.float32, allocator=allocator)
    results = [(x + y).get(), (2 * x - y * x).get(), (x**2).get(), (1000 * x).astype(np.int32).get()]
    results.append(cl_array.sum(x * y).get())
    results.append(cl_array.max(x).get())
    results.append(cl_array.dot(x, y).get())
    results.append(cl_array.cumsum(cl_array.arange(queue, 1000, dtype=np.int32, allocator=allocator)).get())
    results.append(x[100:200].get() if not isinstance(allocator, SVMPool) else numbers[100:200])
    results.append(x.reshape(50, 100).copy().get())
    results.append(cl_array.take(x, cl_array.to_device(queue, np.arange(0, 5000, 7, dtype=np.int32), allocator=allocator)).get())
    results.append(cl_array.if_positive(x - 0.5, x, y).get())
    results.append(cl_array.zeros_like(x).get())
    results.append(x.map_to_host()[:10].copy() if not isinstance(allocator, SVMPool) else numbers[:10])
    return results


def test_arrays_compute_the_same_results(pool, queue, double):
    for mine, plain in zip(program(queue, pool), program(queue, None)):
        np.testing.assert_array_equal(mine, plain)
    gc.collect()
    queue.finish()
    assert pool.statistics().allocations > 20
    assert pool.active_blocks == 0


def test_reductions_and_scans(pool, queue, context):
    from pyopencl.reduction import ReductionKernel
    from pyopencl.scan import GenericScanKernel

    reduce = ReductionKernel(
        context, np.float32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]", arguments="float *x, float *y"
    )
    x = cl_array.arange(queue, 400, dtype=np.float32, allocator=pool)
    assert reduce(x, x, allocator=pool).get() == np.float32((np.arange(400.0) ** 2).sum())
    scan = GenericScanKernel(
        context, np.int32, arguments="int *a", input_expr="a[i]", scan_expr="a+b", neutral="0",
        output_statement="a[i] = item;",
    )  # fmt: skip
    numbers = cl_array.arange(queue, 10000, dtype=np.int32, allocator=pool)
    scan(numbers, allocator=pool)
    np.testing.assert_array_equal(numbers.get(), np.cumsum(np.arange(10000), dtype=np.int32))


def test_elementwise_kernels_and_random_numbers(pool, queue, context):
    from pyopencl.clrandom import PhiloxGenerator
    from pyopencl.elementwise import ElementwiseKernel

    kernel = ElementwiseKernel(context, "float a, float *x, float *y", "y[i] = a * x[i]")
    x = cl_array.arange(queue, 100, dtype=np.float32, allocator=pool)
    y = cl_array.empty_like(x)
    kernel(np.float32(2), x, y)
    assert (y.get() == 2 * np.arange(100)).all()
    numbers = cl_array.empty(queue, 1000, np.float32, allocator=pool)
    PhiloxGenerator(context).fill_uniform(numbers, queue=queue)
    assert 0 <= numbers.get().min() < numbers.get().max() <= 1


def test_sorting(buffers, queue, context):
    from pyopencl.algorithm import RadixSort

    numbers = np.random.default_rng(1).integers(0, 10**6, 3000).astype(np.int32)
    sort = RadixSort(context, "int *ary", key_expr="ary[i]", sort_arg_names=["ary"])
    (sorted_numbers,), _ = sort(cl_array.to_device(queue, numbers, allocator=buffers), allocator=buffers)
    np.testing.assert_array_equal(sorted_numbers.get(), np.sort(numbers))


def test_loopy(pool, queue):
    """loopy's code allocates temporaries by the allocator, and releases them as soon as kernels are enqueued."""
    loopy = pytest.importorskip("loopy")
    kernel = loopy.make_kernel(
        ["{[i,j]: 0<=i,j<n}", "{[k,l]: 0<=k,l<n}"],
        """
        <> t[i,j] = a[i,j] * 2 {id=first}
        out[l,k] = t[k,l] + b[k] {dep=first}
        """,
        [
            loopy.GlobalArg("a", np.float32, shape="n,n"),
            loopy.GlobalArg("b", np.float32, shape="n"),
            loopy.GlobalArg("out", np.float32, shape="n,n", is_input=False),
            ...,
        ],
        lang_version=(2018, 2),
    )
    kernel = loopy.set_temporary_address_space(kernel, "t", "global")
    a, b = np.random.default_rng(2).random((50, 50), dtype=np.float32), np.arange(50, dtype=np.float32)
    on_device = [cl_array.to_device(queue, host, allocator=pool) for host in (a, b)]
    for _ in range(5):
        _, (out,) = kernel(queue, a=on_device[0], b=on_device[1], allocator=pool)
        np.testing.assert_allclose(out.get(), (2 * a).T + b[None, :], rtol=1e-6)
    assert pool.active_blocks == 3


def test_many_temporaries(pool, queue):
    x = cl_array.arange(queue, 10000, dtype=np.float32, allocator=pool)
    for _ in range(200):
        x = x * 0.5 + 1
    queue.finish()
    gc.collect()
    assert pool.active_blocks == 1
    assert pool.statistics().driver_allocations < 30


# ---- order, sub-regions, ends --------------------------------------------------------------------------------------------


def test_another_queue_waits(context):
    first, second = cl.CommandQueue(context), cl.CommandQueue(context)
    pool = MemoryPool(ImmediateAllocator(first), limit_bytes=1 << 20)
    gate = cl.UserEvent(context)
    buffer = pool(1 << 20)
    cl.enqueue_fill_buffer(first, buffer, np.uint8(1), 0, 1 << 20, wait_for=[gate])
    del buffer
    buffer = pool.allocate_with(1 << 20, queue=second)
    event = cl.enqueue_fill_buffer(second, buffer, np.uint8(2), 0, 1 << 20)
    status = event.command_execution_status
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert status > 0
    second.finish()
    got = np.empty(1 << 20, np.uint8)
    cl.enqueue_copy(second, got, buffer)
    assert (got == 2).all()


@pytest.fixture
def unordered(context):
    device = context.devices[0]
    if not device.queue_properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
        pytest.skip("the device has no out-of-order queues")
    return cl.CommandQueue(context, properties=cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)


def test_an_out_of_order_queue_waits_for_the_last_owner(unordered, context):
    pool = MemoryPool(ImmediateAllocator(unordered), limit_bytes=1 << 20)
    gate = cl.UserEvent(context)
    buffer = pool(1 << 20)
    cl.enqueue_fill_buffer(unordered, buffer, np.uint8(1), 0, 1 << 20, wait_for=[gate])
    del buffer
    buffer = pool(1 << 20)
    event = cl.enqueue_fill_buffer(unordered, buffer, np.uint8(2), 0, 1 << 20)
    status = event.command_execution_status
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert status > 0
    unordered.finish()
    got = np.empty(1 << 20, np.uint8)
    cl.enqueue_copy(unordered, got, buffer)
    assert (got == 2).all()


def test_arrays_on_an_out_of_order_queue(unordered):
    pool = MemoryPool(ImmediateAllocator(unordered))
    x = cl_array.to_device(unordered, np.arange(50_000, dtype=np.float32), allocator=pool)
    for _ in range(10):
        y = x
        for _ in range(20):
            y = (y + 1) * 2 - y
        np.testing.assert_array_equal(y.get(), np.arange(50_000, dtype=np.float32) + 40)
    assert pool.statistics().hits + pool.statistics().misses > 600


def test_svm_refuses_out_of_order_queues(unordered, context, coarse):
    with pytest.raises(cl.LogicError, match="out of order"):
        SVMAllocator(context, queue=unordered)


def test_record_use_declares_another_queue(context, pool):
    other = cl.CommandQueue(context)
    memory = pool(1000)
    pool.record_use(memory, other)
    with pytest.raises(cl.LogicError, match="expected memory that this pool returned"):
        pool.record_use(cl.Buffer(context, cl.mem_flags.READ_WRITE, 10), other)


def test_sub_regions_keep_the_block(queue, context, buffers):
    align = context.devices[0].mem_base_addr_align // 8
    for cut in (
        lambda b: b.get_sub_region(align, align),
        lambda b: b[align : 2 * align],
        lambda b: b[:][align:].get_sub_region(0, 2 * align)[:align],  # parts of parts
    ):
        buffer = buffers(4 * align)
        part = cut(buffer)
        assert isinstance(part, cl.Buffer) and part.size == align
        cl.enqueue_fill_buffer(queue, part, np.uint8(5), 0, align)
        got = np.zeros(4 * align, np.uint8)
        cl.enqueue_copy(queue, got, buffer)
        assert (got[align : 2 * align] == 5).all()
        del buffer
        gc.collect()
        assert buffers.active_blocks == 1
        del part
        assert buffers.active_blocks == 0
    with pytest.raises(cl.LogicError, match="slice|sub_region|size above 0"):
        buffers(100).get_sub_region(0, 0)
    plain = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4 * align)
    assert type(plain[:align]) is cl.Buffer, "other buffers are unchanged"


def test_early_release(pool, queue):
    memory = pool(1000)
    cl.enqueue_copy(queue, memory, np.zeros(1000, np.uint8))
    memory.release()
    del memory
    assert pool.active_blocks == 0
    assert pool(1000).size == 1000


def test_shortage_raises_pyopencls_error(queue):
    pool = MemoryPool(ImmediateAllocator(queue), limit_bytes=1 << 20)
    held = cl_array.zeros(queue, 1 << 19, np.uint8, allocator=pool)
    with pytest.raises(cl.MemoryError, match="active") as caught:
        cl_array.zeros(queue, 1 << 20, np.uint8, allocator=pool)
    assert caught.value.code == cl.status_code.MEM_OBJECT_ALLOCATION_FAILURE
    with pytest.raises(cl.Error):
        pool.allocate_with(1 << 20, tag="large")
    with pytest.raises(cl.LogicError, match="leading_bits_in_bin_id: expected 0 to 16, got 17"):
        MemoryPool(ImmediateAllocator(queue), leading_bits_in_bin_id=17)
    with pytest.raises(cl.LogicError, match="already released|stale"):
        pool.forget_queue(queue), held.base_data.release(), held.base_data.get_sub_region(0, 100)


def test_clmem_takes_pyopencls_buffers(queue, context):
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 1000)
    clmem.enqueue_fill_buffer(clmem.pyopencl.of(queue), buffer, np.uint8(4), 0, 1000).wait()
    got = np.empty(1000, np.uint8)
    cl.enqueue_copy(queue, got, buffer)
    assert (got == 4).all()


@pytest.mark.parametrize("make", [MemoryPool, SVMPool])
def test_wrong_arguments(make, context, queue):
    for wrong in (None, context, cl.tools.ImmediateAllocator(queue)):
        with pytest.raises(TypeError, match="expected an .*Allocator"):
            make(wrong)
    with pytest.raises(cl.LogicError, match="context: expected a Context, got None"):
        DeferredAllocator(None)


def test_nothing_leaks(queue, context):
    def use():
        for pool in (MemoryPool(queue), MemoryPool(queue, dedicated=True)):
            x = cl_array.arange(queue, 1000, dtype=np.float32, allocator=pool)
            (x + x).get()
        queue.finish()

    use()
    gc.collect()
    before = context.reference_count
    for _ in range(10):
        use()
    gc.collect()
    assert context.reference_count == before


def test_pools_and_blocks_are_instances_of_pyopencls_classes(context, queue):
    pool, svm_pool = MemoryPool(queue), SVMPool(SVMAllocator(context, queue=queue))
    block, svm = pool.allocate(64), svm_pool.allocate(64)
    assert isinstance(pool, cl.tools.MemoryPool) and isinstance(pool, MemoryPool)
    assert isinstance(svm_pool, cl.tools.SVMPool) and not isinstance(svm_pool, cl.tools.MemoryPool)
    assert isinstance(block, cl.tools.PooledBuffer) and isinstance(block, cl.Buffer) and isinstance(block[:32], cl.Buffer)
    assert isinstance(svm, cl.tools.PooledSVM) and isinstance(svm, cl.SVMPointer) and not isinstance(svm, cl.Buffer)
    assert not isinstance(cl.Buffer(context, 0, 64), cl.tools.PooledBuffer)


def test_representations(context, queue):
    pool = MemoryPool(queue)
    block, svm = pool.allocate(64), SVMPool(queue).allocate(64)
    assert re.fullmatch(r"<clmem.pyopencl.MemoryPool: 1 blocks of 64 bytes, \d+ bytes reserved>", repr(pool))
    assert repr(block) == "<clmem.pyopencl.PooledBuffer of 64 bytes>"
    assert repr(svm) == f"<clmem.pyopencl.PooledSVM of 64 bytes at {svm.svm_ptr:#x}>"
    block.release()
    assert repr(block) == "<clmem.pyopencl.PooledBuffer, released>"


def test_blocks_of_buffers_have_the_methods_of_svm(queue):
    block = MemoryPool(queue).allocate(64)
    block.bind_to_queue(queue)
    block.unbind_from_queue()
    cl.enqueue_fill_buffer(queue, block, np.uint8(1), 0, 64).wait()
