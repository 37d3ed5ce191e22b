package io.clmem;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.LongStream;

/** The source or destination of a transfer, and its layout. Use a place for one transfer at a time. */
public final class Place {
    private static final long[] BEGINNING = {0, 0, 0};

    private final Memory memory;
    private final Buffer host;
    private final HostArray array;
    private long offset;
    private long[] origin = BEGINNING;
    private long rowPitch;
    private long slicePitch;

    private Place(Memory memory, Buffer host, HostArray array) {
        this.memory = memory;
        this.host = host;
        this.array = array;
    }

    /**
     * A place in a buffer, shared virtual memory or an image.
     *
     * @param memory the memory
     * @return the place, at the start of the memory
     */
    public static Place of(Memory memory) {
        return new Place(Objects.requireNonNull(memory, "memory"), null, null);
    }

    /**
     * A place in host memory: a {@link ByteBuffer}, or a buffer of floats, ints and so on. A transfer that does not
     * wait needs a direct buffer, and keeps it reachable until the transfer is complete.
     *
     * @param buffer the buffer; its content is what lies between its position and its limit when the transfer begins
     * @return the place
     * @throws IllegalArgumentException if the elements are not in native byte order, or the buffer is a view of a heap
     *     buffer
     */
    public static Place of(Buffer buffer) {
        Objects.requireNonNull(buffer, "buffer");
        if (!(buffer instanceof ByteBuffer) && Host.order(buffer) != ByteOrder.nativeOrder()) {
            throw new IllegalArgumentException(
                    "expected native byte order, got the other; set it on the underlying ByteBuffer");
        }
        if (!(buffer instanceof ByteBuffer) && !buffer.isDirect() && !buffer.hasArray()) {
            throw new IllegalArgumentException("expected a buffer with an address or an array, got a view of a heap"
                    + " ByteBuffer; use the ByteBuffer itself");
        }
        return new Place(null, buffer, null);
    }

    private static Place of(HostArray array) {
        return new Place(null, null, array);
    }

    /**
     * A whole byte array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(byte[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A range of a byte array, for transfers that wait.
     *
     * @param array the array
     * @param offset the index of the first element
     * @param length the number of elements
     * @return the place
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    public static Place ofArray(byte[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * A whole short array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(short[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A range of a short array, for transfers that wait.
     *
     * @param array the array
     * @param offset the index of the first element
     * @param length the number of elements
     * @return the place
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    public static Place ofArray(short[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * A whole int array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(int[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A range of an int array, for transfers that wait.
     *
     * @param array the array
     * @param offset the index of the first element
     * @param length the number of elements
     * @return the place
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    public static Place ofArray(int[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * A whole long array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(long[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A range of a long array, for transfers that wait.
     *
     * @param array the array
     * @param offset the index of the first element
     * @param length the number of elements
     * @return the place
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    public static Place ofArray(long[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * A whole float array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(float[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A range of a float array, for transfers that wait.
     *
     * @param array the array
     * @param offset the index of the first element
     * @param length the number of elements
     * @return the place
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    public static Place ofArray(float[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * A whole double array, for transfers that wait.
     *
     * @param array the array
     * @return the place
     */
    public static Place ofArray(double[] array) {
        return of(HostArray.of(array));
    }

    /**
     * A range of a double array, for transfers that wait.
     *
     * @param array the array
     * @param offset the index of the first element
     * @param length the number of elements
     * @return the place
     * @throws IndexOutOfBoundsException if the range exceeds the array
     */
    public static Place ofArray(double[] array, int offset, int length) {
        return of(HostArray.of(array, offset, length));
    }

    /**
     * Sets the offset of the first byte.
     *
     * @param bytes the number of bytes to skip
     * @return this
     */
    public Place offset(long bytes) {
        offset = bytes;
        return this;
    }

    /**
     * Sets the origin of a rectangle.
     *
     * @param x the byte in the row; in an image, the pixel
     * @param y the row
     * @param z the slice
     * @return this
     */
    public Place origin(long x, long y, long z) {
        origin = new long[] {x, y, z};
        return this;
    }

    /**
     * Sets the distances between rows and between slices.
     *
     * @param row the distance from one row to the next in bytes; 0 if there are no gaps
     * @param slice the distance from one slice to the next in bytes; 0 if there are no gaps
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

    /** The array that a transfer must copy through direct memory; null if there is none. */
    HostArray array() {
        boolean isOverArray = host != null && !host.isDirect() && host.hasArray();
        return isOverArray ? HostArray.of(host.array(), host.arrayOffset() + host.position(), host.remaining()) : array;
    }

    /** True if the bytes from the offset on are contiguous. */
    boolean isRow() {
        return Arrays.equals(origin, BEGINNING) && rowPitch == 0 && slicePitch == 0;
    }

    /**
     * The range of bytes that contains a rectangle; null if its numbers are invalid, which the library then reports.
     */
    long[] range(long row, long rows, long slices) {
        try {
            long rowStep = rowPitch == 0 ? row : rowPitch;
            long sliceStep = slicePitch == 0 ? Math.multiplyExact(rowStep, rows) : slicePitch;
            long begin = at(Math.addExact(offset, origin[0]), origin[1], rowStep, origin[2], sliceStep);
            long end = at(Math.addExact(begin, row), rows - 1, rowStep, slices - 1, sliceStep);
            LongStream numbers = LongStream.of(offset, rowPitch, slicePitch, row - 1, rows - 1, slices - 1);
            boolean isValid = LongStream.concat(numbers, LongStream.of(origin)).allMatch(number -> number >= 0);
            return isValid && end <= array().bytes() ? new long[] {begin, end} : null;
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }

    private static long at(long begin, long rows, long rowStep, long slices, long sliceStep) {
        long distance = Math.addExact(Math.multiplyExact(rows, rowStep), Math.multiplyExact(slices, sliceStep));
        return Math.addExact(begin, distance);
    }

    /** The host memory for a transfer that waits; null for an array. */
    Buffer hostIfWaiting() {
        return host instanceof ByteBuffer bytes ? Host.direct(bytes) : host;
    }

    /** The host memory for a transfer that does not wait. */
    Buffer hostIfNotWaiting() {
        if (array != null || (host != null && !host.isDirect())) {
            throw new IllegalArgumentException("expected a direct buffer for a transfer that does not wait, got an"
                    + " array, which the collector may move; use run(), or ByteBuffer.allocateDirect()");
        }
        return host;
    }

    void requireWritable() {
        if (host != null && host.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
    }

    Structs.TransferPlace struct(Uses uses, Buffer direct) {
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
