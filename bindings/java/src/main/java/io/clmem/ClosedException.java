package io.clmem;

/** An object was used after it was closed. */
public final class ClosedException extends InvalidHandleException {
    private static final long serialVersionUID = 1;

    ClosedException(Class<?> type) {
        super(
                (int) StatusCode.ERROR_INVALID_HANDLE.code(),
                0,
                type.getSimpleName(),
                "the " + type.getSimpleName() + " is closed; do not use it after close()");
    }
}
