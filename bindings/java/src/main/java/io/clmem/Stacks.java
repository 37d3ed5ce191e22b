package io.clmem;

import java.lang.StackWalker.StackFrame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.List;

/** Describes Java's stacks for recorders. C calls it on the thread that allocates ({@code stacks.c}). */
final class Stacks {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final String OUR_PACKAGE = Stacks.class.getPackageName();
    private static final ProtectionDomain OUR_CODE = Stacks.class.getProtectionDomain();

    /** For tests, which make a description fail, or allocate in it. */
    static volatile Runnable before = () -> {};

    private Stacks() {}

    /**
     * Loads all that a description needs. Otherwise its first use would load it, deep in the program's stack, and an
     * overflow there would leave classes that no later use can load.
     */
    static void prepare() {
        describe(1);
    }

    /**
     * Describes the calling thread's stack from the innermost function of the program. Each frame is the function and
     * the file, as UTF-8 with a closing 0, then the line in 4 bytes; 0 if it is unknown. Returns null if there is no
     * description; then the native stack is recorded.
     */
    static byte[] describe(int capacity) {
        try {
            before.run();
            return encode(WALKER.walk(all -> all.dropWhile(Stacks::isOurs).limit(capacity).toList()));
        } catch (Throwable failure) {
            Daemon.report("cannot describe a Java stack; the native stack is recorded instead", failure);
            return null;
        }
    }

    /** The calling thread's stack from the innermost function of the program, with at most so many frames. */
    static List<StackTraceElement> here(int frames) {
        return WALKER.walk(all -> all.dropWhile(Stacks::isOurs)
                .limit(frames)
                .map(StackFrame::toStackTraceElement)
                .toList());
    }

    private static boolean isOurs(StackFrame frame) {
        Class<?> type = frame.getDeclaringClass();
        return type.getPackageName().equals(OUR_PACKAGE) && type.getProtectionDomain() == OUR_CODE;
    }

    private static byte[] encode(List<StackFrame> frames) {
        byte[][] texts = new byte[2 * frames.size()][];
        int bytes = 0;
        for (int i = 0; i < texts.length; i += 2) {
            StackFrame frame = frames.get(i / 2);
            texts[i] = utf8(frame.getClassName() + "." + frame.getMethodName());
            texts[i + 1] = utf8(frame.getFileName());
            bytes += texts[i].length + texts[i + 1].length + 2 + Integer.BYTES;
        }
        ByteBuffer all = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        for (int i = 0; i < texts.length; i += 2) {
            int line = frames.get(i / 2).getLineNumber(); // negative if it is unknown
            all.put(texts[i]).put((byte) 0).put(texts[i + 1]).put((byte) 0).putInt(Math.max(line, 0));
        }
        return all.array();
    }

    /** The VM allows the character 0 in a name, where C's text would end. */
    private static byte[] utf8(String text) {
        return text == null ? new byte[0] : text.replace('\0', '?').getBytes(StandardCharsets.UTF_8);
    }
}
