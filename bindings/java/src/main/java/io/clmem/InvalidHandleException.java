package io.clmem;

/** A handle is stale, of another type, or none. Objects that were closed throw {@link ClosedException} instead. */
public final class InvalidHandleException extends ClmemException {
    private static final long serialVersionUID = 1;

    InvalidHandleException(int status, int openclCode, String function, String message) {
        super(status, openclCode, function, message);
    }
}
