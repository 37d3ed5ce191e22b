package io.clmem;

import java.nio.ByteBuffer;

/** A copy of a byte range of an array, in direct memory, for a transfer. */
final class Staging {
    /**
     * Small enough for a processor's cache, so that the second copy is cheap, and a multiple of every element's size.
     */
    static final int PIECE = 1 << 20;

    private static final ThreadLocal<ByteBuffer> OWN = ThreadLocal.withInitial(() -> Host.allocate(PIECE));

    private final HostArray array;
    private final ByteBuffer memory;
    private final int first;
    private final int count;
    private final int skipped;
    private final int bytes;

    /**
     * Copies a range out of an array. Each thread has one buffer for pieces, so it can use one piece at a time.
     *
     * @param isSource if false, the array is only read where an element is partly covered and must keep its other bytes
     */
    static Staging piece(HostArray array, long begin, long end, boolean isSource) {
        return new Staging(array, begin, end, OWN.get(), isSource);
    }

    /** Copies a range of up to 2 GiB. Bytes that the transfer does not write keep their values. */
    static Staging range(HostArray array, long begin, long end) {
        long size = end - begin + 2L * array.elementBytes();
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("expected at most 2^31 - 1 bytes of an array at once, got " + size
                    + "; set a region, or transfer parts of the array");
        }
        return new Staging(array, begin, end, Host.allocate(size), true);
    }

    private Staging(HostArray array, long begin, long end, ByteBuffer memory, boolean isSource) {
        int element = array.elementBytes();
        this.array = array;
        this.memory = memory;
        this.first = (int) (begin / element);
        this.count = (int) ((end + element - 1) / element) - first;
        this.skipped = (int) (begin % element);
        this.bytes = (int) (end - begin);
        if (isSource || skipped != 0 || end % element != 0) {
            array.load(first, count, memory);
        }
    }

    /** Sets a transfer's source or destination to this memory. */
    void describe(Structs.TransferPlace place) {
        place.pointer(Host.address(memory) + skipped).bytes(bytes);
    }

    void store() {
        array.store(first, count, memory);
    }
}
