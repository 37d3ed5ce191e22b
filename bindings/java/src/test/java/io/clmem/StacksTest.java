package io.clmem;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java stacks that recorders find, on all threads, and in all circumstances. */
class StacksTest {
    private static final String HERE = StacksTest.class.getName() + ".";

    @TempDir
    Path folder;

    @AfterEach
    void restore() {
        Stacks.before = () -> {};
    }

    private Recording saved(Recorder recorder) throws IOException {
        Path file = folder.resolve("ring.clmem");
        recorder.save(file);
        return new Recording(file);
    }

    private static int line() {
        return StackWalker.getInstance().walk(all -> all.skip(1).findFirst().orElseThrow().getLineNumber());
    }

    @Test
    void aStackBeginsWithTheProgram() throws IOException {
        try (Pool pool = PoolTest.virtual();
                Recorder recorder = Recorder.ring(0).stackFrames(32).create()) {
            recorder.start(pool);
            pool.allocate(1111).close(); int line = line();
            pool.allocate(null, 2222).close();
            pool.allocate(3333, AllocationOptions.DEFAULTS).close();
            pool.tryAllocate(null, 1111).orElseThrow().close();
            Recording read = saved(recorder);
            Recording.Frame first = read.stacks(1111).get(0).get(0);
            assertEquals(new Recording.Frame(HERE + "aStackBeginsWithTheProgram", "StacksTest.java", line), first);
            for (long bytes : new long[] {1111, 2222, 3333}) {
                for (List<Recording.Frame> stack : read.stacks(bytes)) {
                    assertEquals(HERE + "aStackBeginsWithTheProgram", stack.get(0).function());
                    assertTrue(stack.size() > 10, "JUnit's methods follow");
                }
            }
            assertEquals(2, read.stacks(1111).size());
        }
    }

    @Test
    void onlySoManyFramesAreRecorded() throws IOException {
        for (int frames : new int[] {1, 3}) {
            try (Pool pool = PoolTest.virtual();
                    Recorder recorder = Recorder.ring(0).stackFrames(frames).create()) {
                recorder.start(pool);
                deep(pool, 100, 1111);
                List<Recording.Frame> stack = saved(recorder).stacks(1111).get(0);
                assertEquals(frames, stack.size());
                assertTrue(stack.stream().allMatch(frame -> frame.function().equals(HERE + "deep")));
            }
        }
    }

    private static void deep(Pool pool, int depth, long bytes) {
        if (depth == 0) {
            pool.allocate(bytes).close();
        } else {
            deep(pool, depth - 1, bytes);
        }
    }

    @Test
    void nativeStacksReplaceJavasIfAskedFor() throws IOException {
        for (Unwinder how : Unwinder.values()) {
            try (Pool pool = PoolTest.virtual();
                    Recorder recorder =
                            Recorder.ring(0).stackFrames(8).unwinder(how).create()) {
                recorder.start(pool);
                pool.allocate(1111).close();
                List<List<Recording.Frame>> stacks = saved(recorder).stacks(1111);
                assertTrue(stacks.get(0).stream().allMatch(frame -> frame.function().equals("native")));
            }
        }
    }

    /** Each thread allocates its own sizes, at its own depths, while the collector runs. */
    @Test
    void threadsDoNotMixTheirStacks() throws Exception {
        int threads = 4;
        int rounds = 200;
        AtomicBoolean isDone = new AtomicBoolean();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread collector = new Thread(() -> {
            while (!isDone.get()) {
                System.gc();
            }
        });
        try (Pool pool = PoolTest.virtual();
                Recorder recorder =
                        Recorder.toFile(folder.resolve("threads")).stackFrames(32).create()) {
            recorder.start(pool);
            collector.start();
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                all.add(new Thread(() -> {
                    for (int round = 0; round < rounds; round++) {
                        deep(pool, 2 + number + round % 4, 1000 + 100 * number + round % 4);
                    }
                }));
            }
            all.forEach(thread -> thread.setUncaughtExceptionHandler((which, thrown) -> failure.set(thrown)));
            all.forEach(Thread::start);
            for (Thread thread : all) {
                thread.join();
            }
            isDone.set(true);
            collector.join();
        }
        assertNull(failure.get());
        Recording read = new Recording(folder.resolve("threads"));
        for (int number = 0; number < threads; number++) {
            for (int step = 0; step < 4; step++) {
                List<List<Recording.Frame>> stacks = read.stacks(1000 + 100 * number + step);
                assertEquals(rounds / 4, stacks.size());
                for (List<Recording.Frame> stack : stacks) {
                    long deep = stack.stream().filter(frame -> frame.function().equals(HERE + "deep")).count();
                    assertEquals(3 + number + step, deep);
                    assertEquals("java.lang.Thread.run", stack.get(stack.size() - 1).function());
                }
            }
        }
    }

    /** The texts of a stack are freed with their thread, and may need any amount of memory. */
    @Test
    void longNamesAreKeptAndFreedWithTheirThread() throws Exception {
        String name = "\u20ac" + "LongName".repeat(1500);
        Method recurse = compiled(name);
        try (Pool pool = PoolTest.virtual();
                Recorder recorder = Recorder.ring(0).stackFrames(32).create()) {
            recorder.start(pool);
            long before = 0;
            for (int i = 0; i < 600; i++) {
                before = i == 150 ? residentBytes() : before; // by then malloc has what it keeps
                Runnable allocate = () -> pool.allocate(1111).close();
                Thread thread = new Thread(() -> assertDoesNotThrow(() -> recurse.invoke(null, 40, allocate)));
                thread.start();
                thread.join();
            }
            long grown = residentBytes() - before;
            assertTrue(grown < 100 << 20, "450 threads with 380 KiB of texts each left " + grown + " bytes");
            List<List<Recording.Frame>> stacks = saved(recorder).stacks(1111);
            assertEquals(600, stacks.size());
            for (List<Recording.Frame> stack : stacks) {
                assertEquals(32, stack.size());
                assertTrue(stack.get(2).function().startsWith("Recursive.\u20acLongNameLongName"));
            }
        }
    }

    /** A method that calls itself so many times, and then the program. */
    private Method compiled(String name) throws Exception {
        Path source = folder.resolve("Recursive.java");
        Files.writeString(source, """
                public class Recursive {
                    public static void %1$s(int depth, Runnable last) {
                        if (depth > 0) %1$s(depth - 1, last); else last.run();
                    }
                }
                """.formatted(name));
        assertEquals(0, ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-encoding", "UTF-8", source.toString()));
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        return loader.loadClass("Recursive").getMethod(name, int.class, Runnable.class);
    }

    /** The memory of the process besides Java's heap, which grows and shrinks as the collector likes. */
    private static long residentBytes() throws IOException {
        System.gc();
        long all = 4096 * Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]);
        return all - Runtime.getRuntime().totalMemory();
    }

    @Test
    void aFailedDescriptionFailsNoAllocation() throws IOException {
        try (Pool pool = PoolTest.virtual();
                Recorder recorder = Recorder.ring(0).stackFrames(8).create()) {
            recorder.start(pool);
            for (Throwable each : new Throwable[] {new IllegalStateException("a test's"), new StackOverflowError()}) {
                Stacks.before = () -> StacksTest.throwAny(each);
                pool.allocate(1111).close();
            }
            restore();
            pool.allocate(2222).close();
            Recording read = saved(recorder);
            assertEquals(2, read.stacks(1111).size());
            for (List<Recording.Frame> stack : read.stacks(1111)) {
                assertTrue(stack.stream().allMatch(frame -> frame.function().equals("native")));
                assertFalse(stack.isEmpty());
            }
            assertEquals(HERE + "aFailedDescriptionFailsNoAllocation", read.stacks(2222).get(0).get(0).function());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAny(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** The program's stack overflows at any depth, in a description, too. Allocations go on afterwards. */
    @Test
    void stackOverflowsLoseNothing() throws Exception {
        try (Pool pool = PoolTest.virtual();
                Recorder recorder = Recorder.ring(0).stackFrames(8).create()) {
            recorder.start(pool);
            Thread thread = new Thread(null, () -> assertThrows(
                    StackOverflowError.class, () -> endlessly(pool)), "overflows", 256 << 10);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            thread.setUncaughtExceptionHandler((which, thrown) -> failure.set(thrown));
            thread.start();
            thread.join();
            assertNull(failure.get());
            pool.allocate(2222).close();
            assertEquals(HERE + "stackOverflowsLoseNothing", saved(recorder).stacks(2222).get(0).get(0).function());
        }
    }

    private static void endlessly(Pool pool) {
        pool.allocate(1111).close();
        endlessly(pool);
    }

    /** C refuses allocations in a callback. Closing a block is allowed. */
    @Test
    void aDescriptionMayCloseBlocksButNotAllocate() throws IOException {
        try (Pool pool = PoolTest.virtual();
                Recorder recorder = Recorder.ring(0).stackFrames(8).create()) {
            recorder.start(pool);
            AtomicReference<DeviceBuffer> spare = new AtomicReference<>(pool.allocate(3333));
            List<ClmemException> refused = new ArrayList<>();
            Stacks.before = () -> {
                spare.get().close();
                refused.add(assertThrows(ClmemException.class, () -> pool.allocate(4444)));
            };
            pool.allocate(1111).close();
            restore();
            assertEquals(1, refused.size(), "and no endless recursion");
            assertTrue(refused.get(0).getMessage().contains("callback"), refused.get(0).getMessage());
            assertTrue(spare.get().isClosed());
            assertEquals(0, pool.statistics().activeBlocks());
            Recording read = saved(recorder);
            assertEquals(0, read.stacks(4444).size());
            assertEquals(
                    HERE + "aDescriptionMayCloseBlocksButNotAllocate", read.stacks(1111).get(0).get(0).function());
        }
    }

    /** A stack inside a callback of Java begins with the method that allocates, although clmem called that. */
    @Test
    void stacksInCallbacksGoThroughThem() throws IOException {
        AtomicLong next = new AtomicLong(0x1000);
        try (Recorder recorder = Recorder.ring(0).stackFrames(32).create()) {
            MemorySource source = new MemorySource() {
                @Override
                public OptionalLong allocate(long bytes) {
                    recorder.addOutside("source", bytes);
                    return OptionalLong.of(next.getAndAdd(1L << 32));
                }

                @Override
                public void release(long memory, long bytes) {
                    next.get();
                }
            };
            try (Provider provider = Provider.user(source); Pool pool = Pool.create(provider)) {
                recorder.start(pool);
                pool.allocate(1111).close();
            }
            List<String> functions = saved(recorder).of(Recording.OUTSIDE_ALLOCATION).get(0).stack().stream()
                    .map(Recording.Frame::function)
                    .toList();
            assertTrue(functions.get(0).startsWith(HERE.replaceAll("\\.$", "\\$")), functions.get(0));
            assertTrue(functions.contains(HERE + "stacksInCallbacksGoThroughThem"), functions.toString());
        }
    }
}
