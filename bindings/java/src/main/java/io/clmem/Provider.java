package io.clmem;

import java.util.Objects;
import java.util.Set;

/** The source of a pool's memory: it allocates slabs from the driver and releases them. */
public final class Provider extends Resource {
    private Provider(long handle) {
        super(handle, Native::clmem_provider_release);
    }

    private interface Maker {
        void make(Uses uses, long[] provider);
    }

    private static byte[] options(Set<MemoryFlag> flags) {
        return new Structs.ProviderOptions().memoryFlags(Codes.bits(flags)).bytes;
    }

    private static Provider made(Maker maker) {
        try (Uses uses = new Uses()) {
            long[] provider = new long[1];
            maker.make(uses, provider);
            return new Provider(provider[0]);
        }
    }

    /**
     * Creates a provider of buffers ({@code clCreateBuffer}). The driver may allocate their memory only at the first
     * use.
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use the memory; none: {@link MemoryFlag#READ_WRITE}
     * @return the provider; the caller must close it
     */
    public static Provider buffers(Context context, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_buffer(uses.of(context), options(flags), out));
    }

    /**
     * Creates a provider of buffers that kernels and the host can read and write.
     *
     * @param context the context to create it in
     * @return the provider; the caller must close it
     */
    public static Provider buffers(Context context) {
        return buffers(context, Set.of());
    }

    /**
     * Creates a provider of buffers whose memory exists when an allocation returns, so that a shortage shows there.
     *
     * @param queue the queue for the command that makes a new buffer resident
     * @param flags as for {@link #buffers}
     * @return the provider; the caller must close it
     */
    public static Provider immediate(CommandQueue queue, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_immediate(uses.of(queue), options(flags), out));
    }

    /**
     * Creates a provider of buffers that kernels and the host can read and write, and whose memory exists when an
     * allocation returns.
     *
     * @param queue the queue for the command that makes a new buffer resident
     * @return the provider; the caller must close it
     */
    public static Provider immediate(CommandQueue queue) {
        return immediate(queue, Set.of());
    }

    /**
     * Creates a provider of shared virtual memory ({@code clSVMAlloc}).
     *
     * @param context the context to create it in
     * @param flags as for {@link #buffers}, and {@link MemoryFlag#SVM_FINE_GRAIN_BUFFER},
     *     {@link MemoryFlag#SVM_ATOMICS}
     * @return the provider; the caller must close it
     */
    public static Provider svm(Context context, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_svm(uses.of(context), options(flags), out));
    }

    /**
     * Creates a provider of coarse-grain shared virtual memory.
     *
     * @param context the context to create it in
     * @return the provider; the caller must close it
     */
    public static Provider svm(Context context) {
        return svm(context, Set.of());
    }

    /**
     * Creates a provider of unified shared memory ({@code cl_intel_unified_shared_memory}).
     *
     * @param context the context to create it in
     * @param device the device whose memory to use; null for {@link UsmKind#HOST}
     * @param kind the kind of memory
     * @return the provider; the caller must close it
     */
    public static Provider usm(Context context, Device device, UsmKind kind) {
        Objects.requireNonNull(kind, "kind");
        long handle = device == null ? 0 : device.handle();
        return made((uses, out) -> Native.clmem_provider_create_usm(uses.of(context), handle, (int) kind.code(), null, out));
    }

    /**
     * Creates a provider of page-locked host memory, which transfers to and from devices use at full speed. Kernels
     * cannot use it.
     *
     * @param queue the queue that maps the memory
     * @param flags the access, as for {@link #buffers}
     * @return the provider; the caller must close it
     */
    public static Provider pinned(CommandQueue queue, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_provider_create_pinned(uses.of(queue), options(flags), out));
    }

    /**
     * Creates a provider of page-locked host memory for reading and writing. Kernels cannot use it.
     *
     * @param queue the queue that maps the memory
     * @return the provider; the caller must close it
     */
    public static Provider pinned(CommandQueue queue) {
        return pinned(queue, Set.of());
    }

    /**
     * Creates a provider of addresses without memory, for tests. It needs neither a device nor OpenCL.
     *
     * @param options the provider's options
     * @return the provider; the caller must close it
     */
    public static Provider virtual(VirtualOptions options) {
        Objects.requireNonNull(options, "options");
        return made((uses, out) -> Native.clmem_provider_create_virtual(options.struct().bytes, out));
    }

    /**
     * Creates a provider of memory that the program supplies.
     *
     * @param source the source, which the provider, its pools and their blocks keep reachable
     * @return the provider; the caller must close it
     */
    public static Provider user(MemorySource source) {
        return made((uses, out) -> SourceCallback.create(source, uses, out));
    }

    /**
     * Creates a provider whose memory comes from this one, and whose calls fail, or take longer, as a spec says: for a
     * program's own tests.
     *
     * @param spec which calls fail, and how, for example {@code "allocate:nth=3"} or {@code "memory:beyond=64MiB"}: a
     *     rule names calls ({@code allocate}, {@code free}, {@code sub_buffer}, {@code map}, {@code memory}, {@code
     *     all}), then conditions ({@code above=64MiB}, {@code beyond=2GiB}, {@code after=5s}), then which of them
     *     ({@code nth=3}, {@code from=3}, {@code every=100}, {@code share=1%}), and then what happens ({@code
     *     code=CL_OUT_OF_RESOURCES}, {@code delay=5ms}, {@code lose}); commas separate rules, and {@code seed=7}
     *     decides what is random
     * @return the provider; the caller must close it
     */
    @Experimental
    public Provider faulty(String spec) {
        Objects.requireNonNull(spec, "spec");
        return made((uses, out) -> Native.clmem_provider_create_faulty(uses.of(this), Text.of(spec), out));
    }

    /**
     * Counts what a faulty provider has injected.
     *
     * @return the counts
     */
    @Experimental
    public FaultCounts faults() {
        try (Uses uses = new Uses()) {
            Structs.FaultCounts counts = new Structs.FaultCounts();
            Native.clmem_provider_faults(uses.of(this), counts.bytes);
            return FaultCounts.of(counts);
        }
    }

    /**
     * Makes one driver allocation, without a pool.
     *
     * @param bytes the size in bytes; 0 gives a block without memory
     * @return the memory; the caller must close it
     */
    public DeviceBuffer allocate(long bytes) {
        return DeviceBuffer.made((uses, out) -> Native.clmem_provider_allocate(uses.of(this), bytes, out));
    }

    /**
     * Sets the clock of a virtual provider, which determines when markers complete.
     *
     * @param nanoseconds the time, no earlier than before
     */
    public void setTime(long nanoseconds) {
        try (Uses uses = new Uses()) {
            Native.clmem_provider_set_time(uses.of(this), nanoseconds);
        }
    }

    /**
     * Describes the provider.
     *
     * @return its kind and properties
     */
    public ProviderInfo info() {
        try (Uses uses = new Uses()) {
            Structs.ProviderInfo info = new Structs.ProviderInfo();
            Native.clmem_provider_describe(uses.of(this), info.bytes);
            return ProviderInfo.of(info);
        }
    }
}
