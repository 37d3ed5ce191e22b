package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
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

    /** The ways to close a block. */
    private static List<BiConsumer<Svm, CommandQueue>> closes() {
        return List.of(
                (block, queue) -> block.close(),
                (block, queue) -> block.closeAfter(),
                (block, queue) -> block.enqueueClose(queue).close(),
                (block, queue) -> block.enqueueClose(null).close());
    }

    /** Java cannot revoke a buffer, so a block that is closed before its views must outlive them. */
    @DeviceTest
    void closedBlockLivesAsLongAsItsViews(CommandQueue queue) throws InterruptedException {
        try (Provider provider = Provider.pinned(queue, Set.of()); Pool pool = Pool.create(provider)) {
            for (BiConsumer<Svm, CommandQueue> close : closes()) {
                Svm block = pool.allocateSvm(queue, BYTES);
                ByteBuffer view = block.bytes().slice(8, 8).put(0, (byte) 7);
                close.accept(block, queue);
                assertTrue(block.isClosed());
                assertThrows(ClosedException.class, block::bytes);
                Garbage.collect();
                assertEquals(1, pool.statistics().activeBlocks());
                assertEquals(0, pool.trim(0));
                assertEquals(7, view.get(0));
                view = null;
                Garbage.await(() -> pool.statistics().activeBlocks() == 0);
            }
        }
    }

    /** A close waits for its events, even if that is done for it when the last view is gone. */
    @DeviceTest
    void deferredCloseWaitsForItsEvents(Context context, CommandQueue queue) throws InterruptedException {
        try (Provider provider = Provider.pinned(queue, Set.of()); Pool pool = Pool.create(provider);
                UserEvent gate = new UserEvent(context)) {
            Svm block = pool.allocateSvm(queue, BYTES);
            ByteBuffer view = block.bytes();
            block.closeAfter(gate.event());
            gate.event().close();
            java.lang.ref.Reference.reachabilityFence(view);
            assertEquals(0, pool.statistics().liveEvents());
            view = null;
            Garbage.await(() -> pool.statistics().activeBlocks() == 0);
            assertEquals(1, pool.statistics().liveEvents());
            gate.complete();
        }
    }

    /** After a map's end the content of its bytes is undefined, but reading them must not end the VM. */
    @DeviceTest
    void closedMappingLivesAsLongAsItsViews(CommandQueue queue, Pool pool) throws InterruptedException {
        DeviceBuffer block = pool.allocate(queue, BYTES);
        Mapping mapping = block.map(queue, Set.of(MapFlag.WRITE));
        ByteBuffer view = mapping.bytes();
        mapping.close();
        mapping = null;
        block.close();
        queue.finish();
        Garbage.collect();
        assertEquals(1, pool.statistics().activeBlocks());
        assertEquals(0, pool.trim(0));
        view.get(BYTES - 1);
        view = null;
        Garbage.await(() -> pool.statistics().activeBlocks() == 0);
    }

    /** A buffer without a pool, large enough for the system to take its memory back at once. */
    @DeviceTest
    void mappingOfAClosedBufferCanBeRead(Context context, CommandQueue queue) {
        DeviceBuffer buffer = DeviceBuffer.create(context, 64 << 20);
        ByteBuffer view;
        try (Mapping mapping = buffer.map(queue, Set.of(MapFlag.WRITE))) {
            view = mapping.bytes();
        }
        buffer.close();
        queue.finish();
        view.get(32 << 20);
    }

    /** The collector does not know how scarce the memory is that unreachable views keep. */
    @DeviceTest
    void shortageCollectsUnreachableViews(CommandQueue queue) {
        try (Provider provider = Provider.pinned(queue, Set.of());
                Pool pool = Pool.create(provider, PoolOptions.builder().limitBytes(1 << 20).build())) {
            for (int i = 0; i < 4; i++) {
                showAndClose(pool.allocateSvm(1 << 20));
            }
            showAndClose(pool.allocateSvm(queue, 1 << 20));
            Svm block = pool.allocateSvm(1 << 20);
            ByteBuffer view = block.bytes();
            block.close();
            assertThrows(OutOfMemoryException.class, () -> pool.allocateSvm(1 << 20));
            java.lang.ref.Reference.reachabilityFence(view);
        }
    }

    /** A separate method, so that no local variable refers to the view afterwards. */
    private static void showAndClose(Svm block) {
        block.bytes().put(0, (byte) 1);
        block.close();
    }
}
