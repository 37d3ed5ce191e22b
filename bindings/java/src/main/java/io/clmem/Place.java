package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/** Where a transfer comes from or goes to, and how it lies there. A place is used for one transfer at a time. */
public final class Place {
    private final Memory memory;
    private final ByteBuffer host;
    private final Object array;
    private long offset;
    private long[] origin = {0, 0, 0};
    private long rowPitch;
    private long slicePitch;

    private Place(Memory memory, ByteBuffer host, Object array) {
        this.memory = memory;
        this.host = host;
        this.array = array;
    }

    /**
     * A buffer, shared virtual memory or an image.
     *
     * @param memory the memory
     * @return its beginning
     */
    public static Place of(Memory memory) {
        return new Place(memory, null, null);
    }

    /**
     * The host's memory. A transfer that does not wait needs a direct buffer, and keeps it until it is complete.
     *
     * @param buffer what lies between its position and its limit
     * @return the place
     */
    public static Place of(ByteBuffer buffer) {
        return new Place(null, buffer, null);
    }

    /**
     * An array of numbers, for transfers that wait: byte, short, int, long, float or double.
     *
     * @param array the array
     * @return the place
     * @throws IllegalArgumentException if it is something else
     */
    public static Place ofArray(Object array) {
        Host.size(array);
        return new Place(null, null, array);
    }

    /**
     * Sets where it begins.
     *
     * @param bytes how many bytes are left out
     * @return this
     */
    public Place offset(long bytes) {
        offset = bytes;
        return this;
    }

    /**
     * Sets where a rectangle begins.
     *
     * @param x bytes, of an image pixels
     * @param y rows
     * @param z slices
     * @return this
     */
    public Place origin(long x, long y, long z) {
        origin = new long[] {x, y, z};
        return this;
    }

    /**
     * Sets how far rows and slices lie apart.
     *
     * @param row bytes from one row to the next; 0: without gaps
     * @param slice bytes from one slice to the next; 0: without gaps
     * @return this
     */
    public Place pitches(long row, long slice) {
        rowPitch = row;
        slicePitch = slice;
        return this;
    }

    /** The host's memory for a transfer that waits: anything will do, since it can be copied. */
    ByteBuffer staged() {
        if (array != null) {
            return Host.copyOf(array);
        }
        return host == null ? null : Host.direct(host);
    }

    /** The host's memory for a transfer that does not. */
    ByteBuffer direct() {
        if (array != null) {
            throw new IllegalArgumentException("an array may move: a transfer that does not wait needs a direct buffer");
        }
        if (host != null) {
            Host.requireDirect(host);
        }
        return host;
    }

    void requireWritable() {
        if (host != null && host.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
    }

    /** Brings back what came into a copy. */
    void arrived(ByteBuffer copy) {
        if (array != null) {
            Host.copyTo(copy, array);
        } else if (host != null && !host.isDirect()) {
            host.duplicate().put(copy.duplicate());
        }
    }

    Structs.TransferPlace struct(Uses uses, ByteBuffer staged) {
        Structs.TransferPlace struct = new Structs.TransferPlace()
                .memory(uses.of(memory))
                .offsetBytes(offset)
                .rowPitchBytes(rowPitch)
                .slicePitchBytes(slicePitch);
        if (staged != null) {
            struct.pointer(Host.address(staged)).bytes(staged.remaining());
        }
        for (int i = 0; i < 3; i++) {
            struct.origin(i, origin[i]);
        }
        return struct;
    }
}
