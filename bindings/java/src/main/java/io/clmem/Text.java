package io.clmem;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Texts as C has them: UTF-8 that ends with a 0. */
final class Text {
    private static final int WINDOW = 1 << 16;

    private Text() {}

    /** NULL for null, where a method's documentation allows it. */
    static byte[] orNone(String text) {
        return text == null ? null : of(text);
    }

    static byte[] of(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return java.util.Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** The text that begins there; none of the library's is as long as the window. */
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
