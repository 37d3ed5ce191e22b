"""Converts recordings from each format to each other one as a user does, and reads damaged files of all of them."""

import gzip
import pathlib
import random
import struct
import sys
import unittest

sys.argv[2:2] = [sys.argv[1]]  # command.py expects a second command
from command import HEADER, TRACES, CommandTest, run  # noqa: E402

CHUNK = 4096


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
    record(16, 3, 1, 9)
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
        expected = record(16, 3, 1, 9) + record(4, 0, 5, 1 << 20, 0x7000, 300 * 1024)
        expected += record(1 | 2 << 5, 5 * 1024, 41, 1000, 24, 5, 2, 1, 3)
        self.assertEqual(used[2][: len(expected)], expected)
        self.assertEqual(used[3], record(1, 3, 0) + SNAPSHOT[len(record(1, 3, 4)) :])

    def test_allocations_become_a_trace(self):
        self.assertEqual(
            self.rows(self.write(WHOLE, "in.clmem")),
            ["a,1,500,0,0", "a,2,1000,0,0", "a,3,100,0,0", "f,2,1000,0,0", "f,3,100,0,0"],
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
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(19, 0)), at, "expected an event, 1 to 18, got 19"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(0, 0)), at, "expected an event, 1 to 18, got 0"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(3 | 1 << 5, 0, 1)), at, "without the flags 1"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(2, 2**64 - 1, 1)), at, "expected a time below 2^64"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(33, 0, 1, 1, 0, 1, 0)), at, "expected a defined pool, got 0"),
            (header() + chunk(1, DEFINITIONS) + chunk(2, record(33, 0, 1, 1, 2**63, 1, 0)), at, "expected a block of less"),
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
        for name in ("a.clmem", "a.csv", "a.csv.gz"):
            with self.subTest(name):
                self.assertEqual(self.rows(self.convert(path, name)), rows)
        first = self.convert(path, "b.clmem")
        self.assertEqual(self.convert(first, "c.clmem").read_bytes(), first.read_bytes())

    def test_replay_reads_recordings(self):
        path, _, peak = self.random_trace(streams=(0, 1))
        expected = self.replay("--provider", "virtual", path)
        for name in ("random.clmem", "random.rmm.csv"):
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

    def test_without_stacks_no_name_is_left(self):
        source = self.write(WHOLE, "in.clmem")
        for name in ("out.clmem",):
            content = self.convert(source, name, "--no-stacks").read_bytes()
            for word in (b"main.py", b"step", b"lib.so", b"weights"):
                self.assertNotIn(word, content)
                self.assertIn(word, self.convert(source, name).read_bytes())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
