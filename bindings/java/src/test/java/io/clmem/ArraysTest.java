package io.clmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.clmem.junit.DeviceTest;
import java.lang.management.ManagementFactory;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** Transfers from and to arrays, and from and to buffers of every element type. */
class ArraysTest {
    private static void copy(CommandQueue queue, Place from, Place to) {
        Transfer.of(from, to).run(queue);
    }

    @DeviceTest
    void copiesArraysOfEveryType(Pool pool, CommandQueue queue) {
        byte[] bytes = {1, 2, 3, 4, 5, 6, 7, 8};
        short[] shorts = {1, 2, 3, 4};
        int[] ints = {1, -2};
        long[] longs = {1L << 40};
        float[] floats = {0.5f, 2};
        double[] doubles = {0.1};
        Object[][] copies = {
            {bytes, new byte[8]}, {shorts, new short[4]}, {ints, new int[2]},
            {longs, new long[1]}, {floats, new float[2]}, {doubles, new double[1]}
        };
        Place[][] places = {
            {Place.ofArray(bytes), Place.ofArray((byte[]) copies[0][1])},
            {Place.ofArray(shorts), Place.ofArray((short[]) copies[1][1])},
            {Place.ofArray(ints), Place.ofArray((int[]) copies[2][1])},
            {Place.ofArray(longs), Place.ofArray((long[]) copies[3][1])},
            {Place.ofArray(floats), Place.ofArray((float[]) copies[4][1])},
            {Place.ofArray(doubles), Place.ofArray((double[]) copies[5][1])}
        };
        for (int i = 0; i < places.length; i++) {
            try (DeviceBuffer block = pool.allocate(queue, 8)) {
                copy(queue, places[i][0], Place.of(block));
                copy(queue, Place.of(block), places[i][1]);
                assertTrue(Objects.deepEquals(copies[i][0], copies[i][1]), copies[i][0].getClass().getName());
            }
        }
    }

    @DeviceTest
    void copiesRangesOfArraysOfEveryType(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 8)) {
            block.fill(queue, new byte[] {0});
            byte[] bytes = new byte[9];
            copy(queue, Place.ofArray(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 1, 8), Place.of(block));
            copy(queue, Place.of(block), Place.ofArray(bytes, 1, 8));
            assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8}, bytes);
            short[] shorts = new short[3];
            copy(queue, Place.ofArray(new short[] {7, 8, 9}, 1, 1), Place.of(block));
            copy(queue, Place.of(block), Place.ofArray(shorts, 2, 1));
            assertArrayEquals(new short[] {0, 0, 8}, shorts);
            int[] ints = new int[3];
            copy(queue, Place.ofArray(new int[] {7, 8, 9}, 1, 2), Place.of(block));
            copy(queue, Place.of(block), Place.ofArray(ints, 0, 2));
            assertArrayEquals(new int[] {8, 9, 0}, ints);
            long[] longs = new long[2];
            copy(queue, Place.ofArray(new long[] {7, 8}, 1, 1), Place.of(block));
            copy(queue, Place.of(block), Place.ofArray(longs, 1, 1));
            assertArrayEquals(new long[] {0, 8}, longs);
            float[] floats = new float[3];
            copy(queue, Place.ofArray(new float[] {7, 8, 9}, 1, 2), Place.of(block));
            copy(queue, Place.of(block), Place.ofArray(floats, 1, 2));
            assertArrayEquals(new float[] {0, 8, 9}, floats);
            double[] doubles = new double[2];
            copy(queue, Place.ofArray(new double[] {7, 8}, 1, 1), Place.of(block));
            copy(queue, Place.of(block), Place.ofArray(doubles, 1, 1));
            assertArrayEquals(new double[] {0, 8}, doubles);
            assertThrows(IndexOutOfBoundsException.class, () -> Place.ofArray(new int[3], 2, 2));
            assertThrows(IndexOutOfBoundsException.class, () -> Place.ofArray(new int[3], -1, 1));
        }
    }

    /** Ranges may begin and end within elements, and may take several pieces. */
    @DeviceTest
    void copiesAnyRangeOfBytes(Pool pool, CommandQueue queue) {
        int count = Staging.PIECE / 4 * 2 + 1000;
        int[] numbers = IntStream.range(0, count).toArray();
        ByteBuffer expected = ByteBuffer.allocate(4 * count).order(ByteOrder.nativeOrder());
        expected.asIntBuffer().put(numbers);
        int[][] ranges = {
            {0, 4 * count}, {1, 2}, {3, 4}, {5, 8 << 10}, {Staging.PIECE - 3, 6}, {2, 4 * count - 3}, {7, 0}
        };
        try (DeviceBuffer block = pool.allocate(queue, 4L * count)) {
            copy(queue, Place.ofArray(numbers), Place.of(block));
            for (int[] range : ranges) {
                int begin = range[0];
                int bytes = range[1];
                Place inBlock = Place.of(block).offset(begin);
                int[] back = new int[count];
                Transfer.of(inBlock, Place.ofArray(back).offset(begin)).bytes(bytes).run(queue);
                ByteBuffer is = ByteBuffer.allocate(4 * count).order(ByteOrder.nativeOrder());
                is.asIntBuffer().put(back);
                assertEquals(expected.slice(begin, bytes), is.slice(begin, bytes));
                assertEquals(ByteBuffer.allocate(begin), is.slice(0, begin), "bytes before the range must not change");
                int rest = 4 * count - begin - bytes;
                ByteBuffer behind = is.slice(begin + bytes, rest);
                assertEquals(ByteBuffer.allocate(rest), behind, "bytes after the range must not change");
                block.fill(queue, new byte[1]);
                Transfer.of(Place.ofArray(numbers).offset(begin), inBlock).bytes(bytes).run(queue);
                byte[] all = new byte[4 * count];
                copy(queue, Place.of(block), Place.ofArray(all));
                assertEquals(expected.slice(begin, bytes), ByteBuffer.wrap(all, begin, bytes));
                assertEquals(ByteBuffer.allocate(rest), ByteBuffer.wrap(all, begin + bytes, rest));
                copy(queue, Place.ofArray(numbers), Place.of(block));
            }
        }
    }

    @DeviceTest
    void rectangleLeavesTheRestOfTheArray(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 64)) {
            copy(queue, Place.ofArray(IntStream.range(0, 16).toArray()), Place.of(block));
            int[] window = IntStream.range(100, 120).toArray();
            Place from = Place.of(block).origin(4, 1, 0).pitches(16, 0);
            Place to = Place.ofArray(window).offset(4).origin(4, 1, 0).pitches(20, 0);
            Transfer.of(from, to).region(8, 2, 1).run(queue);
            int[] expected = IntStream.range(100, 120).toArray();
            System.arraycopy(new int[] {5, 6}, 0, expected, 7, 2);
            System.arraycopy(new int[] {9, 10}, 0, expected, 12, 2);
            assertArrayEquals(expected, window);
            for (Transfer wrong : List.of(
                    Transfer.of(Place.of(block), Place.ofArray(window)).region(8, 40, 1),
                    Transfer.of(Place.of(block), Place.ofArray(window)).bytes(68),
                    Transfer.of(Place.of(block).offset(65), Place.ofArray(window)),
                    Transfer.of(Place.ofArray(window).offset(81), Place.of(block)))) {
                assertThrows(ClmemException.class, () -> wrong.run(queue));
            }
        }
    }

    @DeviceTest
    void copiesBuffersOfEveryType(Pool pool, CommandQueue queue) {
        ByteBuffer direct = CommandsTest.direct(16);
        List<Buffer> views = List.of(
                direct.slice(8, 8),
                direct.slice().order(ByteOrder.nativeOrder()).asShortBuffer().position(4),
                direct.asCharBuffer().position(4),
                direct.asIntBuffer().position(2),
                direct.asLongBuffer().position(1),
                direct.asFloatBuffer().position(2),
                direct.asDoubleBuffer().position(1));
        List<Buffer> onHeap = List.of(
                ByteBuffer.allocate(8),
                ShortBuffer.allocate(4),
                CharBuffer.allocate(4),
                IntBuffer.allocate(2),
                LongBuffer.allocate(1),
                FloatBuffer.allocate(2),
                DoubleBuffer.allocate(1));
        try (DeviceBuffer block = pool.allocate(queue, 8)) {
            long expected = 0x4000_0000_3f80_0000L; // 1f, 2f
            for (int i = 0; i < views.size(); i++) {
                direct.putLong(8, expected + i);
                copy(queue, Place.of(views.get(i)), Place.of(block));
                direct.putLong(8, 0);
                copy(queue, Place.of(block), Place.of(onHeap.get(i)));
                block.fill(queue, new byte[1]);
                copy(queue, Place.of(onHeap.get(i)), Place.of(block));
                Transfer.of(Place.of(block), Place.of(views.get(i))).enqueue(queue).await();
                assertEquals(expected + i, direct.getLong(8), views.get(i).getClass().getSimpleName());
                assertEquals(0, direct.getLong(0));
            }
            copy(queue, Place.of(FloatBuffer.wrap(new float[] {0, 1, 2, 3}, 1, 2).slice()), Place.of(block));
            float[] numbers = new float[2];
            copy(queue, Place.of(block), Place.ofArray(numbers));
            assertArrayEquals(new float[] {1, 2}, numbers);
            ByteBuffer readOnly = ByteBuffer.wrap(new byte[] {9, 0, 0, 0, 0, 0, 0, 0}).asReadOnlyBuffer();
            copy(queue, Place.of(readOnly), Place.of(block));
            assertEquals(9, CommandsTest.read(queue, block)[0]);
            IntBuffer swapped = ByteBuffer.allocateDirect(8).order(ByteOrder.BIG_ENDIAN).asIntBuffer();
            assertThrows(IllegalArgumentException.class, () -> Place.of(swapped));
            IntBuffer viewOfHeap = ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).asIntBuffer();
            assertThrows(IllegalArgumentException.class, () -> Place.of(viewOfHeap));
            Transfer fromHeap = Transfer.of(Place.of(onHeap.get(3)), Place.of(block));
            assertThrows(IllegalArgumentException.class, () -> fromHeap.enqueue(queue));
        }
    }

    /** Returns how many bytes a thousand calls allocate on the heap, once the VM has compiled the call. */
    private static long allocated(Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 20_000; i++) {
            call.run();
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1000; i++) {
            call.run();
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @DeviceTest
    void settingArgumentsAllocatesNothing(Context context) {
        String source = "kernel void k(int i, long l, float f, float4 v, local int *s, global int *a) {}";
        try (Program program = Program.built(context, source, null);
                Kernel kernel = program.kernel("k");
                DeviceBuffer buffer = DeviceBuffer.create(context, Set.of(), 64)) {
            ByteBuffer vector = ByteBuffer.allocate(16);
            long bytes = allocated(() -> {
                kernel.set(0, 1).set(1, 2L).set(2, 3f).set(3, vector).setLocal(4, 64).set(5, buffer).setNull(5);
            });
            assertTrue(bytes < 1000, bytes + " bytes for a thousand of each"); // the measurement itself allocates some
        }
    }

    /** Copying a small range of a large array must not allocate direct memory for the whole array. */
    @DeviceTest
    void smallRangeNeedsNoCopyOfTheArray(Pool pool, CommandQueue queue) {
        int[] large = new int[1 << 20];
        try (DeviceBuffer block = pool.allocate(queue, 1024)) {
            Transfer.of(Place.ofArray(large), Place.of(block)).bytes(1024).run(queue);
            long direct = directMemory();
            for (int i = 0; i < 10; i++) {
                Transfer.of(Place.ofArray(large).offset(4L * i), Place.of(block)).bytes(1024).run(queue);
                Transfer.of(Place.of(block), Place.ofArray(large, 256 * i, 256)).run(queue);
            }
            assertEquals(direct, directMemory());
        }
    }

    private static long directMemory() {
        return ManagementFactory.getPlatformMXBeans(java.lang.management.BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(java.lang.management.BufferPoolMXBean::getTotalCapacity)
                .sum();
    }
}
