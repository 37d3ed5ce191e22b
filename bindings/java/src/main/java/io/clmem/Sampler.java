package io.clmem;

import java.util.Objects;

/** A sampler, which defines how kernels read an image (OpenCL 3.0, section 5.7). */
public final class Sampler extends Resource {
    private Sampler(long handle) {
        super(handle, Native::clmem_sampler_release);
    }

    /**
     * Creates a sampler.
     *
     * @param context the context to create it in
     * @param normalized true for coordinates from 0 to 1, false for pixels
     * @param addressing what a kernel reads outside the image
     * @param filter how a kernel reads between pixels
     * @return the sampler; the caller must close it
     */
    public static Sampler create(Context context, boolean normalized, AddressingMode addressing, FilterMode filter) {
        Objects.requireNonNull(addressing, "addressing");
        Objects.requireNonNull(filter, "filter");
        return new Sampler(Memory.make((uses, out) -> Native.clmem_sampler_create(
                uses.of(context), normalized ? 1 : 0, (int) addressing.code(), (int) filter.code(), out)));
    }

    /**
     * Creates a sampler from a list of properties ({@code clCreateSamplerWithProperties}).
     *
     * @param context the context to create it in
     * @param properties names and values in turn; the closing 0 may be left out
     * @return the sampler; the caller must close it
     */
    public static Sampler create(Context context, long... properties) {
        Objects.requireNonNull(properties, "properties");
        return new Sampler(Memory.make((uses, out) ->
                Native.clmem_sampler_create_with_properties(uses.of(context), properties.length, properties, out)));
    }

    /**
     * Wraps an OpenCL sampler of the program or another library.
     *
     * @param object its address, as {@code cl_sampler}
     * @param retain true to retain the object, false to take over the caller's reference, unless the call fails
     * @return the sampler; the caller must close it
     */
    public static Sampler of(long object, boolean retain) {
        return new Sampler(Memory.make((uses, out) -> Native.clmem_sampler_import(object, retain ? 1 : 0, out)));
    }

    /**
     * Returns the OpenCL sampler, for use with other libraries.
     *
     * @return its address, as {@code cl_sampler}
     */
    public long object() {
        return Memory.make((uses, out) -> Native.clmem_sampler_object(uses.of(this), out));
    }

    /**
     * Describes the sampler.
     *
     * @return the description
     */
    public SamplerInfo info() {
        try (Uses uses = new Uses()) {
            Structs.SamplerInfo info = new Structs.SamplerInfo();
            Native.clmem_sampler_describe(uses.of(this), info.bytes);
            return SamplerInfo.of(info);
        }
    }

    /**
     * Queries a property of the sampler ({@code clGetSamplerInfo}).
     *
     * @param property such as {@code CL_SAMPLER_FILTER_MODE}
     * @return the value's bytes, as OpenCL returns them
     */
    public byte[] query(int property) {
        return Memory.query(this, (handle, capacity, value, size) ->
                Native.clmem_sampler_query(handle, property, capacity, value, size));
    }

    /**
     * Returns whether two objects stand for the same sampler.
     *
     * @param other the other object
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
