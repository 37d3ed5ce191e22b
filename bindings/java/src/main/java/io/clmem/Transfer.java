package io.clmem;

import java.lang.ref.Reference;
import java.nio.Buffer;
import java.util.Objects;
import java.util.Set;

/** A copy between host memory, buffers, images and shared virtual memory, in any combination. */
public final class Transfer {
    private final Place from;
    private final Place to;
    private Set<TransferFlag> flags = Set.of();
    private long bytes = Clmem.ALL;
    private long[] region; // null for contiguous bytes, or a whole image

    private Transfer(Place from, Place to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Creates a transfer. By default it copies as much as both places can hold.
     *
     * @param from the source
     * @param to the destination
     * @return the transfer; call {@link #run} or {@link #enqueue} to start it
     */
    public static Transfer of(Place from, Place to) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        to.requireWritable();
        return new Transfer(from, to);
    }

    /**
     * Sets the number of bytes to copy.
     *
     * @param value the number of contiguous bytes
     * @return this
     */
    public Transfer bytes(long value) {
        bytes = value;
        return this;
    }

    /**
     * Copies a rectangle, or a box of an image.
     *
     * @param x the bytes in a row; in an image, the pixels
     * @param y the number of rows
     * @param z the number of slices
     * @return this
     */
    public Transfer region(long x, long y, long z) {
        region = new long[] {x, y, z};
        return this;
    }

    /**
     * Sets flags that choose the method.
     *
     * @param value the flags; by default clmem chooses the faster method
     * @return this
     */
    public Transfer flags(Set<TransferFlag> value) {
        flags = Set.copyOf(Objects.requireNonNull(value, "value"));
        return this;
    }

    /**
     * Copies and waits until the copy is complete.
     *
     * @param queue the queue
     * @param after events that the command waits for
     */
    public void run(CommandQueue queue, Event... after) {
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

    private void runDirect(CommandQueue queue, Event[] after) {
        Buffer source = from.hostIfWaiting();
        Buffer destination = to.hostIfWaiting();
        try (Uses uses = new Uses()) {
            Structs.TransferPlace fromStruct = from.struct(uses, source);
            Structs.TransferPlace toStruct = to.struct(uses, destination);
            copy(uses.of(queue), fromStruct, toStruct, options(true, bytes), uses.of(after), null);
        } finally {
            Reference.reachabilityFence(source);
            Reference.reachabilityFence(destination);
        }
    }

    /**
     * The size of a contiguous copy between an array and a buffer; -1 if it is not one, or the library must report an
     * error.
     */
    private long rowBytes(Place other) {
        if (region != null || !from.isRow() || !to.isRow() || !(other.memory() instanceof DeviceBuffer)) {
            return -1;
        }
        long fits = Math.min(roomOf(from), roomOf(to));
        long wanted = bytes == Clmem.ALL ? fits : bytes;
        return wanted > fits ? -1 : wanted;
    }

    private static long roomOf(Place place) {
        long size = place.array() != null ? place.array().bytes() : ((DeviceBuffer) place.memory()).size();
        if (place.offset() < 0) {
            return -1;
        }
        return size < 0 ? Long.MAX_VALUE : size - place.offset(); // a tag's size may be unknown
    }

    /** Copies piece by piece through memory that stays in place, since the collector may move the array. */
    private void runInPieces(CommandQueue queue, HostArray array, boolean isSource, long row, Event[] after) {
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
                waits = null; // the first piece has waited for them
                at = next;
            } while (at < end);
        }
    }

    /**
     * Copies the range of the array that the transfer touches in one piece: for rectangles, and for errors that the
     * library reports.
     */
    private void runStaged(CommandQueue queue, HostArray source, HostArray destination, Event[] after) {
        Buffer sourceBuffer = source == null ? from.hostIfWaiting() : null;
        Buffer destinationBuffer = destination == null ? to.hostIfWaiting() : null;
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
        boolean isRectangle = region != null && region[0] > 0 && region[1] > 0 && region[2] > 0;
        long unit = isRectangle && other.memory() instanceof Image image ? image.info().pixelBytes() : 1;
        long[] range = isRectangle ? place.range(unit * region[0], region[1], region[2]) : null;
        Staging staged =
                range == null ? Staging.range(array, 0, array.bytes()) : Staging.range(array, range[0], range[1]);
        staged.describe(struct);
        if (range != null) {
            struct.offsetBytes(0).origin(0, 0).origin(1, 0).origin(2, 0);
        }
        return staged;
    }

    /**
     * Starts copying without waiting. The host memory stays reachable, and must not be touched, until the event is
     * complete.
     *
     * @param queue the queue
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public Event enqueue(CommandQueue queue, Event... after) {
        Buffer source = from.hostIfNotWaiting();
        Buffer destination = to.hostIfNotWaiting();
        try (Uses uses = Uses.forCommand()) {
            uses.keep(source);
            uses.keep(destination);
            long[] event = new long[1];
            Structs.TransferPlace fromStruct = from.struct(uses, source);
            Structs.TransferPlace toStruct = to.struct(uses, destination);
            copy(uses.of(queue), fromStruct, toStruct, options(false, bytes), uses.of(after), event);
            return uses.command(event[0]);
        }
    }

    private Structs.TransferOptions options(boolean blocking, long howMuch) {
        Structs.TransferOptions options = new Structs.TransferOptions()
                .nonBlocking(blocking ? 0 : 1)
                .flags((int) Codes.bits(flags))
                .bytes(region != null && howMuch == Clmem.ALL ? 0 : howMuch); // a region replaces them
        for (int i = 0; i < 3; i++) {
            options.region(i, region != null ? region[i] : Clmem.ALL);
        }
        return options;
    }

    private static void copy(
            long queue,
            Structs.TransferPlace from,
            Structs.TransferPlace to,
            Structs.TransferOptions options,
            long[] waits,
            long[] event) {
        Native.clmem_transfer_copy(queue, from.bytes, to.bytes, options.after(waits), event);
    }
}
