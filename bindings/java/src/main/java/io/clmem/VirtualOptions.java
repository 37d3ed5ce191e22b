package io.clmem;

/**
 * How a provider of addresses alone is.
 *
 * @param alignmentBytes of every block, a power of two
 * @param maxAllocationBytes larger allocations are refused; 0: no bound
 * @param memoryBytes allocations that go beyond it in sum are refused; 0: no bound
 * @param markerLagNs how long after it was enqueued a marker completes; 0: at once; -1: never by itself
 */
public record VirtualOptions(long alignmentBytes, long maxAllocationBytes, long memoryBytes, long markerLagNs) {
    /** The defaults: blocks of 512 bytes and up, no bounds. */
    public static final VirtualOptions DEFAULTS = new VirtualOptions(512, 0, 0, 0);

    /**
     * The same with a bound on what there is in all.
     *
     * @param bytes how much
     * @return the options
     */
    public VirtualOptions withMemory(long bytes) {
        return new VirtualOptions(alignmentBytes, maxAllocationBytes, bytes, markerLagNs);
    }
}
