package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pools, their options and statistics, and the program's callbacks. */
class PoolTest {
    static Pool virtual(PoolOptions options) {
        try (Provider provider = Provider.virtual(VirtualOptions.DEFAULTS)) {
            return Pool.create(provider, options);
        }
    }

    static Pool virtual() {
        return virtual(PoolOptions.builder().build());
    }

    @DeviceTest
    void allocatesDeviceMemory(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 1 << 20)) {
            assertEquals(1 << 20, block.size());
            assertNotEquals(0, block.mem());
            assertEquals(1 << 20, block.info().bytes());
            assertEquals(MemoryType.BUFFER, block.memoryInfo().type().orElseThrow());
            assertTrue(block.memoryInfo().isPooled());
        }
        assertEquals(0, pool.statistics().activeBlocks());
    }

    @Test
    void refusesToExceedTheLimit() {
        try (Pool pool = virtual(PoolOptions.builder().limitBytes(1 << 20).build());
                DeviceBuffer block = pool.allocate(1 << 19)) {
            OutOfMemoryException none = assertThrows(OutOfMemoryException.class, () -> pool.allocate(1 << 20));
            assertEquals("clmem_pool_allocate", none.function());
            assertEquals(StatusCode.ERROR_OUT_OF_MEMORY.code(), none.status());
            assertTrue(none.getMessage().contains("clmem_pool_allocate: "), none.getMessage());
            pool.setLimit(0);
            pool.allocate(1 << 20).close();
            assertEquals(1 << 19, block.size());
        }
    }

    @Test
    void shortageCallsTheProgram() {
        List<DeviceBuffer> spare = new ArrayList<>();
        AtomicInteger asked = new AtomicInteger();
        PoolOptions options = PoolOptions.builder()
                .limitBytes(1 << 20)
                .outOfMemory((bytes, attempt) -> {
                    assertEquals(1 << 20, bytes);
                    assertEquals(asked.getAndIncrement(), attempt);
                    spare.forEach(DeviceBuffer::close);
                    return attempt == 0;
                })
                .build();
        try (Pool pool = virtual(options)) {
            spare.add(pool.allocate(1 << 19));
            pool.allocate(1 << 20).close();
            assertEquals(1, asked.get());
        }
    }

    @Test
    void exceptionFromTheShortageCallbackIsTheCause() {
        PoolOptions options = PoolOptions.builder()
                .limitBytes(1 << 20)
                .outOfMemory((bytes, attempt) -> {
                    throw new IllegalStateException("the program's own");
                })
                .build();
        try (Pool pool = virtual(options)) {
            OutOfMemoryException none = assertThrows(OutOfMemoryException.class, () -> pool.allocate(1 << 21));
            assertEquals("the program's own", none.getCause().getMessage());
        }
    }

    @Test
    void statisticsCountBlocksTagsAndBins() {
        try (Pool pool = virtual(PoolOptions.builder().leadingBitsInBinId(4).build())) {
            assertEquals(Optional.empty(), pool.tryAllocate(null, 1000));
            int tag = pool.tag("weights");
            AllocationOptions options = AllocationOptions.DEFAULTS.withTag(tag).withAlignment(4096);
            try (DeviceBuffer block = pool.allocate(1000, options)) {
                assertEquals(0, block.info().offsetBytes() % 4096);
                TagStatistics tagged = pool.tagStatistics().get(tag);
                assertEquals("weights", tagged.name());
                assertEquals(1, tagged.activeBlocks());
                assertTrue(pool.allocSize(pool.binNumber(1000)) >= 1000);
                assertEquals(1, pool.binStatistics().stream().mapToLong(BinStatistics::misses).sum());
            }
            pool.resetPeaks();
            assertEquals(0, pool.statistics().activeBytesPeak());
            assertTrue(pool.trim(0) > 0);
            pool.allocate(1000).close();
            pool.freeHeld();
            pool.stopHolding();
            assertEquals(0, pool.statistics().managedBytes());
        }
    }

    @Test
    void dumpShowsOptionsCountersAndRanges() {
        String name = "a \"tag\" \u0001 \u20ac";
        try (Pool pool = virtual(PoolOptions.builder().limitBytes(1 << 26).build());
                DeviceBuffer tagged = pool.allocate(5000, AllocationOptions.DEFAULTS.withTag(pool.tag(name)));
                DeviceBuffer plain = pool.allocate(1 << 20)) {
            pool.allocate(1 << 10).close();
            Map<String, Object> dump = Json.map(Json.parse(pool.dump()));
            assertEquals(1L, dump.get("format"));
            assertEquals(1L << 26, Json.map(dump.get("options")).get("limit_bytes"));
            Map<String, Object> counters = Json.map(dump.get("counters"));
            Statistics now = pool.statistics();
            assertEquals(now.misses(), counters.get("misses"));
            assertEquals(now.missesTagged(), counters.get("misses_tagged"));
            assertEquals(now.cachedBytes(), counters.get("cached_bytes"));
            long bytes = 0;
            Map<String, Long> requested = new HashMap<>();
            for (Object slab : Json.list(dump.get("slabs"))) {
                for (Object each : Json.list(Json.map(slab).get("ranges"))) {
                    Map<String, Object> range = Json.map(each);
                    bytes += (Long) range.get("bytes");
                    if (range.get("state").equals("live")) {
                        requested.put((String) range.getOrDefault("tag", ""), (Long) range.get("requested_bytes"));
                    }
                }
            }
            assertEquals(now.managedBytes(), bytes);
            assertEquals(Map.of(name, tagged.size(), "", plain.size()), requested);
        }
    }

    @Test
    void aClosedPoolHasNoDump() {
        Pool pool = virtual();
        pool.close();
        assertThrows(ClosedException.class, pool::dump);
    }

    @DeviceTest
    void recordsAndForgetsQueues(Context context, Device device, Pool pool, CommandQueue queue) {
        try (CommandQueue other = context.createQueue(device, Set.of(QueueFlag.PROFILING));
                DeviceBuffer block = pool.allocate(queue, 4096)) {
            pool.recordUse(block, other);
            assertEquals(2, pool.statistics().queues());
            other.finish();
            pool.forgetQueue(other);
            assertEquals(1, pool.statistics().queues());
        }
    }

    @Test
    void allocatesFromAMemorySource() {
        AtomicInteger live = new AtomicInteger();
        MemorySource source = new MemorySource() {
            @Override
            public OptionalLong allocate(long bytes) {
                return live.incrementAndGet() > 2 ? failed() : OptionalLong.of(0x1000L * live.get());
            }

            private OptionalLong failed() {
                live.decrementAndGet();
                return OptionalLong.empty();
            }

            @Override
            public void release(long memory, long bytes) {
                live.decrementAndGet();
            }
        };
        try (Provider provider = Provider.user(source); Pool pool = Pool.create(provider)) {
            assertEquals(ProviderKind.USER, provider.info().kind().orElseThrow());
            try (DeviceBuffer one = pool.allocate(64 << 20); DeviceBuffer two = pool.allocate(64 << 20)) {
                assertNotEquals(one.info().slab(), two.info().slab());
                assertThrows(OutOfMemoryException.class, () -> pool.allocate(64 << 20));
            }
        }
        assertEquals(0, live.get());
    }

    @Test
    void exceptionFromAMemorySourceIsTheCause() {
        MemorySource broken = new MemorySource() {
            @Override
            public OptionalLong allocate(long bytes) {
                throw new IllegalStateException("the source is broken");
            }

            @Override
            public void release(long memory, long bytes) {
                throw new AssertionError("release() without an allocation");
            }
        };
        try (Provider provider = Provider.user(broken)) {
            ClmemException failed = assertThrows(ClmemException.class, () -> provider.allocate(4096));
            assertEquals("the source is broken", failed.getCause().getMessage());
            ClmemException other = assertThrows(ClmemException.class, () -> Device.choose("no such platform"));
            assertEquals(null, other.getCause());
        }
    }

    /** C holds global references to the program's callbacks, which must end with the pool and the provider. */
    @Test
    void callbacksBecomeUnreachable() throws InterruptedException {
        Object[] captured = {new Object(), new Object()};
        List<WeakReference<Object>> gone = Stream.of(captured).map(WeakReference::new).toList();
        useCallbacks(captured[0], captured[1]);
        captured = null;
        Garbage.await(() -> gone.stream().allMatch(each -> each.get() == null));
    }

    private static void useCallbacks(Object byShortage, Object bySource) {
        virtual(PoolOptions.builder().outOfMemory((bytes, attempt) -> byShortage == null).build()).close();
        Provider.user(new MemorySource() {
                    @Override
                    public OptionalLong allocate(long bytes) {
                        return OptionalLong.of(bySource.hashCode());
                    }

                    @Override
                    public void release(long memory, long bytes) {}
                })
                .close();
    }

    @Test
    void zeroBytesGiveABlockWithoutMemory() {
        try (Provider provider = Provider.virtual(VirtualOptions.DEFAULTS);
                Pool pool = Pool.create(provider);
                DeviceBuffer block = pool.allocate(0);
                DeviceBuffer alone = provider.allocate(0)) {
            for (DeviceBuffer none : List.of(block, alone)) {
                assertEquals(0, none.size());
                assertThrows(InvalidHandleException.class, none::mem);
                assertFalse(none.isClosed());
                none.close();
                assertThrows(ClosedException.class, none::size);
            }
        }
    }

    @DeviceTest
    void allocateSvmRefusesMemoryWithoutAddresses(Pool pool, CommandQueue queue) {
        assertThrows(UnsupportedException.class, () -> pool.allocateSvm(4096));
        assertThrows(UnsupportedException.class, () -> pool.allocateSvm(queue, 4096));
        assertEquals(0, pool.statistics().activeBlocks());
        try (Provider provider = Provider.pinned(queue);
                Pool pinned = Pool.create(provider);
                Svm none = pinned.allocateSvm(0)) {
            assertEquals(0, none.bytes().remaining());
            pinned.allocateSvm(64).close();
            pinned.allocateSvm(queue, 64).close();
        }
    }

    @Test
    void memorySourceLimitsItsAllocations() {
        List<Long> taken = new ArrayList<>();
        MemorySource source = new MemorySource() {
            @Override
            public OptionalLong allocate(long bytes) {
                taken.add(bytes);
                return OptionalLong.of(0x1000L * taken.size());
            }

            @Override
            public void release(long memory, long bytes) {}

            @Override
            public long maxAllocationBytes() {
                return 1 << 20;
            }
        };
        try (Provider provider = Provider.user(source); Pool pool = Pool.create(provider)) {
            assertEquals(1 << 20, provider.info().maxAllocationBytes());
            assertThrows(ClmemException.class, () -> pool.allocate((1 << 20) + 1));
            assertEquals(List.of(), taken);
            pool.allocate(1 << 20).close();
            assertEquals(List.of(1L << 20), taken);
        }
    }
}
