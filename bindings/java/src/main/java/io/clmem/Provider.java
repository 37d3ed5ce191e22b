package io.clmem;

import java.util.Set;

/** Where a pool's memory comes from: it takes whole allocations from the driver and gives them back. */
public final class Provider extends Resource {
    private Provider(long handle) {
        super(handle, Native::clmem_provider_release);
    }

    private interface Maker {
        void make(Uses uses, long[] provider);
    }

    private static Provider made(Maker maker) {
        try (Uses uses = new Uses()) {
            long[] provider = new long[1];
            maker.make(uses, provider);
            return new Provider(provider[0]);
        }
    }

    /**
     * Makes a provider of buffers, which the driver may make real at their first use ({@code clCreateBuffer}).
     *
     * @param context where
     * @param flags how kernels and the host use the memory; none: {@link MemoryFlag#READ_WRITE}
     * @return the provider, to be closed
     */
    public static Provider buffers(Context context, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_buffer(uses.of(context), Codes.bits(flags), out));
    }

    /**
     * Makes a provider of buffers that kernels and the host read and write.
     *
     * @param context where
     * @return the provider, to be closed
     */
    public static Provider buffers(Context context) {
        return buffers(context, Set.of());
    }

    /**
     * Makes a provider of buffers that are real when an allocation returns, so that running out of memory shows there.
     *
     * @param queue a queue for the commands that make them real
     * @param flags as at {@link #buffers}
     * @return the provider, to be closed
     */
    public static Provider immediate(Queue queue, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_immediate(uses.of(queue), Codes.bits(flags), out));
    }

    /**
     * Makes a provider of buffers that kernels and the host read and write, and that are real when an allocation returns.
     *
     * @param queue a queue for the commands that make them real
     * @return the provider, to be closed
     */
    public static Provider immediate(Queue queue) {
        return immediate(queue, Set.of());
    }

    /**
     * Makes a provider of shared virtual memory ({@code clSVMAlloc}).
     *
     * @param context where
     * @param flags as at {@link #buffers}, and {@link MemoryFlag#SVM_FINE_GRAIN_BUFFER}, {@link MemoryFlag#SVM_ATOMICS}
     * @return the provider, to be closed
     */
    public static Provider svm(Context context, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_svm(uses.of(context), Codes.bits(flags), out));
    }

    /**
     * Makes a provider of coarse-grain shared virtual memory.
     *
     * @param context where
     * @return the provider, to be closed
     */
    public static Provider svm(Context context) {
        return svm(context, Set.of());
    }

    /**
     * Makes a provider of unified shared memory ({@code cl_intel_unified_shared_memory}).
     *
     * @param context where
     * @param device whose memory; null for {@link UsmKind#HOST}
     * @param kind which
     * @return the provider, to be closed
     */
    public static Provider usm(Context context, Device device, UsmKind kind) {
        long handle = device == null ? 0 : device.handle();
        return made((uses, out) -> Native.clmem_provider_create_usm(uses.of(context), handle, (int) kind.code(), out));
    }

    /**
     * Makes a provider of page-locked memory of the host, which copies to and from devices at full speed.
     *
     * @param queue a queue to map the memory by
     * @param flags as at {@link #buffers}
     * @return the provider, to be closed
     */
    public static Provider pinned(Queue queue, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_pinned(uses.of(queue), Codes.bits(flags), out));
    }

    /**
     * Makes a provider of page-locked memory of the host that kernels read and write.
     *
     * @param queue a queue to map the memory by
     * @return the provider, to be closed
     */
    public static Provider pinned(Queue queue) {
        return pinned(queue, Set.of());
    }

    /**
     * Makes a provider of addresses alone, for tests: it needs neither a device nor OpenCL.
     *
     * @param options how it is
     * @return the provider, to be closed
     */
    public static Provider virtual(VirtualOptions options) {
        Structs.VirtualOptions struct = new Structs.VirtualOptions()
                .alignmentBytes(options.alignmentBytes())
                .maxAllocationBytes(options.maxAllocationBytes())
                .memoryBytes(options.memoryBytes())
                .markerLagNs(options.markerLagNs());
        return made((uses, out) -> Native.clmem_provider_create_virtual(struct.bytes, out));
    }

    /**
     * Makes a provider of the program's own memory.
     *
     * @param source the memory; it is kept as long as the provider, its pools and their blocks need it
     * @return the provider, to be closed
     */
    public static Provider user(MemorySource source) {
        return made((uses, out) -> SourceCallback.create(source, uses, out));
    }

    /**
     * Takes one allocation from the driver, without a pool.
     *
     * @param bytes how much; 0 gives a block without memory
     * @return the memory, to be closed
     */
    public Buffer allocate(long bytes) {
        return Buffer.made((uses, out) -> Native.clmem_provider_allocate(uses.of(this), bytes, out));
    }

    /**
     * Sets the time of a virtual provider, at which markers complete.
     *
     * @param nanoseconds the time, never less than before
     */
    public void setTime(long nanoseconds) {
        try (Uses uses = new Uses()) {
            Native.clmem_provider_set_time(uses.of(this), nanoseconds);
        }
    }

    /**
     * Describes the provider.
     *
     * @return what it is and can do
     */
    public ProviderInfo info() {
        try (Uses uses = new Uses()) {
            Structs.ProviderInfo info = new Structs.ProviderInfo();
            Native.clmem_provider_describe(uses.of(this), info.bytes);
            return ProviderInfo.of(info);
        }
    }
}
