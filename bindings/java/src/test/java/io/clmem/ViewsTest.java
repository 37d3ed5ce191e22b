package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.clmem.junit.DeviceTest;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A view of memory, and any buffer derived from it, keeps the memory. */
class ViewsTest {
    private static final int BYTES = 4096;

    @DeviceTest
    void viewKeepsItsBlock(CommandQueue queue) throws InterruptedException {
        List<Function<ByteBuffer, Buffer>> derivations = List.of(
                bytes -> bytes,
                ByteBuffer::slice,
                ByteBuffer::duplicate,
                ByteBuffer::asReadOnlyBuffer,
                bytes -> bytes.slice(8, 16).duplicate(),
                bytes -> bytes.slice(8, 16).order(ByteOrder.nativeOrder()).asLongBuffer().slice());
        try (Provider provider = Provider.pinned(queue, Set.of()); Pool pool = Pool.create(provider)) {
            for (Function<ByteBuffer, Buffer> derive : derivations) {
                Buffer view = derive.apply(pool.allocateSvm(BYTES).bytes());
                Garbage.collect();
                assertEquals(1, pool.statistics().activeBlocks());
                view = view.duplicate();
                Garbage.collect();
                assertEquals(1, pool.statistics().activeBlocks());
                java.lang.ref.Reference.reachabilityFence(view);
                view = null;
                Garbage.await(() -> pool.statistics().activeBlocks() == 0);
            }
        }
    }

    @DeviceTest
    void memoryIsNotReusedWhileAViewIsReachable(CommandQueue queue) throws InterruptedException {
        try (Provider provider = Provider.pinned(queue, Set.of()); Pool pool = Pool.create(provider)) {
            FloatBuffer view = pool.allocateSvm(BYTES).bytes().asFloatBuffer();
            view.put(0, 42);
            Garbage.collect();
            try (Svm next = pool.allocateSvm(BYTES)) {
                next.bytes().putFloat(0, 99);
                assertEquals(42, view.get(0));
            }
        }
    }

    @DeviceTest
    void closeReleasesABlockWithViews(CommandQueue queue) {
        try (Provider provider = Provider.pinned(queue, Set.of()); Pool pool = Pool.create(provider)) {
            Svm block = pool.allocateSvm(BYTES);
            ByteBuffer view = block.bytes();
            block.close();
            assertEquals(0, pool.statistics().activeBlocks());
            java.lang.ref.Reference.reachabilityFence(view);
        }
    }
}
