package io.clmem;

/** The device or the provider does not support the call. The message says what is missing. */
public final class UnsupportedException extends ClmemException {
    private static final long serialVersionUID = 1;

    UnsupportedException(int status, int openclCode, String function, String message) {
        super(status, openclCode, function, message);
    }
}
