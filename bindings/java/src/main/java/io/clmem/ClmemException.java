package io.clmem;

import java.nio.charset.StandardCharsets;

/** A failed clmem call. The message says what was expected, what was found and what to do. */
public class ClmemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The call's status, a {@code clmem_status}. */
    private final int status;

    /** OpenCL's error code, 0 if OpenCL was not the cause. */
    private final int openclCode;

    /** The C function that failed. */
    private final String function;

    ClmemException(int status, int openclCode, String function, String message) {
        super(message);
        this.status = status;
        this.openclCode = openclCode;
        this.function = function;
    }

    /** Called by C, on the thread of the failed call and before it returns. */
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

    /** For an OpenCL function that was called directly. */
    static ClmemException ofOpencl(int code, String function) {
        return of(code, code, function, function + " failed with " + statusName(code));
    }

    /** For host memory, or another resource of the system, that Java needs besides the library. */
    static ClmemException ofHostMemory(String function, String message) {
        return of((int) StatusCode.ERROR_OUT_OF_HOST_MEMORY.code(), 0, function, function + ": " + message);
    }

    private static ClmemException of(int status, int openclCode, String function, String message) {
        return switch (StatusCode.of(status).orElse(StatusCode.SUCCESS)) {
            case ERROR_OUT_OF_MEMORY, ERROR_OUT_OF_HOST_MEMORY ->
                    new OutOfMemoryException(status, openclCode, function, message);
            case ERROR_INVALID_HANDLE -> new InvalidHandleException(status, openclCode, function, message);
            case ERROR_UNSUPPORTED -> new UnsupportedException(status, openclCode, function, message);
            default -> new ClmemException(status, openclCode, function, message);
        };
    }

    /**
     * Returns the call's status: a {@link StatusCode}, or a negative OpenCL error code passed through.
     *
     * @return the status, never 0
     */
    public int status() {
        return status;
    }

    /**
     * Returns the OpenCL error code.
     *
     * @return the code, 0 if OpenCL was not the cause
     */
    public int openclCode() {
        return openclCode;
    }

    /**
     * Returns the name of the C function that failed.
     *
     * @return the name
     */
    public String function() {
        return function;
    }

    /**
     * Returns the name of a status, as spelled in the headers.
     *
     * @param status the status; any number is allowed
     * @return the name, or "unknown status"
     */
    public static String statusName(int status) {
        long[] name = new long[1];
        Native.clmem_status_name(status, name);
        return Text.at(name[0]);
    }
}
