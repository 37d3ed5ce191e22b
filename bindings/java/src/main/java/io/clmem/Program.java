package io.clmem;

import java.util.Arrays;

/** A program of kernels (OpenCL 3.0, section 5.8). */
public final class Program extends Resource {
    private Program(long handle) {
        super(handle, Native::clmem_program_release);
    }

    /**
     * Makes a program of its source.
     *
     * @param context where
     * @param source text in OpenCL C
     * @return the program, to be built and to be closed
     */
    public static Program create(Context context, String source) {
        return new Program(Memory.make((uses, out) -> Native.clmem_program_create(uses.of(context), Text.of(source), out)));
    }

    /**
     * Makes a program of its source and builds it for all devices of the context.
     *
     * @param context where
     * @param source text in OpenCL C
     * @param options the compiler's options; null: none
     * @return the program, to be closed
     */
    public static Program built(Context context, String source, String options) {
        Program program = create(context, source);
        try {
            program.build(options);
            return program;
        } catch (ClmemException failure) {
            program.close();
            throw failure;
        }
    }

    /**
     * Takes a program of the program's or another library's.
     *
     * @param object its address, as {@code cl_program}
     * @param retain true: clmem takes a reference of its own; false: it takes over the caller's
     * @return the program, to be closed
     */
    public static Program of(long object, boolean retain) {
        return new Program(Memory.make((uses, out) -> Native.clmem_program_import(object, retain ? 1 : 0, out)));
    }

    /**
     * Builds the program, and returns when that is done. The exception of a failed build has the beginning of the log.
     *
     * @param options the compiler's options; null: none
     * @param devices for which devices; none: all of the context
     */
    public void build(String options, Device... devices) {
        try (Uses uses = new Uses()) {
            long[] handles = Arrays.stream(devices).mapToLong(Device::handle).toArray();
            Native.clmem_program_build(uses.of(this), Text.orNone(options), handles.length, handles.length == 0 ? null : handles);
        }
    }

    /**
     * Gives what the compiler said at the last build.
     *
     * @param device the device that it was built for; null: the first one for which the build failed, else the first
     * @return the log; empty before any build
     */
    public String log(Device device) {
        long handle = device == null ? 0 : device.handle();
        byte[] text = Memory.query(
                this, (program, capacity, value, size) -> Native.clmem_program_log(program, handle, capacity, value, size));
        return Text.in(text, 0, text.length);
    }

    /**
     * Gives the program to other libraries of OpenCL.
     *
     * @return its address, as {@code cl_program}
     */
    public long object() {
        return Memory.make((uses, out) -> Native.clmem_program_object(uses.of(this), out));
    }

    /**
     * Makes a kernel of the program.
     *
     * @param name the kernel's name
     * @return the kernel, to be closed
     */
    public Kernel kernel(String name) {
        return new Kernel(Memory.make((uses, out) -> Native.clmem_kernel_create(uses.of(this), Text.of(name), out)));
    }
}
