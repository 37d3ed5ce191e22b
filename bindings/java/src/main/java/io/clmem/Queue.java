package io.clmem;

/** A command queue of OpenCL's (OpenCL 3.0, section 5.1). */
public final class Queue extends OpenClObject {
    Queue(long handle) {
        super(handle, Native::clmem_queue_release);
    }

    /**
     * Takes a queue of the program's or another library's.
     *
     * @param handle its address, as {@code cl_command_queue}, with a reference that is this object's from now on: call
     *     {@code clRetainCommandQueue} first to keep one
     * @return the queue, to be closed
     */
    public static Queue owning(long handle) {
        return new Queue(handle);
    }

    /** Submits all commands to the device ({@code clFlush}), as OpenCL asks for before another queue waits for one of them. */
    public void flush() {
        try (Uses uses = new Uses()) {
            Native.clmem_queue_flush(uses.of(this));
        }
    }

    /** Waits until all of the queue's commands are complete. */
    public void finish() {
        try (Uses uses = new Uses()) {
            Native.clmem_queue_finish(uses.of(this));
        }
    }
}
