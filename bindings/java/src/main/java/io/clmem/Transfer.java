package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Set;

/** A copy between any two of the host's memory, buffers, images and shared virtual memory. */
public final class Transfer {
    private final Place from;
    private final Place to;
    private Set<TransferFlag> flags = Set.of();
    private long bytes = Clmem.ALL;
    private long[] region = {Clmem.ALL, Clmem.ALL, Clmem.ALL};

    private Transfer(Place from, Place to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Says what is copied where: as much as fits both sides, unless more is said.
     *
     * @param from from where
     * @param to to where
     * @return the transfer, to be run
     */
    public static Transfer of(Place from, Place to) {
        to.requireWritable();
        return new Transfer(from, to);
    }

    /**
     * Sets how much is copied.
     *
     * @param value bytes in a row
     * @return this
     */
    public Transfer bytes(long value) {
        bytes = value;
        return this;
    }

    /**
     * Makes it a rectangle, or the box of an image.
     *
     * @param x bytes, of an image pixels
     * @param y rows
     * @param z slices
     * @return this
     */
    public Transfer region(long x, long y, long z) {
        region = new long[] {x, y, z};
        return this;
    }

    /**
     * Sets how it is done.
     *
     * @param value the flags; none: the faster way
     * @return this
     */
    public Transfer flags(Set<TransferFlag> value) {
        flags = Set.copyOf(value);
        return this;
    }

    /**
     * Copies, and waits until it is done.
     *
     * @param queue the queue
     * @param after events that the command waits for
     */
    public void run(Queue queue, Event... after) {
        ByteBuffer source = from.staged();
        ByteBuffer destination = to.staged();
        try (Uses uses = new Uses()) {
            copy(uses, queue, source, destination, true, after, null);
            to.arrived(destination);
        } finally {
            Reference.reachabilityFence(source);
            Reference.reachabilityFence(destination);
        }
    }

    /**
     * Begins to copy, and does not wait. The host's memory is kept, and must not be touched, until the event is complete.
     *
     * @param queue the queue
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public Event enqueue(Queue queue, Event... after) {
        ByteBuffer source = from.direct();
        ByteBuffer destination = to.direct();
        try (Uses uses = new Uses()) {
            long[] event = new long[1];
            copy(uses, queue, source, destination, false, after, event);
            return new Event(event[0], uses.kept(source, destination));
        }
    }

    private void copy(Uses uses, Queue queue, ByteBuffer source, ByteBuffer destination, boolean blocking, Event[] after, long[] event) {
        Structs.TransferOptions options = new Structs.TransferOptions()
                .blocking(blocking ? 1 : 0)
                .flags(Codes.bits(flags))
                .bytes(bytes);
        for (int i = 0; i < 3; i++) {
            options.region(i, region[i]);
        }
        Native.clmem_transfer_copy(
                uses.of(queue),
                from.struct(uses, source).bytes,
                to.struct(uses, destination).bytes,
                options.bytes,
                after.length,
                uses.of(after),
                event);
    }
}
