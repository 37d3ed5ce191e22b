"""The fixture clmem_no_leaks, in separate runs of pytest."""

import os
import subprocess
import sys
import textwrap

import pytest

PREAMBLE = """
import pytest
import clmem as cl
from clmem import tools

kept = []

@pytest.fixture(scope="module")
def pool():
    return tools.MemoryPool(tools.ImmediateAllocator(cl.CommandQueue(cl.create_some_context(interactive=False))))

def keep(pool, size, **options):
    kept.append(pool.allocate_with(size, **options))
"""


@pytest.fixture()
def run(tmp_path):
    """Runs tests in another process; returns pytest's exit status and output.

    The output lacks pytest's summary, which would repeat each message if the variable CI is set.
    """

    def run_tests(text, *options, conftest=""):
        (tmp_path / "conftest.py").write_text(textwrap.dedent(conftest))
        (tmp_path / "test_it.py").write_text(PREAMBLE + textwrap.dedent(text))
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rN", "--rootdir", tmp_path]
        command += [*options, tmp_path]
        done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
        return done.returncode, done.stdout

    return run_tests


def test_a_leak_fails_a_test(run):
    status, shown = run(
        """
        def test_it(clmem_no_leaks, pool):
            keep(pool, 1000)
            keep(pool, 3000)
            for _ in range(2):
                kept.append(pool.allocate(5))
        """
    )
    assert status == 1 and "1 passed, 1 error" in shown, shown
    assert "ERROR at teardown of test_it" in shown
    words = "expected the test to leave no block of a pool live, got 4010 bytes in 4 blocks; release them, or drop the"
    assert words in shown
    assert "3000 bytes in 1 block, allocated by\n    keep (" in shown
    assert "10 bytes in 2 blocks, allocated by\n    test_it (" in shown
    line = (PREAMBLE + "\n\n\n\n").count("\n", 0, PREAMBLE.index("kept.append")) + 1
    assert f"test_it.py:{line})" in shown, "the file and the line of the allocation"
    assert "/_pytest/" not in shown and "/pluggy/" not in shown, "the stack ends at the test"


def test_a_test_without_leaks_passes(run):
    status, shown = run(
        """
        before = None

        @pytest.fixture(scope="module")
        def of_module(pool):
            return pool.allocate(100)

        @pytest.fixture()
        def returned(pool):
            return pool.allocate(100)

        @pytest.fixture()
        def yielded(pool):
            block = pool.allocate(100)
            yield block
            block.release()

        def test_before(pool):
            keep(pool, 1 << 20, tag="old")

        @pytest.mark.usefixtures("clmem_no_leaks")
        def test_it(of_module, returned, yielded, pool):
            cycle = [pool.allocate(100)]
            cycle.append(cycle)
            block = pool.allocate(100)
            with pytest.raises(ValueError):
                another = pool.allocate(100)
                raise ValueError
            kept.pop().release()

        def test_a_pool_of_the_test(clmem_no_leaks, pool):
            queue = cl.CommandQueue(cl.create_some_context(interactive=False))
            own = tools.MemoryPool(tools.ImmediateAllocator(queue))
            block = own.allocate(100)
            del own

        def test_a_pool_of_before_is_deleted(clmem_no_leaks):
            of_before.clear()

        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        of_before = [tools.MemoryPool(tools.ImmediateAllocator(queue))]
        of_before.append(of_before[0].allocate(100))
        """
    )
    assert status == 0 and "4 passed" in shown, shown


def test_pending_commands_are_no_leak(run):
    status, shown = run(
        """
        import numpy as np

        def test_it(clmem_no_leaks, pool):
            context = cl.create_some_context(interactive=False)
            queue = cl.CommandQueue(context)
            own = tools.MemoryPool(tools.ImmediateAllocator(queue))
            gate = cl.UserEvent(context)
            block = own.allocate(1 << 20)
            cl.enqueue_fill_buffer(queue, block, np.int8(1), 0, 1 << 20, wait_for=[gate])
            block.release()
            kept.append((own, queue, gate))

        def test_after():
            own, queue, gate = kept.pop()
            assert own.active_blocks == 0 and own.managed_bytes >= 1 << 20
            gate.set_status(cl.command_execution_status.COMPLETE)
            queue.finish()
        """
    )
    assert status == 0 and "2 passed" in shown, shown


def test_a_pool_without_references_is_checked(run):
    status, shown = run(
        """
        def test_it(clmem_no_leaks):
            queue = cl.CommandQueue(cl.create_some_context(interactive=False))
            kept.append(tools.MemoryPool(tools.ImmediateAllocator(queue)).allocate(700))
            kept.append(tools.SVMPool(tools.SVMAllocator(queue.context, queue=queue)).allocate(900))
        """
    )
    if "unified_shared_memory" in shown:
        pytest.skip("the device has no SVM")
    assert status == 1 and "got 1600 bytes in 2 blocks" in shown, shown


def test_a_failure_is_not_masked(run):
    status, shown = run(
        """
        pytestmark = pytest.mark.usefixtures("clmem_no_leaks")

        @pytest.fixture()
        def fails(pool):
            block = pool.allocate(100)
            raise KeyError("of the fixture")

        def test_fails(pool):
            block = pool.allocate(100)
            assert block.size == 101

        def test_skipped(pool):
            block = pool.allocate(100)
            pytest.skip("now")

        @pytest.mark.xfail
        def test_expected(pool):
            block = pool.allocate(100)
            raise ValueError

        def test_setup(fails):
            pass

        def test_after(pool):
            keep(pool, 77)
        """
    )
    assert status == 1 and "1 failed, 1 passed, 1 skipped, 1 xfailed, 2 errors" in shown, shown
    assert shown.count("ERROR at teardown") == 1 and "got 77 bytes in 1 block" in shown
    assert "assert 100 == 101" in shown and "of the fixture" in shown


def test_all_tests_of_a_folder(run):
    status, shown = run(
        """
        import unittest

        class TestIt(unittest.TestCase):
            def test_a_leak(self):
                kept.append(tools.MemoryPool(tools.ImmediateAllocator(queue)).allocate(700))

            def test_a_failure(self):
                block = tools.MemoryPool(tools.ImmediateAllocator(queue)).allocate(700)
                self.assertEqual(block.size, 701)

        queue = cl.CommandQueue(cl.create_some_context(interactive=False))
        """,
        conftest="""
        import pytest

        @pytest.fixture(autouse=True)
        def check(clmem_no_leaks):
            pass
        """,
    )
    assert status == 1 and "1 failed, 1 passed, 1 error" in shown, shown
    assert shown.count("got 700 bytes in 1 block") == 1


def test_another_recorder(run):
    status, shown = run(
        """
        @pytest.fixture()
        def recorded(tmp_path):
            with cl.record(tmp_path / "of_the_test.clmem"):
                yield

        @pytest.fixture()
        def clean(clmem_no_leaks):
            pass

        def test_before(recorded, clean, pool):
            keep(pool, 400)
            pool.allocate(500).release()

        @pytest.mark.clmem_leak_options(stack_frames=0)
        def test_in_it(clmem_no_leaks, pool, tmp_path):
            with cl.record(tmp_path / "run.clmem", pool=pool):
                keep(pool, 600)

        @pytest.mark.clmem_leak_options(stack_frames=0)
        def test_right(clmem_no_leaks, recorded, pool):
            pool.allocate(500).release()

        def test_refused(clmem_no_leaks, pool, tmp_path):
            with cl.record(tmp_path / "run.clmem", pool=pool):
                pass
        """
    )
    assert status == 1 and "1 failed, 3 passed, 2 errors" in shown, shown
    assert shown.count("got 400 bytes in 1 block") == 1 == shown.count("got 600 bytes in 1 block")
    assert shown.count("Another recorder was on, so the functions that allocated them are not known.") == 1
    assert "another recorder" in shown


def test_options(run):
    status, shown = run(
        """
        @pytest.mark.clmem_leak_options(allowed_bytes=1000)
        class TestAllowed:
            def test_within(self, clmem_no_leaks, pool):
                keep(pool, 1000)

            def test_beyond(self, clmem_no_leaks, pool):
                keep(pool, 1001)

        def outer(pool):
            keep(pool, 10)

        @pytest.mark.clmem_leak_options(stack_frames=1)
        def test_one_frame(clmem_no_leaks, pool):
            outer(pool)

        def test_many_places(clmem_no_leaks, pool):
            for number in range(12):
                exec("\\n" * number + "keep(pool, 10)")

        @pytest.mark.clmem_leak_options(frames=1)
        def test_unknown(clmem_no_leaks):
            pass

        @pytest.mark.clmem_leak_options(allowed_bytes=-1)
        def test_negative(clmem_no_leaks):
            pass

        @pytest.mark.clmem_leak_options(stack_frames=33)
        def test_too_many(clmem_no_leaks):
            pass
        """,
        "--strict-markers",
    )
    assert status == 1 and "4 passed, 6 errors" in shown, shown
    assert "leave at most 1000 bytes of pools live, got 1001 bytes" in shown
    one_frame = shown.partition("ERROR at teardown of test_one_frame")[2].partition("ERROR at")[0]
    assert "    keep (" in one_frame and "outer (" not in one_frame
    assert "and from 2 more places" in shown
    assert "expected stack_frames=NUMBER or allowed_bytes=NUMBER, got frames" in shown
    assert "got allowed_bytes=-1" in shown
    assert "stack_frames: expected 0 to 32, got 33" in shown


def test_costs_nothing_unless_it_is_used(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import sys\n"
        "def test_it():\n"
        "    assert 'pytest_clmem' in sys.modules\n"
        "    assert not any(name.partition('.')[0] == 'clmem' for name in sys.modules)\n"
        "    assert 'libclmem' not in open('/proc/self/maps').read()\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", os.fspath(tmp_path), tmp_path]
    done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 0, done.stdout
