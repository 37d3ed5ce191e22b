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
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;

/** The host's memory that a buffer uses stays as long as anything that is made of the buffer, and as its commands. */
class HostMemoryTest {
    private static final int BYTES = 1 << 16;

    /** The host's memory, of which only the test's subject knows. */
    private WeakReference<ByteBuffer> host;

    private ByteBuffer hostMemory() {
        ByteBuffer memory = CommandsTest.direct(2 * BYTES).alignedSlice(BYTES).limit(BYTES); // as parts need it
        host = new WeakReference<>(memory);
        return memory;
    }

    private Buffer using(Context context) {
        return Buffer.create(context, Set.of(MemoryFlag.USE_HOST_PTR), hostMemory());
    }

    /** What is made of a buffer keeps its memory after the buffer was closed, and not after it was closed itself. */
    private <T extends AutoCloseable> void keeps(Supplier<Buffer> source, Function<Buffer, T> make, Function<T, Event> use)
            throws Exception {
        T made = made(source, make);
        Garbage.collect();
        assertNotEquals(null, host.get(), made.getClass().getSimpleName());
        try (Event used = use.apply(made)) {
            used.await();
        }
        made.close();
        made = null;
        Garbage.await(() -> host.get() == null);
    }

    /** A method of its own, so that no variable knows the buffer any more. */
    private static <T> T made(Supplier<Buffer> source, Function<Buffer, T> make) {
        try (Buffer buffer = source.get()) {
            return make.apply(buffer);
        }
    }

    @DeviceTest
    void aBuffer(Context context, Queue queue) throws Exception {
        keeps(() -> using(context), buffer -> (Buffer) Memory.of(buffer.mem(), true), same -> same.fill(queue, new byte[] {1}));
    }

    @DeviceTest
    void parts(Context context, Queue queue) throws Exception {
        keeps(() -> using(context), buffer -> buffer.subRegion(4096, 4096, Set.of()), part -> part.fill(queue, new byte[] {2}));
        keeps(() -> using(context), buffer -> buffer.slice(4096, Long.MAX_VALUE), part -> part.fill(queue, new byte[] {3}));
    }

    @DeviceTest
    void maps(Context context, Queue queue) throws Exception {
        keeps(() -> using(context), buffer -> buffer.map(queue, Set.of(MapFlag.WRITE)), mapping -> {
            mapping.bytes().putInt(BYTES - 4, 4);
            return mapping.unmap(queue);
        });
    }

    @DeviceTest
    void images(Context context, Device device, Queue queue) throws Exception {
        assumeTrue(device.info().features().contains(DeviceFeature.IMAGE));
        ImageDescription row = new ImageDescription(
                MemoryType.IMAGE1D_BUFFER, ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8, BYTES / 4, 0, 0, 0, 0, 0, null);
        keeps(() -> using(context), buffer -> Image.create(context, Set.of(), row.over(buffer)), image -> Transfer.of(Place.of(image), Place.of(CommandsTest.direct(BYTES)))
                .region(BYTES / 4, 1, 1)
                .enqueue(queue));
    }

    private static final String SOURCE = "kernel void k(global int *a) { a[get_global_id(0)] = 5; }";

    @DeviceTest
    void arguments(Context context, Queue queue) throws Exception {
        try (Program program = Program.built(context, SOURCE, null)) {
            keeps(() -> using(context), buffer -> program.kernel("k").set(0, buffer), kernel -> kernel.launch(queue, Launch.of(BYTES / 4)));
        }
    }

    @DeviceTest
    void commands(Context context, Queue queue) throws Exception {
        long gate = CL11.clCreateUserEvent(context.handle(), new int[1]);
        CL10.clRetainEvent(gate);
        try (Event open = Event.owning(gate); Buffer buffer = using(context)) {
            buffer.fill(queue, new byte[] {6}, open).close();
            buffer.close();
            Garbage.collect();
            assertNotEquals(null, host.get());
        } finally {
            CL11.clSetUserEventStatus(gate, 0);
            queue.finish();
            CL10.clReleaseEvent(gate);
        }
        Garbage.await(() -> host.get() == null);
    }

    /** Memory without a cl_mem: no object of OpenCL's keeps it, Java does. */
    private Buffer wrapped(Context context, Device device) {
        assumeTrue(device.info().features().contains(DeviceFeature.SVM_SYSTEM));
        return Svm.wrap(context, hostMemory());
    }

    @DeviceTest
    void whatIsMadeOfATag(Context context, Device device, Queue queue) throws Exception {
        keeps(() -> wrapped(context, device), tag -> ((Svm) tag).asBuffer(context, Set.of()), whole -> whole.fill(queue, new byte[] {8}));
        keeps(() -> wrapped(context, device), tag -> tag.map(queue, Set.of(MapFlag.WRITE)), mapping -> mapping.unmap(queue));
        try (Program program = Program.built(context, SOURCE, null)) {
            keeps(() -> wrapped(context, device), tag -> program.kernel("k").set(0, tag), kernel -> {
                kernel.run(queue, Launch.of(BYTES / 4));
                return kernel.launch(queue, Launch.of(BYTES / 4));
            });
            keeps(() -> wrapped(context, device), tag -> program.kernel("k").useSvm((Svm) tag), kernel -> kernel.setNull(0).launch(queue, Launch.of(0)));
        }
    }

    /** Without a context a tag can be made for any device; nothing is run here. */
    @DeviceTest
    void anArgumentIsKeptUntilItIsReplaced(Context context, Device device) throws Exception {
        assumeTrue(device.info().features().contains(DeviceFeature.SVM_COARSE));
        try (Program program = Program.built(context, SOURCE, null)) {
            Kernel kernel = made(() -> Svm.wrap(null, hostMemory()), tag -> program.kernel("k").set(0, tag));
            Garbage.collect();
            assertNotEquals(null, host.get());
            kernel.setNull(0);
            Garbage.await(() -> host.get() == null);
            kernel.close();
        }
    }

    @DeviceTest
    void readOnlyMemoryIsNotWrittenTo(Context context, Queue queue) {
        ByteBuffer memory = hostMemory();
        Set<MemoryFlag> forKernels = Set.of(MemoryFlag.USE_HOST_PTR, MemoryFlag.READ_ONLY);
        for (Set<MemoryFlag> flags : List.of(
                Set.of(MemoryFlag.USE_HOST_PTR),
                Set.of(MemoryFlag.USE_HOST_PTR, MemoryFlag.READ_WRITE),
                Set.of(MemoryFlag.USE_HOST_PTR, MemoryFlag.WRITE_ONLY, MemoryFlag.HOST_READ_ONLY))) {
            assertThrows(ReadOnlyBufferException.class, () -> Buffer.create(context, flags, memory.asReadOnlyBuffer()));
        }
        assertThrows(ReadOnlyBufferException.class, () -> Svm.wrap(null, memory.asReadOnlyBuffer()));
        try (Buffer buffer = Buffer.create(context, forKernels, memory.asReadOnlyBuffer())) {
            assertEquals(0, CommandsTest.read(queue, buffer)[0]);
            assertThrows(ClmemException.class, () -> Transfer.of(Place.ofArray(new int[] {1}), Place.of(buffer)).run(queue));
            assertThrows(ClmemException.class, () -> buffer.map(queue, Set.of(MapFlag.WRITE)));
            assertEquals(0, memory.get(0));
        }
        Buffer.create(context, forKernels, memory).close();
        Buffer.create(context, Set.of(MemoryFlag.COPY_HOST_PTR), memory.asReadOnlyBuffer()).close();
    }
}
