package io.clmem;

import java.util.Arrays;

/** An OpenCL program, which contains kernels (OpenCL 3.0, section 5.8). */
public final class Program extends Resource {
    private Program(long handle) {
        super(handle, Native::clmem_program_release);
    }

    /**
     * Creates a program from its source.
     *
     * @param context the context to create it in
     * @param source the source in OpenCL C
     * @return the program, not yet built; the caller must close it
     */
    public static Program create(Context context, String source) {
        return new Program(Memory.make((uses, out) ->
                Native.clmem_program_create(uses.of(context), Text.of(source), out)));
    }

    /**
     * Creates a program from its source and builds it for all devices of the context.
     *
     * @param context the context to create it in
     * @param source the source in OpenCL C
     * @param options the compiler's options; null for none
     * @return the program; the caller must close it
     */
    public static Program built(Context context, String source, String options) {
        Program program = create(context, source);
        try {
            program.build(options);
            return program;
        } catch (Throwable failure) {
            program.close();
            throw failure;
        }
    }

    /**
     * Wraps an OpenCL program of the program or another library.
     *
     * @param object its address, as {@code cl_program}
     * @param retain true to retain the object, false to take over the caller's reference, unless the call fails
     * @return the program; the caller must close it
     */
    public static Program of(long object, boolean retain) {
        return new Program(Memory.make((uses, out) -> Native.clmem_program_import(object, retain ? 1 : 0, out)));
    }

    /**
     * Builds the program and waits until that is done. If the build fails, the exception's message contains the
     * compiler's log.
     *
     * @param options the compiler's options; null for none
     * @param devices the devices to build for; if none, all devices of the context
     */
    public void build(String options, Device... devices) {
        try (Uses uses = new Uses()) {
            long[] handles = devices.length == 0 ? null : Arrays.stream(devices).mapToLong(Device::handle).toArray();
            Native.clmem_program_build(uses.of(this), Text.orNone(options), devices.length, handles);
        }
    }

    /**
     * Returns the compiler's log of the last build.
     *
     * @param device the device; null for the first one whose build failed, or the first one if none failed
     * @return the log; empty before the first build
     */
    public String log(Device device) {
        long handle = device == null ? 0 : device.handle();
        byte[] text = Memory.query(this, (program, capacity, value, size) ->
                Native.clmem_program_log(program, handle, capacity, value, size));
        return Text.in(text, 0, text.length);
    }

    /**
     * Returns the OpenCL program, for use with other libraries.
     *
     * @return its address, as {@code cl_program}
     */
    public long object() {
        return Memory.make((uses, out) -> Native.clmem_program_object(uses.of(this), out));
    }

    /**
     * Creates a kernel of the program.
     *
     * @param name the kernel's name
     * @return the kernel; the caller must close it
     */
    public Kernel kernel(String name) {
        return new Kernel(Memory.make((uses, out) -> Native.clmem_kernel_create(uses.of(this), Text.of(name), out)));
    }
}
