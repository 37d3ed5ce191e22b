package io.clmem;

import java.util.OptionalLong;

/**
 * Memory of the program's own for {@link Provider#user}. Its methods may be called by several threads at once, and must not
 * allocate by clmem. What they throw becomes the cause of what the allocation throws.
 */
public interface MemorySource {
    /**
     * Takes memory.
     *
     * @param bytes how much
     * @return the memory: a {@code cl_mem} if {@link #context} gives one, else any number; empty if there is none now
     */
    OptionalLong allocate(long bytes);

    /**
     * Takes memory back.
     *
     * @param memory what {@link #allocate} gave
     * @param bytes its size
     */
    void release(long memory, long bytes);

    /**
     * Tells whether the memory is buffers of OpenCL's.
     *
     * @return their context; null, which is the default: memory is opaque
     */
    default Context context() {
        return null;
    }

    /**
     * Tells how blocks lie.
     *
     * @return a power of two; 0, which is the default: as the context's devices need it, or 512
     */
    default long alignmentBytes() {
        return 0;
    }

    /**
     * Tells how much one allocation can have: pools refuse more, and make no larger slabs.
     *
     * @return bytes; 0, which is the default: no bound
     */
    default long maxAllocationBytes() {
        return 0;
    }

    /**
     * Tells how much there is.
     *
     * @return bytes; 0, which is the default: unknown
     */
    default long memoryBytes() {
        return 0;
    }
}
