// A pool, and a kernel that works on a block of its memory.
import io.clmem.*;
import java.util.Set;
import java.util.stream.IntStream;

class PoolAndKernel {
    static final int COUNT = 1000;
    static final String SOURCE = "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }";

    static void aKernelWorksOnABlock(Context context, Pool pool, CommandQueue queue) {
        int[] numbers = IntStream.range(0, COUNT).toArray();
        try (Program program = Program.built(context, SOURCE, null);
                Kernel twice = program.kernel("twice"); // keeps its arguments until it is closed
                DeviceBuffer block = pool.allocate(queue, 4L * COUNT)) { // for commands in `queue`
            Transfer.of(Place.ofArray(numbers), Place.of(block)).run(queue); // waits
            twice.set(0, block).run(queue, Launch.of(COUNT));
            Transfer.of(Place.of(block), Place.ofArray(numbers)).run(queue);
        } // closing the block returns it to the pool
        System.out.printf(
                "doubled on the device: %d %d %d ... %d%n", numbers[0], numbers[1], numbers[2], numbers[COUNT - 1]);
    }

    /** A closed block serves the next request without a driver call. */
    static void blocksComeAgain(Pool pool, CommandQueue queue) {
        for (int turn = 0; turn < 10; turn++) {
            pool.allocate(queue, 4L * COUNT).close();
        }
        Statistics now = pool.statistics();
        System.out.printf(
                "%d blocks were served by %d allocation of the driver%n", now.allocations(), now.driverAllocations());
        System.out.printf("%d blocks are in use%n", now.activeBlocks());
    }

    public static void main(String[] arguments) {
        Device device = Device.choose(); // CLMEM_DEVICE, or the first device that works
        try (Context context = device.createContext();
                CommandQueue queue = context.createQueue(device);
                Provider provider = Provider.immediate(queue, Set.of()); // where slabs come from
                Pool pool = Pool.create(provider)) { // splits slabs into blocks
            aKernelWorksOnABlock(context, pool, queue);
            blocksComeAgain(pool, queue);
        }
    }
}
