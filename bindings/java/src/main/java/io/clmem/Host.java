package io.clmem;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** The host's memory: direct buffers by their addresses, addresses as direct buffers. */
final class Host {
    private Host() {}

    /** The address of a direct buffer's next element. */
    static long address(ByteBuffer buffer) {
        Objects.requireNonNull(buffer, "buffer");
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("the buffer must be a direct one: a heap buffer has no address");
        }
        return Native.address(buffer) + buffer.position();
    }

    /** Memory at an address, in the machine's byte order. Java has no buffers beyond 2 GiB. */
    static ByteBuffer view(long address, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(bytes + " bytes are more than a ByteBuffer can show: map at most 2 GiB at a time");
        }
        return ((ByteBuffer) Native.view(address, bytes)).order(ByteOrder.nativeOrder());
    }

    static ByteBuffer allocate(long bytes) {
        return ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
    }

    /** A direct buffer with the same bytes, or the buffer itself if it is one. */
    static ByteBuffer direct(ByteBuffer buffer) {
        return buffer.isDirect() ? buffer : allocate(buffer.remaining()).put(buffer.duplicate()).flip();
    }

    /** The bytes of an array of numbers, copied. */
    static ByteBuffer copyOf(Object array) {
        ByteBuffer copy = allocate(size(array));
        if (array instanceof byte[] bytes) {
            copy.duplicate().put(bytes);
        } else if (array instanceof short[] shorts) {
            copy.asShortBuffer().put(shorts);
        } else if (array instanceof int[] ints) {
            copy.asIntBuffer().put(ints);
        } else if (array instanceof long[] longs) {
            copy.asLongBuffer().put(longs);
        } else if (array instanceof float[] floats) {
            copy.asFloatBuffer().put(floats);
        } else {
            copy.asDoubleBuffer().put((double[]) array);
        }
        return copy;
    }

    /** The way back. */
    static void copyTo(ByteBuffer from, Object array) {
        if (array instanceof byte[] bytes) {
            from.duplicate().get(bytes);
        } else if (array instanceof short[] shorts) {
            from.asShortBuffer().get(shorts);
        } else if (array instanceof int[] ints) {
            from.asIntBuffer().get(ints);
        } else if (array instanceof long[] longs) {
            from.asLongBuffer().get(longs);
        } else if (array instanceof float[] floats) {
            from.asFloatBuffer().get(floats);
        } else {
            from.asDoubleBuffer().get((double[]) array);
        }
    }

    static long size(Object array) {
        if (array instanceof byte[] bytes) {
            return bytes.length;
        } else if (array instanceof short[] shorts) {
            return 2L * shorts.length;
        } else if (array instanceof int[] ints) {
            return 4L * ints.length;
        } else if (array instanceof long[] longs) {
            return 8L * longs.length;
        } else if (array instanceof float[] floats) {
            return 4L * floats.length;
        } else if (array instanceof double[] doubles) {
            return 8L * doubles.length;
        }
        Objects.requireNonNull(array, "array");
        throw new IllegalArgumentException(array.getClass().getSimpleName() + " is no array of numbers");
    }

    /** Longs where C is to find them, for structs that point to a list; a NULL for none. */
    static ByteBuffer words(long[] values) {
        ByteBuffer memory = allocate(8L * values.length);
        memory.asLongBuffer().put(values);
        return memory;
    }

    static void requireDirect(Buffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("a transfer that does not wait needs a direct buffer");
        }
    }
}
