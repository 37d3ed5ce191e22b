package io.clmem;

import java.util.Locale;
import java.util.Objects;

/** Functions and constants of the library as a whole. */
public final class Clmem {
    /** For sizes: everything, or as much as fits ({@code SIZE_MAX} in C). Each method that accepts it says so. */
    public static final long ALL = -1;

    private static volatile String chosen = System.getenv("CLMEM_LOG");

    private Clmem() {}

    /**
     * Returns the version of the loaded library.
     *
     * @return the version, such as "0.1.0"
     */
    public static String version() {
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] patch = new int[1];
        Native.clmem_version(major, minor, patch);
        return major[0] + "." + minor[0] + "." + patch[0];
    }

    /**
     * Chooses how much the library logs to standard error, in place of the environment variable {@code CLMEM_LOG}
     * ({@code clmem_log_set_callback}).
     *
     * @param level the most that is logged
     */
    public static void setLogLevel(LogLevel level) {
        Objects.requireNonNull(level, "level");
        Native.clmem_log_set_callback((int) level.code(), 0, 0);
        chosen = level.name();
    }

    /** Writes a line of the package, where the library writes its own. Loggers of Java may be gone at the end. */
    static void log(LogLevel level, String line) {
        for (LogLevel each : LogLevel.values()) {
            if (each.name().equalsIgnoreCase(chosen) && level.code() <= each.code()) {
                System.err.println("clmem " + level.name().toLowerCase(Locale.ROOT) + ": " + line);
            }
        }
    }

    /**
     * Counts the objects that the collector released because the program did not close them.
     *
     * @return the number of objects since the program began
     */
    public static long leaks() {
        return Reaper.LEAKS.sum();
    }

    /**
     * Finds an OpenCL function in the OpenCL library that clmem uses ({@code clmem_opencl_function}).
     *
     * @param name the function's name, such as "clGetPlatformInfo"
     * @return the function's address
     */
    public static long openclFunction(String name) {
        long[] function = new long[1];
        Native.clmem_opencl_function(Text.of(name), function);
        return function[0];
    }
}
