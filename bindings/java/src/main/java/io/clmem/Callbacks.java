package io.clmem;

/** Where C calls Java: an object of the program's stands behind the callback's user pointer, which is a global reference. */
final class Callbacks {
    private static final ThreadLocal<Throwable> FAILURE = new ThreadLocal<>();

    private Callbacks() {}

    /** What is called back: words are the callback's arguments, the user pointer the first. */
    interface Target {
        long call(CallbackKind kind, long[] words);
    }

    /** Called by C. Nothing may be thrown through it: what is becomes the cause of what the call on this thread throws. */
    static long call(int kind, Object target, long[] words) {
        try {
            return ((Target) target).call(CallbackKind.of(kind), words);
        } catch (Throwable thrown) {
            FAILURE.set(thrown);
            return kind == CallbackKind.MEMORY_ALLOCATE.ordinal() ? StatusCode.ERROR_CALLBACK.code() : 0;
        }
    }

    static Throwable takeFailure() {
        Throwable failure = FAILURE.get();
        FAILURE.remove();
        return failure;
    }
}
