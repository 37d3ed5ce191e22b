package io.clmem;

import java.util.Set;

/**
 * Options of one allocation.
 *
 * @param flags the flags
 * @param queue the queue that uses the block; null for the pool's queue
 * @param alignmentBytes the alignment of the block in its slab, a power of two; 0 for the provider's alignment
 * @param tag the tag to count the block under, from {@link Pool#tag}; 0 for none
 */
public record AllocationOptions(Set<AllocationFlag> flags, Queue queue, long alignmentBytes, int tag) {
    /** The defaults. */
    public static final AllocationOptions DEFAULTS = new AllocationOptions(Set.of(), null, 0, 0);

    /**
     * Returns these options with other flags.
     *
     * @param value the flags
     * @return the options
     */
    public AllocationOptions withFlags(Set<AllocationFlag> value) {
        return new AllocationOptions(value, queue, alignmentBytes, tag);
    }

    /**
     * Returns these options with another queue.
     *
     * @param value the queue
     * @return the options
     */
    public AllocationOptions withQueue(Queue value) {
        return new AllocationOptions(flags, value, alignmentBytes, tag);
    }

    /**
     * Returns these options with another alignment.
     *
     * @param value the alignment in bytes, a power of two
     * @return the options
     */
    public AllocationOptions withAlignment(long value) {
        return new AllocationOptions(flags, queue, value, tag);
    }

    /**
     * Returns these options with another tag.
     *
     * @param value the tag, from {@link Pool#tag}
     * @return the options
     */
    public AllocationOptions withTag(int value) {
        return new AllocationOptions(flags, queue, alignmentBytes, value);
    }
}
