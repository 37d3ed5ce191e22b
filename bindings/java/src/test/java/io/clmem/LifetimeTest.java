package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Objects that are closed once, twice, never, or by another thread. */
class LifetimeTest {
    private static final int THREADS = 8;
    private static final int ALLOCATIONS = 10_000;

    /** Daemon threads, which do not keep the process alive when a test fails. */
    private static ExecutorService threads(int count) {
        return Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }

    @Test
    void secondCloseDoesNothing() {
        try (Pool pool = PoolTest.virtual()) {
            DeviceBuffer block = pool.allocate(1000);
            block.close();
            block.close();
            try (DeviceBuffer next = pool.allocate(1000)) {
                block.close();
                assertEquals(1000, next.size());
            }
        }
    }

    @Test
    void useAfterCloseThrowsOnAnyThread() throws Exception {
        Pool pool = PoolTest.virtual();
        DeviceBuffer block = pool.allocate(1000);
        block.close();
        pool.close();
        ExecutorService other = threads(1);
        List<Callable<?>> uses = List.of(block::size, block::info, pool::statistics, () -> pool.allocate(1));
        for (Callable<?> use : uses) {
            assertThrows(ClosedException.class, use::call);
            Future<?> there = other.submit(use);
            assertInstanceOf(ClosedException.class, assertThrows(ExecutionException.class, there::get).getCause());
        }
        other.shutdown();
    }

    @DeviceTest
    void useOfAClosedOpenClObjectThrows(Device device) {
        Context context = device.createContext();
        CommandQueue queue = context.createQueue(device);
        queue.close();
        context.close();
        assertThrows(ClosedException.class, queue::finish);
        assertThrows(ClosedException.class, queue::handle);
        assertThrows(ClosedException.class, () -> context.createQueue(device));
        queue.close();
    }

    @Test
    void childrenKeepTheirParents() {
        Provider provider = Provider.virtual(VirtualOptions.DEFAULTS);
        Pool pool = Pool.create(provider);
        DeviceBuffer block = pool.allocate(1000);
        provider.close();
        pool.close();
        assertEquals(1000, block.size());
        block.close();
    }

    /** While another thread closes an OpenCL object, each use succeeds or throws ClosedException. */
    @DeviceTest
    void openClObjectsSurviveARaceOfCloseAndUse(Device device) throws Exception {
        ExecutorService threads = threads(4);
        for (int turn = 0; turn < 200; turn++) {
            Context context = device.createContext();
            CommandQueue queue = context.createQueue(device);
            context.close();
            List<Future<?>> uses = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                uses.add(threads.submit(() -> {
                    try {
                        while (true) {
                            queue.finish();
                        }
                    } catch (ClosedException closed) {
                        assertTrue(queue.isClosed());
                    }
                }));
            }
            queue.close();
            for (Future<?> use : uses) {
                use.get(1, TimeUnit.MINUTES);
            }
        }
        threads.shutdown();
    }

    /** While another thread closes a clmem object, each use succeeds or throws one of the documented exceptions. */
    @Test
    void handlesSurviveARaceOfCloseAndUse() throws Exception {
        ExecutorService threads = threads(2);
        for (int turn = 0; turn < 500; turn++) {
            Pool pool = PoolTest.virtual();
            DeviceBuffer block = pool.allocate(1000);
            Future<?> sizes = threads.submit(() -> {
                while (true) {
                    assertEquals(1000, block.size());
                }
            });
            Future<?> allocations = threads.submit(() -> {
                while (true) {
                    pool.allocate(10).close();
                }
            });
            block.close();
            pool.close();
            for (Future<?> use : List.of(sizes, allocations)) {
                Throwable thrown = assertThrows(ExecutionException.class, () -> use.get(1, TimeUnit.MINUTES));
                assertInstanceOf(InvalidHandleException.class, thrown.getCause());
            }
        }
        threads.shutdown();
    }

    /** Half of the blocks are closed, half are dropped. All must be released, and the dropped ones counted as leaks. */
    @Test
    void droppedBlocksOfEightThreadsAreReleased() throws Exception {
        Garbage.collect();
        long before = Clmem.leaks();
        try (Pool pool = PoolTest.virtual()) {
            ExecutorService threads = threads(THREADS);
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                all.add(threads.submit(() -> allocate(pool, ALLOCATIONS / THREADS)));
            }
            for (Future<?> each : all) {
                each.get(5, TimeUnit.MINUTES);
            }
            threads.shutdown();
            Garbage.await(() -> pool.statistics().activeBlocks() == 0);
            assertEquals(ALLOCATIONS, pool.statistics().allocations());
            assertEquals(ALLOCATIONS, pool.statistics().releases());
        }
        assertEquals(ALLOCATIONS / 2, Clmem.leaks() - before);
    }

    /** Whatever a release throws, later objects must be released. */
    @Test
    void reaperSurvivesErrors() throws InterruptedException {
        CountDownLatch isCalled = new CountDownLatch(1);
        Reaper.watch(new Object(), 1, handle -> {
            isCalled.countDown();
            throw new OutOfMemoryError("thrown by a test");
        });
        Garbage.await(() -> isCalled.getCount() == 0);
        Garbage.collect();
    }

    /** A handle, and whether its release fails. */
    private static final class Failing extends Resource {
        Failing(AtomicBoolean fails, List<Long> released) {
            super(5, handle -> {
                failIf(fails);
                released.add(handle);
            });
        }
    }

    private static void failIf(AtomicBoolean fails) {
        if (fails.get()) {
            throw new OutOfMemoryError("thrown by a test");
        }
    }

    @Test
    void closeThatFailsLosesNothing() {
        AtomicBoolean fails = new AtomicBoolean(true);
        List<Long> released = new ArrayList<>();
        try (Resource resource = new Failing(fails, released)) {
            assertThrows(OutOfMemoryError.class, resource::close);
            assertThrows(OutOfMemoryError.class, () -> resource.consume(uses -> handle -> failIf(fails)));
            assertFalse(resource.isClosed());
            fails.set(false);
        }
        assertEquals(List.of(5L), released);
    }

    /** Its uses end with an exception, or without one if it is null. */
    private static final class EndingWith extends Resource {
        private final Throwable failure;
        private int exits;

        EndingWith(Throwable failure) {
            super(5, handle -> {});
            this.failure = failure;
        }

        @Override
        void exit() {
            exits++;
            super.exit();
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw (RuntimeException) failure;
            }
        }
    }

    @Test
    void everyUseEndsWhateverTheOthersThrow() {
        for (Throwable first : List.of(new IllegalStateException("first"), new OutOfMemoryError("first"))) {
            Throwable second = new OutOfMemoryError("second");
            List<EndingWith> resources =
                    List.of(new EndingWith(null), new EndingWith(first), new EndingWith(second), new EndingWith(first));
            Uses uses = new Uses();
            uses.of(resources);
            assertSame(first, assertThrows(Throwable.class, uses::close));
            assertEquals(List.of(second), List.of(first.getSuppressed()));
            for (EndingWith resource : resources) {
                assertEquals(1, resource.exits);
                resource.close();
            }
        }
    }

    private static void allocate(Pool pool, int count) {
        for (int i = 0; i < count; i++) {
            DeviceBuffer block = pool.allocate(1 + i % 5000);
            assertEquals(1 + i % 5000, block.size());
            if (i % 2 == 0) {
                block.close();
            }
            if (i % 100 == 0) {
                System.gc();
            }
        }
    }

}
