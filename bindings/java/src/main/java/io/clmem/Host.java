package io.clmem;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;

/** Host memory: the addresses of direct buffers, and direct buffers over addresses. */
final class Host {
    private Host() {}

    /** The address of the element at a direct buffer's position. */
    static long address(Buffer buffer) {
        Objects.requireNonNull(buffer, "buffer");
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException(
                    "expected a direct buffer, got a heap buffer without an address; use ByteBuffer.allocateDirect()");
        }
        return Native.address(buffer) + (long) buffer.position() * elementBytes(buffer);
    }

    /** A direct buffer over memory at an address, in native byte order. Java's buffers hold less than 2 GiB. */
    static ByteBuffer view(long address, long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("expected at most 2^31 - 1 bytes for a ByteBuffer, got " + bytes
                    + "; map a part of the memory at a time");
        }
        return ((ByteBuffer) Native.view(address, bytes)).order(ByteOrder.nativeOrder());
    }

    static ByteBuffer allocate(long bytes) {
        return ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
    }

    /** A direct buffer with the same bytes; the buffer itself if it is direct. */
    static ByteBuffer direct(ByteBuffer buffer) {
        Objects.requireNonNull(buffer, "buffer");
        return buffer.isDirect() ? buffer : allocate(buffer.remaining()).put(buffer.duplicate()).flip();
    }

    /** The number of bytes between a buffer's position and its limit. */
    static long bytes(Buffer buffer) {
        return (long) buffer.remaining() * elementBytes(buffer);
    }

    static ByteOrder order(Buffer buffer) {
        if (buffer instanceof ByteBuffer bytes) {
            return bytes.order();
        } else if (buffer instanceof ShortBuffer shorts) {
            return shorts.order();
        } else if (buffer instanceof CharBuffer characters) {
            return characters.order();
        } else if (buffer instanceof IntBuffer ints) {
            return ints.order();
        } else if (buffer instanceof LongBuffer longs) {
            return longs.order();
        }
        return buffer instanceof FloatBuffer floats ? floats.order() : ((DoubleBuffer) buffer).order();
    }

    private static int elementBytes(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return 1;
        } else if (buffer instanceof ShortBuffer || buffer instanceof CharBuffer) {
            return 2;
        }
        return buffer instanceof IntBuffer || buffer instanceof FloatBuffer ? 4 : 8;
    }
}
