package io.clmem;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A pool: it allocates blocks from a provider's memory. A block may be closed while commands still use it; its memory
 * is not reused before they are complete. All threads, and any number of queues of the pool's context, can share a
 * pool.
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
     * Creates a pool with the default options.
     *
     * @param provider the source of its memory; the pool keeps the provider alive
     * @return the pool; the caller must close it
     */
    public static Pool create(Provider provider) {
        return create(provider, PoolOptions.builder().build());
    }

    /**
     * Creates a pool.
     *
     * @param provider the source of its memory; the pool keeps the provider alive
     * @param options the pool's options
     * @return the pool; the caller must close it
     */
    public static Pool create(Provider provider, PoolOptions options) {
        PoolOptions.Shortage shortage = Objects.requireNonNull(options, "options").shortage();
        Callbacks.Target target = (kind, words) -> shortage.retry(words[1], (int) words[2]) ? 1 : 0;
        long user = shortage == null ? 0 : Native.newReference(target);
        try (Uses uses = new Uses()) {
            long[] pool = new long[1];
            Native.clmem_pool_create(uses.of(provider), options.struct(uses, user).bytes, pool);
            return new Pool(pool[0], user);
        } catch (Throwable failure) {
            deleteUser(user);
            throw failure;
        }
    }

    /**
     * Allocates a block for the pool's queue.
     *
     * @param bytes the size in bytes; 0 gives a block without memory
     * @return the block; the caller must close it
     * @throws OutOfMemoryException if the driver has no memory left or the pool's limit is reached
     */
    public DeviceBuffer allocate(long bytes) {
        try {
            return new DeviceBuffer(Native.allocate(enter(), 0, bytes));
        } catch (OutOfMemoryException shortage) {
            return allocateAgain(bytes, shortage);
        } finally {
            exit();
        }
    }

    /** A second try if closed memory with views was all that was missing. */
    private DeviceBuffer allocateAgain(long bytes, OutOfMemoryException shortage) {
        if (!Viewed.collect()) {
            throw shortage;
        }
        return new DeviceBuffer(Native.allocate(enter(), 0, bytes));
    }

    /**
     * Allocates a block for a queue, whose commands may use it at once.
     *
     * @param queue the queue that uses the block; null for the pool's queue
     * @param bytes the size in bytes; 0 gives a block without memory
     * @return the block; the caller must close it
     * @throws OutOfMemoryException if the driver has no memory left or the pool's limit is reached
     */
    public DeviceBuffer allocate(CommandQueue queue, long bytes) {
        return DeviceBuffer.made(
                (uses, out) -> Native.clmem_pool_allocate(uses.of(this), uses.orNone(queue), bytes, out));
    }

    /**
     * Allocates a block with options.
     *
     * @param bytes the size in bytes; 0 gives a block without memory
     * @param options the block's options
     * @return the block; the caller must close it
     * @throws OutOfMemoryException if the driver has no memory left or the pool's limit is reached
     */
    public DeviceBuffer allocate(long bytes, AllocationOptions options) {
        Objects.requireNonNull(options, "options");
        return DeviceBuffer.made((uses, out) ->
                Native.clmem_pool_allocate_with(uses.of(this), options.struct(uses).bytes, bytes, out));
    }

    /**
     * Allocates a block that has an address, from a pool of shared virtual memory.
     *
     * @param bytes the size in bytes
     * @return the block; the caller must close it
     * @throws UnsupportedException if the pool's blocks have no address, as with a provider of buffers
     */
    public Svm allocateSvm(long bytes) {
        return toSvm(allocate(bytes));
    }

    /**
     * Allocates a block that has an address, from a pool of shared virtual memory. Commands in the queue may use it at
     * once.
     *
     * @param queue the queue that uses the block; null for the pool's queue
     * @param bytes the size in bytes
     * @return the block; the caller must close it
     * @throws UnsupportedException if the pool's blocks have no address, as with a provider of buffers
     */
    public Svm allocateSvm(CommandQueue queue, long bytes) {
        return toSvm(allocate(queue, bytes));
    }

    /** The first block shows whether the pool's blocks have addresses; all others are like it. */
    private Svm toSvm(DeviceBuffer block) {
        if (!hasAddresses && block.size() > 0) {
            try {
                Memory.make((uses, out) -> Native.clmem_svm_pointer(uses.of(block), out));
            } catch (Throwable none) {
                block.close();
                throw none;
            }
            hasAddresses = true;
        }
        return Svm.from(block);
    }

    /**
     * Allocates a block only if that takes neither a wait nor an OpenCL call.
     *
     * @param queue the queue that uses the block; null for the pool's queue
     * @param bytes the size in bytes
     * @return the block, which the caller must close; empty if none is ready
     */
    public Optional<DeviceBuffer> tryAllocate(CommandQueue queue, long bytes) {
        try (Uses uses = new Uses()) {
            long[] buffer = new long[1];
            Native.clmem_pool_try_allocate(uses.of(this), uses.orNone(queue), bytes, buffer);
            return buffer[0] == 0 ? Optional.empty() : Optional.of(new DeviceBuffer(buffer[0]));
        }
    }

    /**
     * Records that commands of another queue use a block, so that its memory waits for that queue, too.
     *
     * @param buffer a block of this pool
     * @param queue the queue
     */
    public void recordUse(DeviceBuffer buffer, CommandQueue queue) {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_record_use(uses.of(this), uses.of(buffer), uses.of(queue));
        }
    }

    /**
     * Releases the pool's reference to a queue. Commands enqueued in it from now on must not use the pool's blocks.
     *
     * @param queue the queue
     */
    public void forgetQueue(CommandQueue queue) {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_forget_queue(uses.of(this), uses.of(queue));
        }
    }

    /**
     * Returns every slab without a live block to the driver. In a pool with {@link PoolFlag#DEDICATED} each block has
     * its own slab.
     */
    public void freeHeld() {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_free_held(uses.of(this));
        }
    }

    /**
     * Stops holding free memory: idle slabs return to the driver now, the others when their last block is closed. In a
     * pool with {@link PoolFlag#DEDICATED} each closed block returns to the driver.
     */
    public void stopHolding() {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_stop_holding(uses.of(this));
        }
    }

    /**
     * Returns idle slabs to the driver until the pool has reserved no more than a target, or no slab is idle.
     *
     * @param targetBytes the most bytes that stay reserved, if enough slabs are idle
     * @return the number of bytes returned
     */
    public long trim(long targetBytes) {
        try (Uses uses = new Uses()) {
            long[] released = new long[1];
            Native.clmem_pool_trim(uses.of(this), targetBytes, released);
            return released[0];
        }
    }

    /**
     * Changes the limit of the memory that the pool reserves.
     *
     * @param limitBytes the limit in bytes; 0 for none
     */
    public void setLimit(long limitBytes) {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_set_limit(uses.of(this), limitBytes);
        }
    }

    /**
     * Returns the bin of a size.
     *
     * @param bytes the size in bytes
     * @return the bin's number
     */
    @Experimental
    public int binNumber(long bytes) {
        try (Uses uses = new Uses()) {
            int[] bin = new int[1];
            Native.clmem_pool_bin_number(uses.of(this), bytes, bin);
            return bin[0];
        }
    }

    /**
     * Returns the largest size in a bin.
     *
     * @param bin the bin's number
     * @return the size in bytes
     */
    @Experimental
    public long allocSize(int bin) {
        try (Uses uses = new Uses()) {
            long[] bytes = new long[1];
            Native.clmem_pool_alloc_size(uses.of(this), bin, bytes);
            return bytes[0];
        }
    }

    /**
     * Describes what the pool has at this instant, as JSON: its options, its counters with the reasons of misses, and
     * each slab with its ranges. {@code clmem_pool_dump()} in {@code clmem/extras/dump.h} documents the members. Other
     * threads may use the pool meanwhile.
     *
     * @return the text, an object
     */
    @Experimental
    public String dump() {
        try (Uses uses = new Uses()) {
            long handle = uses.of(this);
            long[] size = new long[1];
            Native.clmem_pool_dump(handle, 0, null, size);
            byte[] text = new byte[0];
            while (text.length < size[0]) {
                text = new byte[Math.toIntExact(size[0] + size[0] / 8)]; // the pool may have more ranges the next time
                Native.clmem_pool_dump(handle, text.length, text, size);
            }
            return Text.in(text, 0, text.length);
        }
    }

    /**
     * Writes the pool's state to a file in the format of recordings, which {@code clmem report} reads: its slabs, and
     * each range with its state, queue and tag, and with the stack of a block if the pool's {@link Recorder} has a ring
     * with stacks. All of it is from the same instant; other threads may use the pool meanwhile.
     *
     * @param path the file, which is created or replaced, readable by its owner alone
     * @throws ClmemException if the file cannot be written
     * @throws IllegalArgumentException if the path is not one of the default file system
     */
    @Experimental
    public void snapshot(Path path) {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_snapshot(uses.of(this), Text.of(Recorder.requireFile(path).toString()));
        }
    }

    /**
     * Returns the tag for a name. Blocks with a tag are counted under it.
     *
     * @param name the name
     * @return the tag; the same name always has the same one
     */
    public int tag(String name) {
        try (Uses uses = new Uses()) {
            int[] tag = new int[1];
            Native.clmem_pool_tag(uses.of(this), Text.of(name), tag);
            return tag[0];
        }
    }

    /**
     * Finds where in its block an address lies, in a pool of shared virtual memory.
     *
     * @param address any address in a block
     * @return the address's offset in its block in bytes
     */
    public long offsetOf(long address) {
        return find(address).offset();
    }

    /**
     * The block that contains an address, in a pool of shared virtual memory.
     *
     * @param pointer the block's address, as {@link Svm#pointer()} returns it
     * @param offset the offset of the address that was looked up, from the start of the block in bytes
     * @param block the block's description, as {@link DeviceBuffer#info()} returns it
     */
    public record Location(long pointer, long offset, BufferInfo block) {}

    /**
     * Finds the live block that contains an address, in a pool of shared virtual memory.
     *
     * @param address any address in a block
     * @return the block, and the address's offset in it
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
     * Returns the pool's statistics.
     *
     * @return the statistics
     */
    public Statistics statistics() {
        try (Uses uses = new Uses()) {
            Structs.Statistics statistics = new Structs.Statistics();
            Native.clmem_pool_statistics(uses.of(this), statistics.bytes);
            return Statistics.of(statistics);
        }
    }

    /** Restarts the peaks of the statistics from their present values. */
    public void resetPeaks() {
        try (Uses uses = new Uses()) {
            Native.clmem_pool_reset_peaks(uses.of(this));
        }
    }

    /**
     * Returns statistics for each bin of sizes.
     *
     * @return the bins that have been used
     */
    public List<BinStatistics> binStatistics() {
        return listed(
                new Structs.BinStatistics(),
                (capacity, stride, out, count) ->
                        Native.clmem_pool_bin_statistics(enter(), capacity, stride, out, count),
                (all, offset) -> BinStatistics.of(new Structs.BinStatistics(all, offset)));
    }

    /**
     * Returns the live memory of each tag.
     *
     * @return the tags
     */
    public List<TagStatistics> tagStatistics() {
        return listed(
                new Structs.TagStatistics(),
                (capacity, stride, out, count) ->
                        Native.clmem_pool_tag_statistics(enter(), capacity, stride, out, count),
                (all, offset) -> TagStatistics.of(new Structs.TagStatistics(all, offset)));
    }

    private interface Lister {
        void list(int capacity, long stride, byte[] out, int[] count);
    }

    /** Queries the count, then the entries. Entries added between the two calls are left out. */
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
