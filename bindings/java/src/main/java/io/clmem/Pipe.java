package io.clmem;

import java.util.Set;

/** A pipe: packets from one kernel to another (OpenCL 3.0, section 5.4). */
public final class Pipe extends Memory {
    Pipe(long handle) {
        super(handle, Native::clmem_pipe_release);
    }

    /**
     * Makes a pipe.
     *
     * @param context where
     * @param flags how it is used; none: {@link MemoryFlag#READ_WRITE} and {@link MemoryFlag#HOST_NO_ACCESS}
     * @param packetBytes size of a packet
     * @param maxPackets how many it holds
     * @return the pipe, to be closed
     */
    public static Pipe create(Context context, Set<MemoryFlag> flags, int packetBytes, int maxPackets) {
        return new Pipe(make((uses, out) ->
                Native.clmem_pipe_create(uses.of(context), Codes.bits(flags), packetBytes, maxPackets, 0, null, out)));
    }

    /**
     * Describes the pipe.
     *
     * @return the size of its packets, and how many it holds
     */
    public PipeInfo info() {
        try (Uses uses = new Uses()) {
            Structs.PipeInfo info = new Structs.PipeInfo();
            Native.clmem_pipe_describe(uses.of(this), info.bytes);
            return PipeInfo.of(info);
        }
    }

    /**
     * Asks OpenCL for one property ({@code clGetPipeInfo}).
     *
     * @param property {@code CL_PIPE_PACKET_SIZE}, ...
     * @return the value, in OpenCL's own form
     */
    public byte[] queryPipe(int property) {
        return query(this, (handle, capacity, value, size) -> Native.clmem_pipe_query(handle, property, capacity, value, size));
    }
}
