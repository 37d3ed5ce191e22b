package io.clmem;

/** A sampler: how kernels read an image (OpenCL 3.0, section 5.7). */
public final class Sampler extends Resource {
    private Sampler(long handle) {
        super(handle, Native::clmem_sampler_release);
    }

    /**
     * Makes a sampler.
     *
     * @param context where
     * @param normalized true: coordinates go from 0 to 1
     * @param addressing what lies beyond the edge
     * @param filter what lies between pixels
     * @return the sampler, to be closed
     */
    public static Sampler create(Context context, boolean normalized, AddressingMode addressing, FilterMode filter) {
        return new Sampler(Memory.make((uses, out) -> Native.clmem_sampler_create(
                uses.of(context), normalized ? 1 : 0, (int) addressing.code(), (int) filter.code(), out)));
    }

    /**
     * Makes a sampler by a list of properties ({@code clCreateSamplerWithProperties}).
     *
     * @param context where
     * @param properties names and values in turn; a closing 0 may be there or not
     * @return the sampler, to be closed
     */
    public static Sampler create(Context context, long... properties) {
        return new Sampler(Memory.make((uses, out) ->
                Native.clmem_sampler_create_with_properties(uses.of(context), properties.length, properties, out)));
    }

    /**
     * Takes a sampler of the program's or another library's.
     *
     * @param object its address, as {@code cl_sampler}
     * @param retain true: clmem takes a reference of its own; false: it takes over the caller's
     * @return the sampler, to be closed
     */
    public static Sampler of(long object, boolean retain) {
        return new Sampler(Memory.make((uses, out) -> Native.clmem_sampler_import(object, retain ? 1 : 0, out)));
    }

    /**
     * Gives the sampler to other libraries of OpenCL.
     *
     * @return its address, as {@code cl_sampler}
     */
    public long object() {
        return Memory.make((uses, out) -> Native.clmem_sampler_object(uses.of(this), out));
    }

    /**
     * Describes the sampler.
     *
     * @return how it reads
     */
    public SamplerInfo info() {
        try (Uses uses = new Uses()) {
            Structs.SamplerInfo info = new Structs.SamplerInfo();
            Native.clmem_sampler_describe(uses.of(this), info.bytes);
            return SamplerInfo.of(info);
        }
    }

    /**
     * Asks OpenCL for one property ({@code clGetSamplerInfo}).
     *
     * @param property {@code CL_SAMPLER_FILTER_MODE}, ...
     * @return the value, in OpenCL's own form
     */
    public byte[] query(int property) {
        return Memory.query(
                this, (handle, capacity, value, size) -> Native.clmem_sampler_query(handle, property, capacity, value, size));
    }

    /**
     * Tells whether two handles stand for the same sampler.
     *
     * @param other the other one
     * @return true if they do
     */
    public boolean isSameAs(Sampler other) {
        try (Uses uses = new Uses()) {
            int[] equal = new int[1];
            Native.clmem_sampler_equal(uses.of(this), uses.of(other), equal);
            return equal[0] != 0;
        }
    }
}
