package io.clmem;

/**
 * The handle is stale, of another type, or not a handle. Using a closed object throws a {@link ClosedException}; if
 * another thread closes it during the call, either exception may be thrown.
 */
public class InvalidHandleException extends ClmemException {
    private static final long serialVersionUID = 1;

    InvalidHandleException(int status, int openclCode, String function, String message) {
        super(status, openclCode, function, message);
    }
}
