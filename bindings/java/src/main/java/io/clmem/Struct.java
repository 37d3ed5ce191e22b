package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A C struct, as bytes that a native call reads and writes. */
abstract class Struct {
    final byte[] bytes;
    final ByteBuffer memory;
    private final int offset;

    Struct(int size) {
        this(new byte[size], 0, size);
    }

    /** One element of an array of structs. */
    Struct(byte[] all, int offset, int size) {
        this.bytes = all;
        this.offset = offset;
        this.memory = ByteBuffer.wrap(all, offset, size).slice().order(ByteOrder.nativeOrder());
    }

    /** Requires a number that C can take as unsigned. */
    static long size(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + ": expected at least 0, got " + value);
        }
        return value;
    }

    static int size(String name, int value) {
        return (int) size(name, (long) value);
    }

    /** Requires a size that C can take as unsigned, or {@link Clmem#ALL}. */
    static long sizeOrAll(String name, long value) {
        return value == Clmem.ALL ? value : size(name, value);
    }

    /** The bytes of options with the events that a command waits for behind them, where the native side expects them. */
    final byte[] after(long[] events) {
        if (events == null) {
            return bytes;
        }
        ByteBuffer all = ByteBuffer.allocate(bytes.length + Long.BYTES * events.length).order(ByteOrder.nativeOrder());
        // The second and third members of all options with events; the native side replaces the offset by an address.
        all.put(bytes).putInt(Integer.BYTES, events.length).putLong(2 * Integer.BYTES, bytes.length);
        for (long event : events) {
            all.putLong(event);
        }
        return all.array();
    }

    final String text(int at, int most) {
        return Text.in(bytes, offset + at, most);
    }
}
