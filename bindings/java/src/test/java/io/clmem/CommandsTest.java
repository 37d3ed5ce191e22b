package io.clmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;


/** Fills, copies, maps and launches. */
class CommandsTest {
    private static final int COUNT = 1024;
    private static final int[] NUMBERS = IntStream.range(0, COUNT).toArray();

    static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    static int[] read(CommandQueue queue, Memory from) {
        int[] numbers = new int[COUNT];
        Transfer.of(Place.of(from), Place.ofArray(numbers)).run(queue);
        return numbers;
    }

    @DeviceTest
    void transfersDirectAndHeapBuffers(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 16)) {
            ByteBuffer heap = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
            heap.putInt(8, 7).putInt(12, 8).position(8).limit(16);
            block.fill(queue, new byte[] {1});
            Transfer.of(Place.of(heap), Place.of(block)).run(queue);
            ByteBuffer back = direct(16);
            back.position(4).limit(12);
            Transfer.of(Place.of(block), Place.of(back)).run(queue);
            assertEquals(7, back.getInt(4));
            assertEquals(8, back.getInt(8));
            assertEquals(0, back.clear().getInt(12), "bytes beyond the limit must not change");
            ByteBuffer heapBack = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
            Transfer.of(Place.of(block), Place.of(heapBack)).run(queue);
            assertEquals(8, heapBack.getInt(4));
            Transfer fromHeap = Transfer.of(Place.of(heap), Place.of(block));
            assertThrows(IllegalArgumentException.class, () -> fromHeap.enqueue(queue));
            Transfer fromArray = Transfer.of(Place.ofArray(NUMBERS), Place.of(block));
            assertThrows(IllegalArgumentException.class, () -> fromArray.enqueue(queue));
            Place readOnly = Place.of(back.asReadOnlyBuffer());
            assertThrows(ReadOnlyBufferException.class, () -> Transfer.of(Place.of(block), readOnly));
        }
    }

    @DeviceTest
    void transfersARectangle(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            Transfer.of(Place.ofArray(NUMBERS), Place.of(block)).run(queue);
            int[] window = new int[4];
            Transfer.of(Place.of(block).origin(4 * 3, 2, 0).pitches(4 * 32, 0), Place.ofArray(window))
                    .region(4 * 2, 2, 1)
                    .run(queue);
            assertArrayEquals(new int[] {67, 68, 99, 100}, window);
            int[] few = new int[4];
            Transfer.of(Place.of(block).offset(4), Place.ofArray(few)).bytes(8).run(queue);
            assertArrayEquals(new int[] {1, 2, 0, 0}, few);
        }
    }

    @DeviceTest
    void transferThatDoesNotWaitKeepsItsBuffer(Context context, Pool pool, CommandQueue queue) throws Exception {
        try (DeviceBuffer block = pool.allocate(queue, 1 << 20)) {
            ByteBuffer host = direct(1 << 20);
            host.putInt(0, 42);
            WeakReference<ByteBuffer> gone = new WeakReference<>(host);
            try (UserEvent gate = new UserEvent(context)) {
                Event written = Transfer.of(Place.of(host), Place.of(block))
                        .flags(Set.of(TransferFlag.DIRECT))
                        .enqueue(queue, gate.event());
                host = null;
                written.close();
                Garbage.collect();
                assertNotEquals(null, gone.get());
            }
            queue.finish();
            Garbage.await(() -> gone.get() == null);
            int[] first = new int[1];
            Transfer.of(Place.of(block), Place.ofArray(first)).run(queue);
            assertEquals(42, first[0]);
            context.trimTransfers();
        }
    }

    @DeviceTest
    void transferTakesOneOfTwoMethods(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            Transfer transfer = Transfer.of(Place.ofArray(NUMBERS), Place.of(block));
            transfer.flags(Set.of(TransferFlag.STAGED)).run(queue);
            assertArrayEquals(NUMBERS, read(queue, block));
            transfer.flags(Set.of(TransferFlag.STAGED, TransferFlag.DIRECT));
            assertThrows(ClmemException.class, () -> transfer.run(queue), "the flags exclude each other");
        }
    }

    /**
     * While the kernel must wait, another queue runs it many times on other memory, then changes its input. A kernel that
     * does not wait has read the old value by then.
     */
    @DeviceTest
    void launchWaitsForItsEvents(Context context, Device device, Pool pool, CommandQueue queue) {
        try (CommandQueue other = context.createQueue(device);
                Program program = Program.built(context, "kernel void k(global int *a) { a[1] = a[0]; }", null);
                Kernel kernel = program.kernel("k");
                DeviceBuffer elsewhere = pool.allocate(other, 4 * COUNT);
                DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            block.enqueueFill(queue, new byte[] {1}).await();
            kernel.set(0, block);
            try (UserEvent gate = new UserEvent(context);
                    Event launched = kernel.launch(queue, Launch.of(1), gate.event())) {
                queue.flush();
                kernel.set(0, elsewhere);
                for (int i = 0; i < 50; i++) {
                    kernel.run(other, Launch.of(1));
                    other.finish();
                }
                block.enqueueFill(other, new byte[] {2}, 0, 4).await();
                gate.complete();
                launched.await();
            }
            assertEquals(0x02020202, read(queue, block)[1]);
        }
    }

    @DeviceTest
    void bufferKeepsTheHostMemoryThatItUses(Context context) throws InterruptedException {
        ByteBuffer host = direct(4096);
        WeakReference<ByteBuffer> gone = new WeakReference<>(host);
        try (DeviceBuffer buffer = DeviceBuffer.create(context, Set.of(MemoryFlag.USE_HOST_PTR), host)) {
            host = null;
            Garbage.collect();
            assertNotEquals(null, gone.get());
            assertEquals(4096, buffer.size());
        }
    }

    @DeviceTest
    void fillsWaitForEvents(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 4 * COUNT);
                Event all = block.enqueueFill(queue, new byte[] {1, 0, 0, 0});
                Event half = block.enqueueFill(queue, new byte[] {2}, 0, 2 * COUNT, all)) {
            queue.flush();
            Event.awaitAll(all, half);
            half.await();
            int[] numbers = read(queue, block);
            assertEquals(0x02020202, numbers[0]);
            assertEquals(1, numbers[COUNT - 1]);
        }
    }

    @DeviceTest
    void fillsWithNumbersOfEveryType(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            block.fill(queue, (byte) 0x12);
            assertEquals(0x12121212, read(queue, block)[COUNT - 1]);
            block.fill(queue, (short) 0x1234);
            assertEquals(0x12341234, read(queue, block)[COUNT - 1]);
            block.fill(queue, -7);
            assertEquals(-7, read(queue, block)[COUNT - 1]);
            block.fill(queue, 7L);
            assertEquals(7L, first(queue, block).getLong());
            block.fill(queue, 0.1f);
            assertEquals(0.1f, first(queue, block).getFloat());
            block.fill(queue, 0.1);
            assertEquals(0.1, first(queue, block).getDouble());
        }
    }

    private static ByteBuffer first(CommandQueue queue, Memory from) {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder());
        Transfer.of(Place.of(from), Place.of(bytes)).run(queue);
        return bytes;
    }

    /** The collector counts what it has to release, so a method that returns no event must close the command's. */
    @DeviceTest
    void commandsWithoutAnEventLeaveNone(Pool pool, CommandQueue queue) throws Exception {
        Garbage.collect();
        long start = Clmem.leaks();
        try (DeviceBuffer block = pool.allocate(queue, 64)) {
            block.fill(queue, 1);
            block.fill(queue, new byte[] {2}, 0, 4);
            try (Mapping mapping = block.map(queue, Set.of(MapFlag.READ))) {
                mapping.unmap(queue);
            }
            Memory.migrate(queue, Set.of(), new Memory[] {block});
        }
        Garbage.collect();
        long afterCommands = Clmem.leaks();
        Garbage.collect();
        assertEquals(Clmem.leaks() - afterCommands, afterCommands - start, "more than what collect() itself drops");
    }

    @DeviceTest
    void eventsHaveTimes(Context context, Device device, CommandQueue queue) {
        try (CommandQueue measured = context.createQueue(device, Set.of(QueueFlag.PROFILING));
                DeviceBuffer buffer = DeviceBuffer.create(context, Set.of(MemoryFlag.READ_WRITE), 4096);
                Event fill = buffer.enqueueFill(measured, new byte[] {1});
                Event plain = buffer.enqueueFill(queue, new byte[] {1})) {
            Event.awaitAll(fill, plain);
            Event.Times times = fill.times();
            assertTrue(times.queued() <= times.submitted() && times.submitted() <= times.started());
            assertTrue(times.started() <= times.ended() && times.ended() <= times.completed() && times.ended() > 0);
            ClmemException failure = assertThrows(ClmemException.class, plain::times);
            assertTrue(failure.getMessage().contains("PROFILING"), failure.getMessage());
        }
    }

    @DeviceTest
    void mapsAndUnmaps(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            try (Mapping mapping = block.map(queue, Set.of(MapFlag.WRITE_INVALIDATE_REGION))) {
                assertEquals(ByteOrder.nativeOrder(), mapping.bytes().order());
                assertEquals(4 * COUNT, mapping.bytes().remaining());
                mapping.bytes().asIntBuffer().put(NUMBERS);
                assertFalse(mapping.ready().isPresent());
            }
            assertArrayEquals(NUMBERS, read(queue, block));
            Mapping part = block.beginMap(queue, Set.of(MapFlag.READ), 8, 8);
            part.ready().orElseThrow().await();
            assertTrue(part.bytes().isReadOnly());
            assertEquals(2, part.bytes().getInt(0));
            assertEquals(8, part.info().bytes());
            assertTrue(part.isMapped());
            part.unmap(queue);
            assertFalse(part.isMapped());
            assertThrows(IllegalStateException.class, part::bytes);
            part.close();
            assertThrows(ClosedException.class, part::bytes);
            try (Mapping none = block.map(queue, Set.of(MapFlag.READ), 0, 0)) {
                assertEquals(0, none.bytes().remaining());
                assertFalse(none.isMapped());
            }
        }
    }

    /** The bytes of a map that has only begun would show old content. */
    @DeviceTest
    void bytesNeedACompleteMap(Context context, Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 64);
                UserEvent gate = new UserEvent(context);
                Mapping mapping = block.beginMap(queue, Set.of(MapFlag.READ), 0, Clmem.ALL, gate.event());
                Mapping other = block.beginMap(queue, Set.of(MapFlag.READ), 0, Clmem.ALL, gate.event())) {
            String message = assertThrows(IllegalStateException.class, mapping::bytes).getMessage();
            assertTrue(message.contains("ready().get().await()"), message);
            other.ready().orElseThrow().close(); // this does not make it ready
            assertThrows(IllegalStateException.class, other::bytes);
            gate.complete();
            mapping.ready().orElseThrow().await();
            assertEquals(64, mapping.bytes().remaining());
            queue.finish();
            assertEquals(64, other.bytes().remaining());
        }
    }

    /** The collector must not unmap memory while a view of its bytes is reachable. */
    @DeviceTest
    void viewKeepsItsMapping(Pool pool, CommandQueue queue) throws Exception {
        try (DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            Mapping mapping = block.map(queue, Set.of(MapFlag.WRITE));
            long handle = mapping.enter();
            BooleanSupplier isUnmapped = () -> Garbage.isReleased(
                    () -> Native.clmem_map_describe(handle, new Structs.MapInfo().bytes));
            IntBuffer view = mapping.bytes().asIntBuffer();
            mapping = null;
            Garbage.collect();
            assertFalse(isUnmapped.getAsBoolean());
            view.put(0, 11);
            view = null;
            Garbage.await(isUnmapped);
            queue.finish();
            assertEquals(11, read(queue, block)[0]);
        }
    }

    @DeviceTest
    void kernelsTakeArgumentsOfEveryType(Context context, Pool pool, CommandQueue queue, Device device) {
        String source = """
                kernel void add(global int *a, int n, float f, long l, local int *scratch, global int *null) {
                    if (!null) a[get_global_id(0)] += n + (int)f + (int)l;
                }""";
        try (Program program = Program.built(context, source, "-cl-fast-relaxed-math");
                Kernel kernel = program.kernel("add");
                DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            Transfer.of(Place.ofArray(NUMBERS), Place.of(block)).run(queue);
            kernel.set(0, block).set(1, 1).set(2, 2.0f).set(3, 3L).setLocal(4, 64).setNull(5);
            kernel.run(queue, Launch.of(COUNT));
            try (Event done = kernel.launch(queue, Launch.of(COUNT / 2).offset(COUNT / 2).local(16))) {
                kernel.run(queue, Launch.of(1).flags(Set.of(LaunchFlag.CLEAR)), done);
            }
            int[] numbers = read(queue, block);
            assertEquals(12, numbers[0]);
            assertEquals(6 + COUNT / 2 - 1, numbers[COUNT / 2 - 1]);
            assertEquals(12 + COUNT - 1, numbers[COUNT - 1]);
            assertNotEquals(0, kernel.object());
            assertNotEquals(0, program.object());
            try (Program again = Program.of(program.object(), true); Kernel other = Kernel.of(kernel.object(), true)) {
                assertEquals(program.object(), again.object());
                assertEquals(kernel.object(), other.object());
            }
            assertThrows(IllegalArgumentException.class, () -> Launch.of(1, 2).local(1));
            assertThrows(IllegalArgumentException.class, () -> Launch.of());
        }
        try (Program wrong = Program.create(context, "kernel void k() { nothing(); }")) {
            assertEquals("", wrong.log(device));
            ClmemException failed = assertThrows(ClmemException.class, () -> wrong.build(null, device));
            assertEquals("CL_BUILD_PROGRAM_FAILURE", ClmemException.statusName(failed.status()));
            assertTrue(wrong.log(null).contains("nothing"), wrong.log(null));
        }
    }

    @DeviceTest
    void createsBuffersAndSubBuffers(Context context, CommandQueue queue) {
        ByteBuffer host = direct(4 * COUNT);
        host.asIntBuffer().put(NUMBERS);
        Set<MemoryFlag> copied = Set.of(MemoryFlag.READ_ONLY, MemoryFlag.COPY_HOST_PTR);
        try (DeviceBuffer buffer = DeviceBuffer.create(context, copied, host);
                DeviceBuffer used = DeviceBuffer.create(context, Set.of(MemoryFlag.USE_HOST_PTR), host);
                DeviceBuffer empty = DeviceBuffer.create(context, Set.of(), 4 * COUNT);
                DeviceBuffer half = buffer.slice(-2 * COUNT, Long.MAX_VALUE);
                DeviceBuffer quarter = buffer.subRegion(0, COUNT, Set.of())) {
            assertArrayEquals(NUMBERS, read(queue, buffer));
            assertArrayEquals(NUMBERS, read(queue, used));
            assertEquals(2 * COUNT, half.size());
            assertEquals(COUNT / 2, read(queue, half)[0]);
            assertEquals(COUNT, quarter.size());
            try (DeviceBuffer same = (DeviceBuffer) Memory.of(buffer.mem(), true)) {
                assertTrue(same.isSameAs(buffer));
                assertFalse(same.isSameAs(empty));
            }
            assertEquals(copied, buffer.memoryInfo().flags());
            assertEquals(4 * COUNT, ByteBuffer.wrap(buffer.query(0x1102)).order(ByteOrder.nativeOrder()).getLong());
            Memory.migrate(queue, Set.of(MigrationFlag.HOST), new Memory[] {buffer});
            try (Event filled = empty.enqueueFill(queue, new byte[1])) {
                empty.closeAfter(filled);
            }
            assertTrue(empty.isClosed());
            assertThrows(UnsupportedException.class, () -> buffer.enqueueCopyToPeerAmd(used, queue, Clmem.ALL));
        }
    }

    @DeviceTest
    void futureCompletesAsItsEventDoes(Context context) throws Exception {
        try (UserEvent gate = new UserEvent(context); UserEvent failing = new UserEvent(context)) {
            CompletableFuture<Void> future = gate.event().future();
            CompletableFuture<Void> other = failing.event().future();
            gate.event().close();
            assertFalse(future.isDone());
            gate.complete();
            future.get(1, TimeUnit.MINUTES);
            failing.fail();
            Throwable failed = assertThrows(ExecutionException.class, () -> other.get(1, TimeUnit.MINUTES)).getCause();
            assertTrue(failed instanceof ClmemException, failed.toString());
            assertThrows(ClosedException.class, gate.event()::future);
        }
    }

    @DeviceTest
    void copiesWithinOneBuffer(Context context, CommandQueue queue) {
        try (DeviceBuffer buffer = DeviceBuffer.create(context, 4 * COUNT)) {
            Transfer.of(Place.ofArray(NUMBERS), Place.of(buffer)).run(queue);
            Transfer.of(Place.of(buffer), Place.of(buffer).offset(2 * COUNT)).bytes(COUNT).run(queue);
            assertEquals(0, read(queue, buffer)[COUNT / 2]);
            assertEquals(COUNT / 4 - 1, read(queue, buffer)[COUNT / 2 + COUNT / 4 - 1]);
            Transfer overlapping = Transfer.of(Place.of(buffer), Place.of(buffer).offset(8)).bytes(16);
            assertThrows(ClmemException.class, () -> overlapping.run(queue));
        }
    }

    @DeviceTest
    void failedBuildThrowsTheWholeLog(Context context) {
        StringBuilder source = new StringBuilder();
        for (int i = 0; i < 15; i++) {
            source.append("#error mistake number ").append(i).append("\n");
        }
        ClmemException failed =
                assertThrows(ClmemException.class, () -> Program.built(context, source.toString(), null));
        assertTrue(failed.getMessage().contains("mistake number 0"), failed.getMessage());
        assertTrue(failed.getMessage().contains("mistake number 14"), failed.getMessage());
    }

    @Test
    void launchRefusesSurplusDimensions() {
        assertThrows(IllegalArgumentException.class, () -> Launch.of(1, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> Launch.of(1).local(1, 1));
        assertThrows(IllegalArgumentException.class, () -> Launch.of(1, 1).offset(1, 1, 1));
    }
}
