package io.clmem;

import java.util.OptionalLong;

/**
 * Memory that the program provides to {@link Provider#user}. Several threads may call its methods at once. They must
 * not allocate from clmem. An exception from a method becomes the cause of the exception that the allocation throws.
 */
public interface MemorySource {
    /**
     * Allocates memory.
     *
     * @param bytes the size in bytes
     * @return the memory: a {@code cl_mem} if {@link #context} returns one, else any number; empty if there is none now
     */
    OptionalLong allocate(long bytes);

    /**
     * Frees memory.
     *
     * @param memory what {@link #allocate} returned
     * @param bytes the size in bytes
     */
    void release(long memory, long bytes);

    /**
     * Returns the context if the memory consists of OpenCL buffers.
     *
     * @return the buffers' context; null, the default, if the memory is opaque
     */
    default Context context() {
        return null;
    }

    /**
     * Returns the alignment of blocks.
     *
     * @return a power of two; 0, the default, for what the context's devices require, or 512 without a context
     */
    default long alignmentBytes() {
        return 0;
    }

    /**
     * Returns the largest allocation. Pools refuse larger ones, and allocate no larger slabs.
     *
     * @return the number of bytes; 0, the default, for no limit
     */
    default long maxAllocationBytes() {
        return 0;
    }

    /**
     * Returns how much memory there is.
     *
     * @return the number of bytes; 0, the default, if unknown
     */
    default long memoryBytes() {
        return 0;
    }
}
