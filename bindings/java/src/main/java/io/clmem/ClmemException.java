package io.clmem;

import java.nio.charset.StandardCharsets;

/** A call of clmem's failed: why, and what to do about it. */
public class ClmemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The call's status, as {@code clmem_status} has it. */
    private final int status;

    /** OpenCL's code, 0 if OpenCL was not the cause. */
    private final int openclCode;

    /** The C function that failed. */
    private final String function;

    ClmemException(int status, int openclCode, String function, String message) {
        super(message);
        this.status = status;
        this.openclCode = openclCode;
        this.function = function;
    }

    /** Called by C, on the thread and inside of the call that failed. */
    static ClmemException of(int status, int openclCode, byte[] function, byte[] message) {
        String name = new String(function, StandardCharsets.UTF_8);
        String text = new String(message, StandardCharsets.UTF_8);
        ClmemException made = of(status, openclCode, name, name + ": " + text);
        Throwable cause = Callbacks.takeFailure();
        if (cause != null) {
            made.initCause(cause);
        }
        return made;
    }

    /** For a function of OpenCL's that was called without clmem. */
    static ClmemException ofOpencl(int code, String function) {
        return of(code, code, function, function + " gave " + statusName(code));
    }

    private static ClmemException of(int status, int openclCode, String function, String message) {
        return switch (StatusCode.of(status).orElse(StatusCode.SUCCESS)) {
            case ERROR_OUT_OF_MEMORY, ERROR_OUT_OF_HOST_MEMORY -> new OutOfMemoryException(status, openclCode, function, message);
            case ERROR_INVALID_HANDLE -> new InvalidHandleException(status, openclCode, function, message);
            case ERROR_UNSUPPORTED -> new UnsupportedException(status, openclCode, function, message);
            default -> new ClmemException(status, openclCode, function, message);
        };
    }

    /**
     * Tells the call's status: one of {@link StatusCode}, or a negative code of OpenCL's, passed through.
     *
     * @return the status, never 0
     */
    public int status() {
        return status;
    }

    /**
     * Tells the code that OpenCL gave.
     *
     * @return the code, 0 if OpenCL was not the cause
     */
    public int openclCode() {
        return openclCode;
    }

    /**
     * Tells which function of the C interface failed.
     *
     * @return its name
     */
    public String function() {
        return function;
    }

    /**
     * Gives the name of a status, as it stands in the headers.
     *
     * @param status any number
     * @return the name, or "unknown status"
     */
    public static String statusName(int status) {
        long[] name = new long[1];
        Native.clmem_status_name(status, name);
        return Text.at(name[0]);
    }
}
