package io.clmem;

import java.lang.ref.Reference;
import java.util.Objects;
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
        Objects.requireNonNull(from, "from");
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
        HostArray source = from.array();
        HostArray destination = to.array();
        long row = source == null && destination == null ? -1 : rowBytes(source == null ? from : to);
        if (source == null && destination == null) {
            runDirect(queue, after);
        } else if (row >= 0) {
            runInPieces(queue, source == null ? destination : source, source != null, row, after);
        } else {
            runStaged(queue, source, destination, after);
        }
    }

    private void runDirect(Queue queue, Event[] after) {
        java.nio.Buffer source = from.waited();
        java.nio.Buffer destination = to.waited();
        try (Uses uses = new Uses()) {
            copy(uses.of(queue), from.struct(uses, source), to.struct(uses, destination), options(true, bytes), uses.of(after), null);
        } finally {
            Reference.reachabilityFence(source);
            Reference.reachabilityFence(destination);
        }
    }

    /** How many bytes are copied in a row between an array and a buffer; -1 if it is no row, or the library has to refuse it. */
    private long rowBytes(Place other) {
        boolean isWhole = region[0] == Clmem.ALL && region[1] == Clmem.ALL && region[2] == Clmem.ALL;
        if (!isWhole || !from.isRow() || !to.isRow() || !(other.memory() instanceof Buffer)) {
            return -1;
        }
        long fits = Math.min(roomOf(from), roomOf(to));
        long wanted = bytes == Clmem.ALL ? fits : bytes;
        return wanted > fits ? -1 : wanted;
    }

    private static long roomOf(Place place) {
        long size = place.array() != null ? place.array().bytes() : ((Buffer) place.memory()).size();
        return place.offset() < 0 ? -1 : size < 0 ? Long.MAX_VALUE : size - place.offset(); // a tag's size may be unknown
    }

    /** The collector may move an array, so that it is copied piece by piece through memory that stays. */
    private void runInPieces(Queue queue, HostArray array, boolean isSource, long row, Event[] after) {
        long begin = (isSource ? from : to).offset();
        long end = begin + row;
        try (Uses uses = new Uses()) {
            Structs.TransferPlace source = from.struct(uses, null);
            Structs.TransferPlace destination = to.struct(uses, null);
            Structs.TransferPlace inArray = isSource ? source : destination;
            Structs.TransferPlace other = isSource ? destination : source;
            long otherBegin = other.offsetBytes();
            long queueHandle = uses.of(queue);
            long[] waits = uses.of(after);
            long at = begin;
            do {
                long next = Math.min(end, (at / Staging.PIECE + 1) * Staging.PIECE);
                Staging piece = Staging.piece(array, at, next, isSource);
                piece.describe(inArray.offsetBytes(0));
                copy(queueHandle, source, destination, options(true, next - at), waits, null);
                if (!isSource) {
                    piece.store();
                }
                other.offsetBytes(otherBegin + next - begin);
                waits = null; // the first piece has waited
                at = next;
            } while (at < end);
        }
    }

    /** Rectangles, and whatever the library will refuse: the range of the array that the transfer touches, at once. */
    private void runStaged(Queue queue, HostArray source, HostArray destination, Event[] after) {
        java.nio.Buffer sourceBuffer = source == null ? from.waited() : null;
        java.nio.Buffer destinationBuffer = destination == null ? to.waited() : null;
        try (Uses uses = new Uses()) {
            Structs.TransferPlace fromStruct = from.struct(uses, sourceBuffer);
            Structs.TransferPlace toStruct = to.struct(uses, destinationBuffer);
            Structs.TransferOptions options = options(true, bytes);
            Staging read = source == null ? null : stage(from, source, to, fromStruct);
            Staging written = destination == null ? null : stage(to, destination, from, toStruct);
            copy(uses.of(queue), fromStruct, toStruct, options, uses.of(after), null);
            if (written != null) {
                written.store();
            }
            Reference.reachabilityFence(read);
        } finally {
            Reference.reachabilityFence(sourceBuffer);
            Reference.reachabilityFence(destinationBuffer);
        }
    }

    private Staging stage(Place place, HostArray array, Place other, Structs.TransferPlace struct) {
        boolean isRectangle = region[0] > 0 && region[1] > 0 && region[2] > 0;
        long unit = isRectangle && other.memory() instanceof Image image ? image.info().pixelBytes() : 1;
        long[] range = isRectangle ? place.range(unit * region[0], region[1], region[2]) : null;
        Staging staged = range == null ? Staging.range(array, 0, array.bytes()) : Staging.range(array, range[0], range[1]);
        staged.describe(struct);
        if (range != null) {
            struct.offsetBytes(0).origin(0, 0).origin(1, 0).origin(2, 0);
        }
        return staged;
    }

    /**
     * Begins to copy, and does not wait. The host's memory is kept, and must not be touched, until the event is complete.
     *
     * @param queue the queue
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public Event enqueue(Queue queue, Event... after) {
        java.nio.Buffer source = from.direct();
        java.nio.Buffer destination = to.direct();
        try (Uses uses = new Uses()) {
            long[] event = new long[1];
            copy(uses.of(queue), from.struct(uses, source), to.struct(uses, destination), options(false, bytes), uses.of(after), event);
            return new Event(event[0], uses.kept(source, destination));
        }
    }

    private Structs.TransferOptions options(boolean blocking, long howMuch) {
        Structs.TransferOptions options = new Structs.TransferOptions()
                .blocking(blocking ? 1 : 0)
                .flags(Codes.bits(flags))
                .bytes(howMuch);
        for (int i = 0; i < 3; i++) {
            options.region(i, region[i]);
        }
        return options;
    }

    private static void copy(
            long queue, Structs.TransferPlace from, Structs.TransferPlace to, Structs.TransferOptions options, long[] waits, long[] event) {
        Native.clmem_transfer_copy(
                queue, from.bytes, to.bytes, options.bytes, waits == null ? 0 : waits.length, waits, event);
    }
}
