package io.clmem;

import java.util.Objects;
import java.util.Set;

/** An OpenCL context (OpenCL 3.0, section 4.4). */
public final class Context extends OpenClObject {
    Context(long handle) {
        super(handle, Native::clmem_context_release);
    }

    /**
     * Returns the context that all libraries in the process share.
     *
     * @return a reference to it; the caller must close it
     */
    public static Context shared() {
        long[] context = new long[1];
        Native.clmem_context_shared(context, null);
        return new Context(context[0]);
    }

    /**
     * Returns the device of the context that all libraries in the process share.
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
     * Wraps an OpenCL context of the program or another library.
     *
     * @param handle its address, as {@code cl_context}. This object takes over one reference: call
     *     {@code clRetainContext} first to keep yours.
     * @return the context; the caller must close it
     */
    public static Context owning(long handle) {
        return new Context(handle);
    }

    /**
     * Creates an in-order queue.
     *
     * @param device a device of the context
     * @return the queue; the caller must close it
     */
    public CommandQueue createQueue(Device device) {
        return createQueue(device, Set.of());
    }

    /**
     * Creates a queue.
     *
     * @param device a device of the context
     * @param flags the queue's properties
     * @return the queue; the caller must close it
     */
    public CommandQueue createQueue(Device device, Set<QueueFlag> flags) {
        Objects.requireNonNull(device, "device");
        try (Uses uses = new Uses()) {
            long[] queue = new long[1];
            Native.clmem_queue_create(uses.of(this), device.handle(), Codes.bits(flags), queue);
            return new CommandQueue(queue[0]);
        }
    }

    /** Releases the page-locked memory that transfers in this context keep for reuse. */
    public void trimTransfers() {
        try (Uses uses = new Uses()) {
            Native.clmem_transfer_trim(uses.of(this));
        }
    }
}
