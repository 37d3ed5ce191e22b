// One pool, two queues: what docs/queue-order.md tells, in Java.
import io.clmem.*;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

class QueueOrder {
    static final int MIB = 1 << 20;

    static byte[] pattern(int value) {
        return ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array();
    }

    public static void main(String[] arguments) {
        Device device = Device.choose();
        try (Context context = device.createContext();
                Queue compute = context.createQueue(device);
                Queue copies = context.createQueue(device);
                Provider provider = Provider.immediate(compute, Set.of());
                Pool pool = Pool.create(provider)) {
            // A block may be closed while commands use it: nobody gets its memory before they are done, on whatever queue.
            for (int turn = 0; turn < 10; turn++) {
                Buffer block = pool.allocate(compute, MIB);
                block.fill(compute, pattern(turn)).close();
                block.close();

                Buffer other = pool.allocate(compute, MIB); // often the same memory
                int[] result = new int[MIB / 4];
                try (Event written = other.fill(compute, pattern(100 + turn))) {
                    // That the copy uses it, the pool hears by itself.
                    Transfer.of(Place.of(other), Place.ofArray(result)).run(copies, written);
                }
                other.close();
                for (int number : result) {
                    if (number != 100 + turn) {
                        throw new AssertionError("the memory was somebody else's already");
                    }
                }
            }
            Statistics now = pool.statistics();
            System.out.println(now.activeBlocks() + " blocks in use, " + now.managedBytes() / MIB + " MiB held for "
                    + now.heldBlocks() + " that were");
        }
    }
}
