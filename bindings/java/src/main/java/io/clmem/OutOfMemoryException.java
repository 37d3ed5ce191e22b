package io.clmem;

/** The pool's limit is reached, or the driver or the host has no memory left. */
public final class OutOfMemoryException extends ClmemException {
    private static final long serialVersionUID = 1;

    OutOfMemoryException(int status, int openclCode, String function, String message) {
        super(status, openclCode, function, message);
    }
}
