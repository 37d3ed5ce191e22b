package io.clmem;

/**
 * Options of a provider of addresses without memory.
 *
 * @param alignmentBytes the alignment of every block, a power of two
 * @param maxAllocationBytes the largest allocation; 0 for no limit
 * @param memoryBytes the limit of the sum of all allocations; 0 for none
 * @param markerLagNs how long a marker takes to complete; 0 if it is complete at once; -1 if it never is, unless waited
 *     for
 */
public record VirtualOptions(long alignmentBytes, long maxAllocationBytes, long memoryBytes, long markerLagNs) {
    /** The defaults: an alignment of 512 bytes and no limits. */
    public static final VirtualOptions DEFAULTS = new VirtualOptions(512, 0, 0, 0);

    /**
     * Returns these options with a limit of the sum of all allocations.
     *
     * @param bytes the limit in bytes
     * @return the options
     */
    public VirtualOptions withMemory(long bytes) {
        return new VirtualOptions(alignmentBytes, maxAllocationBytes, bytes, markerLagNs);
    }
}
