"""Writes recordings, from what docs/recording-format.md says alone, so that the command's readers have a second opinion."""

import struct

HEADER_BYTES = 4096
DEFINITIONS, EVENTS, SNAPSHOTS = 1, 2, 3
LIVE, CACHED, WAITING, PENDING, FREE = range(5)


def varint(value):
    for length in range(1, 9):
        if value < 1 << (7 * length):
            return (value << length | 1 << (length - 1)).to_bytes(length, "little")
    return b"\0" + value.to_bytes(8, "little")


def record(op, *values):
    return bytes([op]) + b"".join(map(varint, values))


class Recording:
    """Collects records; to_bytes() is the file. A tick is a nanosecond. `now` is the time, which tests move on."""

    def __init__(self, chunk_bytes=1 << 16, lost=0, flags=2, start_ns=1_700_000_000 * 10**9, pid=4321):
        self.chunk_bytes, self.lost, self.flags, self.start_ns, self.pid = chunk_bytes, lost, flags, start_ns, pid
        self.now = 0
        self.definitions, self.snapshots = [], []
        self.numbers = {}  # of strings, frames and stacks, by what they are
        self.events = {}  # by thread: (time, op, values)
        self.contexts = {}  # by thread

    def _define(self, kind, key, op, *values, tail=b""):
        known = self.numbers.setdefault(kind, {})
        if key not in known:
            self.definitions.append(record(op, *values) + tail)
            known[key] = len(known) + 1
        return known[key]

    def string(self, text):
        content = text if isinstance(text, bytes) else text.encode()
        return self._define("string", content, 1, len(content), tail=content) if content else 0

    def native(self, module, offset, function=""):
        values = self.string(module), offset, self.string(function)
        return self._define("frame", ("native", *values), 2, *values)

    def source(self, function, file, line):
        values = self.string(function), self.string(file), line
        return self._define("frame", ("source", *values), 3, *values)

    def stack(self, *frames):
        return self._define("stack", frames, 4, len(frames), *frames)

    def pool(self, number, kind=1, unit=256, devices="a device"):
        self.definitions.append(record(5, number, kind, unit, self.string(devices)))

    def queue(self, number, handle=0, out_of_order=False):
        self.definitions.append(record(6, number, handle, int(out_of_order)))

    def tag(self, pool, number, name):
        self.definitions.append(record(7, pool, number, self.string(name)))

    def thread(self, number, system_id, name):
        self.definitions.append(record(8, number, system_id, self.string(name)))

    def event(self, op, *values, thread=1, flags=0):
        self.events.setdefault(thread, []).append((self.now, op | flags << 5, values))

    def context(self, pool, queue=0, tag=0, thread=1):
        if self.contexts.get(thread, (0, 0, 0)) != (pool, queue, tag):
            self.contexts[thread] = pool, queue, tag
            self.event(16, pool, queue, tag, thread=thread)

    def allocate(self, block, requested, given=None, slab=1, offset=0, stack=0, hit=False, reason=0, **where):
        """In a pool, a queue and with a tag: pool=1, queue=0, tag=0. The offset is in units of the pool."""
        thread = self._enter(where)
        given = -(-requested // 256) * 256 if given is None else given
        values = [block, requested, given - requested, slab, offset]
        values += [stack] if stack else []
        values += [] if hit else [reason]
        self.event(1, *values, thread=thread, flags=(1 if hit else 0) | (2 if stack else 0))

    def free(self, block, waits=False, shared=False, **where):
        thread = self._enter(where)
        self.event(2, block, thread=thread, flags=(1 if waits else 0) | (2 if shared else 0))

    def complete(self, block, **where):
        self.event(3, block, thread=self._enter(where))

    def slab(self, number, bytes_, ticks=1000, **where):
        self.event(4, number, bytes_, 0, ticks, thread=self._enter(where))

    def slab_returned(self, number, bytes_, ticks=500, **where):
        self.event(5, number, bytes_, ticks, thread=self._enter(where))

    def shortage(self, wanted, reserved, live, largest, stack=0, **where):
        values = [wanted, reserved, live, largest] + ([stack] if stack else [])
        self.event(11, *values, thread=self._enter(where), flags=2 if stack else 0)

    def _enter(self, where):
        thread = where.pop("thread", 1)
        self.context(where.pop("pool", 1), where.pop("queue", 0), where.pop("tag", 0), thread)
        if where:
            raise TypeError(f"unknown: {where}")
        return thread

    def snapshot(self, pool, slabs):
        """slabs: (number, bytes, ranges), each range (offset in units, bytes, state, block, requested, queue, tag, stack)."""
        records = [record(1, pool, self.now)]
        for number, bytes_, ranges in slabs:
            records.append(record(2, number, bytes_, 0))
            records += [record(3, *values) for values in ranges]
        self.snapshots += [*records, record(4)]

    def _chunks(self, kind, thread, records, begun):
        """Records as chunks; those of events are (time, op, values), with the context repeated in each chunk."""
        chunks, content, last, context = [], b"", begun, None
        for each in records:
            if kind == EVENTS:
                time, op, values = each
                if op & 31 == 16:
                    context = values
                piece = record(op, time - last, *values)
            else:
                piece = each
            if len(content) + len(piece) > self.chunk_bytes - 32:
                chunks.append((kind, thread, len(chunks), begun, content))
                content = b""
                if kind == EVENTS:
                    begun = time
                    content = record(16, 0, *context) if context else b""
                    piece = record(op, 0, *values)
            if kind == EVENTS:
                last = time
            content += piece
        return [*chunks, (kind, thread, len(chunks), begun, content)] if content else chunks

    def to_bytes(self):
        header = struct.pack(
            "<8sIIQQQQII", b"clmemrec", 1, self.chunk_bytes, 10**9, 10**6, self.start_ns, self.lost, self.pid, self.flags,
        )
        chunks = self._chunks(DEFINITIONS, 0, self.definitions, 0) + self._chunks(SNAPSHOTS, 0, self.snapshots, 0)
        for thread, events in self.events.items():
            chunks += self._chunks(EVENTS, thread, events, 0)
        content = header.ljust(HEADER_BYTES, b"\0")
        for kind, thread, number, begun, records in chunks:
            chunk = struct.pack("<IIIIQQ", len(records), kind, thread, number, 10**6 + begun, begun) + records
            content += chunk.ljust(self.chunk_bytes, b"\0")
        return content
