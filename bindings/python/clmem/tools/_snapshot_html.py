"""A picture of a pool's slabs, as HTML that needs nothing else. Names come from the program: all are escaped."""

from __future__ import annotations

import html
from typing import Dict, Iterable, Iterator, List, Sequence, Tuple

from ._recordings import STATES, SnapshotRange, SnapshotSlab

MOST_SLABS = 64
MOST_RANGES = 2000
MOST_TAGS = 20
_MOST_FRAMES = 4
_MOST_LETTERS = 80
_WIDTH = 1000  # of a slab, in units of the picture

# Readable on white and on black; text has the notebook's colour.
_COLOURS = {
    "live": "#3d85c6",
    "cached": "#e0a030",
    "waiting": "#d9773a",
    "pending": "#b45a9a",
    "free": "rgba(128,128,128,0.25)",
}
_WORDS = {
    "live": "live",
    "cached": "cached",
    "waiting": "cached, commands pending",
    "pending": "freed, commands pending",
    "free": "free",
}
_LEFT, _RIGHT = 'style="text-align:left;padding:1px 8px"', 'style="text-align:right;padding:1px 8px"'


def _text(name: str) -> str:
    """A text of the program: one that is short, and cannot leave its place."""
    name = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    if len(name) > _MOST_LETTERS:
        name = "\N{HORIZONTAL ELLIPSIS}" + name[1 - _MOST_LETTERS :]
    return html.escape(name)


def _size(number: int) -> str:
    size, unit = float(number), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{number} {'byte' if number == 1 else unit}" if unit == "bytes" else f"{size:.2f} {unit}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _title(each: SnapshotRange) -> str:
    """What is shown if the pointer is over a range."""
    lines = [f"{_WORDS[each.state]}: {_count(each.size, 'byte')} at {each.offset}"]
    if each.state == "live":
        lines[0] += f", {each.requested_bytes} requested"
    if each.tag:
        lines.append(f"tag {_text(each.tag)}")
    if each.queue:
        lines.append(f"queue {each.queue:#x}")
    lines += [_text(str(frame)) for frame in each.stack[:_MOST_FRAMES]]
    return "\n".join(lines)


def _bar(slab: SnapshotSlab, ranges: Iterable[SnapshotRange]) -> str:
    parts = []
    for each in ranges:
        width = each.size / slab.size * _WIDTH
        width = max(width - 1 if width > 4 else width, 0.5)  # a line between large ones, and a trace of small ones
        parts.append(
            f'<rect x="{each.offset / slab.size * _WIDTH:.2f}" y="0" width="{width:.2f}" height="16" '
            f'fill="{_COLOURS[each.state]}"><title>{_title(each)}</title></rect>'
        )
    return (
        f'<svg viewBox="0 0 {_WIDTH} 16" preserveAspectRatio="none" role="img" '
        'style="display:block;width:100%;height:16px;border:1px solid rgba(128,128,128,0.5)">'
        f"{''.join(parts)}</svg>"
    )


def _drawn(slabs: Sequence[SnapshotSlab]) -> List[Tuple[SnapshotSlab, List[SnapshotRange]]]:
    """The largest slabs, each with those of its ranges that are among the largest."""
    largest = sorted(slabs, key=lambda slab: slab.size, reverse=True)[:MOST_SLABS]
    sizes = sorted((each.size for slab in largest for each in slab.ranges), reverse=True)
    limit = sizes[MOST_RANGES] if len(sizes) > MOST_RANGES else 0  # larger ones are drawn, and some of this size
    drawn = [(slab, [each for each in slab.ranges if each.size > limit]) for slab in largest]
    left = MOST_RANGES - sum(len(ranges) for _, ranges in drawn) if limit else 0
    for slab, ranges in drawn:
        more = [each for each in slab.ranges if each.size == limit][:left]
        ranges += more
        left -= len(more)
    return drawn


def _pictures(slabs: Sequence[SnapshotSlab]) -> Iterator[str]:
    drawn = _drawn(slabs)
    for slab, ranges in drawn:
        live = [each for each in slab.ranges if each.state == "live"]
        size = sum(each.size for each in live)
        yield (
            f'<div style="margin-top:6px">slab {slab.number}: {_size(slab.size)}, {_size(size)} live in '
            f"{_count(len(live), 'block')}</div>{_bar(slab, ranges)}"
        )
    missing = sum(len(slab.ranges) - len(ranges) for slab, ranges in drawn)
    if missing:
        yield f"<div>{_count(missing, 'smaller range')} of these slabs not drawn</div>"
    if len(slabs) > len(drawn):
        rest = sum(slab.size for slab in slabs) - sum(slab.size for slab, _ in drawn)
        yield f"<div>and {_count(len(slabs) - len(drawn), 'more slab')} of {_size(rest)}</div>"


def _row(first: str, cells: Sequence[str], cell: str = "td") -> str:
    others = "".join(f"<{cell} {_RIGHT}>{each}</{cell}>" for each in cells)
    return f"<tr><{cell} {_LEFT}>{first}</{cell}>{others}</tr>"


def _table(rows: Sequence[str]) -> str:
    return f'<table style="display:inline-table;vertical-align:top;margin:6px 16px 0 0"><tbody>{"".join(rows)}</tbody></table>'


def _state_table(slabs: Sequence[SnapshotSlab]) -> str:
    sizes, counts = dict.fromkeys(STATES, 0), dict.fromkeys(STATES, 0)
    for slab in slabs:
        for each in slab.ranges:
            sizes[each.state] += each.size
            counts[each.state] += 1
    rows = [_row("state", ("memory", "bytes", "ranges"), "th")]
    for state in STATES:
        colour = f'<span style="color:{_COLOURS[state]}">\N{BLACK SQUARE}</span> {_WORDS[state]}'
        rows.append(_row(colour, (_size(sizes[state]), str(sizes[state]), str(counts[state]))))
    total = sum(sizes.values())
    return _table([*rows, _row("reserved", (_size(total), str(total), str(sum(counts.values()))), "th")])


def _tag_table(slabs: Sequence[SnapshotSlab]) -> str:
    found: Dict[str, Tuple[int, int]] = {}
    for slab in slabs:
        for each in slab.ranges:
            if each.state == "live":
                size, count = found.get(each.tag, (0, 0))
                found[each.tag] = size + each.requested_bytes, count + 1
    tags = sorted(found.items(), key=lambda item: item[1], reverse=True)
    rows = [_row("tag", ("requested", "bytes", "blocks"), "th")]
    rows += [
        _row(_text(tag) if tag else "<i>no tag</i>", (_size(size), str(size), str(count)))
        for tag, (size, count) in tags[:MOST_TAGS]
    ]
    rest = tags[MOST_TAGS:]
    if rest:
        size, count = (sum(figures[at] for _, figures in rest) for at in (0, 1))
        rows.append(_row(f"and {_count(len(rest), 'more tag')}", (_size(size), str(size), str(count))))
    size, count = (sum(figures[at] for _, figures in tags) for at in (0, 1))
    return _table([*rows, _row("all", (_size(size), str(size), str(count)), "th")])


def picture(slabs: Sequence[SnapshotSlab]) -> str:
    """The tables of states and of tags, and a bar for each slab: at most `MOST_SLABS` with `MOST_RANGES` together."""
    tables = _state_table(slabs) + _tag_table(slabs)
    bars = "".join(_pictures(slabs)) or '<div style="margin-top:6px">The pool has no memory of the driver.</div>'
    # MathJax takes dollar signs in a name for formulas otherwise.
    return f'<div class="tex2jax_ignore mathjax_ignore">{tables}{bars}</div>'
