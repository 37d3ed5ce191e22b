package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What recorders write, and what they refuse. */
class RecorderTest {
    private static final long RING = 1 << 20;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("run \u20ac.clmem");
    }

    private static ClmemException refused(StatusCode expected, Runnable call) {
        ClmemException error = assertThrows(ClmemException.class, call::run);
        assertEquals(expected.code(), error.status(), error.getMessage());
        return error;
    }

    private static void elsewhere(Runnable action) throws Throwable {
        try {
            CompletableFuture.runAsync(action, task -> new Thread(task, "elsewhere").start()).get();
        } catch (ExecutionException failure) {
            throw failure.getCause();
        }
    }

    @Test
    void aFileHasEventsMarksRangesAndOutsideMemory() throws IOException {
        try (Pool pool = PoolTest.virtual();
                Recorder recorder = Recorder.toFile(file).create()) {
            recorder.start();
            recorder.mark("before \u20ac");
            try (Recorder.Range epoch = recorder.range("epoch");
                    Recorder.Range step = recorder.range("step")) {
                pool.allocate(4321).close();
            }
            try (Recorder.Outside image = recorder.addOutside("image", 777)) {
                recorder.mark("after");
            }
            RecorderInfo now = recorder.describe();
            assertEquals(0, now.lost());
            assertEquals(0, now.stacks());
            assertTrue(now.events() >= 10, now.toString());
            assertTrue(now.bytes() <= Files.size(file), now.toString());
        }
        Recording read = new Recording(file);
        assertEquals(2, read.flags, "the file is ended, and was no ring");
        assertEquals(List.of("before \u20ac", "after"), read.texts(Recording.MARK));
        assertEquals(List.of("epoch", "step"), read.texts(Recording.RANGE_BEGINS));
        assertEquals(2, read.of(Recording.RANGE_ENDS).size());
        assertEquals(List.of(List.of()), read.stacks(4321), "one allocation, without a stack");
        assertEquals(1, read.of(Recording.FREE).size());
        Recording.Event image = read.of(Recording.OUTSIDE_ALLOCATION).get(0);
        assertEquals("image", read.kind(image));
        assertEquals(777, image.values().get(1));
        assertEquals(image.values().get(0), read.of(Recording.OUTSIDE_FREE).get(0).values().get(0));
        assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    }

    @Test
    void onlyStartedPoolsAreRecorded() throws IOException {
        try (Pool pool = PoolTest.virtual();
                Pool other = PoolTest.virtual();
                Recorder recorder = Recorder.ring(0).create()) {
            recorder.start(pool);
            pool.allocate(1001).close();
            other.allocate(1002).close();
            recorder.stop(other); // does nothing
            pool.allocate(1003).close();
            recorder.stop(pool);
            pool.allocate(1004).close();
            recorder.start();
            other.allocate(1005).close();
            recorder.stop();
            other.allocate(1006).close();
            recorder.save(file);
            recorder.save(file); // replaces it
        }
        Recording read = new Recording(file);
        assertEquals(1, read.flags & 1, "from a ring");
        for (long bytes = 1001; bytes <= 1006; bytes++) {
            boolean isRecorded = bytes == 1001 || bytes == 1003 || bytes == 1005;
            assertEquals(isRecorded ? 1 : 0, read.stacks(bytes).size(), bytes + " bytes");
        }
    }

    @Test
    void snapshotsHaveTheStacksOfLiveBlocks() throws IOException {
        try (Pool pool = PoolTest.virtual();
                Recorder recorder = Recorder.ring(RING).stackFrames(4).create()) {
            recorder.start(pool);
            try (DeviceBuffer block = pool.allocate(3333)) {
                pool.snapshot(file);
                assertEquals(3333, block.size());
            }
            List<Recording.Live> live = new Recording(file).live;
            assertEquals(1, live.size());
            assertEquals(3333, live.get(0).bytes());
            String here = RecorderTest.class.getName() + ".snapshotsHaveTheStacksOfLiveBlocks";
            assertEquals(here, live.get(0).stack().get(0).function());
            assertEquals(4, live.get(0).stack().size());
            recorder.stop();
            pool.snapshot(file);
            assertEquals(List.of(), new Recording(file).live);
        }
    }

    @Test
    void invalidOptionsAreRefused() {
        StatusCode invalid = StatusCode.ERROR_INVALID_ARGUMENT;
        ClmemException small = refused(invalid, () -> Recorder.ring(1000).create());
        assertTrue(small.getMessage().contains("options.ring_bytes: expected 0 or at least 262144, got 1000"));
        ClmemException deep = refused(invalid, () -> Recorder.ring(0).stackFrames(33).create());
        assertTrue(deep.getMessage().contains("options.stack_frames: expected 0 to 32, got 33"), deep.getMessage());
        Path missing = folder.resolve("missing").resolve("file");
        ClmemException nowhere = refused(invalid, () -> Recorder.toFile(missing).create());
        assertTrue(nowhere.getMessage().contains(missing.toString()), nowhere.getMessage());
        refused(invalid, () -> Recorder.toFile(folder).create());
        refused(invalid, () -> Recorder.toFile(Path.of("")).create());
        assertThrows(IllegalArgumentException.class, () -> Recorder.ring(-1));
        assertThrows(IllegalArgumentException.class, () -> Recorder.ring(0).stackFrames(-1));
    }

    @Test
    void filesThatCannotBeWrittenAreRefused() throws IOException {
        StatusCode invalid = StatusCode.ERROR_INVALID_ARGUMENT;
        try (Pool pool = PoolTest.virtual();
                Recorder ring = Recorder.ring(RING).create();
                Recorder toFile = Recorder.toFile(file).create()) {
            Path missing = folder.resolve("missing").resolve("file");
            refused(invalid, () -> ring.save(missing));
            refused(invalid, () -> pool.snapshot(missing));
            refused(invalid, () -> ring.save(folder));
            assertThrows(UnsupportedException.class, () -> toFile.save(folder.resolve("copy")));
            ring.mark("it goes on");
            ring.save(folder.resolve("good"));
            assertEquals(List.of("it goes on"), new Recording(folder.resolve("good")).texts(Recording.MARK));
        }
        URI zip = URI.create("jar:" + folder.resolve("z.zip").toUri());
        try (FileSystem other = FileSystems.newFileSystem(zip, Map.of("create", "true"));
                Pool pool = PoolTest.virtual();
                Recorder ring = Recorder.ring(RING).create()) {
            Path inside = other.getPath("/inside");
            for (Runnable call : List.<Runnable>of(
                    () -> Recorder.toFile(inside), () -> ring.save(inside), () -> pool.snapshot(inside))) {
                IllegalArgumentException error = assertThrows(IllegalArgumentException.class, call::run);
                assertTrue(error.getMessage().contains("expected a path of the default file system, got /inside"));
            }
        }
    }

    @Test
    void aPoolHasOneRecorder() {
        try (Pool pool = PoolTest.virtual();
                Recorder first = Recorder.ring(RING).create();
                Recorder second = Recorder.ring(RING).create()) {
            first.start(pool);
            first.start(pool); // again: nothing changes
            refused(StatusCode.ERROR_INVALID_ARGUMENT, () -> second.start(pool));
            refused(StatusCode.ERROR_INVALID_ARGUMENT, second::start);
            long events = second.describe().events();
            pool.allocate(1000).close();
            assertEquals(events, second.describe().events());
            first.close();
            second.start(pool);
            pool.allocate(1000).close();
            assertTrue(second.describe().events() > events);
        }
    }

    @Test
    void aClosedRecorderRefusesEverything() {
        try (Pool pool = PoolTest.virtual()) {
            Recorder recorder = Recorder.ring(RING).create();
            recorder.start(pool);
            Recorder.Range range = recorder.range("open");
            Recorder.Outside outside = recorder.addOutside("image", 1);
            recorder.close();
            recorder.close();
            assertTrue(recorder.isClosed());
            for (Runnable call : List.<Runnable>of(
                    recorder::start, () -> recorder.start(pool), recorder::stop, () -> recorder.stop(pool),
                    () -> recorder.mark("m"), () -> recorder.range("r"), () -> recorder.addOutside("k", 1),
                    () -> recorder.save(file), recorder::describe)) {
                assertThrows(ClosedException.class, call::run);
            }
            range.close(); // there is nothing left to record
            outside.close();
            pool.allocate(1000).close();
            Recorder other = Recorder.ring(RING).create();
            other.close();
            Pool closed = PoolTest.virtual();
            closed.close();
            assertThrows(ClosedException.class, () -> closed.snapshot(file));
            try (Recorder open = Recorder.ring(RING).create()) {
                assertThrows(ClosedException.class, () -> open.start(closed));
                assertThrows(ClosedException.class, () -> open.stop(closed));
            }
        }
    }

    @Test
    void rangesEndInOrderOnTheirThread() throws Throwable {
        try (Recorder recorder = Recorder.ring(RING).create()) {
            Recorder.Range outer = recorder.range("outer");
            Recorder.Range inner = recorder.range("inner");
            IllegalStateException order = assertThrows(IllegalStateException.class, outer::close);
            assertEquals(
                    "expected the range \"inner\" to be closed first, which began later, got \"outer\"",
                    order.getMessage());
            IllegalStateException thread =
                    assertThrows(IllegalStateException.class, () -> elsewhere(inner::close));
            assertTrue(thread.getMessage().matches(
                    "expected the range \"inner\" to be closed on the thread \".*\", which began it, got \"elsewhere\""));
            elsewhere(() -> recorder.range("other").close()); // no thread's ranges concern another
            inner.close();
            inner.close();
            outer.close();
            recorder.range("next").close();
            recorder.save(file);
            Recording read = new Recording(file);
            assertEquals(4, read.of(Recording.RANGE_BEGINS).size());
            assertEquals(4, read.of(Recording.RANGE_ENDS).size(), "no refused end was recorded, and none twice");
        }
    }

    @Test
    void outsideMemoryEndsOnceOnAnyThread() throws Throwable {
        try (Recorder recorder = Recorder.ring(RING).stackFrames(2).create()) {
            Recorder.Outside outside = recorder.addOutside("texture", 1L << 40);
            elsewhere(outside::close);
            outside.close();
            assertThrows(IllegalArgumentException.class, () -> recorder.addOutside("texture", -1));
            recorder.save(file);
            Recording read = new Recording(file);
            assertEquals(1, read.of(Recording.OUTSIDE_FREE).size());
            Recording.Event added = read.of(Recording.OUTSIDE_ALLOCATION).get(0);
            assertEquals(1L << 40, added.values().get(1));
            assertEquals(
                    RecorderTest.class.getName() + ".outsideMemoryEndsOnceOnAnyThread",
                    added.stack().get(0).function());
        }
    }

    @Test
    void anUnreachableRecorderEndsItsFile() throws Exception {
        try (Pool pool = PoolTest.virtual()) {
            recordAndForget(pool);
            Garbage.collect();
            Garbage.await(() -> isEnded(file));
            assertFalse(new Recording(file).stacks(2222).isEmpty());
        }
    }

    private void recordAndForget(Pool pool) {
        Recorder recorder = Recorder.toFile(file).create();
        recorder.start(pool);
        recorder.range("never closed");
        pool.allocate(2222).close();
    }

    private static boolean isEnded(Path file) {
        try {
            return new Recording(file).flags == 2;
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }
}
