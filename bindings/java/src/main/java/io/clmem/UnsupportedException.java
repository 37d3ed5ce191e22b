package io.clmem;

/** The device or the provider cannot do it; the message says what is missing. */
public final class UnsupportedException extends ClmemException {
    private static final long serialVersionUID = 1;

    UnsupportedException(int status, int openclCode, String function, String message) {
        super(status, openclCode, function, message);
    }
}
