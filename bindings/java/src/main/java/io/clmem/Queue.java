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

    /** Hands all commands to the device ({@code clFlush}), as OpenCL asks for before another queue waits for one of them. */
    public void flush() {
        try (Uses uses = new Uses()) {
            int code = Native.flush(Clmem.openclFunction("clFlush"), uses.of(this));
            if (code != 0) {
                throw ClmemException.ofOpencl(code, "clFlush");
            }
        }
    }

    /** Waits until all of the queue's commands are complete. */
    public void finish() {
        try (Uses uses = new Uses()) {
            Native.clmem_queue_finish(uses.of(this));
        }
    }
}
