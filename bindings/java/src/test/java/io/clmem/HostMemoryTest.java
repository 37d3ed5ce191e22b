package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.clmem.junit.DeviceTest;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Host memory stays reachable as long as the buffer that uses it, objects derived from that, and their commands. */
class HostMemoryTest {
    private static final int BYTES = 1 << 16;

    /** The host memory. Only the object under test refers to it. */
    private WeakReference<ByteBuffer> host;

    private ByteBuffer hostMemory() {
        ByteBuffer memory = CommandsTest.direct(2 * BYTES).alignedSlice(BYTES).limit(BYTES); // aligned for sub-buffers
        host = new WeakReference<>(memory);
        return memory;
    }

    private DeviceBuffer using(Context context) {
        return DeviceBuffer.create(context, Set.of(MemoryFlag.USE_HOST_PTR), hostMemory());
    }

    /** An object derived from a buffer must keep the buffer's memory until the object is closed, and no longer. */
    private <T extends AutoCloseable> void assertKeepsMemory(
            Supplier<DeviceBuffer> source, Function<DeviceBuffer, T> derive, Function<T, Event> use) throws Exception {
        T made = derived(source, derive);
        Garbage.collect();
        assertNotEquals(null, host.get(), made.getClass().getSimpleName());
        try (Event used = use.apply(made)) {
            used.await();
        }
        made.close();
        made = null;
        Garbage.await(() -> host.get() == null);
    }

    /** A separate method, so that no local variable refers to the buffer afterwards. */
    private static <T> T derived(Supplier<DeviceBuffer> source, Function<DeviceBuffer, T> derive) {
        try (DeviceBuffer buffer = source.get()) {
            return derive.apply(buffer);
        }
    }

    @DeviceTest
    void bufferKeepsIt(Context context, CommandQueue queue) throws Exception {
        assertKeepsMemory(
                () -> using(context),
                buffer -> (DeviceBuffer) Memory.of(buffer.mem(), true),
                same -> same.enqueueFill(queue, new byte[] {1}));
    }

    @DeviceTest
    void subBufferKeepsIt(Context context, CommandQueue queue) throws Exception {
        assertKeepsMemory(
                () -> using(context),
                buffer -> buffer.subRegion(4096, 4096, Set.of()),
                part -> part.enqueueFill(queue, new byte[] {2}));
        assertKeepsMemory(
                () -> using(context),
                buffer -> buffer.slice(4096, Long.MAX_VALUE),
                part -> part.enqueueFill(queue, new byte[] {3}));
    }

    @DeviceTest
    void mappingKeepsIt(Context context, CommandQueue queue) throws Exception {
        assertKeepsMemory(() -> using(context), buffer -> buffer.map(queue, Set.of(MapFlag.WRITE)), mapping -> {
            mapping.bytes().putInt(BYTES - 4, 4);
            return mapping.enqueueUnmap(queue);
        });
    }

    @DeviceTest
    void imageKeepsIt(Context context, Device device, CommandQueue queue) throws Exception {
        assumeTrue(device.info().features().contains(DeviceFeature.IMAGE));
        ImageDescription row = new ImageDescription(
                MemoryType.IMAGE1D_BUFFER, ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8,
                BYTES / 4, 0, 0, 0, 0, 0, null);
        assertKeepsMemory(
                () -> using(context),
                buffer -> Image.create(context, Set.of(), row.over(buffer)),
                image -> Transfer.of(Place.of(image), Place.of(CommandsTest.direct(BYTES)))
                        .region(BYTES / 4, 1, 1)
                        .enqueue(queue));
    }

    private static final String SOURCE = "kernel void k(global int *a) { a[get_global_id(0)] = 5; }";

    @DeviceTest
    void kernelKeepsItsArgument(Context context, CommandQueue queue) throws Exception {
        try (Program program = Program.built(context, SOURCE, null)) {
            assertKeepsMemory(
                    () -> using(context),
                    buffer -> program.kernel("k").set(0, buffer),
                    kernel -> kernel.launch(queue, Launch.of(BYTES / 4)));
        }
    }

    @DeviceTest
    void pendingCommandKeepsIt(Context context, CommandQueue queue) throws Exception {
        try (UserEvent gate = new UserEvent(context); DeviceBuffer buffer = using(context)) {
            buffer.fill(queue, new byte[] {6}, gate.event());
            buffer.close();
            Garbage.collect();
            assertNotEquals(null, host.get());
        }
        queue.finish();
        Garbage.await(() -> host.get() == null);
    }

    /** Memory without a cl_mem, which only Java can keep reachable. */
    private DeviceBuffer wrapped(Context context, Device device) {
        assumeTrue(device.info().features().contains(DeviceFeature.SVM_SYSTEM));
        return Svm.wrap(context, hostMemory());
    }

    @DeviceTest
    void objectsDerivedFromATagKeepIt(Context context, Device device, CommandQueue queue) throws Exception {
        assertKeepsMemory(
                () -> wrapped(context, device),
                tag -> ((Svm) tag).asBuffer(context, Set.of()),
                whole -> whole.enqueueFill(queue, new byte[] {8}));
        assertKeepsMemory(
                () -> wrapped(context, device),
                tag -> tag.map(queue, Set.of(MapFlag.WRITE)),
                mapping -> mapping.enqueueUnmap(queue));
        try (Program program = Program.built(context, SOURCE, null)) {
            assertKeepsMemory(() -> wrapped(context, device), tag -> program.kernel("k").set(0, tag), kernel -> {
                kernel.run(queue, Launch.of(BYTES / 4));
                return kernel.launch(queue, Launch.of(BYTES / 4));
            });
            assertKeepsMemory(
                    () -> wrapped(context, device),
                    tag -> program.kernel("k").useSvm((Svm) tag),
                    kernel -> kernel.setNull(0).launch(queue, Launch.of(0)));
        }
    }

    /** A tag without a context works on any device, since no command runs here. */
    @DeviceTest
    void kernelKeepsAnArgumentUntilItIsReplaced(Context context, Device device) throws Exception {
        assumeTrue(device.info().features().contains(DeviceFeature.SVM_COARSE));
        try (Program program = Program.built(context, SOURCE, null)) {
            Kernel kernel = derived(() -> Svm.wrap(null, hostMemory()), tag -> program.kernel("k").set(0, tag));
            Garbage.collect();
            assertNotEquals(null, host.get());
            kernel.setNull(0);
            Garbage.await(() -> host.get() == null);
            kernel.close();
        }
    }

    @DeviceTest
    void readOnlyMemoryCannotBeWritten(Context context, CommandQueue queue) {
        ByteBuffer memory = hostMemory();
        Set<MemoryFlag> forKernels = Set.of(MemoryFlag.USE_HOST_PTR, MemoryFlag.READ_ONLY);
        for (Set<MemoryFlag> flags : List.of(
                Set.of(MemoryFlag.USE_HOST_PTR),
                Set.of(MemoryFlag.USE_HOST_PTR, MemoryFlag.READ_WRITE),
                Set.of(MemoryFlag.USE_HOST_PTR, MemoryFlag.WRITE_ONLY, MemoryFlag.HOST_READ_ONLY))) {
            ByteBuffer readOnly = memory.asReadOnlyBuffer();
            assertThrows(ReadOnlyBufferException.class, () -> DeviceBuffer.create(context, flags, readOnly));
        }
        assertThrows(ReadOnlyBufferException.class, () -> Svm.wrap(null, memory.asReadOnlyBuffer()));
        try (DeviceBuffer buffer = DeviceBuffer.create(context, forKernels, memory.asReadOnlyBuffer())) {
            assertEquals(0, CommandsTest.read(queue, buffer)[0]);
            Transfer write = Transfer.of(Place.ofArray(new int[] {1}), Place.of(buffer));
            assertThrows(ClmemException.class, () -> write.run(queue));
            assertThrows(ClmemException.class, () -> buffer.map(queue, Set.of(MapFlag.WRITE)));
            assertEquals(0, memory.get(0));
        }
        DeviceBuffer.create(context, forKernels, memory).close();
        DeviceBuffer.create(context, Set.of(MemoryFlag.COPY_HOST_PTR), memory.asReadOnlyBuffer()).close();
    }
}
