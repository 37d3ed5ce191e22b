package io.clmem;

import java.lang.System.Logger.Level;

/** Calls from C into Java. A callback's user pointer is a global reference to the Java object to call. */
final class Callbacks {
    private static final ThreadLocal<Throwable> FAILURE = new ThreadLocal<>();

    private Callbacks() {}

    /** The object to call. The words are the callback's arguments, starting with the user pointer. */
    interface Target {
        long call(CallbackKind kind, long[] words);
    }

    /**
     * Called by C, so it must not throw. If the callback's failure makes a clmem call fail, it becomes the cause of
     * that call's exception; otherwise it is logged.
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
            default -> System.getLogger("io.clmem").log(Level.WARNING, "a callback threw an exception", thrown);
        }
        return 0;
    }

    static Throwable takeFailure() {
        Throwable failure = FAILURE.get();
        FAILURE.remove();
        return failure;
    }
}
