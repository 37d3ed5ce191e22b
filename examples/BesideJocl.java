// clmem and JOCL in one program: each takes the other's objects by their addresses. JOCL reveals an object's address, but
// accepts none: the program sets it by reflection.
import io.clmem.*;
import java.util.Set;
import org.jocl.CL;
import org.jocl.NativePointerObject;
import org.jocl.Pointer;
import org.jocl.Sizeof;
import org.jocl.cl_command_queue;
import org.jocl.cl_context;
import org.jocl.cl_device_id;
import org.jocl.cl_mem;
import org.jocl.cl_platform_id;

class BesideJocl {
    @SuppressWarnings("deprecation")
    public static void main(String[] arguments) throws ReflectiveOperationException {
        CL.setExceptionsEnabled(true);
        cl_platform_id[] platforms = new cl_platform_id[1];
        cl_device_id[] devices = new cl_device_id[1];
        CL.clGetPlatformIDs(1, platforms, null);
        CL.clGetDeviceIDs(platforms[0], CL.CL_DEVICE_TYPE_ALL, 1, devices, null);
        cl_context theirContext = CL.clCreateContext(null, 1, devices, null, null, null);
        cl_command_queue theirQueue = CL.clCreateCommandQueue(theirContext, devices[0], 0, null);

        // JOCL's context and queue: clmem retains both, and JOCL keeps its references.
        CL.clRetainContext(theirContext);
        CL.clRetainCommandQueue(theirQueue);
        try (Context context = Context.owning(theirContext.getNativePointer());
                CommandQueue queue = CommandQueue.owning(theirQueue.getNativePointer());
                Provider provider = Provider.buffers(context, Set.of());
                Pool pool = Pool.create(provider);
                DeviceBuffer block = pool.allocate(queue, 16)) {
            // clmem's block in a JOCL command.
            cl_mem ours = object(new cl_mem(), block.mem());
            CL.clEnqueueWriteBuffer(theirQueue, ours, true, 0, 16, Pointer.to(new int[] {1, 2, 3, 4}), 0, null, null);
            int[] seen = new int[4];
            Transfer.of(Place.of(block), Place.ofArray(seen)).run(queue);

            // JOCL's buffer in a clmem command.
            cl_mem mem = CL.clCreateBuffer(theirContext, CL.CL_MEM_READ_WRITE, 4L * Sizeof.cl_int, null, null);
            try (Memory theirs = Memory.of(mem.getNativePointer(), false)) {
                Transfer.of(Place.of(block), Place.of(theirs)).run(queue);
                int[] back = new int[4];
                CL.clEnqueueReadBuffer(theirQueue, mem, true, 0, 16, Pointer.to(back), 0, null, null);
                System.out.println(seen[0] + seen[1] + seen[2] + seen[3] + " there, " + (back[0] + back[3]) + " back");
            }
        }
        CL.clReleaseCommandQueue(theirQueue);
        CL.clReleaseContext(theirContext);
    }

    /** A JOCL object for an existing OpenCL object. */
    static <T extends NativePointerObject> T object(T empty, long address) throws ReflectiveOperationException {
        var field = NativePointerObject.class.getDeclaredField("nativePointer");
        field.setAccessible(true);
        field.setLong(empty, address);
        return empty;
    }
}
