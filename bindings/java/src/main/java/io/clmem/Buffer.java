package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import java.util.Set;

/** A block of a pool, a buffer of its own, or a part of either: memory in a row, that any call of OpenCL takes. */
public class Buffer extends Memory {
    Buffer(long handle) {
        super(handle, Native::clmem_buffer_release);
    }

    static Buffer made(Maker maker) {
        return new Buffer(make(maker));
    }

    /**
     * Keeps memory of the host until OpenCL deletes the {@code cl_mem} that lies in it. By then all of its parts, images, maps and
     * commands are gone, whichever library made them.
     */
    final Buffer keeping(Object host) {
        int code = Native.keepUntilDeleted(Clmem.openclFunction("clSetMemObjectDestructorCallback"), mem(), host);
        if (code != 0) {
            close();
            throw ClmemException.ofOpencl(code, "clSetMemObjectDestructorCallback");
        }
        return this;
    }

    /**
     * Makes a buffer of its own, without a pool ({@code clCreateBuffer}).
     *
     * @param context where
     * @param flags how it is used; none: {@link MemoryFlag#READ_WRITE}
     * @param bytes its size
     * @return the buffer, to be closed
     */
    public static Buffer create(Context context, Set<MemoryFlag> flags, long bytes) {
        return made((uses, out) -> Native.clmem_buffer_create(uses.of(context), Codes.bits(flags), bytes, 0, out));
    }

    /**
     * Makes a buffer of its own that kernels and the host read and write, without a pool ({@code clCreateBuffer}).
     *
     * @param context where
     * @param bytes its size
     * @return the buffer, to be closed
     */
    public static Buffer create(Context context, long bytes) {
        return create(context, Set.of(), bytes);
    }

    /**
     * Makes a buffer of the host's memory.
     *
     * @param context where
     * @param flags how it is used, with {@link MemoryFlag#COPY_HOST_PTR} (the content is copied at once) or
     *     {@link MemoryFlag#USE_HOST_PTR} (the memory is used, and kept as long as the buffer, its parts, images and commands)
     * @param host the memory between its position and its limit; with USE_HOST_PTR a direct buffer, which must be writable unless
     *     the flags have {@link MemoryFlag#READ_ONLY}. Transfers and maps cannot write to a read-only one either; fills and copies
     *     on the device could, and must not be enqueued.
     * @return the buffer, to be closed
     * @throws java.nio.ReadOnlyBufferException if kernels could write to a read-only buffer
     */
    public static Buffer create(Context context, Set<MemoryFlag> flags, ByteBuffer host) {
        boolean isUsed = flags.contains(MemoryFlag.USE_HOST_PTR);
        long bits = Codes.bits(flags) | (isUsed && host.isReadOnly() ? readOnlyBits(flags) : 0);
        ByteBuffer memory = isUsed ? host : Host.direct(host);
        long address = Host.address(memory);
        Buffer buffer = made((uses, out) ->
                Native.clmem_buffer_create(uses.of(context), bits, memory.remaining(), address, out));
        Reference.reachabilityFence(memory);
        return isUsed ? buffer.keeping(memory) : buffer;
    }

    /** What keeps the host's commands from writing, if nothing does yet. Kernels must not be able to write at all. */
    private static long readOnlyBits(Set<MemoryFlag> flags) {
        if (!flags.contains(MemoryFlag.READ_ONLY)) {
            throw new ReadOnlyBufferException();
        }
        return flags.contains(MemoryFlag.HOST_NO_ACCESS) ? 0 : MemoryFlag.HOST_READ_ONLY.code();
    }

    /**
     * Tells the size.
     *
     * @return as many bytes as were asked for; 0 for a block without memory, which has nothing but a size
     */
    public final long size() {
        try (Uses uses = new Uses()) {
            long handle = uses.of(this);
            long[] bytes = new long[1];
            if (handle != 0) {
                Native.clmem_buffer_size(handle, bytes);
            }
            return bytes[0];
        }
    }

    @Override
    public final long mem() {
        return make((uses, out) -> Native.clmem_buffer_mem(uses.of(this), out));
    }

    /**
     * Describes the buffer and where it lies in its pool.
     *
     * @return what the pool knows of it
     */
    public final BufferInfo info() {
        try (Uses uses = new Uses()) {
            Structs.BufferInfo info = new Structs.BufferInfo();
            Native.clmem_buffer_describe(uses.of(this), info.bytes);
            return BufferInfo.of(info);
        }
    }

    /**
     * Closes the buffer when events are complete: until then nobody gets its memory. The call itself does not wait.
     *
     * @param events what still uses it, of whatever queues
     */
    public final void closeAfter(Event... events) {
        try (Uses uses = new Uses()) {
            long[] handles = uses.of(events);
            give(handle -> Native.clmem_buffer_release_after(handle, events.length, handles));
        }
    }

    /**
     * Cuts a part that has a {@code cl_mem} of its own ({@code clCreateSubBuffer}). It keeps this buffer's memory.
     *
     * @param offset where it begins, aligned as the device needs it
     * @param bytes its size; {@link Clmem#ALL}: to the end
     * @param flags its access; none: this buffer's
     * @return the part, to be closed
     */
    public final Buffer subRegion(long offset, long bytes, Set<MemoryFlag> flags) {
        return made((uses, out) -> Native.clmem_buffer_sub_region(uses.of(this), offset, bytes, Codes.bits(flags), out));
    }

    /**
     * Cuts the bytes from one index to another. A negative index counts from the end; what lies outside is cut off.
     *
     * @param start index of the first byte, aligned as the device needs it
     * @param stop index after the last byte; {@link Long#MAX_VALUE}: the end
     * @return the part, to be closed
     */
    public final Buffer slice(long start, long stop) {
        return made((uses, out) -> Native.clmem_buffer_slice(uses.of(this), start, stop, out));
    }

    /**
     * Fills the whole buffer with a pattern ({@code clEnqueueFillBuffer}).
     *
     * @param queue the queue
     * @param pattern 1, 2, 4, ... 128 bytes
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public final Event fill(Queue queue, byte[] pattern, Event... after) {
        return fill(queue, pattern, 0, Clmem.ALL, after);
    }

    /**
     * Fills a part of the buffer with a pattern ({@code clEnqueueFillBuffer}).
     *
     * @param queue the queue
     * @param pattern 1, 2, 4, ... 128 bytes
     * @param offset where it begins, a multiple of the pattern
     * @param bytes how much, a multiple of the pattern; {@link Clmem#ALL}: to the end
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public final Event fill(Queue queue, byte[] pattern, long offset, long bytes, Event... after) {
        Objects.requireNonNull(pattern, "pattern");
        return enqueue((uses, out) -> Native.fill(uses.of(this), uses.of(queue), pattern, offset, bytes, uses.of(after), out));
    }

    /**
     * Maps the whole buffer into the host's memory, and waits until its content is there.
     *
     * @param queue the queue
     * @param flags what for
     * @param after events that the command waits for
     * @return the mapping, to be closed, which unmaps it
     */
    public final Mapping map(Queue queue, Set<MapFlag> flags, Event... after) {
        return map(queue, flags, 0, Clmem.ALL, after);
    }

    /**
     * Maps a part of the buffer into the host's memory, and waits until its content is there.
     *
     * @param queue the queue
     * @param flags what for
     * @param offset where it begins
     * @param bytes how much; {@link Clmem#ALL}: to the end
     * @param after events that the command waits for
     * @return the mapping, to be closed, which unmaps it
     */
    public final Mapping map(Queue queue, Set<MapFlag> flags, long offset, long bytes, Event... after) {
        return mapped(queue, flags, offset, bytes, true, after);
    }

    /**
     * Begins to map a part of the buffer, and does not wait: the content is there when {@link Mapping#ready()} is complete.
     *
     * @param queue the queue
     * @param flags what for
     * @param offset where it begins
     * @param bytes how much; {@link Clmem#ALL}: to the end
     * @param after events that the command waits for
     * @return the mapping, to be closed, which unmaps it
     */
    public final Mapping beginMap(Queue queue, Set<MapFlag> flags, long offset, long bytes, Event... after) {
        return mapped(queue, flags, offset, bytes, false, after);
    }

    private Mapping mapped(Queue queue, Set<MapFlag> flags, long offset, long bytes, boolean blocking, Event[] after) {
        return Mapping.made(flags, (uses, map, event) -> Native.clmem_map_buffer(
                uses.of(this), uses.of(queue), Codes.bits(flags), offset, bytes, blocking ? 1 : 0, after.length, uses.of(after), map, blocking ? null : event));
    }

    /**
     * Copies to a buffer of another device of AMD's ({@code cl_amd_copy_buffer_p2p}).
     *
     * @param destination the other device's buffer
     * @param queue a queue
     * @param bytes how much; {@link Clmem#ALL}: as much as fits
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public final Event copyToPeerAmd(Buffer destination, Queue queue, long bytes, Event... after) {
        return enqueue((uses, out) -> Native.clmem_transfer_copy_peer_amd(
                uses.of(this), uses.of(destination), uses.of(queue), bytes, after.length, uses.of(after), out));
    }
}
