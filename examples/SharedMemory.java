// Memory with addresses: what docs/svm.md tells, in Java.
import io.clmem.*;
import java.nio.IntBuffer;
import java.util.Set;
import java.util.stream.IntStream;

class SharedMemory {
    static final int COUNT = 1024;

    static void require(boolean isTrue) {
        if (!isTrue) {
            throw new AssertionError("the numbers are not what they were");
        }
    }

    public static void main(String[] arguments) {
        Device device = Device.choose();
        Set<DeviceFeature> features = device.info().features();
        if (!features.contains(DeviceFeature.SVM_COARSE)) {
            System.out.println("the device has no shared virtual memory");
            return;
        }
        int[] counted = IntStream.range(0, COUNT).toArray();
        try (Context context = device.createContext();
                Queue queue = context.createQueue(device);
                Queue other = context.createQueue(device);
                Svm numbers = Svm.allocate(context, Set.of(), 4L * COUNT, 0, queue)) {
            // Coarse-grain: the host reads and writes it while it is mapped.
            try (Mapping mapping = numbers.map(queue, Set.of(MapFlag.READ, MapFlag.WRITE))) {
                mapping.bytes().asIntBuffer().put(counted);
            }

            // Fine-grain: no map, but no command at work either.
            if (features.contains(DeviceFeature.SVM_FINE)) {
                try (Svm shared = Svm.allocate(context, Set.of(MemoryFlag.SVM_FINE_GRAIN_BUFFER), 4L * COUNT, 0, null);
                        Event filled = shared.fill(queue, new byte[] {7, 0, 0, 0})) {
                    filled.await();
                    require(shared.bytes().getInt(4 * (COUNT - 1)) == 7);
                }
            }

            // A pool of it: blocks belong to a queue, and move to another behind what the first one has to do.
            try (Provider provider = Provider.svm(context, Set.of());
                    Pool pool = Pool.create(provider, PoolOptions.builder().queue(queue).build())) {
                Svm block = pool.allocateSvm(4L * COUNT);
                Transfer.of(Place.ofArray(counted), Place.of(block)).run(queue);
                block.bind(other);
                int[] back = new int[COUNT];
                Transfer.of(Place.of(block), Place.ofArray(back)).run(other);
                block.closeEnqueued(null).close();
                require(java.util.Arrays.equals(counted, back));
            }

            try (Mapping mapping = numbers.map(queue, Set.of(MapFlag.READ))) {
                IntBuffer seen = mapping.bytes().asIntBuffer();
                long sum = IntStream.range(0, COUNT).mapToLong(seen::get).sum();
                System.out.println(sum + " is the sum of " + COUNT + " numbers that the host and the device share");
            }
        }
    }
}
