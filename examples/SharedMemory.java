// Memory with addresses: the program of docs/svm.md in Java.
import io.clmem.*;
import java.nio.IntBuffer;
import java.util.Set;
import java.util.stream.IntStream;

class SharedMemory {
    static final int COUNT = 1024;
    static final String SOURCE =
            """
            struct list { global int *first; };
            kernel void count_up(global const struct list *all) {
                all->first[get_global_id(0)] = get_global_id(0);
            }
            """;

    /** Reads after the queue's earlier commands. */
    static int lastNumber(Svm memory, CommandQueue queue) {
        int[] number = new int[1];
        Transfer.of(Place.of(memory).offset(4 * (COUNT - 1)), Place.ofArray(number)).run(queue);
        return number[0];
    }

    /** The host reads and writes it while it is mapped. */
    static void coarseGrain(Context context, CommandQueue queue) {
        try (Svm numbers = Svm.allocate(context, Set.of(), 4L * COUNT, 0, queue)) {
            try (Mapping mapping = numbers.map(queue, Set.of(MapFlag.WRITE))) {
                mapping.bytes().asIntBuffer().put(IntStream.range(0, COUNT).toArray());
            } // the queue's next commands see the numbers
            try (Mapping mapping = numbers.map(queue, Set.of(MapFlag.READ))) {
                IntBuffer seen = mapping.bytes().asIntBuffer();
                int sum = IntStream.range(0, COUNT).map(seen::get).sum();
                System.out.println("coarse-grain: " + sum + " is the sum of the host's numbers");
            }
        }
    }

    /** No map, but no running command either. */
    static void fineGrain(Context context, CommandQueue queue) {
        try (Svm shared = Svm.allocate(context, Set.of(MemoryFlag.SVM_FINE_GRAIN_BUFFER), 4L * COUNT, 0, queue)) {
            shared.fill(queue, 7);
            queue.finish();
            int last = shared.bytes().asIntBuffer().get(COUNT - 1);
            System.out.println("fine-grain: " + last + " is the last number");
        }
    }

    /** A block belongs to a queue, and moves to another after the first queue's commands. */
    static void aPoolOfIt(Context context, CommandQueue queue, CommandQueue other) {
        try (Provider provider = Provider.svm(context, Set.of());
                Pool pool = Pool.create(provider, PoolOptions.builder().queue(queue).build())) {
            Svm block = pool.allocateSvm(4L * COUNT);
            if (pool.offsetOf(block.pointer() + 100) != 100) { // finds the block of any address
                throw new AssertionError("the address is another block's");
            }
            block.fill(queue, 3);
            block.bind(other); // `other` waits for the commands in `queue`
            int last = lastNumber(block, other);
            System.out.println("a pool: " + last + " is the last number that the other queue sees");
            try (Event released = block.enqueueClose(null)) { // when `other` gets there
                released.await();
            }
        }
    }

    static void pointersInMemory(Context context, CommandQueue queue) {
        try (Program program = Program.built(context, SOURCE, null);
                Kernel kernel = program.kernel("count_up");
                Svm numbers = Svm.allocate(context, Set.of(), 4L * COUNT, 0, queue);
                Svm list = Svm.allocate(context, Set.of(), 8, 0, queue)) {
            try (Mapping mapping = list.map(queue, Set.of(MapFlag.WRITE))) {
                mapping.bytes().putLong(0, numbers.pointer()); // a pointer inside the kernel's argument
            }
            kernel.set(0, list).useSvm(numbers); // name the memory behind pointers
            kernel.run(queue, Launch.of(COUNT));
            int last = lastNumber(numbers, queue);
            System.out.println("pointers in memory: " + last + " is the last number that the kernel wrote");
        }
    }

    static void memoryOfOthers(Context context, CommandQueue queue, long address) {
        try (Svm tag = Svm.wrap(context, address, 4L * COUNT, Set.of())) { // owns nothing
            tag.fill(queue, 1);
            System.out.println("memory of others: " + lastNumber(tag, queue) + " is the last number");
            tag.asBuffer(context, Set.of(MemoryFlag.READ_WRITE)).close(); // for commands that take no address
        }
    }

    public static void main(String[] arguments) {
        Device device = Device.choose();
        Set<DeviceFeature> features = device.info().features(); // also SVM_FINE, SVM_SYSTEM, USM
        if (!features.contains(DeviceFeature.SVM_COARSE)) {
            System.out.println("the device has no shared virtual memory");
            return;
        }
        try (Context context = device.createContext();
                CommandQueue queue = context.createQueue(device);
                CommandQueue other = context.createQueue(device);
                Svm yours = Svm.allocate(context, Set.of(), 4L * COUNT, 0, null)) {
            coarseGrain(context, queue);
            if (features.contains(DeviceFeature.SVM_FINE)) {
                fineGrain(context, queue);
            } else {
                System.out.println("fine-grain: the device has none");
            }
            aPoolOfIt(context, queue, other);
            pointersInMemory(context, queue);
            memoryOfOthers(context, queue, yours.pointer());
            queue.finish();
        }
    }
}
