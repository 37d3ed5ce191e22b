// Handles and errors: the program of docs/handles-and-errors.md in Java.
import io.clmem.*;
import java.util.List;
import java.util.Set;

class Handles {
    public static void main(String[] arguments) {
        Device device = Device.choose();
        try (Context context = device.createContext();
                CommandQueue queue = context.createQueue(device);
                Provider provider = Provider.immediate(queue, Set.of())) {
            Pool pool = Pool.create(provider);

            // A failure says what happened and what to do.
            try {
                pool.allocate(queue, 1L << 50);
            } catch (OutOfMemoryException error) {
                System.out.println(error.getMessage() + " (OpenCL's code: " + error.openclCode() + ")");
            }

            // A closed object cannot be used, however long ago it was closed. A second close does nothing.
            DeviceBuffer gone = pool.allocate(queue, 1000);
            gone.close();
            gone.close();
            for (Runnable use : List.<Runnable>of(gone::mem, gone::size, () -> gone.enqueueFill(queue, new byte[1]))) {
                try {
                    use.run();
                    throw new AssertionError("the closed block was taken");
                } catch (ClosedException error) {
                    System.out.println(error.getMessage());
                }
            }

            // Children keep their parents alive, so the order of releases does not matter.
            DeviceBuffer block = pool.allocate(queue, 1 << 16);
            DeviceBuffer part = block.slice(0, 1 << 12);
            pool.close();
            block.close();
            try (part; Event filled = part.enqueueFill(queue, new byte[] {1})) {
                filled.await();
            }

            // clmem takes OpenCL's objects and returns them.
            try (DeviceBuffer buffer = DeviceBuffer.create(context, Set.of(MemoryFlag.READ_WRITE), 4096);
                    Memory yours = Memory.of(buffer.mem(), true)) { // retains the same cl_mem
                if (!yours.isSameAs(buffer) || yours.memoryInfo().bytes() != 4096) {
                    throw new AssertionError("another buffer came back");
                }
            }
        }
    }
}
