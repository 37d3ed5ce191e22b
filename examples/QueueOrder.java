// One pool, two queues: the program of docs/queue-order.md in Java.
import io.clmem.*;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

class QueueOrder {
    static final int MIB = 1 << 20;

    static byte[] pattern(int value) {
        return ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array();
    }

    static int lastNumber(CommandQueue queue, DeviceBuffer block) {
        int[] number = new int[1];
        Transfer.of(Place.of(block).offset(MIB - 4), Place.ofArray(number)).run(queue);
        return number[0];
    }

    static void blocksBelongToQueues(Pool pool, CommandQueue compute, CommandQueue copies) {
        DeviceBuffer a = pool.allocate(compute, MIB); // for commands in `compute`, at once
        a.fill(compute, 7);
        a.close(); // the command may still be running
        try (DeviceBuffer b = pool.allocate(copies, MIB)) { // never memory that `compute` is still writing
            b.fill(copies, 8);
            System.out.println("in turn: the second queue's block holds " + lastNumber(copies, b));
        }
    }

    static void aSecondQueueUsesABlock(Pool pool, CommandQueue compute, CommandQueue copies) {
        try (DeviceBuffer block = pool.allocate(compute, MIB);
                Event written = block.enqueueFill(compute, pattern(7))) {
            compute.flush(); // OpenCL requires it before another queue waits
            pool.recordUse(block, copies); // for commands of other libraries; clmem's own do this for you
            block.fill(copies, 9, written); // you order the queues' commands
            System.out.println("both: the second queue made " + lastNumber(copies, block) + " of it");
        } // reused only when both queues have finished with it
    }

    static void aBlockIsFreeAfterEvents(Pool pool, CommandQueue compute, CommandQueue copies) {
        DeviceBuffer block = pool.allocate(compute, MIB);
        try (Event written = block.enqueueFill(compute, pattern(7))) {
            compute.flush();
            try (Event copied = block.enqueueFill(copies, pattern(9), written)) {
                copies.flush();
                block.closeAfter(copied); // the pool retains the event
            }
        }
        System.out.println("after events: " + pool.statistics().activeBlocks() + " blocks are in use");
    }

    public static void main(String[] arguments) {
        Device device = Device.choose();
        try (Context context = device.createContext();
                CommandQueue compute = context.createQueue(device);
                CommandQueue copies = context.createQueue(device);
                Provider provider = Provider.immediate(compute, Set.of());
                Pool pool = Pool.create(provider)) {
            blocksBelongToQueues(pool, compute, copies);
            aSecondQueueUsesABlock(pool, compute, copies);
            aBlockIsFreeAfterEvents(pool, compute, copies);

            // What it has cost. Markers and barriers depend on the device's timing.
            Statistics now = pool.statistics();
            System.out.printf(
                    "the pool served %d queues, and the host waited %d times%n", now.queues(), now.hostWaits());
            pool.forgetQueue(copies); // before a queue ends: the pool releases its reference
        }
    }
}
