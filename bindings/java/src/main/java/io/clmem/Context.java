package io.clmem;

import java.util.Set;

/** A context of OpenCL's, in which memory is made (OpenCL 3.0, section 4.4). */
public final class Context extends OpenClObject {
    Context(long handle) {
        super(handle, Native::clmem_context_release);
    }

    /**
     * Gives the context that all parts of the process share.
     *
     * @return a reference to it, to be closed
     */
    public static Context shared() {
        long[] context = new long[1];
        Native.clmem_context_shared(context, null);
        return new Context(context[0]);
    }

    /**
     * Gives the device of the context that all parts of the process share.
     *
     * @return the device
     */
    public static Device sharedDevice() {
        long[] context = new long[1];
        long[] device = new long[1];
        Native.clmem_context_shared(context, device);
        new Context(context[0]).close();
        return new Device(device[0]);
    }

    /**
     * Takes a context of the program's or another library's.
     *
     * @param handle its address, as {@code cl_context}, with a reference that is this object's from now on: call
     *     {@code clRetainContext} first to keep one
     * @return the context, to be closed
     */
    public static Context owning(long handle) {
        return new Context(handle);
    }

    /**
     * Makes a queue that runs its commands in order.
     *
     * @param device a device of the context
     * @return the queue, to be closed
     */
    public Queue createQueue(Device device) {
        return createQueue(device, Set.of());
    }

    /**
     * Makes a queue.
     *
     * @param device a device of the context
     * @param flags how it is to be
     * @return the queue, to be closed
     */
    public Queue createQueue(Device device, Set<QueueFlag> flags) {
        try (Uses uses = new Uses()) {
            long[] queue = new long[1];
            Native.clmem_queue_create(uses.of(this), device.handle(), Codes.bits(flags), queue);
            return new Queue(queue[0]);
        }
    }

    /** Gives back the page-locked memory that transfers of this context keep for the next one. */
    public void trimTransfers() {
        try (Uses uses = new Uses()) {
            Native.clmem_transfer_trim(uses.of(this));
        }
    }
}
