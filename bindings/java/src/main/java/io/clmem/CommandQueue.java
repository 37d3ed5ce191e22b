package io.clmem;

/** An OpenCL command queue (OpenCL 3.0, section 5.1). */
public final class CommandQueue extends OpenClObject {
    CommandQueue(long handle) {
        super(handle, CommandQueue::release);
    }

    private static void release(long handle) {
        Pending.forget(handle);
        Native.clmem_queue_release(handle);
    }

    /**
     * Wraps an OpenCL queue of the program or another library.
     *
     * @param handle its address, as {@code cl_command_queue}. This object takes over one reference: call
     *     {@code clRetainCommandQueue} first to keep yours.
     * @return the queue; the caller must close it
     */
    public static CommandQueue owning(long handle) {
        return new CommandQueue(handle);
    }

    /** Submits all commands to the device ({@code clFlush}). Call it before another queue waits for one of them. */
    public void flush() {
        try (Uses uses = new Uses()) {
            Native.clmem_queue_flush(uses.of(this));
        }
    }

    /** Waits until all of the queue's commands are complete. */
    public void finish() {
        try (Uses uses = new Uses()) {
            long handle = uses.of(this);
            Native.clmem_queue_finish(handle);
            Pending.prune(handle);
        }
    }

    /** Enqueues a marker for a wait list, which may be null. The caller must close its event. */
    static Event mark(long queue, long[] waits, Event[] after) {
        long[] event = new long[1];
        int code = Native.enqueueMarker(Clmem.openclFunction("clEnqueueMarkerWithWaitList"), queue, waits, event);
        if (code != 0) {
            throw ClmemException.ofOpencl(code, "clEnqueueMarkerWithWaitList");
        }
        return Event.command(event[0], after);
    }
}
