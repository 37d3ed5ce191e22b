package io.clmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.clmem.junit.DeviceTest;
import java.util.Arrays;
import java.util.Set;

/** Copies, arrays, fills, maps and launches of no length succeed and change nothing. */
class ZeroLengthTest {
    private static final int[] NUMBERS = {1, 2, 3, 4};

    private static void assertKeepsItsNumbers(CommandQueue queue, DeviceBuffer block) {
        int[] numbers = new int[NUMBERS.length];
        Transfer.of(Place.of(block), Place.ofArray(numbers)).run(queue);
        assertArrayEquals(NUMBERS, numbers);
    }

    @DeviceTest
    void copiesDoNothing(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 16);
                DeviceBuffer other = pool.allocate(queue, 16)) {
            Transfer.of(Place.ofArray(NUMBERS), Place.of(block)).run(queue);
            other.fill(queue, new byte[1]);
            int[] untouched = {9, 9, 9, 9};
            for (Place to : new Place[] {Place.of(other), Place.ofArray(untouched)}) {
                Transfer.of(Place.of(block), to).bytes(0).run(queue);
                Transfer.of(Place.of(block), to).region(0, 0, 0).run(queue);
                Transfer.of(Place.of(block), to).region(4, 0, 1).run(queue);
            }
            Transfer.of(Place.of(other), Place.of(block)).bytes(0).enqueue(queue).await();
            assertArrayEquals(new int[] {9, 9, 9, 9}, untouched);
            assertKeepsItsNumbers(queue, block);
            int[] zeros = new int[4];
            Transfer.of(Place.of(other), Place.ofArray(zeros)).run(queue);
            assertEquals(0, Arrays.stream(zeros).sum());
        }
    }

    @DeviceTest
    void arraysWithoutElementsCopyNothing(Pool pool, CommandQueue queue) {
        try (DeviceBuffer block = pool.allocate(queue, 16)) {
            Transfer.of(Place.ofArray(NUMBERS), Place.of(block)).run(queue);
            Transfer.of(Place.ofArray(new int[0]), Place.of(block)).run(queue);
            Transfer.of(Place.of(block), Place.ofArray(new int[0])).run(queue);
            Transfer.of(Place.of(CommandsTest.direct(0)), Place.of(block)).enqueue(queue).await();
            assertKeepsItsNumbers(queue, block);
        }
    }

    @DeviceTest
    void fillsMapsAndLaunchesDoNothing(Context context, Pool pool, CommandQueue queue) {
        String source = "kernel void clear(global int *a) { a[get_global_id(0)] = 0; }";
        try (Program program = Program.built(context, source, "");
                Kernel kernel = program.kernel("clear");
                DeviceBuffer block = pool.allocate(queue, 16)) {
            Transfer.of(Place.ofArray(NUMBERS), Place.of(block)).run(queue);
            block.fill(queue, new byte[1], 0, 0);
            try (Mapping none = block.map(queue, Set.of(MapFlag.WRITE), 0, 0)) {
                assertFalse(none.isMapped());
            }
            kernel.set(0, block);
            kernel.run(queue, Launch.of(0));
            kernel.launch(queue, Launch.of(4, 0, 1)).await();
            assertKeepsItsNumbers(queue, block);
        }
    }

    @DeviceTest
    void fillsOfImagesDoNothing(Context context, CommandQueue queue, Device device) {
        if (!device.info().features().contains(DeviceFeature.IMAGE)) {
            return;
        }
        ImageDescription description = ImageDescription.of2d(ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8, 2, 2);
        try (Image image = Image.create(context, Set.of(), description)) {
            image.fill(queue, new double[] {7, 7, 7, 7});
            image.fill(queue, new double[4], new long[3], new long[] {2, 0, 1});
            byte[] pixels = new byte[16];
            Transfer.of(Place.of(image), Place.ofArray(pixels)).run(queue);
            byte[] sevens = new byte[16];
            Arrays.fill(sevens, (byte) 7);
            assertArrayEquals(sevens, pixels);
            long all = Clmem.ALL;
            image.fill(queue, new double[4], new long[] {0, 1, 0}, new long[] {all, all, all});
            Transfer.of(Place.of(image), Place.ofArray(pixels)).run(queue);
            Arrays.fill(sevens, 8, 16, (byte) 0);
            assertArrayEquals(sevens, pixels);
        }
    }
}
