package io.clmem;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A range of a primitive array. The collector may move arrays, so the library never gets a pointer to one: elements are
 * copied to and from direct memory.
 */
record HostArray(Object array, int offset, int length, int elementBytes) {
    static HostArray of(Object array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, length(array));
        int bytes = array instanceof byte[] ? 1
                : array instanceof short[] || array instanceof char[] ? 2
                : array instanceof int[] || array instanceof float[] ? 4
                : 8;
        return new HostArray(array, offset, length, bytes);
    }

    static HostArray of(Object array) {
        return of(array, 0, length(array));
    }

    private static int length(Object array) {
        return Array.getLength(Objects.requireNonNull(array, "array"));
    }

    long bytes() {
        return (long) length * elementBytes;
    }

    /** Copies elements from the array to the start of a buffer. */
    void load(int first, int count, ByteBuffer to) {
        int at = offset + first;
        if (array instanceof byte[] bytes) {
            to.put(0, bytes, at, count);
        } else if (array instanceof short[] shorts) {
            to.asShortBuffer().put(0, shorts, at, count);
        } else if (array instanceof char[] characters) {
            to.asCharBuffer().put(0, characters, at, count);
        } else if (array instanceof int[] ints) {
            to.asIntBuffer().put(0, ints, at, count);
        } else if (array instanceof long[] longs) {
            to.asLongBuffer().put(0, longs, at, count);
        } else if (array instanceof float[] floats) {
            to.asFloatBuffer().put(0, floats, at, count);
        } else {
            to.asDoubleBuffer().put(0, (double[]) array, at, count);
        }
    }

    /** Copies elements from the start of a buffer to the array. */
    void store(int first, int count, ByteBuffer from) {
        int at = offset + first;
        if (array instanceof byte[] bytes) {
            from.get(0, bytes, at, count);
        } else if (array instanceof short[] shorts) {
            from.asShortBuffer().get(0, shorts, at, count);
        } else if (array instanceof char[] characters) {
            from.asCharBuffer().get(0, characters, at, count);
        } else if (array instanceof int[] ints) {
            from.asIntBuffer().get(0, ints, at, count);
        } else if (array instanceof long[] longs) {
            from.asLongBuffer().get(0, longs, at, count);
        } else if (array instanceof float[] floats) {
            from.asFloatBuffer().get(0, floats, at, count);
        } else {
            from.asDoubleBuffer().get(0, (double[]) array, at, count);
        }
    }
}
