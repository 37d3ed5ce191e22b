package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.clmem.junit.DeviceTest;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shared virtual memory, images, samplers, pipes, providers and caches, and the properties of devices. */
class KindsTest {
    private static final int COUNT = 1024;

    @DeviceTest
    void coarseGrainMemory(Context context, Device device, CommandQueue queue) {
        assumeTrue(device.info().features().contains(DeviceFeature.SVM_COARSE));
        try (Provider provider = Provider.svm(context, Set.of());
                Pool pool = Pool.create(provider, PoolOptions.builder().queue(queue).build());
                CommandQueue other = context.createQueue(device);
                Svm memory = Svm.allocate(context, Set.of(), 4 * COUNT, 256, queue)) {
            assertEquals(0, memory.pointer() % 256);
            try (Mapping mapping = memory.map(queue, Set.of(MapFlag.WRITE))) {
                mapping.bytes().putInt(0, 5);
            }
            Svm block = pool.allocateSvm(4 * COUNT);
            assertEquals(8, pool.offsetOf(block.pointer() + 8));
            assertEquals(new Pool.Location(block.pointer(), 8, block.info()), pool.find(block.pointer() + 8));
            assertThrows(ClmemException.class, () -> pool.find(memory.pointer()));
            Transfer.of(Place.of(memory), Place.of(block)).run(queue);
            block.bind(other);
            block.unbind();
            block.bind(queue);
            assertEquals(5, CommandsTest.read(queue, block)[0]);
            Svm.migrate(queue, Set.of(), new Svm[] {memory});
            try (DeviceBuffer part = memory.asBuffer(context, Set.of(), 64)) {
                assertEquals(64, part.size());
                assertThrows(ClmemException.class, () -> memory.asBuffer(context, Set.of(), 4 * COUNT + 1));
            }
            try (DeviceBuffer buffer = memory.asBuffer(context, Set.of());
                    Svm tag = Svm.wrap(context, memory.pointer(), 4 * COUNT, Set.of())) {
                assertEquals(5, CommandsTest.read(queue, buffer)[0]);
                assertEquals(5, CommandsTest.read(queue, tag)[0]);
            }
            try (Program program = Program.built(context, "kernel void k(global int *a) { *a += 1; }", null);
                    Kernel kernel = program.kernel("k")) {
                kernel.set(0, block).useSvm(memory).run(queue, Launch.of(1));
            }
            assertEquals(6, CommandsTest.read(queue, block)[0]);
            block.enqueueClose(queue).close();
            assertThrows(ClosedException.class, block::pointer);
        }
    }

    @DeviceTest
    void fineGrainMemory(Context context, Device device, CommandQueue queue) {
        assumeTrue(device.info().features().contains(DeviceFeature.SVM_FINE));
        try (Svm memory = Svm.allocate(context, Set.of(MemoryFlag.SVM_FINE_GRAIN_BUFFER), 64, 0, null)) {
            memory.enqueueFill(queue, new byte[] {3}).await();
            assertEquals(3, memory.bytes().get(63));
        }
        assertTrue(device.characterize().svm().contains(CharacterizeSvmFeature.FINE_BUFFER));
        ByteBuffer own = CommandsTest.direct(64);
        if (device.info().features().contains(DeviceFeature.SVM_SYSTEM)) {
            Svm.wrap(context, own).close();
        } else {
            assertThrows(UnsupportedException.class, () -> Svm.wrap(context, own));
        }
    }

    @DeviceTest
    void pageLockedMemory(CommandQueue queue, Pool pool) {
        try (Provider provider = Provider.pinned(queue, Set.of());
                Pool pinned = Pool.create(provider);
                Svm host = pinned.allocateSvm(4 * COUNT);
                DeviceBuffer block = pool.allocate(queue, 4 * COUNT)) {
            host.bytes().putInt(0, 77);
            Transfer.of(Place.of(host), Place.of(block)).run(queue);
            assertEquals(77, CommandsTest.read(queue, block)[0]);
        }
    }

    @DeviceTest
    void memoryOfADeviceHasSources(Device device) {
        DeviceMemoryInfo memory = device.memory();
        assertTrue(memory.totalBytes() > 0);
        assertTrue(memory.freeBytes() <= memory.totalBytes());
        assertNotEquals(Optional.of(DeviceMemorySource.UNKNOWN), memory.totalSource());
        if (device.info().type().contains(DeviceType.CPU)) {
            assertTrue(memory.freeBytes() > 0);
            assertEquals(Optional.of(DeviceMemorySource.HOST), memory.processSource());
        }
    }

    @DeviceTest
    void providersDescribeThemselves(Context context, Device device, CommandQueue queue) {
        try (Provider immediate = Provider.immediate(queue, Set.of());
                DeviceBuffer whole = immediate.allocate(4096)) {
            assertEquals(Optional.of(ProviderKind.IMMEDIATE), immediate.info().kind());
            assertEquals(4096, whole.size());
        }
        try (Provider deferred = Provider.buffers(context)) {
            assertEquals(Optional.of(ProviderKind.BUFFER), deferred.info().kind());
        }
        if (!device.info().features().contains(DeviceFeature.USM)) {
            assertThrows(UnsupportedException.class, () -> Provider.usm(context, device, UsmKind.DEVICE));
        }
        try (Provider virtual = Provider.virtual(VirtualOptions.DEFAULTS.withMemory(1 << 20))) {
            virtual.setTime(1);
            assertEquals(1 << 20, virtual.info().memoryBytes());
        }
    }

    /** Formats are described even if no device has images of them. */
    @Test
    void describesFormatsOfThreeBytes() {
        for (ChannelOrder order : List.of(ChannelOrder.RGB, ChannelOrder.sRGB)) {
            ImageFormat format = Image.format(order, ChannelType.UNORM_INT8);
            assertEquals(3, format.channelCount());
            assertEquals(1, format.componentBytes());
            assertEquals(3, format.pixelBytes());
        }
    }

    @DeviceTest
    void images(Context context, Device device, CommandQueue queue) {
        assumeTrue(device.info().features().contains(DeviceFeature.IMAGE));
        ImageDescription description = ImageDescription.of2d(ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8, 16, 8);
        assertEquals(4, Image.format(ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8).pixelBytes());
        List<ImageFormat> formats = Image.formats(context, Set.of(), MemoryType.IMAGE2D);
        assertTrue(formats.stream().anyMatch(format -> format.channelOrder().equals(Optional.of(ChannelOrder.RGBA))));
        ByteBuffer pixels = ByteBuffer.allocate(16 * 8 * 4).put(4, (byte) 9);
        try (Image image = Image.create(context, Set.of(MemoryFlag.COPY_HOST_PTR), description, pixels);
                Image blank = Image.create(context, Set.of(), description)) {
            assertEquals(16, image.info().width());
            assertEquals(8, image.info().height());
            assertEquals(1, Math.max(1, image.info().depth()));
            byte[] pixel = new byte[4];
            Transfer.of(Place.of(image).origin(1, 0, 0), Place.ofArray(pixel)).region(1, 1, 1).run(queue);
            assertEquals(9, pixel[0]);
            blank.fill(queue, new double[] {1, 2, 3, 4});
            blank.fill(queue, new double[] {5, 0, 0, 0}, new long[3], new long[] {1, 1, 1});
            try (Mapping mapping = blank.map(queue, Set.of(MapFlag.READ), new long[3], new long[] {16, 8, 1})) {
                assertEquals(5, mapping.bytes().get(0));
                assertEquals(3, mapping.bytes().get(6));
                assertTrue(mapping.info().rowPitchBytes() >= 64);
            }
            try (Mapping mapping = blank.beginMap(queue, Set.of(MapFlag.READ), new long[3], new long[] {16, 8, 1})) {
                mapping.ready().orElseThrow().await();
                assertEquals(5, mapping.bytes().get(0));
            }
            assertThrows(IllegalArgumentException.class, () -> blank.fill(queue, new double[3]));
            assertEquals(8, image.queryImage(0x1114).length); // CL_IMAGE_WIDTH
            assertEquals(MemoryType.IMAGE2D, image.memoryInfo().type().orElseThrow());
            try (Memory same = Memory.of(image.mem(), true)) {
                assertTrue(same instanceof Image && same.isSameAs(image));
            }
        }
        ImageArray array = new ImageArray(ElementKind.FLOAT, 4, 1, false, List.of(4L, 8L), ByteBuffer.allocate(128));
        try (Image image = Image.of(context, Set.of(MemoryFlag.READ_ONLY), array)) {
            assertEquals(8, image.info().width());
            assertEquals(Optional.of(ChannelType.FLOAT), image.info().channelType());
        }
    }

    @DeviceTest
    void samplers(Context context, Device device) {
        assumeTrue(device.info().features().contains(DeviceFeature.IMAGE));
        try (Sampler sampler = Sampler.create(context, true, AddressingMode.REPEAT, FilterMode.LINEAR);
                Sampler same = Sampler.of(sampler.object(), true);
                Sampler listed = Sampler.create(context, 0x1152, 0, 0)) { // CL_SAMPLER_NORMALIZED_COORDS
            assertTrue(sampler.isSameAs(same));
            assertFalse(listed.info().isNormalized());
            assertEquals(Optional.of(FilterMode.LINEAR), sampler.info().filter());
            assertEquals(4, sampler.query(0x1154).length); // CL_SAMPLER_FILTER_MODE
            String source = """
                    kernel void k(sampler_t s, read_only image2d_t i, global float4 *a) {
                        *a = read_imagef(i, s, (float2)(0));
                    }""";
            try (Program program = Program.built(context, source, null); Kernel kernel = program.kernel("k")) {
                kernel.set(0, sampler);
            }
        }
    }

    @DeviceTest
    void pipes(Context context, Device device) {
        if (!ContractOpenCl.features(device).contains("pipe")) {
            assertThrows(UnsupportedException.class, () -> Pipe.create(context, Set.of(), 4, 16));
            return;
        }
        Pipe pipe = Pipe.create(context, Set.of(), 4, 16);
        try (pipe; Memory same = Memory.of(pipe.mem(), true)) {
            assertEquals(new PipeInfo(4, 16), pipe.info());
            assertEquals(4, pipe.queryPipe(0x1120).length); // CL_PIPE_PACKET_SIZE
            assertThrows(ClmemException.class, () -> pipe.queryPipe(0));
            assertTrue(same instanceof Pipe && same.isSameAs(pipe));
            assertThrows(ClmemException.class, () -> Pipe.create(context, Set.of(), 0, 16));
        }
        assertThrows(ClosedException.class, pipe::info);
        assertThrows(ClosedException.class, () -> pipe.queryPipe(0x1120));
    }

    @DeviceTest
    void listsAndChoosesDevices(Device device) {
        assertTrue(Device.list().contains(device));
        assertFalse(device.info().name().isEmpty());
        assertNotEquals(0, device.info().memoryBytes());
        assertThrows(ClmemException.class, () -> Device.choose("no such platform"));
        assertEquals(Context.sharedDevice(), Device.choose());
        assertTrue(Device.listForTests(device.info().platformName()).contains(device));
        assertThrows(ClmemException.class, () -> Device.listForTests("no such platform"));
        try (Context one = Context.shared(); Context two = Context.shared()) {
            assertEquals(one.handle(), two.handle());
        }
        assertNotEquals(0, Clmem.openclFunction("clFinish"));
        Clmem.setLogLevel(LogLevel.NONE);
        assertEquals(BuildVersion.VERSION, Clmem.version());
    }

    @DeviceTest
    void characterizesDevices(Context context, Device device) {
        Characterize about = device.characterize();
        assertTrue(about.fastMathOptions().contains("-cl-"));
        for (Figure figure : List.of(
                about.simdGroupSize(4),
                about.hasDouble(),
                about.hasAmdDouble(),
                about.hasStructBug(context),
                about.localMemoryBanks(),
                about.localMemoryGranularity(),
                about.simultaneousItems(),
                about.usableLocalMemory(3),
                about.nvidiaCapability(),
                about.measureSimd())) {
            assertEquals(figure.source() == CharacterizeSource.UNKNOWN, figure.known().isEmpty());
        }
        assertTrue(about.usableLocalMemory(3).value() > 0);
        if (about.measureBanks().count() == 0 && about.localMemoryBanks().known().isEmpty()) {
            assertThrows(UnsupportedException.class, () -> about.localConflicts(4, new long[] {16}, new long[] {16}));
        } else {
            assertTrue(about.localConflicts(4, new long[] {16, 16}, new long[] {16, 17}).multiplicity() >= 1);
        }
        assertThrows(IllegalArgumentException.class, () -> about.localConflicts(4, new long[2], new long[1]));
    }

    @DeviceTest
    void computesAlignmentAndOccupancy(Device device) {
        DeviceData data = DeviceRules.capability(9, 0);
        assertEquals(32, data.warpSize());
        DeviceRules rules = new DeviceRules(data);
        Occupancy occupancy = rules.occupancy(256, 0, 32);
        assertEquals(8, occupancy.tbPerMp());
        assertEquals(1_000_000, occupancy.occupancyPpm());
        assertEquals(0, rules.align(100, 4) % rules.alignBytes(4));
        assertEquals(rules.alignBytes(4), 4 * rules.alignWords(4));
        assertTrue(rules.alignElements(100, 4) >= 100);
        assertEquals(4, DeviceRules.textureChannels(3));
        assertTrue(device.data().maxThreads() > 0);
    }

    @Test
    void cacheKeepsTheFirstValue() {
        try (Cache<String> cache = Cache.create()) {
            assertEquals(Optional.empty(), cache.get(1, "key"));
            assertEquals("first", cache.put(1, "key", "first"));
            assertEquals("first", cache.put(1, "key", "second"));
            assertEquals("other", cache.put(2, "key", "other"));
            assertEquals(Optional.of("first"), cache.get(1, "key"));
            assertEquals(2, cache.count());
            assertEquals(1, cache.drop(1));
            assertEquals(Optional.empty(), cache.get(1, "key"));
            assertEquals(1, cache.clear());
        }
    }

    @Test
    void droppedValueIsUnreachable() throws InterruptedException {
        try (Cache<Object> cache = Cache.create()) {
            WeakReference<Object> gone = new WeakReference<>(cache.put(1, "key", new Object()));
            cache.drop(1);
            Garbage.await(() -> gone.get() == null);
        }
    }

    @DeviceTest
    void entriesOfAContextGoWithIt(Device device) throws InterruptedException {
        assumeTrue(device.info().openclVersion() >= 300);
        try (Cache<String> cache = Cache.create()) {
            try (Context context = device.createContext()) {
                cache.watch(context);
                cache.put(context.handle(), "key", "value");
                assertEquals(1, cache.count());
            }
            Garbage.await(() -> cache.count() == 0); // a thread of the driver may drop the entry
        }
    }
}
