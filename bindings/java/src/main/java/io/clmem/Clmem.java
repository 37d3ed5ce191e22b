package io.clmem;

/** The library as such. */
public final class Clmem {
    /** As much as there is, or fits, where a size may be left open ({@code SIZE_MAX}). */
    public static final long ALL = -1;

    private Clmem() {}

    /**
     * Tells the version of the library that is running.
     *
     * @return the version, as "0.1.0"
     */
    public static String version() {
        int[] major = new int[1];
        int[] minor = new int[1];
        int[] patch = new int[1];
        Native.clmem_version(major, minor, patch);
        return major[0] + "." + minor[0] + "." + patch[0];
    }

    /**
     * Counts what the collector had to release because nobody closed it.
     *
     * @return how many objects since the program began
     */
    public static long leaks() {
        return Reaper.LEAKS.sum();
    }

    /**
     * Finds a function of OpenCL's in the library that clmem uses ({@code clmem_opencl_function}).
     *
     * @param name the function's name, as "clGetPlatformInfo"
     * @return its address
     */
    public static long openclFunction(String name) {
        long[] function = new long[1];
        Native.clmem_opencl_function(Text.of(name), function);
        return function[0];
    }
}
