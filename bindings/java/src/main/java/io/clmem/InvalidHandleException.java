package io.clmem;

/**
 * A handle is stale, of another type, or none. An object that was closed throws a {@link ClosedException}; a call that another thread's
 * close overtakes throws either of the two.
 */
public class InvalidHandleException extends ClmemException {
    private static final long serialVersionUID = 1;

    InvalidHandleException(int status, int openclCode, String function, String message) {
        super(status, openclCode, function, message);
    }
}
