package io.clmem;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A pool: it hands out blocks of a provider's memory, and takes them back while commands may still use them. One pool serves
 * all threads and any number of queues of its context.
 */
public final class Pool extends Resource {
    private volatile boolean hasAddresses;

    private Pool(long handle, long user) {
        super(handle, released -> {
            Native.clmem_pool_release(released);
            deleteUser(user);
        });
    }

    private static void deleteUser(long user) {
        if (user != 0) {
            Native.deleteReference(user);
        }
    }

    /**
     * Makes a pool with the defaults.
     *
     * @param provider where its memory comes from, which the pool keeps
     * @return the pool, to be closed
     */
    public static Pool create(Provider provider) {
        return create(provider, PoolOptions.builder().build());
    }

    /**
     * Makes a pool.
     *
     * @param provider where its memory comes from, which the pool keeps
     * @param options how it is to be
     * @return the pool, to be closed
     */
    public static Pool create(Provider provider, PoolOptions options) {
        PoolOptions.Shortage shortage = options.shortage();
        Callbacks.Target target = (kind, words) -> shortage.retry(words[1], (int) words[2]) ? 1 : 0;
        long user = shortage == null ? 0 : Native.newReference(target);
        try (Uses uses = new Uses()) {
            long[] pool = new long[1];
            Native.clmem_pool_create(uses.of(provider), options.struct(uses, user).bytes, pool);
            return new Pool(pool[0], user);
        } catch (RuntimeException failure) {
            deleteUser(user);
            throw failure;
        }
    }

    /**
     * Allocates a block for the pool's queue.
     *
     * @param bytes how much; 0 gives a block without memory
     * @return the block, to be closed
     * @throws OutOfMemoryException if there is no memory within the limits
     */
    public Buffer allocate(long bytes) {
        try {
            return new Buffer(Native.allocate(enter(), 0, bytes));
        } finally {
            exit();
        }
    }

    /**
     * Allocates a block for a queue: commands in it may use the block at once.
     *
     * @param queue the queue; null: the pool's
     * @param bytes how much; 0 gives a block without memory
     * @return the block, to be closed
     * @throws OutOfMemoryException if there is no memory within the limits
     */
    public Buffer allocate(Queue queue, long bytes) {
        return Buffer.made((uses, out) -> Native.clmem_pool_allocate(uses.of(this), uses.orNone(queue), bytes, out));
    }

    /**
     * Allocates a block with options.
     *
     * @param bytes how much; 0 gives a block without memory
     * @param options how it is to be
     * @return the block, to be closed
     * @throws OutOfMemoryException if there is no memory within the limits
     */
    public Buffer allocate(long bytes, AllocationOptions options) {
        return Buffer.made((uses, out) -> {
            Structs.AllocationOptions struct = new Structs.AllocationOptions()
                    .flags((int) Codes.bits(options.flags()))
                    .queue(uses.orNone(options.queue()))
                    .alignmentBytes(options.alignmentBytes())
                    .tag(options.tag());
            Native.clmem_pool_allocate_with(uses.of(this), bytes, struct.bytes, out);
        });
    }

    /**
     * Allocates a block of shared virtual memory, from a pool of it.
     *
     * @param bytes how much
     * @return the block, to be closed
     * @throws UnsupportedException if the pool's memory has no addresses, as that of buffers
     */
    public Svm allocateSvm(long bytes) {
        return taken(allocate(bytes));
    }

    /**
     * Allocates a block of shared virtual memory for a queue: commands in it may use the block at once.
     *
     * @param queue the queue; null: the pool's
     * @param bytes how much
     * @return the block, to be closed
     * @throws UnsupportedException if the pool's memory has no addresses, as that of buffers
     */
    public Svm allocateSvm(Queue queue, long bytes) {
        return taken(allocate(queue, bytes));
    }

    /** The first block tells whether the pool's blocks have addresses; the others do as it does. */
    private Svm taken(Buffer block) {
        if (!hasAddresses && block.size() > 0) {
            try {
                Memory.make((uses, out) -> Native.clmem_svm_pointer(uses.of(block), out));
            } catch (ClmemException none) {
                block.close();
                throw none;
            }
            hasAddresses = true;
        }
        return Svm.taken(block);
    }

    /**
     * Allocates a block if one is at hand: without a wait or a call of OpenCL.
     *
     * @param queue the queue; null: the pool's
     * @param bytes how much
     * @return the block, to be closed; none if none is at hand
     */
    public Optional<Buffer> tryAllocate(Queue queue, long bytes) {
        try (Uses uses = new Uses()) {
            long[] buffer = new long[1];
            Native.clmem_pool_try_allocate(uses.of(this), uses.orNone(queue), bytes, buffer);
            return buffer[0] == 0 ? Optional.empty() : Optional.of(new Buffer(buffer[0]));
        }
    }

    /**
     * Tells the pool that commands of a queue use a block, besides its own.
     *
     * @param buffer the block
     * @param queue the queue
     */
    public void recordUse(Buffer buffer, Queue queue) {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_record_use(uses.of(this), uses.of(buffer), uses.of(queue));
        }
    }

    /**
     * Lets the pool give its reference to a queue back.
     *
     * @param queue the queue
     */
    public void forgetQueue(Queue queue) {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_forget_queue(uses.of(this), uses.of(queue));
        }
    }

    /**
     * Gives every slab without a live block back to the driver. A live block keeps the slab that it lies in; a dedicated
     * pool has one block in each slab.
     */
    public void freeHeld() {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_free_held(uses.of(this));
        }
    }

    /**
     * Stops holding memory: idle slabs go back to the driver now, the others when their last block is closed. In a
     * dedicated pool that is at each close.
     */
    public void stopHolding() {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_stop_holding(uses.of(this));
        }
    }

    /**
     * Gives idle memory back until the pool holds no more than a target, as far as that goes.
     *
     * @param targetBytes what it is to hold at most
     * @return how many bytes went back
     */
    public long trim(long targetBytes) {
        try (Uses uses = new Uses()) {
            long[] released = new long[1];
            Native.clmem_pool_trim(uses.of(this), targetBytes, released);
            return released[0];
        }
    }

    /**
     * Changes the most that the pool holds from the driver.
     *
     * @param limitBytes bytes; 0: no limit
     */
    public void setLimit(long limitBytes) {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_set_limit(uses.of(this), limitBytes);
        }
    }

    /**
     * Tells which bin a size is in.
     *
     * @param bytes the size
     * @return the bin's number
     */
    public int binNumber(long bytes) {
        try (Uses uses = new Uses()) {
            int[] bin = new int[1];
            Native.clmem_pool_bin_number(uses.of(this), bytes, bin);
            return bin[0];
        }
    }

    /**
     * Tells the size of a bin's blocks.
     *
     * @param bin the bin's number
     * @return the largest size in it
     */
    public long allocSize(int bin) {
        try (Uses uses = new Uses()) {
            long[] bytes = new long[1];
            Native.clmem_pool_alloc_size(uses.of(this), bin, bytes);
            return bytes[0];
        }
    }

    /**
     * Gives a name a number, under which blocks can be counted.
     *
     * @param name the name
     * @return its tag, the same for the same name
     */
    public int tag(String name) {
        try (Uses uses = new Uses()) {
            int[] tag = new int[1];
            Native.clmem_pool_tag(uses.of(this), Text.of(name), tag);
            return tag[0];
        }
    }

    /**
     * Finds the live block that an address is in, in a pool of shared virtual memory.
     *
     * @param address any address in a block
     * @return how many bytes after the block's first one the address is
     */
    public long offsetOf(long address) {
        return find(address).offset();
    }

    /**
     * Where an address is in a pool of shared virtual memory.
     *
     * @param pointer the address of the block's first byte, as {@link Svm#pointer()} gives it
     * @param offset how many bytes after it the address is
     * @param block the block, as {@link Buffer#info()} describes it
     */
    public record Location(long pointer, long offset, BufferInfo block) {}

    /**
     * Finds the live block that an address is in, in a pool of shared virtual memory.
     *
     * @param address any address in a block
     * @return the block, and where in it the address is
     */
    public Location find(long address) {
        try (Uses uses = new Uses()) {
            long[] block = new long[1];
            long[] offset = new long[1];
            Native.clmem_svm_find(uses.of(this), address, block, offset);
            Structs.BufferInfo info = new Structs.BufferInfo();
            Native.clmem_buffer_describe(block[0], info.bytes);
            return new Location(address - offset[0], offset[0], BufferInfo.of(info));
        }
    }

    /**
     * Tells how the pool is doing.
     *
     * @return its figures
     */
    public Statistics statistics() {
        try (Uses uses = new Uses()) {
            Structs.Statistics statistics = new Structs.Statistics();
            Native.clmem_pool_statistics(uses.of(this), statistics.bytes);
            return Statistics.of(statistics);
        }
    }

    /** Lets the peaks of the statistics begin anew. */
    public void resetPeaks() {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_reset_peaks(uses.of(this));
        }
    }

    /**
     * Tells how the pool is doing, by bins of sizes.
     *
     * @return the bins that were used
     */
    public List<BinStatistics> binStatistics() {
        return listed(
                new Structs.BinStatistics(),
                (capacity, stride, out, count) -> Native.clmem_pool_bin_statistics(enter(), capacity, stride, out, count),
                (all, offset) -> BinStatistics.of(new Structs.BinStatistics(all, offset)));
    }

    /**
     * Tells what is in use, by tags.
     *
     * @return the tags
     */
    public List<TagStatistics> tagStatistics() {
        return listed(
                new Structs.TagStatistics(),
                (capacity, stride, out, count) -> Native.clmem_pool_tag_statistics(enter(), capacity, stride, out, count),
                (all, offset) -> TagStatistics.of(new Structs.TagStatistics(all, offset)));
    }

    private interface Lister {
        void list(int capacity, long stride, byte[] out, int[] count);
    }

    /** Asks how many there are, then for all; what has come up between the two calls is left out. */
    private <T> List<T> listed(Struct one, Lister lister, BiFunction<byte[], Integer, T> reader) {
        try {
            int[] count = new int[1];
            int size = one.bytes.length;
            lister.list(0, size, null, count);
            byte[] all = new byte[size * count[0]];
            int capacity = count[0];
            lister.list(capacity, size, all, count);
            return IntStream.range(0, Math.min(capacity, count[0])).mapToObj(i -> reader.apply(all, i * size)).toList();
        } finally {
            exit();
        }
    }
}
