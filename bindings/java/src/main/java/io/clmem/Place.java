package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;

/** Where a transfer comes from or goes to, and how it lies there. A place is used for one transfer at a time. */
public final class Place {
    private static final long[] BEGINNING = {0, 0, 0};

    private final Memory memory;
    private final java.nio.Buffer host;
    private final HostArray array;
    private long offset;
    private long[] origin = BEGINNING;
    private long rowPitch;
    private long slicePitch;

    private Place(Memory memory, java.nio.Buffer host, HostArray array) {
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
        return new Place(Objects.requireNonNull(memory, "memory"), null, null);
    }

    /**
     * The host's memory: a {@link ByteBuffer}, or one of floats, ints and so on. A transfer that does not wait needs a direct
     * buffer, and keeps it until it is complete.
     *
     * @param buffer what lies between its position and its limit when the transfer begins
     * @return the place
     * @throws IllegalArgumentException if the numbers are not in the machine's byte order, or it is a view of a heap buffer
     */
    public static Place of(java.nio.Buffer buffer) {
        Objects.requireNonNull(buffer, "buffer");
        if (!(buffer instanceof ByteBuffer) && Host.order(buffer) != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException("the buffer must have the byte order of the machine, ByteOrder.nativeOrder()");
        }
        if (!(buffer instanceof ByteBuffer) && !buffer.isDirect() && !buffer.hasArray()) {
            throw new IllegalArgumentException("the buffer has neither an address nor an array: take the ByteBuffer that it is a view of");
        }
        return new Place(null, buffer, null);
    }

    private static Place of(HostArray array) {
        return new Place(null, null, array);
    }

    /**
     * All of a byte array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(byte[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A part of a byte array, for transfers that wait.
     *
     * @param array the array
     * @param offset its first element
     * @param length how many elements
     * @return the place
     * @throws IndexOutOfBoundsException if the array has fewer
     */
    public static Place ofArray(byte[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * All of a short array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(short[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A part of a short array, for transfers that wait.
     *
     * @param array the array
     * @param offset its first element
     * @param length how many elements
     * @return the place
     * @throws IndexOutOfBoundsException if the array has fewer
     */
    public static Place ofArray(short[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * All of an int array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(int[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A part of an int array, for transfers that wait.
     *
     * @param array the array
     * @param offset its first element
     * @param length how many elements
     * @return the place
     * @throws IndexOutOfBoundsException if the array has fewer
     */
    public static Place ofArray(int[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * All of a long array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(long[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A part of a long array, for transfers that wait.
     *
     * @param array the array
     * @param offset its first element
     * @param length how many elements
     * @return the place
     * @throws IndexOutOfBoundsException if the array has fewer
     */
    public static Place ofArray(long[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * All of a float array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(float[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A part of a float array, for transfers that wait.
     *
     * @param array the array
     * @param offset its first element
     * @param length how many elements
     * @return the place
     * @throws IndexOutOfBoundsException if the array has fewer
     */
    public static Place ofArray(float[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * All of a double array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(double[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A part of a double array, for transfers that wait.
     *
     * @param array the array
     * @param offset its first element
     * @param length how many elements
     * @return the place
     * @throws IndexOutOfBoundsException if the array has fewer
     */
    public static Place ofArray(double[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
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

    Memory memory() {
        return memory;
    }

    long offset() {
        return offset;
    }

    /** The array that transfers have to go through, if there is one. */
    HostArray array() {
        boolean isOverArray = host != null && !host.isDirect() && host.hasArray();
        return isOverArray ? HostArray.of(host.array(), host.arrayOffset() + host.position(), host.remaining()) : array;
    }

    /** True if bytes follow each other from the offset on. */
    boolean isRow() {
        return Arrays.equals(origin, BEGINNING) && rowPitch == 0 && slicePitch == 0;
    }

    /** The range of bytes that a rectangle lies in; null if the numbers cannot be: the library says what is wrong with them. */
    long[] range(long row, long rows, long slices) {
        try {
            long rowStep = rowPitch == 0 ? row : rowPitch;
            long sliceStep = slicePitch == 0 ? Math.multiplyExact(rowStep, rows) : slicePitch;
            long begin = at(Math.addExact(offset, origin[0]), origin[1], rowStep, origin[2], sliceStep);
            long end = at(Math.addExact(begin, row), rows - 1, rowStep, slices - 1, sliceStep);
            long smallest = Arrays.stream(new long[] {offset, origin[0], origin[1], origin[2], rowPitch, slicePitch, row - 1, rows - 1, slices - 1})
                    .min().getAsLong();
            return smallest < 0 || end > array().bytes() ? null : new long[] {begin, end};
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    private static long at(long begin, long rows, long rowStep, long slices, long sliceStep) {
        return Math.addExact(begin, Math.addExact(Math.multiplyExact(rows, rowStep), Math.multiplyExact(slices, sliceStep)));
    }

    /** The host's memory for a transfer that waits, if it is no array. */
    java.nio.Buffer waited() {
        return host instanceof ByteBuffer bytes ? Host.direct(bytes) : host;
    }

    /** The host's memory for a transfer that does not. */
    java.nio.Buffer direct() {
        if (array != null || (host != null && !host.isDirect())) {
            throw new IllegalArgumentException("the memory may move: a transfer that does not wait needs a direct buffer");
        }
        return host;
    }

    void requireWritable() {
        if (host != null && host.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
    }

    Structs.TransferPlace struct(Uses uses, java.nio.Buffer direct) {
        Structs.TransferPlace struct = new Structs.TransferPlace()
                .memory(uses.orNone(memory))
                .offsetBytes(offset)
                .rowPitchBytes(rowPitch)
                .slicePitchBytes(slicePitch);
        if (direct != null) {
            struct.pointer(Host.address(direct)).bytes(Host.bytes(direct));
        }
        for (int i = 0; i < 3; i++) {
            struct.origin(i, origin[i]);
        }
        return struct;
    }
}
