// Transfers and maps: the program of docs/transfers-and-maps.md in Java.
import io.clmem.*;
import java.util.Set;
import java.util.stream.IntStream;

class TransfersAndMaps {
    static final int WIDTH = 64;
    static final int HEIGHT = 48;

    static void copy(CommandQueue queue, Place from, Place to) {
        Transfer.of(from, to).run(queue);
    }

    public static void main(String[] arguments) {
        int[] numbers = IntStream.range(0, WIDTH * HEIGHT).toArray();
        int[] back = new int[numbers.length];
        long bytes = 4L * numbers.length;
        Device device = Device.choose();
        try (Context context = device.createContext();
                CommandQueue queue = context.createQueue(device);
                Provider provider = Provider.immediate(queue, Set.of());
                Pool pool = Pool.create(provider);
                DeviceBuffer block = pool.allocate(queue, bytes)) {
            // There and back; each copy waits unless its options say otherwise.
            copy(queue, Place.ofArray(numbers), Place.of(block));
            copy(queue, Place.of(block), Place.ofArray(back));
            System.out.println("there and back: " + back[back.length - 1] + " is the last number");

            // A window: bytes in the row, rows.
            int[] window = new int[8 * 8];
            Transfer.of(Place.of(block).origin(16 * 4, 10, 0).pitches(WIDTH * 4, 0), Place.ofArray(window))
                    .region(8 * 4, 8, 1)
                    .run(queue);
            System.out.println("a window: its corners are " + window[0] + " and " + window[63]);

            // Without waiting: memory closed meanwhile is not reused before the copy is complete.
            DeviceBuffer copy = pool.allocate(queue, bytes);
            try (Event copied = Transfer.of(Place.of(block), Place.of(copy)).enqueue(queue)) {
                copy.close();
                copied.await();
            }
            System.out.println("without waiting: " + bytes + " bytes were copied");

            // A copy beyond the end of either side is refused, and changes nothing.
            try {
                Transfer.of(Place.ofArray(new int[numbers.length + 1]), Place.of(block)).bytes(bytes + 4).run(queue);
                throw new AssertionError("a copy passed the block's end");
            } catch (ClmemException error) {
                System.out.println("refused: a copy that would pass the end");
            }

            // A map shows memory as a buffer of bytes; commands see the changes after it is unmapped.
            try (Mapping mapping = block.map(queue, Set.of(MapFlag.READ, MapFlag.WRITE))) {
                mapping.bytes().putInt(0, 7);
            }
            copy(queue, Place.of(block), Place.ofArray(back));
            System.out.println("a map: the first number is " + back[0]);

            // Page-locked memory is copied at full speed, whatever its size.
            try (Provider locked = Provider.pinned(queue, Set.of());
                    Pool lockedPool = Pool.create(locked);
                    Svm pinned = lockedPool.allocateSvm(bytes)) {
                pinned.bytes().asIntBuffer().put(numbers);
                copy(queue, Place.of(pinned), Place.of(block));
                copy(queue, Place.of(block), Place.ofArray(back));
            }
            System.out.println("page-locked: " + IntStream.of(back).sum() + " is the sum of all numbers");
        }
    }
}
