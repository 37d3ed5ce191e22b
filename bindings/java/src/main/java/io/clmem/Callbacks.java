package io.clmem;

import java.lang.System.Logger.Level;

/** Where C calls Java: an object of the program's stands behind the callback's user pointer, which is a global reference. */
final class Callbacks {
    private static final ThreadLocal<Throwable> FAILURE = new ThreadLocal<>();

    private Callbacks() {}

    /** What is called back: words are the callback's arguments, the user pointer the first. */
    interface Target {
        long call(CallbackKind kind, long[] words);
    }

    /**
     * Called by C. Nothing may be thrown through it. What a callback throws that makes a call fail becomes the cause of what that
     * call throws; nobody waits for the others.
     */
    static long call(int kind, Object target, long[] words) {
        try {
            return ((Target) target).call(CallbackKind.of(kind), words);
        } catch (Throwable thrown) {
            return failed(CallbackKind.of(kind), thrown);
        }
    }

    private static long failed(CallbackKind kind, Throwable thrown) {
        switch (kind) {
            case MEMORY_ALLOCATE -> {
                FAILURE.set(thrown);
                return StatusCode.ERROR_CALLBACK.code();
            }
            case OUT_OF_MEMORY -> FAILURE.set(thrown);
            default -> System.getLogger("io.clmem").log(Level.WARNING, "a callback failed", thrown);
        }
        return 0;
    }

    static Throwable takeFailure() {
        Throwable failure = FAILURE.get();
        FAILURE.remove();
        return failure;
    }
}
