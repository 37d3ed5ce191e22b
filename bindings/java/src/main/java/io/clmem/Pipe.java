package io.clmem;

import java.util.Set;

/** A pipe that passes packets from one kernel to another (OpenCL 3.0, section 5.4). */
public final class Pipe extends Memory {
    Pipe(long handle) {
        super(handle, Native::clmem_pipe_release);
    }

    /**
     * Creates a pipe.
     *
     * @param context the context to create it in
     * @param flags how kernels use it; if empty, {@link MemoryFlag#READ_WRITE} and {@link MemoryFlag#HOST_NO_ACCESS}
     * @param packetBytes the size of a packet in bytes
     * @param maxPackets the number of packets that the pipe can hold
     * @return the pipe; the caller must close it
     */
    public static Pipe create(Context context, Set<MemoryFlag> flags, int packetBytes, int maxPackets) {
        return new Pipe(make((uses, out) ->
                Native.clmem_pipe_create(uses.of(context), Codes.bits(flags), packetBytes, maxPackets, 0, null, out)));
    }

    /**
     * Describes the pipe.
     *
     * @return the size of its packets, and how many it can hold
     */
    public PipeInfo info() {
        try (Uses uses = new Uses()) {
            Structs.PipeInfo info = new Structs.PipeInfo();
            Native.clmem_pipe_describe(uses.of(this), info.bytes);
            return PipeInfo.of(info);
        }
    }

    /**
     * Queries a property of the pipe ({@code clGetPipeInfo}).
     *
     * @param property such as {@code CL_PIPE_PACKET_SIZE}
     * @return the value's bytes, as OpenCL returns them
     */
    public byte[] queryPipe(int property) {
        return query(this, (handle, capacity, value, size) ->
                Native.clmem_pipe_query(handle, property, capacity, value, size));
    }
}
