"""Converts recordings from each format to each other one as a user does, and reads damaged files of all of them."""

import gzip
import json
import pathlib
import pickle
import pickletools
import random
import struct
import sys
import unittest

sys.argv[2:2] = [sys.argv[1]]  # command.py expects a second command
from command import HEADER, TRACES, CommandTest, run  # noqa: E402

CHUNK = 4096
CORPUS = pathlib.Path(__file__).parent.parent / "fuzz" / "corpus" / "formats"


def varint(value):
    length = max(1, (value.bit_length() + 6) // 7)
    if length > 8:
        return b"\0" + value.to_bytes(8, "little")
    return (value << length | 1 << (length - 1)).to_bytes(length, "little")


def record(op, *values):
    return bytes([op]) + b"".join(map(varint, values))


def text(value):
    return record(1, len(value.encode())) + value.encode()


def header(flags=2, version=1, chunk=CHUNK, ticks=2_000_000_000, lost=0):
    start = struct.pack("<8sIIQQQQII", b"clmemrec", version, chunk, ticks, 1000, 1_700_000_000 * 10**9, lost, 77, flags)
    return start.ljust(4096, b"\0")


def chunk(kind, records, thread=0, number=0, ticks=1000, ns=0, length=None):
    length = len(records) if length is None else length
    return (struct.pack("<IIIIQQ", length, kind, thread, number, ticks, ns) + records).ljust(CHUNK, b"\0")


DEFINITIONS = (
    text("device") + text("main.py") + text("step") + text("lib.so") + text("weights")
    + record(2, 4, 0x1234, 3) + record(3, 3, 2, 17) + record(4, 2, 1, 2)
    + record(5, 3, 2, 256, 1) + record(6, 1, 0xABCD, 1) + record(7, 3, 9, 5) + record(8, 1, 4242, 3)
)
ALL_EVENTS = (
    record(16, 0, 3, 1, 9)
    + record(4, 10, 5, 1 << 20, 0x7000, 600)
    + record(1 | 2 << 5, 10, 41, 1000, 24, 5, 2, 1, 3)
    + record(1 | 1 << 5, 10, 42, 100, 156, 5, 8)
    + record(13, 10, 5) + record(14, 10, 3) + record(15, 10)
    + record(7, 10, 1, 20) + record(8, 10, 1, 4, 20) + record(9, 10, 20) + record(10, 10, 2**64 - 1, 100)
    + record(11, 10, 2**40, 1 << 20, 1280, 1 << 19) + record(12, 10, 5, 4, 256)
    + record(2 | 1 << 5, 10, 41) + record(3, 10, 41) + record(2 | 2 << 5, 10, 42)
    + record(17 | 2 << 5, 10, 7, 64, 4, 1) + record(18, 10, 7)
    + record(6, 10, 1 << 30, 400) + record(5, 10, 5, 1 << 20, 200)
)
SNAPSHOT = record(1, 3, 4) + record(2, 5, 1 << 20, 0x7000) + record(3, 0, 512, 0, 40, 500, 1, 9, 1)
SNAPSHOT += record(3, 2, (1 << 20) - 512, 4, 0, 0, 0, 0, 0) + record(4)
WHOLE = header() + chunk(1, DEFINITIONS) + chunk(2, ALL_EVENTS, thread=1) + chunk(3, SNAPSHOT)


class Formats(CommandTest):
    def convert(self, source, name, *options):
        out = self.folder / name
        result = run("convert", source, "-o", out, *options)
        self.assertEqual((result.returncode, result.stderr, result.stdout), (0, "", ""))
        self.assertEqual(out.stat().st_mode & 0o777, 0o600)
        return out

    def refuse(self, source, where, words, name="out.clmem"):
        result = run("convert", source, "-o", self.folder / name)
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        self.assertTrue(result.stderr.startswith(f"clmem: {source}:{where}: "), result.stderr)
        self.assertIn(words, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertFalse((self.folder / name).exists())
        self.assertEqual(list(self.folder.glob("out.*.??????")), [])

    def rows(self, source):
        """The rows of a recording as a trace."""
        return self.convert(source, "rows.csv").read_text().splitlines()[1:]


class Clmem(Formats):
    def test_all_records_survive_a_round_trip(self):
        first = self.convert(self.write(WHOLE, "in.clmem"), "first.clmem")
        second = self.convert(first, "second.clmem")
        self.assertEqual(first.read_bytes(), second.read_bytes())
        content = first.read_bytes()
        self.assertEqual(struct.unpack_from("<QQIII", content, 32)[0:1], (1_700_000_000 * 10**9,))
        self.assertEqual(struct.unpack_from("<II", content, 48), (77, 2))
        size = struct.unpack_from("<I", content, 12)[0]
        chunks = [content[at : at + size] for at in range(4096, len(content), size)]
        used = {struct.unpack_from("<I", each, 4)[0]: each[32 : 32 + struct.unpack_from("<I", each)[0]] for each in chunks}
        self.assertEqual(used[1], DEFINITIONS)
        # Ticks are half a nanosecond in the input, 1/1024 in the output.
        expected = record(16, 0, 3, 1, 9) + record(4, 0, 5, 1 << 20, 0x7000, 300 * 1024)
        expected += record(1 | 2 << 5, 5 * 1024, 41, 1000, 24, 5, 2, 1, 3)
        self.assertEqual(used[2][: len(expected)], expected)
        self.assertEqual(used[3], record(1, 3, 0) + SNAPSHOT[len(record(1, 3, 4)) :])

    def test_allocations_become_a_trace(self):
        self.assertEqual(
            self.rows(self.write(WHOLE, "in.clmem")),
            ["a,1,500,0,0", "a,2,1000,0,0", "a,3,100,0,0", "f,2,1000,0,0", "f,3,100,0,0", "a,4,64,0,0", "f,4,64,0,0"],
        )

    def test_the_clock_follows_the_chunks(self):
        # The header says 2 ticks a nanosecond; between these chunks there is one.
        events = [record(1 | 1 << 5, 500_000, 1, 8, 0, 1, 0), record(1 | 1 << 5, 2_000_000, 2, 8, 0, 1, 1)]
        content = header() + chunk(1, text("") + record(5, 0, 2, 256, 1)) + chunk(2, events[0], 1, 0, 1000, 0)
        content += chunk(2, events[1], 1, 1, 1_001_000, 1_000_000)
        self.assertEqual(self.rows(self.write(content, "in.clmem")), ["a,1,8,0,500", "a,2,8,0,2000"])

    def two_threads(self, first, second, snapshot=b""):
        content = header(ticks=10**9) + chunk(1, text("") + record(5, 0, 2, 256, 1))
        content += chunk(2, first, thread=1) + chunk(2, second, thread=2)
        return self.rows(self.write(content + (chunk(3, snapshot) if snapshot else b""), "in.clmem"))

    def test_near_inversions_are_repaired(self):
        allocate = lambda ticks, block, size: record(1 | 1 << 5, ticks, block, size, 0, 1, 0)  # noqa: E731
        # Thread 2 frees block 1 a little before thread 1 allocates it.
        rows = self.two_threads(allocate(5005, 1, 8), record(2, 5000, 1) + allocate(9000, 2, 16))
        self.assertEqual([row[:6] for row in rows], ["a,1,8,", "f,1,8,", "a,2,16"])
        # Thread 2 allocates block 1 again a little before its free.
        rows = self.two_threads(allocate(10, 1, 8) + record(2, 5000, 1), allocate(5007, 1, 16) + record(2, 10, 1))
        self.assertEqual([row[:6] for row in rows], ["a,1,8,", "f,1,8,", "a,2,16", "f,2,16"])
        # Those far from each other, or that wait for each other, stay as they are, and none is lost.
        rows = self.two_threads(allocate(5_000_000, 1, 8), record(2, 10, 1) + allocate(10, 2, 16))
        self.assertEqual([row[:6] for row in rows], ["a,1,16", "a,2,8,"])
        rows = self.two_threads(record(2, 10, 2) + allocate(10, 1, 8), record(2, 10, 1) + allocate(10, 2, 16))
        self.assertEqual([row[:6] for row in rows], ["a,1,8,", "f,1,8,", "a,2,16"])

    def test_a_killed_program(self):
        whole = header(flags=0) + chunk(1, DEFINITIONS) + chunk(2, ALL_EVENTS, thread=1)
        counts = set()
        for end in [4096, 4100, 4096 + CHUNK + 10, *range(4096 + CHUNK + 32, 4096 + CHUNK + 32 + len(ALL_EVENTS))]:
            out = self.convert(self.write(whole[:end], "in.clmem"), "out.clmem").read_bytes()
            self.assertEqual(struct.unpack_from("<I", out, 52), (0,))  # incomplete
            counts.add(len(out))
        self.assertEqual(len(counts), 3)  # no chunk, definitions, definitions and events
        self.assertEqual(self.rows(self.write(whole[: 4096 + CHUNK + 32 + 60], "in.clmem"))[0], "a,1,1000,0,0")

    def test_a_shortage_of_everything(self):
        events = record(16, 0, 3, 0, 0) + record(11, 10, 2**64 - 1, 0, 0, 0)
        source = self.write(header() + chunk(1, DEFINITIONS) + chunk(2, events), "in.clmem")
        for name in ("a.clmem", "a.pickle", "a.json"):
            with self.subTest(name):
                shown = run("report", "--json", self.convert(source, name))
                self.assertEqual(json.loads(shown.stdout)["shortages"][0]["wanted_bytes"], 2**63 - 1, shown.stderr)

    def test_a_shortage_keeps_its_stack(self):
        def source(op, *rest):
            events = record(16, 0, 3, 0, 0) + record(op, 10, 100, 0, 0, 0, *rest)
            return self.write(header() + chunk(1, DEFINITIONS) + chunk(2, events), "in.clmem")

        def chain(path):
            shown = run("report", "--json", path)
            return json.loads(shown.stdout)["shortages"][0]["chain"]

        recorded = source(11 | 2 << 5, 1)
        self.assertNotEqual(chain(recorded), [])
        self.assertEqual(chain(self.convert(recorded, "kept.clmem")), chain(recorded))
        self.assertEqual(chain(self.convert(recorded, "bare.clmem", "--no-stacks")), [])
        self.refuse(source(11 | 1 << 5), 4096 + CHUNK + 32 + len(record(16, 0, 3, 0, 0)), "flags")
        self.refuse(source(11 | 2 << 5, 99), 4096 + CHUNK + 32 + len(record(16, 0, 3, 0, 0)), "stack")

    def test_damaged_files(self):
        at = 4096 + CHUNK + 32
        cases = [
            (b"", 0, "expected 'clmemrec'"),
            (bytes(5000), 0, "expected 'clmemrec'"),
            (header()[:40], 40, "expected a header of 56 bytes, got 40"),
            (header(version=2), 8, "expected version 1, got 2"),
            (header(chunk=4097), 12, "expected chunks of a multiple of 4096"),
            (header(chunk=1 << 30), 12, "expected chunks of a multiple of 4096"),
            (header(chunk=0), 12, "expected chunks of a multiple of 4096"),
            (header(ticks=0), 16, "expected the ticks per second"),
            (header() + chunk(9, b"\1"), 4100, "expected a chunk's kind"),
            (header() + chunk(1, b"\1", length=2**32 - 1), 4096, "expected at most 4064 bytes"),
            (header() + chunk(1, record(9)), 4128, "expected a definition, 1 to 8, got 9"),
            (header() + chunk(1, record(1, 2**60)), 4128, "expected a whole record"),
            (header() + chunk(1, record(4, 33)), 4128, "expected at most 32 frames, got 33"),
            (header() + chunk(1, record(4, 1, 1)), 4128, "expected the number of a frame, at most 0, got 1"),
            (header() + chunk(1, record(5, 1, 2, 0, 0)), 4128, "expected a unit of at least 1 byte"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(20, 0)), at, "expected an event, 1 to 19, got 20"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(0, 0)), at, "expected an event, 1 to 19, got 0"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(3 | 1 << 5, 0, 1)), at, "without the flags 1"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(2, 2**64 - 1, 1)), at, "expected a time below 2^64"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(33, 0, 1, 1, 0, 1, 0)), at, "expected a defined pool, got 0"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(33, 0, 1, 1, 2**63, 1, 0)), at, "expected a block of less"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(4, 0, 2**63, 1, 0, 0)), at, "expected slab below"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(7, 0, 2**63, 0)), at, "expected queue below"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(8, 0, 2**63, 1, 0)), at, "expected queue below"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(2, 0, 2**63)), at, "expected block below"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(17, 0, 2**63, 1, 1)), at, "expected block below"),
            (header() + chunk(1, record(6, 2**63, 0, 0)), 4128, "expected queue below"),
            (header() + chunk(1, record(7, 2**63, 1, 0)), 4128, "expected pool below"),
            (
                header() + chunk(1, DEFINITIONS) + chunk(2, record(16, 0, 3, 0, 0) + record(33, 0, 1, 2**62, 0, 1, 2**54)),
                at + 5, "expected a block that ends below",
            ),
            (header() + chunk(1, DEFINITIONS) + chunk(3, record(3, 0, 1, 1, 1, 1, 1, 0, 0)), at, "expected a snapshot's pool"),
            (
                header() + chunk(1, DEFINITIONS) + chunk(3, record(1, 3, 0) + record(2, 1, 512, 0) + record(3, 1, 512, 4, 0, 0, 0, 0, 0)),
                at + 8, "expected a range in bytes 0 to 512 of its slab, got 512 bytes at 256",
            ),
        ]  # fmt: skip
        for content, where, words in cases:
            with self.subTest(words):
                self.refuse(self.write(content, "in.clmem"), where, words)

    def test_flipped_bits_are_read_or_refused(self):
        chance = random.Random(4)
        for _ in range(60):
            content = bytearray(WHOLE)
            for _ in range(chance.choice([1, 3, 20])):
                at = chance.choice([chance.randrange(56), *(4096 + CHUNK * i + chance.randrange(300) for i in range(3))])
                content[at] ^= 1 << chance.randrange(8)
            result = run("convert", self.write(bytes(content), "in.clmem"), "-o", self.folder / "out.clmem")
            self.assertIn(result.returncode, (0, 2), result.stderr)
            self.assertEqual(result.stderr.startswith("clmem: " + str(self.folder)), result.returncode == 2)


class TraceAndLog(Formats):
    def test_traces_survive_every_format(self):
        path = pathlib.Path(TRACES, "streams.csv.gz")
        rows = gzip.decompress(path.read_bytes()).decode().splitlines()[1:]
        for name in ("a.clmem", "a.csv", "a.csv.gz", "a.pickle", "a.json"):
            with self.subTest(name):
                self.assertEqual(self.rows(self.convert(path, name)), rows)
        first = self.convert(path, "b.clmem")
        self.assertEqual(self.convert(first, "c.clmem").read_bytes(), first.read_bytes())

    def test_replay_reads_recordings(self):
        path, _, peak = self.random_trace(streams=(0, 1))
        expected = self.replay("--provider", "virtual", path)
        for name in ("random.clmem", "random.rmm.csv", "random.pickle", "random.json"):
            replayed = self.replay("--provider", "virtual", self.convert(path, name))
            self.assertEqual(replayed[0]["peak_live_bytes"], peak)
            self.assertEqual(replayed[0]["events"], expected[0]["events"])

    def test_a_log_of_rmm(self):
        log = "Thread,Time,Action,Pointer,Size,Stream\n7,23:59:59.999000,allocate,0x7f00,1024,0x0\n"
        log += "8,00:00:00.001000,allocate failure,(nil),99,0x2\n7,00:00:00:002000,free,0x7f00,1024,0x0\n7,00:00:01.000000,free,0x1,8,0\n"
        path = self.write(log, "log.csv")
        self.assertEqual(self.rows(path), ["a,1,1024,0,0", "f,1,1024,0,3000"])
        written = self.convert(path, "log.rmm.csv").read_text().splitlines()
        address = f"0x{1 << 52:x}"
        self.assertEqual(
            written[1:],
            [f"7,00:00:00.000000,allocate,{address},1024,0x0", "8,00:00:00.002000,allocate failure,0x0,99,0x2",
             f"7,00:00:00.003000,free,{address},1024,0x0"],
        )  # fmt: skip
        again = self.convert(self.folder / "log.rmm.csv", "again.rmm.csv")
        self.assertEqual(again.read_text().splitlines(), written)

    def test_damaged_logs(self):
        first = "Thread,Time,Action,Pointer,Size,Stream\n"
        cases = [
            ("Thread,When\n", 1, "expected the first line 'Thread,Time,"),
            (first + "1,00:00:00.000000,allocate,0x1\n", 2, "expected 6 columns, got 4"),
            (first + "1,0:00:00.000000,allocate,0x1,1,0\n", 2, "expected a time HH:MM:SS.microseconds"),
            (first + "1,00:00:00.00000,allocate,0x1,1,0\n", 2, "expected a time HH:MM:SS.microseconds"),
            (first + "1,24:00:00.000000,allocate,0x1,1,0\n", 2, "expected a time of day"),
            (first + "1,00:00:00.000000,grow,0x1,1,0\n", 2, "expected the action allocate"),
            (first + "1,00:00:00.000000,allocate,pointer,1,0\n", 2, "expected 'Pointer' to be a number"),
            (first + f"1,00:00:00.000000,allocate,0x1,{2**63},0\n", 2, "expected a size below 2^63"),
            (first + f"1,00:00:00.000000,allocate,0x1,{2**64},0\n", 2, "expected 'Size' to be a number of 64 bits"),
        ]
        for content, line, words in cases:
            with self.subTest(words):
                self.refuse(self.write(content, "log.rmm.csv"), line, words)


# What the viewer of PyTorch can read.
VIEWER_OPCODES = set(
    "PROTO FRAME MEMOIZE BINPUT LONG_BINPUT BINGET LONG_BINGET MARK EMPTY_DICT EMPTY_LIST EMPTY_TUPLE DICT LIST TUPLE "
    "TUPLE1 TUPLE2 TUPLE3 SETITEM SETITEMS APPEND APPENDS BININT BININT1 BININT2 LONG1 BINFLOAT BINUNICODE "
    "SHORT_BINUNICODE NONE NEWTRUE NEWFALSE STOP".split()
)


def entry(action, addr, size, time_us, frames=(), stream=0, **more):
    return {"action": action, "addr": addr, "size": size, "stream": stream, "time_us": time_us, "frames": list(frames), **more}


FRAMES = [{"name": "forward", "filename": "net.py", "line": 12}, {"name": "main", "filename": "run.py", "line": 300}]
BASE = 140 << 40
TORCH = {
    "segments": [
        {
            "device": 1, "address": BASE, "total_size": 2 << 20, "allocated_size": 1024, "active_size": 3072,
            "requested_size": 1000, "stream": 0, "segment_type": "small", "segment_pool_id": (0, 0),
            "is_expandable": False, "frames": [],
            "blocks": [
                {"address": BASE, "size": 1024, "requested_size": 1000, "state": "active_allocated", "frames": FRAMES},
                {"address": BASE + 1024, "size": 2048, "requested_size": 2000, "state": "active_pending_free", "frames": []},
                {"address": BASE + 3072, "size": (2 << 20) - 3072, "requested_size": 0, "state": "inactive", "frames": []},
            ],
        }
    ],
    "device_traces": [
        [],
        [
            entry("segment_alloc", BASE, 2 << 20, 10**15),
            entry("alloc", BASE, 1000, 10**15 + 10, FRAMES, category="weights"),
            entry("alloc", BASE + 1024, 2000, 10**15 + 20, FRAMES[:1], stream=7),
            entry("alloc", BASE + 4096, 500, 10**15 + 30),
            entry("free_requested", BASE + 4096, 500, 10**15 + 40), entry("free_completed", BASE + 4096, 500, 10**15 + 40),
            entry("free_requested", BASE + 1024, 2000, 10**15 + 50, stream=7),
            {"action": "oom", "device_free": 5, "size": 2**40, "stream": 0, "time_us": 10**15 + 60, "frames": []},
            entry("a new action", 0, 0, 10**15 + 60, user_metadata=None, more=[1.5, True, -3, 2**70]),
            entry("snapshot", 0, 0, 10**15 + 70),
        ],
    ],
    "allocator_settings": {"expandable_segments": False},
    "something new": {"nested": [[[(1, 2, 3, 4)]]]},
}  # fmt: skip


class PyTorch(Formats):
    def load(self, path):
        """Loads a snapshot and checks what the viewer, and torch's own summary of segments, rely on."""
        content = path.read_bytes()
        used = {opcode.name for opcode, _, _ in pickletools.genops(content)}
        self.assertLessEqual(used, VIEWER_OPCODES)
        data = pickle.loads(content)
        for segment in data["segments"]:
            self.assertLess(segment["device"], len(data["device_traces"]))
            end, allocated, active, requested = segment["address"], 0, 0, 0
            for block in segment["blocks"]:
                self.assertEqual(block["address"], end)
                self.assertGreater(block["size"], 0)
                end += block["size"]
                allocated += block["size"] * (block["state"] == "active_allocated")
                active += block["size"] * (block["state"] != "inactive")
                requested += block["requested_size"] * (block["state"] == "active_allocated")
            self.assertEqual(end, segment["address"] + segment["total_size"])
            self.assertLess(end, 2**53)
            self.assertEqual(
                (segment["allocated_size"], segment["active_size"], segment["requested_size"]), (allocated, active, requested)
            )
            self.assertEqual(segment["segment_pool_id"], (0, 0))
        entries = [each for trace in data["device_traces"] for each in trace]
        categories = {each["category"] for each in entries if "category" in each}
        self.assertTrue(not categories or "unknown" in categories)
        for each in entries:
            self.assertLess(each.get("addr", 0), 2**53)
        return data

    def test_each_protocol_is_read(self):
        expected = None
        for protocol in (2, 3, 4, 5):
            source = self.write(pickle.dumps(TORCH, protocol), "in.pickle")
            rows = self.rows(source)
            self.assertEqual(rows, ["a,1,1000,0,10", "a,2,2000,1,20", "a,3,500,0,30", "f,3,500,0,40", "f,2,2000,1,50"])
            content = self.convert(source, f"{protocol}.clmem").read_bytes()
            self.assertEqual(content, expected or content)
            expected = content

    def test_a_snapshot_is_kept(self):
        data = self.load(self.convert(self.write(pickle.dumps(TORCH), "in.pickle"), "out.pickle"))
        self.assertEqual(len(data["segments"]), 1)
        sizes = [(each["size"], each["requested_size"], each["state"], each["frames"]) for each in data["segments"][0]["blocks"]]
        expected = [(e["size"], e["requested_size"], e["state"], e["frames"]) for e in TORCH["segments"][0]["blocks"]]
        self.assertEqual(sizes, expected)
        base = data["segments"][0]["address"]
        self.assertEqual(base, 1 << 36)
        trace = data["device_traces"][data["segments"][0]["device"]]
        wanted = [each for each in TORCH["device_traces"][1] if each["action"] != "a new action"]
        for got, want in zip(trace, wanted, strict=True):
            for key in ("action", "size", "stream", "frames"):
                self.assertEqual(got[key], want[key])
            if want["action"] != "snapshot":
                self.assertEqual(got["time_us"], want["time_us"])
            if want.get("addr"):
                self.assertEqual(got["addr"] - base, want["addr"] - BASE)
            self.assertEqual(got["category"], want.get("category", "unknown"))
        again = self.load(self.convert(self.folder / "out.pickle", "again.pickle"))
        self.assertEqual(again, data)

    def test_a_recording_becomes_a_snapshot(self):
        data = self.load(self.convert(self.write(WHOLE, "in.clmem"), "out.pickle"))
        actions = [each["action"] for each in data["device_traces"][0]]
        self.assertEqual(
            actions,
            ["segment_alloc", "alloc", "alloc", "oom", "free_requested", "free_completed", "free_requested",
             "free_completed", "segment_free", "snapshot"],
        )  # fmt: skip
        alloc = data["device_traces"][0][1]
        self.assertEqual((alloc["addr"], alloc["size"], alloc["stream"], alloc["category"]), ((1 << 36) + 512, 1024, 0xABCD, "weights"))
        self.assertEqual(
            alloc["frames"],
            [{"name": "step", "filename": "lib.so", "line": 0}, {"name": "step", "filename": "main.py", "line": 17}],
        )

    def test_files_that_are_no_data(self):
        class Harmful:
            def __reduce__(self):
                return (exec, ("raise SystemExit(9)",))

        deep = None
        for _ in range(70):
            deep = [deep]
        shared = pickle.dumps({"segments": [], "device_traces": [TORCH["device_traces"][1]] * 600})
        lists = b"".join([b"\x80\x04}(X\x0d\0\0\0device_traces](", b"](", b"}q\0", b"h\0" * 3000, b"eq\1", b"h\1" * 1000, b"eu."])
        cases = [
            (pickle.dumps({"segments": [Harmful()]}), "", "which clmem does not execute"),
            (pickle.dumps({"segments": {1, 2}}), "", "which clmem does not execute"),
            (pickle.dumps(deep), "", "expected at most 64 levels of nesting"),
            (b"\x80\x04" + b"N" + b"\x85" * 100 + b".", "66", "expected at most 64 levels of nesting"),
            (b"\x80\x04" + b"(" * 1000, "66", "expected at most 64 levels of nesting"),
            (b"\x80\x06N.", "0", "expected protocol 2 to 5, got 6"),
            (b"\x80\x04X\xff\xff\xff\xffab", "2", "expected 4294967295 more bytes"),
            (b"\x80\x04\x8d" + b"\xff" * 8 + b"ab", "2", "expected 18446744073709551615 more bytes"),
            (b"\x80\x04N", "3", "got the end of the file"),
            (b"\x80\x04.", "2", "expected a value before this opcode"),
            (b"\x80\x04t.", "2", "expected a mark before this opcode"),
            (b"\x80\x04(Nd.", "4", "expected keys and values, got a key alone"),
            (b"\x80\x04NNa.", "4", "expected a container of the opcode's kind"),
            (b"\x80\x04h\x05.", "2", "expected the number of a stored value, got 5"),
            (pickle.dumps([1]), "", "expected a dictionary, got another value"),
            (pickle.dumps({"a": 1}), "", "expected 'segments' or 'device_traces'"),
            (pickle.dumps({"device_traces": [[entry("alloc", -1, 8, 0)]]}), "", "expected 'addr' to be a number from 0"),
            (pickle.dumps({"device_traces": [[entry("alloc", 1, 2**63, 0)]]}), "", "expected 'size' to be a number from 0"),
            (pickle.dumps({"device_traces": [[entry("alloc", 1, 2**90, 0)]]}), "", "expected 'size' to be a number from 0"),
            (pickle.dumps({"device_traces": [[3]]}), "", "expected an entry of a trace, got another value"),
            (lists, "", "expected a snapshot whose parts occur once"),
        ]  # fmt: skip
        for content, where, words in cases:
            with self.subTest(words, content=content[:20]):
                source = self.write(content, "in.pickle")
                result = run("convert", source, "-o", self.folder / "out.clmem")
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertRegex(result.stderr, f"^clmem: {source}:{where or '[0-9]+'}: ")
                self.assertIn(words, result.stderr)
        self.convert(self.write(shared, "shared.pickle"), "shared.clmem")

    def test_flipped_bits_are_read_or_refused(self):
        chance = random.Random(5)
        whole = pickle.dumps(TORCH)
        for end in range(2, len(whole), 23):
            self.assertEqual(run("convert", self.write(whole[:end], "in.pickle"), "-o", self.folder / "o.csv").returncode, 2)
        for _ in range(60):
            content = bytearray(whole)
            for _ in range(chance.choice([1, 3, 20])):
                content[chance.randrange(2, len(content))] ^= 1 << chance.randrange(8)
            result = run("convert", self.write(bytes(content), "in.pickle"), "-o", self.folder / "out.clmem")
            self.assertIn(result.returncode, (0, 2), result.stderr)


class Chrome(Formats):
    def test_a_recording_becomes_trace_events(self):
        data = json.loads(self.convert(self.write(WHOLE, "in.clmem"), "out.json").read_text())
        events = data["traceEvents"]
        for each in events:
            self.assertTrue({"ph", "name", "pid", "tid", "ts"} <= each.keys())
        counters = [tuple(each["args"].values()) for each in events if each["ph"] == "C"]
        self.assertEqual(
            counters, [(0, 1 << 20), (1000, 1 << 20), (1100, 1 << 20), (100, 1 << 20), (0, 1 << 20), (0, 0)]
        )
        slices = [(each["ph"], each["id"]) for each in events if each.get("cat") == "block"]
        self.assertEqual(slices, [("b", 1), ("b", 2), ("e", 1), ("e", 2)])
        names = [each["name"] for each in events if each["ph"] == "i"]
        self.assertEqual(names, ["slab taken", "weights", "shortage", "complete", "slab refused", "slab returned"])
        self.assertEqual([each["ph"] for each in events if each.get("cat") == "range"], ["B", "E"])
        self.assertEqual(events[0], {"ph": "M", "name": "thread_name", "pid": 77, "tid": 1, "ts": 0, "args": {"name": "step"}})

    def test_what_it_holds_is_read_back(self):
        first = self.convert(self.write(WHOLE, "in.clmem"), "first.json")
        second = self.convert(first, "second.json")
        events = [json.loads(path.read_text())["traceEvents"] for path in (first, second)]
        kept = [[{**each, "name": ""} for each in every if each["ph"] != "M"] for every in events]
        self.assertEqual(kept[0], kept[1])
        self.assertEqual(self.rows(first), ["a,1,1000,0,0", "a,2,100,0,0", "f,1,1000,0,0", "f,2,100,0,0"])

    def test_damaged_files(self):
        start = '{"otherData":{"clmem":1},"traceEvents":['
        cases = [
            ("{", "expected JSON"),
            ("[" * 100_000, "expected at most 64 levels of nesting"),
            ('{"traceEvents":[', "expected JSON"),
            ('{"traceEvents":[{"ph":"X","name":"a","ts":1}]}', "expected trace events that clmem wrote"),
            (start + '{"ph":"b","cat":"block","ts":-1}]}', "expected 'ts' from 0, got -1"),
            (start + '{"ph":"b","cat":"block","ts":1e300}]}', "expected a time from 0 to 2^53 us"),
            (start + '{"ph":"b","cat":"block","ts":1,"args":{}}]}', "expected the number of a block"),
            (start + '{"ph":"b","cat":"block","ts":1,"args":{"block":1,"requested":9223372036854775808}}]}', "expected 'requested'"),
            (start + '{"ph":"i","cat":"slab","tid":4294967296}]}', "expected 'tid' below 4294967296"),
        ]  # fmt: skip
        for content, words in cases:
            with self.subTest(words):
                source = self.write(content, "in.json")
                result = run("convert", source, "-o", self.folder / "out.clmem")
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertRegex(result.stderr, f"^clmem: {source}:[0-9]+: ")
                self.assertIn(words, result.stderr)


class Command(Formats):
    def test_names_of_files(self):
        path = self.write(HEADER + "a,1,8,0,0\n")
        result = run("convert", path, "-o", self.folder / "out.txt")
        self.assertEqual(result.returncode, 2)
        self.assertIn("-o: expected a name that ends in .clmem", result.stderr)
        result = run("convert", path, "-o", self.folder / "none/out.clmem")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write", result.stderr)
        (self.folder / "folder.csv").mkdir()
        self.assertEqual(run("convert", path, "-o", self.folder / "folder.csv").returncode, 2)
        self.refuse(self.folder / "none.clmem", 0, "cannot be opened")
        self.refuse(self.write("text", "a.txt"), 0, "expected a recording of clmem, a memory snapshot of PyTorch")

    def test_what_is_written_is_read(self):
        """Of all files that the fuzzed readers begin with, damaged ones among them."""
        for seed in sorted(CORPUS.glob("*/*")):
            source = self.write(seed.read_bytes(), f"{seed.name}.{seed.parent.name}")
            for name in ("out.clmem", "out.pickle", "out.json", "out.rmm.csv", "out.csv"):
                with self.subTest(f"{source.name} to {name}"):
                    result = run("convert", source, "-o", self.folder / name)
                    self.assertIn(result.returncode, (0, 2), result.stderr)
                    self.assertEqual(result.returncode == 2, result.stderr.startswith(f"clmem: {source}:"))
                    if result.returncode == 0:
                        self.convert(self.folder / name, "again.clmem")

    def test_a_snapshot_of_pytorch_itself(self):
        """What PyTorch 2.11 said of it: 69736448 bytes allocated, 73400320 reserved, and a peak of 70855168 with each
        size rounded up to 512."""
        source = self.write((CORPUS / "pickle" / "torch-2.11").read_bytes(), "in.pickle")
        result = run("report", source, "--json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        memory = json.loads(result.stdout)["memory"]
        self.assertEqual((memory["allocations"], memory["frees"]), (49, 34))
        self.assertEqual((memory["live"]["end_bytes"], memory["reserved"]["end_bytes"]), (69736448, 73400320))
        self.assertEqual(memory["live"]["peak_bytes"], 70855168 - (512 - 4))
        self.assertIn("forward (linear.py:134)", run("report", source).stdout)

    def test_without_stacks_no_name_is_left(self):
        source = self.write(WHOLE, "in.clmem")
        for name in ("out.clmem", "out.pickle", "out.json"):
            content = self.convert(source, name, "--no-stacks").read_bytes()
            whole = self.convert(source, name).read_bytes()
            for word in (b"main.py", b"step", b"lib.so", b"weights"):
                self.assertNotIn(word, content)
                if name == "out.clmem":
                    self.assertIn(word, whole)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
