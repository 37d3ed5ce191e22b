package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.clmem.junit.DeviceTest;
import io.clmem.junit.FailOnLeak;
import io.clmem.junit.LeakExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Leak checks, and tests that fail by them. */
class LeakTest {
    private static final List<DeviceBuffer> LEFT = new ArrayList<>();

    @AfterEach
    void closeWhatIsLeft() {
        LEFT.forEach(DeviceBuffer::close);
        LEFT.clear();
    }

    private static void leave(long bytes) {
        try (Pool pool = PoolTest.virtual()) {
            LEFT.add(pool.allocate(bytes));
        }
    }

    @Test
    void aCheckFindsWhatIsOpen() {
        leave(500);
        try (LeakCheck check = LeakCheck.begin(2)) {
            assertEquals(List.of(), check.leaks());
            leave(600);
            try (Pool pool = PoolTest.virtual(); DeviceBuffer open = pool.allocate(700)) {
                assertEquals(2, check.leaks().size());
                assertEquals(700, open.size());
            }
            LeakCheck.Leak leak = check.leaks().get(0);
            assertEquals(1, check.leaks().size());
            assertEquals(600, leak.bytes());
            assertTrue(leak.isPooled());
            assertFalse(leak.isCollected());
            assertEquals(List.of("leave", "aCheckFindsWhatIsOpen"),
                    leak.stack().stream().map(StackTraceElement::getMethodName).toList());
            assertTrue(leak.toString().matches(
                    "600 bytes, a block of a pool\n    at .*LeakTest.leave\\(LeakTest.java:[0-9]+\\)\n    at .*"),
                    leak.toString());
            closeWhatIsLeft();
            assertEquals(List.of(), check.leaks());
        }
    }

    @Test
    void aCheckFindsWhatTheCollectorReleased() throws InterruptedException {
        try (LeakCheck check = LeakCheck.begin(0)) {
            lose();
            Garbage.collect();
            List<LeakCheck.Leak> leaks = check.leaks();
            assertEquals(1, leaks.size());
            assertEquals(900, leaks.get(0).bytes());
            assertTrue(leaks.get(0).isCollected());
            assertEquals(List.of(), leaks.get(0).stack());
            assertTrue(leaks.get(0).toString().endsWith("unreachable and released by the collector"));
        }
    }

    private static void lose() {
        try (Pool pool = PoolTest.virtual()) {
            pool.allocate(900);
        }
    }

    @DeviceTest
    void aCheckFindsMemoryOfEveryKind(Context context, Device device, CommandQueue queue) {
        try (LeakCheck check = LeakCheck.begin(1)) {
            try (DeviceBuffer buffer = DeviceBuffer.create(context, 4096);
                    DeviceBuffer slice = buffer.slice(0, 1024);
                    Mapping mapping = buffer.map(queue, Set.of(MapFlag.READ))) {
                assertEquals(
                        Set.of(4096L, 1024L),
                        Set.copyOf(check.leaks().stream().map(LeakCheck.Leak::bytes).toList()));
                assertTrue(check.leaks().stream().noneMatch(LeakCheck.Leak::isPooled));
                assertEquals(MemoryType.BUFFER, check.leaks().get(0).kind().orElseThrow());
                assertTrue(slice.size() < mapping.bytes().capacity());
            }
            if (device.info().features().contains(DeviceFeature.IMAGE)) {
                ImageDescription four = ImageDescription.of2d(ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8, 4, 4);
                try (Image image = Image.create(context, Set.of(), four)) {
                    assertEquals(1, check.leaks().size());
                    assertTrue(check.leaks().get(0).toString().startsWith("64 bytes, IMAGE2D"), image.toString());
                }
            }
            assertEquals(List.of(), check.leaks());
        }
    }

    @Test
    void checksOverlapAndEnd() {
        LeakCheck outer = LeakCheck.begin(1);
        leave(100);
        LeakCheck inner = LeakCheck.begin(0);
        leave(200);
        assertEquals(2, outer.leaks().size());
        assertEquals(1, inner.leaks().size());
        inner.close();
        inner.close();
        assertThrows(IllegalStateException.class, inner::leaks);
        leave(300);
        assertEquals(3, outer.leaks().size());
        assertTrue(outer.leaks().stream().allMatch(leak -> leak.stack().size() == 1));
        outer.close();
        assertThrows(IllegalArgumentException.class, () -> LeakCheck.begin(-1));
    }

    /** Threads create and close memory while others look. The stacks of closed memory are dropped. */
    @Test
    void aCheckSeesAllThreads() throws Exception {
        try (Pool pool = PoolTest.virtual(); LeakCheck check = LeakCheck.begin(4)) {
            List<Thread> threads = new ArrayList<>();
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            for (int i = 0; i < 3; i++) {
                threads.add(new Thread(() -> {
                    for (int round = 0; round < 3000; round++) {
                        pool.allocate(100).close();
                    }
                    synchronized (LEFT) {
                        LEFT.add(pool.allocate(50));
                    }
                }));
            }
            threads.forEach(thread -> thread.setUncaughtExceptionHandler((which, thrown) -> failures.add(thrown)));
            threads.forEach(Thread::start);
            while (threads.stream().anyMatch(Thread::isAlive)) {
                assertTrue(check.leaks().size() <= 6);
            }
            assertEquals(List.of(), failures);
            assertEquals(3, check.leaks().size());
            for (LeakCheck.Leak leak : check.leaks()) {
                assertEquals(50, leak.bytes());
                assertEquals(2, leak.stack().size(), "the method, and Thread.run");
            }
        }
    }

    private static Map<String, Throwable> run(Class<?> tests) {
        Map<String, Throwable> results = new LinkedHashMap<>();
        LauncherFactory.create().execute(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests)).build(),
                new TestExecutionListener() {
                    @Override
                    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                        if (test.isTest()) {
                            results.put(test.getLegacyReportingName(), result.getThrowable().orElse(null));
                        }
                    }
                });
        return results;
    }

    @FailOnLeak
    static class Cases {
        private final Pool pool = PoolTest.virtual();
        private DeviceBuffer ofEach;

        @BeforeAll
        static void sharedByAll() {
            leave(1 << 20);
        }

        @BeforeEach
        void allocate() {
            ofEach = pool.allocate(100);
        }

        @AfterEach
        void release() {
            ofEach.close();
            pool.close();
        }

        @Test
        void clean() {
            pool.allocate(1000).close();
        }

        @Test
        void leaks() {
            leave(1000);
            leave(2000);
        }

        @Test
        void leaksMuch() {
            for (int i = 0; i < 25; i++) {
                leave(10);
            }
        }

        @Test
        @FailOnLeak(allowedBytes = 1000)
        void leaksWhatIsAllowed() {
            leave(1000);
        }

        @Test
        @FailOnLeak(allowedBytes = 1000, stackFrames = 0)
        void leaksMoreThanIsAllowed() {
            leave(1001);
        }

        @Test
        void failsAndLeaks() {
            leave(1000);
            throw new IllegalStateException("the test's own failure");
        }
    }

    @Test
    void testsThatLeakFail() {
        Map<String, Throwable> results = run(Cases.class);
        assertEquals(6, results.size());
        assertEquals(null, results.get("clean()"));
        assertEquals(null, results.get("leaksWhatIsAllowed()"));
        String message = results.get("leaks()").getMessage();
        assertTrue(message.startsWith("expected the test to leave no device memory open, got 3000 bytes in 2 memory "
                + "objects; close them in the test:\n"), message);
        assertTrue(message.contains("2000 bytes, a block of a pool\n    at "), message);
        assertTrue(message.matches("(?s).*at .*LeakTest.Cases.leaks\\(LeakTest.java:[0-9]+\\).*"), message);
        String much = results.get("leaksMuch()").getMessage();
        assertTrue(much.contains("got 250 bytes in 25 memory objects") && much.endsWith("\nand 15 more"), much);
        assertEquals(
                "expected the test to leave at most 1000 bytes of device memory open, got 1001 bytes in 1 memory "
                        + "objects; close them in the test:\n1001 bytes, a block of a pool",
                results.get("leaksMoreThanIsAllowed()").getMessage());
        Throwable own = results.get("failsAndLeaks()");
        assertEquals("the test's own failure", own.getMessage());
        assertTrue(own.getSuppressed()[0].getMessage().contains("got 1000 bytes"));
    }

    @ExtendWith(LeakExtension.class)
    static class Devices {
        @DeviceTest
        void clean(Pool pool, CommandQueue queue) {
            pool.allocate(queue, 1000).close();
        }

        @DeviceTest
        void leaks(Pool pool, CommandQueue queue) {
            LEFT.add(pool.allocate(queue, 1000));
        }
    }

    /** The extension's defaults apply, and it works although the test's pool is closed before it looks. */
    @Test
    void testsOnDevicesFailToo() {
        List<Throwable> results = new ArrayList<>(run(Devices.class).values());
        assertFalse(results.isEmpty());
        for (Throwable result : results) {
            assertTrue(result == null || result.getMessage().contains("1000 bytes, a block of a pool\n    at "));
        }
        assertTrue(results.contains(null));
        assertTrue(results.stream().anyMatch(result -> result != null));
    }
}
