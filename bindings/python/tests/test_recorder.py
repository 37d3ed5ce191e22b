"""What a recorder writes, as `clmem report` sees it, and its errors."""

import gc
import os
import signal
import stat
import struct
import subprocess
import sys
import textwrap
import threading

import pytest

import clmem as cl
from clmem import tools


def varint(data, at):
    """A number of a recording, and its end (docs/recording-format.md)."""
    first = data[at]
    if first == 0:
        return int.from_bytes(data[at + 1 : at + 9], "little"), at + 9
    count = (first & -first).bit_length()
    return int.from_bytes(data[at : at + count], "little") >> count, at + count


VARINTS = {1: 5, 2: 1, 3: 1, 4: 4, 5: 3, 6: 2, 7: 2, 8: 3, 9: 1, 10: 2, 11: 4, 12: 3, 13: 1, 14: 1, 15: 0, 16: 3,
           17: 3, 18: 1, 19: 1}  # fmt: skip
DEFINITIONS = {2: 3, 3: 3, 5: 4, 6: 3, 7: 3, 8: 3}


class Recording:
    """A file of a recorder: its strings and frames, and its events as tuples (op, flags, values)."""

    def __init__(self, path):
        self.strings, self.frames, self.stacks, self.events = [""], [None], [()], []
        data = open(path, "rb").read()
        assert data[:8] == b"clmemrec"
        (chunk_bytes,) = struct.unpack_from("<I", data, 12)
        (self.lost,) = struct.unpack_from("<Q", data, 40)
        (self.flags,) = struct.unpack_from("<I", data, 52)
        for begin in range(4096, len(data), chunk_bytes):
            used, kind = struct.unpack_from("<II", data, begin)
            if kind == 1:
                self._define(data, begin + 32, begin + 32 + used)
            elif kind == 2:
                self._read(data, begin + 32, begin + 32 + used)

    def _define(self, data, at, end):
        while at < end:
            op, at = data[at], at + 1
            if op == 1:
                size, at = varint(data, at)
                self.strings.append(data[at : at + size].decode())
                at += size
                continue
            if op == 4:
                count, at = varint(data, at)
            values = []
            for _ in range(count if op == 4 else DEFINITIONS[op]):
                value, at = varint(data, at)
                values.append(value)
            if op in (2, 3):
                self.frames.append(values)
            elif op == 4:
                self.stacks.append(values)
        assert at == end

    def _read(self, data, at, end):
        while at < end:
            op, flags, at = data[at] & 31, data[at] >> 5, at + 1
            _, at = varint(data, at)
            values = []
            count = VARINTS[op] + (op == 1 and (flags & 2 != 0) + (flags & 1 == 0)) + (op in (11, 17) and flags & 2 != 0)
            for _ in range(count):
                value, at = varint(data, at)
                values.append(value)
            self.events.append((op, flags, values))
        assert at == end

    def of(self, op):
        return [values for kind, _, values in self.events if kind == op]

    def functions(self, stack):
        return [self.strings[self.frames[frame][0]] for frame in self.stacks[stack]]


def allocate_in_a_function(pool, size):
    return pool.allocate(size)


def test_records_what_happens(pool, tmp_path):
    path = tmp_path / "run.clmem"
    with cl.record(path, pool=pool) as recorder:
        recorder.mark("begun")
        with recorder.range("part"):
            for _ in range(10):
                allocate_in_a_function(pool, 5000).release()
        with recorder.outside("image", 4096):
            recorder.remove_outside(recorder.add_outside("array", 100))
            info = recorder.info()
        assert recorder.path == os.fspath(path)
    read = Recording(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read.flags == 2 and read.lost == 0 == info.lost
    assert [values[1] for values in read.of(1)] == [5000] * 10
    assert len(read.of(2)) == 10 and len(read.of(4)) == 1
    assert [read.strings[values[0]] for values in read.of(13) + read.of(14)] == ["begun", "part"]
    assert read.of(17)[0][1] == 4096 and read.of(18)[1] == read.of(17)[0][:1]
    hits = [values for op, flags, values in read.events if op == 1 and flags & 1]
    assert len(hits) == 9, "the caches stay in use"
    names = read.functions(read.of(1)[0][5])
    assert names[0] == "allocate_in_a_function" and names[1] == "test_records_what_happens"
    assert info.events > 20 and info.stacks >= 1 and info.bytes > 0


def test_an_exception_ends_a_range(pool, tmp_path):
    with cl.record(tmp_path / "run.clmem", pool=pool) as recorder:
        with pytest.raises(KeyError), recorder.range("part"):
            raise KeyError
    assert len(Recording(tmp_path / "run.clmem").of(15)) == 1


def test_a_ring_keeps_the_last_events(pool, tmp_path):
    with tools.Recorder(ring_bytes=1 << 18) as recorder:
        recorder.start(pool)
        for _ in range(60_000):
            pool.allocate(100).release()
        recorder.save(tmp_path / "ring.clmem")
        info = recorder.info()
    read = Recording(tmp_path / "ring.clmem")
    assert 0 < info.lost == read.lost < info.events
    assert read.flags == 3
    assert len(read.of(2)) - len(read.of(1)) in (0, 1), "of the first pair, the release alone may be left"
    assert len(read.events) >= info.events - info.lost


def test_all_pools_and_later_ones(queue, tmp_path):
    first = tools.MemoryPool(tools.ImmediateAllocator(queue))
    with cl.record(tmp_path / "run.clmem", stack_frames=0):
        second = tools.MemoryPool(tools.ImmediateAllocator(queue))
        for pool in (first, second, second):
            pool.allocate(64).release()
    first.allocate(64).release()
    read = Recording(tmp_path / "run.clmem")
    assert len(read.of(1)) == 3 and len({values[0] for values in read.of(16)}) >= 2
    assert all(len(values) == 5 + 1 or flags & 1 for op, flags, values in read.events if op == 1), "no stacks"


def test_stacks_of_threads(pool, tmp_path):
    def work(number):
        for _ in range(500):
            pool.allocate(64 + number).release()

    with cl.record(tmp_path / "run.clmem", pool=pool):
        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    read = Recording(tmp_path / "run.clmem")
    assert len(read.of(1)) == len(read.of(2)) == 4000
    sizes = [values[1] for values in read.of(1)]
    assert all(sizes.count(64 + number) == 500 for number in range(8))
    assert all("work" in read.functions(values[5])[0] for values in read.of(1))


def test_native_stacks(pool, tmp_path):
    with tools.Recorder(tmp_path / "run.clmem", stack_frames=8, python=False, unwinder="system") as recorder:
        recorder.start(pool)
        pool.allocate(100).release()
    read = Recording(tmp_path / "run.clmem")
    modules = {read.strings[frame[0]] for frame in read.frames[1:]}
    assert any("python" in module or "_hot" in module for module in modules)


def test_a_file_of_a_killed_process_is_readable(tmp_path):
    path = tmp_path / "killed.clmem"
    program = f"""
    import os, signal
    import clmem as cl
    from clmem import tools
    pool = tools.MemoryPool(tools.ImmediateAllocator(cl.CommandQueue(cl.create_some_context(interactive=False))))
    recorder = tools.Recorder({os.fspath(path)!r}).start()
    blocks = [pool.allocate(1000 + number) for number in range(100)]
    os.kill(os.getpid(), signal.SIGKILL)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], timeout=120)
    assert done.returncode == -signal.SIGKILL
    read = Recording(path)
    assert [values[1] for values in read.of(1)] == list(range(1000, 1100)) and read.flags == 0


def test_a_full_disk_loses_events_alone(pool):
    if not os.path.exists("/dev/full"):
        pytest.skip("the system has no full disk")
    with pytest.raises(cl.LogicError, match="path: cannot"):
        tools.Recorder("/dev/full")
    pool.allocate(100).release()


def test_a_snapshot(pool, tmp_path):
    block = pool.allocate(3000)
    pool.snapshot(tmp_path / "now.clmem")
    data = (tmp_path / "now.clmem").read_bytes()
    assert data[:8] == b"clmemrec" and Recording(tmp_path / "now.clmem").events == []
    block.release()
    with pytest.raises(cl.LogicError, match="path: cannot create the file"):
        pool.snapshot(tmp_path / "no" / "folder.clmem")


def test_errors(pool, queue, tmp_path):
    with pytest.raises(cl.LogicError, match="stack_frames: expected 0 to 32, got 33"):
        tools.Recorder(stack_frames=33)
    with pytest.raises(cl.LogicError, match="ring_bytes: expected 0 or at least"):
        tools.Recorder(ring_bytes=5)
    with pytest.raises(cl.LogicError, match="unwinder: expected one of"):
        tools.Recorder(unwinder="guess")
    with pytest.raises(cl.LogicError, match="path: cannot create the file"):
        tools.Recorder(tmp_path / "no" / "folder.clmem")
    with tools.Recorder() as recorder, tools.Recorder(tmp_path / "file.clmem") as other:
        recorder.start(pool)
        recorder.start(pool)
        with pytest.raises(cl.LogicError, match="another recorder"):
            other.start(pool)
        with pytest.raises(cl.LogicError, match="another recorder"):
            other.start()
        with pytest.raises(TypeError, match="pool: expected a pool or None"):
            recorder.start(queue)
        with pytest.raises(TypeError, match="text: expected"):
            recorder.mark(5)
        with pytest.raises(cl.LogicError, match="number: expected one from"):
            recorder.remove_outside(1000)
        with pytest.raises(cl.LogicError, match="expected a recorder with a ring"):
            other.save(tmp_path / "again.clmem")
        with pytest.raises(TypeError, match="already constructed"):
            recorder.__init__()
        recorder.stop()
        other.start(pool)
    recorder.close()
    with pytest.raises(cl.LogicError, match="recorder: expected a"):
        recorder.mark("late")


def test_a_recorder_without_references_ends(pool, tmp_path):
    recorder = tools.Recorder(tmp_path / "run.clmem").start(pool)
    pool.allocate(100).release()
    del recorder
    gc.collect()
    assert Recording(tmp_path / "run.clmem").flags == 2
    with cl.record(tmp_path / "next.clmem", pool=pool):
        pass
