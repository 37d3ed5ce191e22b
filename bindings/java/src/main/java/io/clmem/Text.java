package io.clmem;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Converts strings to and from C's: UTF-8 with a closing 0. */
final class Text {
    private static final int WINDOW = 1 << 16;

    private Text() {}

    /** Returns null, which becomes NULL, for null. For parameters that are documented as nullable. */
    static byte[] orNone(String text) {
        return text == null ? null : of(text);
    }

    static byte[] of(String text) {
        byte[] bytes = Objects.requireNonNull(text, "expected a string, got null").getBytes(StandardCharsets.UTF_8);
        return java.util.Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** Reads the string at an address. No string of the library is longer than the window. */
    static String at(long address) {
        ByteBuffer memory = Host.view(address, WINDOW);
        int length = 0;
        while (length < WINDOW && memory.get(length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        memory.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static String in(byte[] bytes, int offset, int most) {
        int end = offset;
        while (end < offset + most && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, offset, end - offset, StandardCharsets.UTF_8);
    }
}
