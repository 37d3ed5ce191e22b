"""The snapshots of pools, and their pictures in notebooks."""

import html.parser
import os

import numpy as np
import pytest

import clmem as cl
from clmem import tools
from clmem.tools import _recordings, _snapshot_html

VOID = {"br", "img", "hr", "input", "meta", "link"}


class Page(html.parser.HTMLParser):
    """Reads HTML, and fails where elements are not balanced."""

    def __init__(self, text):
        super().__init__()
        self.open, self.found, self.rows, self.titles, self.texts = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        assert tag not in VOID
        self.open.append(tag)
        self.found.append((tag, dict(attributes)))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "title":
            self.titles.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)
        if self.open[-1] == "title":
            self.titles[-1] += data
        elif "tr" in self.open:
            self.rows[-1][-1] += data

    def count(self, tag):
        return sum(name == tag for name, _ in self.found)

    def figures(self, first):
        """The numbers of bytes and of ranges or blocks in the row that ends its first cell with these words."""
        (row,) = [row for row in self.rows if row[0].endswith(first)]
        return [int(cell) for cell in row[2:]]


def some_state(pool, queue):
    """Blocks in several states; returns those that are live."""
    live = [pool.allocate_with(5000, tag="weights"), pool.allocate(3000), pool.allocate_with(1, tag="weights")]
    pool.allocate(100).release()
    gate = cl.UserEvent(queue.context)
    held = pool.allocate(1 << 20)
    cl.enqueue_fill_buffer(queue, held, np.int8(1), 0, 1 << 20, wait_for=[gate])
    held.release()
    return live, gate


def test_a_snapshot_has_the_state(pool, queue):
    live, gate = some_state(pool, queue)
    taken = pool.snapshot()
    figures = pool.statistics()
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert [each.requested_bytes for each in taken.blocks] == [5000, 3000, 1] or len(taken.slabs) > 1
    assert sorted(each.tag for each in taken.blocks) == ["", "weights", "weights"]
    assert {each.queue for each in taken.blocks} == {queue.int_ptr}
    assert all(each.stack == () and each.block > 0 for each in taken.blocks)
    assert taken.reserved_bytes == figures.managed_bytes == sum(taken.state_bytes.values())
    assert taken.live_bytes == figures.active_bytes == 8001 and len(taken.blocks) == figures.active_blocks == 3
    assert taken.state_bytes["cached"] + taken.state_bytes["waiting"] == figures.cached_bytes
    assert figures.managed_bytes - taken.state_bytes["live"] == figures.held_bytes
    assert repr(taken) == f"<clmem.tools.Snapshot: 3 blocks of 8001 bytes, {figures.managed_bytes} bytes reserved>"
    for slab in taken.slabs:
        ends = [each.offset + each.size for each in slab.ranges]
        assert [each.offset for each in slab.ranges] == [0, *ends[:-1]] and ends[-1] == slab.size
    before = taken.slabs
    live.clear()
    assert taken.slabs is before and len(taken.blocks) == 3, "it does not change"


def test_a_snapshot_equals_the_dump(pool, queue):
    live, gate = some_state(pool, queue)
    dumped, taken = pool.dump(), pool.snapshot()
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert {name: each["bytes"] for name, each in dumped["states"].items()} == taken.state_bytes
    assert sorted((slab["number"], slab["bytes"]) for slab in dumped["slabs"]) == sorted(
        (slab.number, slab.size) for slab in taken.slabs
    )
    assert len(live) == len(taken.blocks)


def test_a_snapshot_with_a_path_is_the_file(pool, tmp_path):
    block = pool.allocate(3000)
    taken = pool.snapshot(tmp_path / "now.clmem")
    (tmp_path / "now.clmem").unlink()
    assert [each.requested_bytes for each in taken.blocks] == [block.size]


def test_no_file_stays(pool, tmp_path, monkeypatch):
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", os.fspath(tmp_path))
    assert pool.snapshot().slabs == ()
    assert list(tmp_path.iterdir()) == []


def test_mistakes(pool, tmp_path):
    with pytest.raises(TypeError):
        pool.snapshot(5)
    with pytest.raises(cl.LogicError, match="path: cannot create the file"):
        pool.snapshot(tmp_path / "no" / "folder.clmem")
    with pytest.raises(cl.LogicError, match="expected a pool"):
        tools.MemoryPool.__new__(tools.MemoryPool).snapshot()


def test_stacks(pool):
    with tools.Recorder(ring_bytes=1 << 18, stack_frames=4).start(pool):
        block = pool.allocate(3000)
        taken = pool.snapshot()
        (found,) = taken.blocks
    assert found.requested_bytes == block.size
    name, file, line = found.stack[0]
    assert (name, file) == ("test_stacks", __file__) and line > 0
    assert str(found.stack[0]) == f"test_stacks ({__file__}:{line})"
    (title,) = [title for title in Page(taken._repr_html_()).titles if title.startswith("live")]
    assert "requested" in title and "test_stacks" in title and f"queue {found.queue:#x}" in title


def test_native_stacks(pool):
    with tools.Recorder(ring_bytes=1 << 18, stack_frames=4, python=False, unwinder="system").start(pool):
        block = pool.allocate(3000)
        (found,) = pool.snapshot().blocks
    assert found.requested_bytes == block.size
    assert all(name and os.path.isabs(file) and line == 0 for name, file, line in found.stack)
    name, file, _ = found.stack[0]
    assert str(found.stack[0]) == f"{name} ({file})"


def test_the_picture_has_the_statistics(pool, queue):
    live, gate = some_state(pool, queue)
    taken = pool.snapshot()
    gate.set_status(cl.command_execution_status.COMPLETE)
    page = Page(taken._repr_html_())
    for state, words in _snapshot_html._WORDS.items():
        ranges = [each for slab in taken.slabs for each in slab.ranges if each.state == state]
        found = page.figures(f"\N{BLACK SQUARE} {words}")
        assert found == [taken.state_bytes[state], len(ranges)], state
    assert page.figures("reserved")[0] == pool.managed_bytes
    assert page.figures("weights") == [5001, 2] and page.figures("no tag") == [3000, 1]
    assert page.figures("all") == [pool.active_bytes, 3] and len(live) == 3
    assert page.count("svg") == len(taken.slabs)
    assert len(page.titles) == page.count("rect") == sum(len(slab.ranges) for slab in taken.slabs)


def test_the_picture_of_an_empty_pool(pool):
    text = pool.snapshot()._repr_html_()
    page = Page(text)
    assert "The pool has no memory of the driver." in page.texts
    assert page.figures("reserved") == [0, 0] == page.figures("all") and page.count("svg") == 0


def test_the_picture_needs_nothing_else(pool, queue):
    live, gate = some_state(pool, queue)
    page = Page(pool.snapshot()._repr_html_())
    gate.set_status(cl.command_execution_status.COMPLETE)
    assert {tag for tag, _ in page.found} <= {"div", "table", "tbody", "tr", "th", "td", "span", "i", "svg", "rect", "title"}
    used = {name for _, attributes in page.found for name in attributes}
    assert used <= {"class", "style", "viewbox", "preserveaspectratio", "role", "x", "y", "width", "height", "fill"}
    assert not any("url(" in value for _, attributes in page.found for value in attributes.values())
    assert len(live) == 3


def test_names_of_the_program_stay_text(pool):
    hostile = "</title></svg><script>alert('1')</script>\"&amp;\n\u202e"
    block = pool.allocate_with(100, tag=hostile)
    recorder = tools.Recorder(ring_bytes=1 << 18, stack_frames=4).start(pool)
    kept = eval(compile("pool.allocate(200)", "<b onload='x'>", "eval"), {"pool": pool})
    text = pool.snapshot()._repr_html_()
    recorder.close()
    page = Page(text)
    assert page.count("script") == page.count("b") == 0 and "<script" not in text and "\u202e" not in text
    shown = hostile.replace("\n", "\ufffd").replace("\u202e", "\ufffd")
    assert page.figures(shown[-60:]) == [block.size, 1]
    assert any("<b onload='x'>" in title for title in page.titles) and kept.size == 200


def slabs_of(sizes):
    """Slabs whose ranges have these sizes."""
    slabs = []
    for number, ranges in enumerate(sizes, 1):
        offset, found = 0, []
        for size in ranges:
            found.append(_recordings.SnapshotRange(offset, size, "live", size, f"tag {size}", 0, (), 1))
            offset += size
        slabs.append(_recordings.SnapshotSlab(number, offset, tuple(found)))
    return slabs


def test_the_picture_is_bounded():
    stack = tuple(_recordings.StackFrame("f" * 5000, "g" * 5000, 1) for _ in range(32))
    slabs = slabs_of([[1, 2, 3] * 100] * 100 + [[5000] * 3] * 4)
    slabs = [slab._replace(ranges=tuple(each._replace(stack=stack, tag=each.tag * 99) for each in slab.ranges)) for slab in slabs]
    text = _snapshot_html.picture(slabs)
    page = Page(text)
    assert page.count("svg") == 64 and page.count("rect") == 2000 and len(text) < 2_000_000
    drawn = [title for title in page.titles if " 5000 bytes" in title]
    assert len(drawn) == 12, "the largest are drawn"
    assert f"{60 * 300 + 12 - 2000} smaller ranges of these slabs not drawn" in page.texts
    assert "and 40 more slabs of 23.44 KiB" in page.texts
    assert page.figures("reserved") == [100 * 600 + 4 * 15000, 100 * 300 + 12]


def test_many_ranges_of_one_size():
    page = Page(_snapshot_html.picture(slabs_of([[7] * 2500, [7] * 10])))
    assert page.count("rect") == 2000 and "510 smaller ranges of these slabs not drawn" in page.texts


def test_many_tags():
    page = Page(_snapshot_html.picture(slabs_of([range(1, 41)])))
    assert page.figures("tag 40") == [40, 1] and page.figures("and 20 more tags") == [sum(range(1, 21)), 20]
    assert not [row for row in page.rows if row[0] == "tag 20"]


def test_other_files_are_refused(tmp_path):
    for data in (b"", b"x" * 5000, b"clmemrec\2\0\0\0" + bytes(5000)):
        with pytest.raises(cl.LogicError, match="expected a recording of version 1"):
            _recordings.states(data)
