package io.clmem;

import java.util.Set;

/**
 * How a block is to be.
 *
 * @param flags how it is allocated
 * @param queue the queue that it belongs to; null: the pool's
 * @param alignmentBytes of its offset in its slab, a power of two; 0: the provider's alignment
 * @param tag a tag of the pool that it is counted under; 0: none
 */
public record AllocationOptions(Set<AllocationFlag> flags, Queue queue, long alignmentBytes, int tag) {
    /** The defaults. */
    public static final AllocationOptions DEFAULTS = new AllocationOptions(Set.of(), null, 0, 0);

    /**
     * The same with other flags.
     *
     * @param value the flags
     * @return the options
     */
    public AllocationOptions withFlags(Set<AllocationFlag> value) {
        return new AllocationOptions(value, queue, alignmentBytes, tag);
    }

    /**
     * The same for another queue.
     *
     * @param value the queue
     * @return the options
     */
    public AllocationOptions withQueue(Queue value) {
        return new AllocationOptions(flags, value, alignmentBytes, tag);
    }

    /**
     * The same with another alignment.
     *
     * @param value bytes, a power of two
     * @return the options
     */
    public AllocationOptions withAlignment(long value) {
        return new AllocationOptions(flags, queue, value, tag);
    }

    /**
     * The same under another tag.
     *
     * @param value a tag, from {@link Pool#tag}
     * @return the options
     */
    public AllocationOptions withTag(int value) {
        return new AllocationOptions(flags, queue, alignmentBytes, value);
    }
}
