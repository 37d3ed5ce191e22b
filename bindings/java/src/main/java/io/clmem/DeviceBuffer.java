package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import java.util.Set;

/** Linear memory that any OpenCL call accepts: a block of a pool, a buffer without a pool, or a part of either. */
public class DeviceBuffer extends Memory {
    DeviceBuffer(long handle) {
        super(handle, Native::clmem_buffer_release);
    }

    static DeviceBuffer made(Maker maker) {
        return new DeviceBuffer(make(maker));
    }

    /**
     * Keeps host memory reachable until OpenCL destroys the {@code cl_mem} that uses it. By then every sub-buffer,
     * image, map and command of it is gone, whichever library created them.
     */
    final DeviceBuffer keeping(Object host) {
        try {
            Keeper.keepUntilDeleted(mem(), host);
        } catch (Throwable failure) {
            close();
            throw failure;
        } finally {
            Reference.reachabilityFence(host);
        }
        return this;
    }

    /**
     * Creates a buffer without a pool ({@code clCreateBuffer}).
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use it; if empty, {@link MemoryFlag#READ_WRITE}
     * @param bytes the size in bytes
     * @return the buffer; the caller must close it
     */
    public static DeviceBuffer create(Context context, Set<MemoryFlag> flags, long bytes) {
        return made((uses, out) -> Native.clmem_buffer_create(uses.of(context), Codes.bits(flags), bytes, 0, out));
    }

    /**
     * Creates a buffer without a pool that kernels and the host can read and write ({@code clCreateBuffer}).
     *
     * @param context the context to create it in
     * @param bytes the size in bytes
     * @return the buffer; the caller must close it
     */
    public static DeviceBuffer create(Context context, long bytes) {
        return create(context, Set.of(), bytes);
    }

    /**
     * Creates a buffer from host memory.
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use it, with {@link MemoryFlag#COPY_HOST_PTR} to copy the content now, or
     *     {@link MemoryFlag#USE_HOST_PTR} to use the memory itself, which is then kept as long as the buffer, its
     *     sub-buffers, images and commands
     * @param host the memory between its position and its limit. With USE_HOST_PTR it must be a direct buffer, and
     *     writable unless the flags have {@link MemoryFlag#READ_ONLY}. Transfers and maps refuse to write to a buffer
     *     over read-only memory; fills and copies on the device do not, so do not enqueue them.
     * @return the buffer; the caller must close it
     * @throws java.nio.ReadOnlyBufferException if the host memory is read-only and kernels could write to it
     */
    public static DeviceBuffer create(Context context, Set<MemoryFlag> flags, ByteBuffer host) {
        Objects.requireNonNull(flags, "flags");
        Objects.requireNonNull(host, "host");
        boolean isUsed = flags.contains(MemoryFlag.USE_HOST_PTR);
        long bits = Codes.bits(flags) | (isUsed && host.isReadOnly() ? readOnlyBits(flags) : 0);
        ByteBuffer memory = isUsed ? host : Host.direct(host);
        long address = Host.address(memory);
        DeviceBuffer buffer = made((uses, out) ->
                Native.clmem_buffer_create(uses.of(context), bits, memory.remaining(), address, out));
        Reference.reachabilityFence(memory);
        return isUsed ? buffer.keeping(memory) : buffer;
    }

    /**
     * The flag that keeps host commands from writing, unless one is set. Read-only memory needs READ_ONLY for kernels.
     */
    private static long readOnlyBits(Set<MemoryFlag> flags) {
        if (!flags.contains(MemoryFlag.READ_ONLY)) {
            throw new ReadOnlyBufferException();
        }
        return flags.contains(MemoryFlag.HOST_NO_ACCESS) ? 0 : MemoryFlag.HOST_READ_ONLY.code();
    }

    /**
     * Returns the size.
     *
     * @return the requested size in bytes, also for a block without memory
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
     * Describes the buffer and its place in its pool.
     *
     * @return the description
     */
    public final BufferInfo info() {
        try (Uses uses = new Uses()) {
            Structs.BufferInfo info = new Structs.BufferInfo();
            Native.clmem_buffer_describe(uses.of(this), info.bytes);
            return BufferInfo.of(info);
        }
    }

    /**
     * Closes the buffer once events are complete; its memory is not reused before that, nor while a view of it is
     * reachable. The call does not wait.
     *
     * @param events the events of the commands that still use it, in any queues
     */
    public final void closeAfter(Event... events) {
        consume(uses -> {
            long[] handles = uses.of(events);
            return handle -> Native.clmem_buffer_release_after(handle, events.length, handles);
        });
    }

    /**
     * Creates a sub-buffer, with a {@code cl_mem} of its own ({@code clCreateSubBuffer}). It keeps this buffer's
     * memory.
     *
     * @param offset the first byte, aligned as the device requires
     * @param bytes the size; {@link Clmem#ALL} reaches the buffer's end
     * @param flags how kernels and the host use it; if empty, as this buffer
     * @return the sub-buffer; the caller must close it
     */
    public final DeviceBuffer subRegion(long offset, long bytes, Set<MemoryFlag> flags) {
        return made((uses, out) ->
                Native.clmem_buffer_sub_region(uses.of(this), offset, bytes, Codes.bits(flags), out));
    }

    /**
     * Creates a sub-buffer from one index to another. Negative indices count from the end; indices outside are clamped.
     *
     * @param start the index of the first byte, aligned as the device requires
     * @param stop the index after the last byte; {@link Long#MAX_VALUE} for the end
     * @return the sub-buffer; the caller must close it
     */
    public final DeviceBuffer slice(long start, long stop) {
        return made((uses, out) -> Native.clmem_buffer_slice(uses.of(this), start, stop, out));
    }

    /**
     * Fills the whole buffer with a pattern ({@code clEnqueueFillBuffer}).
     *
     * @param queue the queue
     * @param pattern the pattern; its size must be a power of two, at most 128 bytes
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, byte[] pattern, Event... after) {
        enqueueFill(queue, pattern, after).close();
    }

    /**
     * Fills the whole buffer with a byte.
     *
     * @param queue the queue
     * @param value the value of each byte
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, byte value, Event... after) {
        fill(queue, pattern(1).put(value).array(), after);
    }

    /**
     * Fills the whole buffer with a short.
     *
     * @param queue the queue
     * @param value the value of each short
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, short value, Event... after) {
        fill(queue, pattern(2).putShort(value).array(), after);
    }

    /**
     * Fills the whole buffer with an int.
     *
     * @param queue the queue
     * @param value the value of each int
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, int value, Event... after) {
        fill(queue, pattern(4).putInt(value).array(), after);
    }

    /**
     * Fills the whole buffer with a long.
     *
     * @param queue the queue
     * @param value the value of each long
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, long value, Event... after) {
        fill(queue, pattern(8).putLong(value).array(), after);
    }

    /**
     * Fills the whole buffer with a float.
     *
     * @param queue the queue
     * @param value the value of each float
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, float value, Event... after) {
        fill(queue, pattern(4).putFloat(value).array(), after);
    }

    /**
     * Fills the whole buffer with a double.
     *
     * @param queue the queue
     * @param value the value of each double
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, double value, Event... after) {
        fill(queue, pattern(8).putDouble(value).array(), after);
    }

    private static ByteBuffer pattern(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
    }

    /**
     * Fills part of the buffer with a pattern ({@code clEnqueueFillBuffer}).
     *
     * @param queue the queue
     * @param pattern the pattern; its size must be a power of two, at most 128 bytes
     * @param offset the first byte, a multiple of the pattern's size
     * @param bytes the number of bytes, a multiple of the pattern's size; {@link Clmem#ALL} reaches the buffer's end
     * @param after events that the command waits for
     */
    public final void fill(CommandQueue queue, byte[] pattern, long offset, long bytes, Event... after) {
        enqueueFill(queue, pattern, offset, bytes, after).close();
    }

    /**
     * Fills the whole buffer with a pattern, and returns the command's event.
     *
     * @param queue the queue
     * @param pattern the pattern; its size must be a power of two, at most 128 bytes
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public final Event enqueueFill(CommandQueue queue, byte[] pattern, Event... after) {
        return enqueueFill(queue, pattern, 0, Clmem.ALL, after);
    }

    /**
     * Fills part of the buffer with a pattern, and returns the command's event.
     *
     * @param queue the queue
     * @param pattern the pattern; its size must be a power of two, at most 128 bytes
     * @param offset the first byte, a multiple of the pattern's size
     * @param bytes the number of bytes, a multiple of the pattern's size; {@link Clmem#ALL} reaches the buffer's end
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public final Event enqueueFill(CommandQueue queue, byte[] pattern, long offset, long bytes, Event... after) {
        Objects.requireNonNull(pattern, "pattern");
        return enqueue((uses, out) ->
                Native.fill(uses.of(this), uses.of(queue), pattern, offset, bytes, uses.of(after), out));
    }

    /**
     * Maps the whole buffer into host memory, and waits until its content is there.
     *
     * @param queue the queue
     * @param flags how the host will access the memory
     * @param after events that the command waits for
     * @return the mapping; closing it unmaps the memory
     */
    public final Mapping map(CommandQueue queue, Set<MapFlag> flags, Event... after) {
        return map(queue, flags, 0, Clmem.ALL, after);
    }

    /**
     * Maps part of the buffer into host memory, and waits until its content is there.
     *
     * @param queue the queue
     * @param flags how the host will access the memory
     * @param offset the first byte
     * @param bytes the number of bytes; {@link Clmem#ALL} reaches the buffer's end
     * @param after events that the command waits for
     * @return the mapping; closing it unmaps the memory
     */
    public final Mapping map(CommandQueue queue, Set<MapFlag> flags, long offset, long bytes, Event... after) {
        return mapped(queue, flags, offset, bytes, true, after);
    }

    /**
     * Starts mapping part of the buffer without waiting. The content is there once {@link Mapping#ready()} is complete.
     *
     * @param queue the queue
     * @param flags how the host will access the memory
     * @param offset the first byte
     * @param bytes the number of bytes; {@link Clmem#ALL} reaches the buffer's end
     * @param after events that the command waits for
     * @return the mapping; closing it unmaps the memory
     */
    public final Mapping beginMap(CommandQueue queue, Set<MapFlag> flags, long offset, long bytes, Event... after) {
        return mapped(queue, flags, offset, bytes, false, after);
    }

    private Mapping mapped(
            CommandQueue queue, Set<MapFlag> flags, long offset, long bytes, boolean blocking, Event[] after) {
        Structs.MapBufferOptions part = new Structs.MapBufferOptions()
                .offsetBytes(offset)
                .bytes(bytes)
                .nonBlocking(blocking ? 0 : 1);
        return Mapping.made(this, flags, (uses, map, event) -> Native.clmem_map_buffer(
                uses.of(this), uses.of(queue), Codes.bits(flags), part.after(uses.of(after)), map,
                blocking ? null : event));
    }

    /**
     * Copies to a buffer on another AMD device ({@code cl_amd_copy_buffer_p2p}).
     *
     * @param destination the buffer on the other device
     * @param queue a queue of this buffer's device
     * @param bytes the number of bytes; {@link Clmem#ALL} for the size of the smaller buffer
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    @Experimental
    public final Event enqueueCopyToPeerAmd(DeviceBuffer destination, CommandQueue queue, long bytes, Event... after) {
        return enqueue((uses, out) -> Native.clmem_transfer_copy_peer_amd(
                uses.of(this), uses.of(destination), uses.of(queue), bytes, after(uses, after), out));
    }
}
