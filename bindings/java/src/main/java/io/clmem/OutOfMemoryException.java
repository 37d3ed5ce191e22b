package io.clmem;

/** No memory within the limits, or neither the driver nor the host had any. */
public final class OutOfMemoryException extends ClmemException {
    private static final long serialVersionUID = 1;

    OutOfMemoryException(int status, int openclCode, String function, String message) {
        super(status, openclCode, function, message);
    }
}
