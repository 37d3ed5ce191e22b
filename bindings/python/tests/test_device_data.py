"""Device data, alignment and occupancy."""

import pytest

import clmem as cl
from clmem import tools


def test_device_data_for_a_compute_capability():
    data = tools.DeviceData.for_capability(9, 0)
    assert data.capability == (9, 0)
    assert (data.max_threads, data.warp_size, data.warps_per_mp, data.thread_blocks_per_mp) == (1024, 32, 64, 32)
    assert data.registers == 65536
    assert data.smem_granularity == 32
    assert data.shared_memory == 48 << 10
    assert data.smem_alloc_granularity >= 128
    assert data.align_bytes() == 128
    assert data.align(1, 4) == 128
    assert data.align_words(4) == 32
    assert data.align_dtype(33, 4) == 64
    with pytest.raises(cl.LogicError, match="word"):
        data.align_bytes(3)
    with pytest.raises(cl.LogicError, match="table"):
        tools.DeviceData.for_capability(1, 0)


def test_device_data_of_the_device(context):
    data = tools.DeviceData(context.devices[0])
    assert data.max_threads == context.devices[0].max_work_group_size
    assert tools.DeviceData().max_threads > 0
    with pytest.raises(cl.LogicError, match="dev: expected a Device"):
        tools.DeviceData("gpu")


FIGURES = ["max_threads", "warp_size", "warps_per_mp", "thread_blocks_per_mp", "registers", "shared_memory",
           "smem_granularity", "smem_alloc_granularity"]  # fmt: skip


def test_unknown_figures_have_the_documented_defaults(dev):
    data = tools.DeviceData(dev)
    assert all(isinstance(getattr(data, figure), int) for figure in FIGURES)
    expected = {
        "warp_size": 1, "warps_per_mp": -(-data.max_threads // data.warp_size), "thread_blocks_per_mp": 1, "registers": 0,
        "smem_granularity": 1, "smem_alloc_granularity": 1, "shared_memory_per_mp": None,
    }  # fmt: skip
    assert set(data.defaults) <= set(expected)
    for name in set(data.defaults) - {"shared_memory_per_mp"}:
        assert getattr(data, name) == expected[name], name
    if dev.type & cl.device_type.CPU:
        assert {"warps_per_mp", "thread_blocks_per_mp", "registers"} <= set(data.defaults)
        if dev.global_mem_cacheline_size:
            assert data.align_bytes() == dev.global_mem_cacheline_size, "alignment uses no defaults"
        else:  # Rusticl's device states none
            with pytest.raises(cl.LogicError, match="line_bytes"):
                data.align_bytes()
    assert tools.DeviceData.for_capability(9, 0).defaults == ()


def test_occupancy_by_defaults(dev):
    data = tools.DeviceData(dev)
    if "thread_blocks_per_mp" not in data.defaults:
        pytest.skip("the device's figures are known")
    full = tools.OccupancyRecord(data, data.max_threads, shared_mem=data.shared_memory)
    assert (full.tb_per_mp, full.limited_by, full.occupancy) == (1, "device", 1.0)
    assert 0 < tools.OccupancyRecord(data, 1).occupancy < 1
    with pytest.raises(cl.LogicError, match="expected registers to be known"):
        tools.OccupancyRecord(data, 1, registers=16)


def test_channels():
    assert [tools.DeviceData.make_valid_tex_channel_count(n) for n in (1, 2, 3, 4)] == [1, 2, 4, 4]
    with pytest.raises(cl.LogicError, match="channels"):
        tools.DeviceData.make_valid_tex_channel_count(5)


def test_occupancy():
    data = tools.DeviceData.for_capability(8, 0)
    record = tools.OccupancyRecord(data, 256, registers=32)
    assert record.occupancy == 1.0
    assert record.tb_per_mp == 8
    assert record.warps_per_mp == 64
    assert record.limited_by in ("warps", "regs")
    assert tools.OccupancyRecord(data, 32).limited_by == "device"
    smem = tools.OccupancyRecord(data, 128, shared_mem=40 << 10)
    assert smem.limited_by == "smem"
    assert 0 < smem.occupancy < 1
    assert (smem.tb_per_mp, "smem") in smem.tb_per_mp_limits
    for wrong in ({"threads": 0}, {"threads": 2048}, {"threads": 32, "shared_mem": 1 << 20}, {"threads": 32, "registers": 300}):
        with pytest.raises(cl.LogicError):
            tools.OccupancyRecord(data, **wrong)
    with pytest.raises(TypeError, match="DeviceData"):
        tools.OccupancyRecord(None, 32)
