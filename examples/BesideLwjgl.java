// clmem and LWJGL in one program: each takes the other's objects by their addresses.
import io.clmem.*;
import java.util.Set;
import org.lwjgl.opencl.CL10;
import org.lwjgl.system.MemoryStack;

class BesideLwjgl {
    public static void main(String[] arguments) {
        Device device = Device.choose();
        try (MemoryStack stack = MemoryStack.stackPush()) {
            // LWJGL's context and queue: clmem retains both, and LWJGL keeps its references.
            long contextHandle = CL10.clCreateContext(
                    stack.pointers(CL10.CL_CONTEXT_PLATFORM, platform(device, stack), 0), stack.pointers(device.handle()), null, 0, (int[]) null);
            long queueHandle = CL10.clCreateCommandQueue(contextHandle, device.handle(), 0, (int[]) null);
            CL10.clRetainContext(contextHandle);
            CL10.clRetainCommandQueue(queueHandle);
            try (Context context = Context.owning(contextHandle);
                    CommandQueue queue = CommandQueue.owning(queueHandle);
                    Provider provider = Provider.buffers(context, Set.of());
                    Pool pool = Pool.create(provider);
                    DeviceBuffer block = pool.allocate(queue, 16)) {
                // clmem's block in an LWJGL command.
                CL10.clEnqueueWriteBuffer(queueHandle, block.mem(), true, 0, new int[] {1, 2, 3, 4}, null, null);
                int[] seen = new int[4];
                Transfer.of(Place.of(block), Place.ofArray(seen)).run(queue);

                // LWJGL's buffer in a clmem command.
                long mem = CL10.clCreateBuffer(contextHandle, CL10.CL_MEM_READ_WRITE, 16L, (java.nio.IntBuffer) null);
                try (Memory theirs = Memory.of(mem, false)) {
                    Transfer.of(Place.of(block), Place.of(theirs)).run(queue);
                    int[] back = new int[4];
                    CL10.clEnqueueReadBuffer(queueHandle, mem, true, 0, back, null, null);
                    System.out.println(seen[0] + seen[1] + seen[2] + seen[3] + " there, " + (back[0] + back[3]) + " back");
                }
            }
            CL10.clReleaseCommandQueue(queueHandle);
            CL10.clReleaseContext(contextHandle);
        }
    }

    static long platform(Device device, MemoryStack stack) {
        var platform = stack.mallocPointer(1);
        CL10.clGetDeviceInfo(device.handle(), CL10.CL_DEVICE_PLATFORM, platform, null);
        return platform.get(0);
    }
}
