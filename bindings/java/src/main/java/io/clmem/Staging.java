package io.clmem;

import java.nio.ByteBuffer;

/** A range of bytes of an array, in direct memory while a transfer works with it. */
final class Staging {
    /** Fits into a processor's cache, so that the second copy costs little; a multiple of every element's size. */
    static final int PIECE = 1 << 20;

    private static final ThreadLocal<ByteBuffer> OWN = ThreadLocal.withInitial(() -> Host.allocate(PIECE));

    private final HostArray array;
    private final ByteBuffer memory;
    private final int first;
    private final int count;
    private final int skipped;
    private final int bytes;

    /**
     * Copies a range out of an array. A piece uses memory that its thread keeps: a thread has one at a time.
     *
     * @param isSource false: elements that are not covered wholly keep the rest of their bytes
     */
    static Staging piece(HostArray array, long begin, long end, boolean isSource) {
        return new Staging(array, begin, end, OWN.get(), isSource);
    }

    /** The same for a range of any size up to 2 GiB. What the transfer leaves out of it stays as it is. */
    static Staging range(HostArray array, long begin, long end) {
        long size = end - begin + 2L * array.elementBytes();
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(size + " bytes of an array are too much for one transfer: say a region, or transfer parts");
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

    /** Names the range as the memory of a transfer's side. */
    void describe(Structs.TransferPlace place) {
        place.pointer(Host.address(memory) + skipped).bytes(bytes);
    }

    void store() {
        array.store(first, count, memory);
    }
}
