"""Fixtures: the default device, with a new context and queue for each test."""

import re

import numpy as np
import pytest

import clmem as cl
from clmem.tools import ImmediateAllocator, MemoryPool, SVMAllocator, SVMPool


@pytest.fixture(scope="session")
def dev():
    """The device to run tests on: CLMEM_DEVICE, or the first."""
    return cl.choose_devices(interactive=False)[0]


@pytest.fixture()
def ctx(dev):
    return cl.Context([dev])


@pytest.fixture()
def queue(ctx):
    return cl.CommandQueue(ctx, properties=cl.command_queue_properties.PROFILING_ENABLE)


@pytest.fixture()
def context(ctx):
    """Another name of the context."""
    return ctx


@pytest.fixture()
def pool(queue):
    return MemoryPool(ImmediateAllocator(queue))


@pytest.fixture()
def svm_pool(ctx, queue, coarse):
    return SVMPool(SVMAllocator(ctx, queue=queue))


@pytest.fixture(scope="session")
def rng():
    return np.random.default_rng(20260101)


@pytest.fixture()
def program(ctx):
    """Kernels for the documents' examples."""
    return cl.Program(
        ctx,
        """
        __kernel void twice(__global float *a) { a[get_global_id(0)] *= 2; }
        __kernel void scale(__global float *a, float factor, int offset) { a[get_global_id(0) + offset] *= factor; }
        __kernel void sum(__global const int *a, __global int *result, __local int *scratch) {
            int i = get_local_id(0);
            scratch[i] = a[i];
            barrier(CLK_LOCAL_MEM_FENCE);
            if (i == 0) for (int k = 0; k < get_local_size(0); ++k) *result += scratch[k];
        }
        __kernel void is_null(__global int *result, __global int *other) { *result = other == 0; }
        __kernel void read(__read_only image2d_t image, sampler_t sampler, __global float4 *out) {
            int2 at = (int2)(get_global_id(0), get_global_id(1));
            out[at.y * get_global_size(0) + at.x] = read_imagef(image, sampler, at);
        }
        typedef struct { int a; float b; } pair;
        __kernel void of_struct(pair p, __global float *out) { *out = p.a + p.b; }
        """,
    ).build()


def has_svm(dev, bits):
    return dev._get_cl_version() >= (2, 0) and dev.svm_capabilities & bits == bits


@pytest.fixture()
def coarse(dev):
    if not has_svm(dev, cl.device_svm_capabilities.COARSE_GRAIN_BUFFER):
        pytest.skip("the device has no coarse-grain SVM")


@pytest.fixture()
def fine(dev):
    if not has_svm(dev, cl.device_svm_capabilities.FINE_GRAIN_BUFFER):
        pytest.skip("the device has no fine-grain SVM")


@pytest.fixture()
def double(dev):
    if not cl.characterize.has_double_support(dev):
        pytest.skip("the device has no double")


@pytest.fixture()
def images(dev):
    if not dev.image_support:
        pytest.skip("the device has no images")


def skip_for_want_of_svm(outcome):
    """Skips a test that needs shared virtual memory on a device that reports it has none."""
    if outcome.excinfo is None or not isinstance(outcome.excinfo[1], cl.LogicError):
        return
    lacks = re.search("expected .*(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER|cl_intel_unified_shared_memory), got", str(outcome.excinfo[1]))
    device = cl.choose_devices(interactive=False)[0]
    if lacks and not has_svm(device, cl.device_svm_capabilities.COARSE_GRAIN_BUFFER):
        outcome.force_exception(pytest.skip.Exception(f"the device has no {lacks[1]}"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    skip_for_want_of_svm((yield))


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef, request):
    skip_for_want_of_svm((yield))
