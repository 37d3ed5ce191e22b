"""Tags for a part of the program."""

import threading

import pytest

import clmem as cl


def tag_of_next(pool):
    """The tag that a new block has."""
    before = {tag.name: tag.allocations for tag in pool.tag_statistics()}
    pool.allocate(1000).release()
    (changed,) = [tag.name for tag in pool.tag_statistics() if tag.allocations != before.get(tag.name, 0)]
    return changed


def test_tags_nest_and_end(pool):
    with cl.tag("weights €"):
        assert tag_of_next(pool) == "weights €"
        with cl.tag("scratch"):
            assert tag_of_next(pool) == "scratch"
        block = pool.allocate_with(1000, tag="own")
        assert tag_of_next(pool) == "weights €"
        with pytest.raises(ZeroDivisionError), cl.tag("failing"):
            1 / 0
        assert tag_of_next(pool) == "weights €"
    assert tag_of_next(pool) == ""
    assert [tag.active_bytes for tag in pool.tag_statistics() if tag.name == "own"] == [1000]
    block.release()


def test_a_tag_is_used_again_and_decorates(pool):
    weights = cl.tag("weights")

    @weights
    def load(depth):
        return tag_of_next(pool) if depth == 0 else load(depth - 1)

    assert load(3) == "weights"
    with weights, weights:
        assert tag_of_next(pool) == "weights"
    assert tag_of_next(pool) == ""


def test_a_tag_is_its_threads_own(pool):
    weights = cl.tag("weights")
    results = []

    def elsewhere():
        results.append(tag_of_next(pool))
        try:
            weights.__exit__(None, None, None)
        except cl.LogicError as error:
            results.append(error.what)

    with weights:
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        assert tag_of_next(pool) == "weights"
    assert results[0] == ""
    assert "expected the tag to end on a thread that has begun it" in results[1]


@pytest.mark.parametrize("name", ["", "x" * 64, "a\0b", "\ud800", 3, None, b"weights"])
def test_wrong_names(pool, name):
    with pytest.raises(cl.LogicError if isinstance(name, str) else TypeError), cl.tag(name):
        pytest.fail("the block must not run")
    assert tag_of_next(pool) == ""
