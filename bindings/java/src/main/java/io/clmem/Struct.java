package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A struct of C's: its bytes, which a call copies in and out. */
abstract class Struct {
    final byte[] bytes;
    final ByteBuffer memory;
    private final int offset;

    Struct(int size) {
        this(new byte[size], 0, size);
    }

    /** One of several that lie in a row. */
    Struct(byte[] all, int offset, int size) {
        this.bytes = all;
        this.offset = offset;
        this.memory = ByteBuffer.wrap(all, offset, size).slice().order(ByteOrder.nativeOrder());
    }

    final String text(int at, int most) {
        return Text.in(bytes, offset + at, most);
    }
}
