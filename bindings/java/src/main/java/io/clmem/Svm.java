package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/** Memory with an address: shared virtual memory, USM, or page-locked host memory. */
public final class Svm extends DeviceBuffer {
    /**
     * Host memory that no {@code cl_mem} keeps, so that this object, its maps and its commands must; null if there is
     * none.
     */
    private final Object kept;

    private Svm(long handle, Object kept) {
        super(handle);
        this.kept = kept;
    }

    @Override
    Object kept() {
        return kept;
    }

    /** Converts a block into one with an address. The buffer is closed. */
    static Svm from(DeviceBuffer buffer) {
        Svm[] made = new Svm[1];
        buffer.consume(uses -> handle -> made[0] = new Svm(handle, null));
        return made[0];
    }

    /**
     * Allocates shared virtual memory without a pool ({@code clSVMAlloc}).
     *
     * @param context the context to create it in
     * @param flags {@link MemoryFlag#SVM_FINE_GRAIN_BUFFER} and {@link MemoryFlag#SVM_ATOMICS}; if empty, coarse-grain
     * @param bytes the size in bytes
     * @param alignment the alignment of the address, a power of two; 0 for the devices' default
     * @param queue the queue that uses the memory; null for none
     * @return the memory; the caller must close it
     */
    public static Svm allocate(Context context, Set<MemoryFlag> flags, long bytes, long alignment, CommandQueue queue) {
        return new Svm(make((uses, out) -> Native.clmem_svm_allocate(
                uses.of(context), Codes.bits(flags), bytes, alignment, uses.orNone(queue), out)), null);
    }

    /**
     * Creates a tag for shared virtual memory of the program or another library. Closing the tag does not free the
     * memory.
     *
     * @param context a context whose devices are checked for the flags' features; null to check at each command
     * @param address the address of the first byte
     * @param bytes the size in bytes; {@link Clmem#ALL} if unknown
     * @param flags the kind of memory; if empty, memory from {@code clSVMAlloc}
     * @return the tag; the caller must close it
     */
    public static Svm wrap(Context context, long address, long bytes, Set<SvmFlag> flags) {
        return wrapped(context, address, bytes, flags, null);
    }

    /**
     * Creates a tag for ordinary host memory, for devices with {@link DeviceFeature#SVM_SYSTEM}.
     *
     * @param context a context whose devices are checked for that feature; null to check at each command
     * @param memory a direct buffer, used between its position and its limit. The tag and its commands keep it
     *     reachable.
     * @return the tag; the caller must close it
     * @throws ReadOnlyBufferException if the buffer is read-only, since kernels could write to it
     */
    public static Svm wrap(Context context, ByteBuffer memory) {
        Objects.requireNonNull(memory, "memory");
        if (memory.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        return wrapped(context, Host.address(memory), memory.remaining(), Set.of(SvmFlag.SYSTEM), memory);
    }

    private static Svm wrapped(Context context, long address, long bytes, Set<SvmFlag> flags, Object kept) {
        long handle = make((uses, out) ->
                Native.clmem_svm_wrap(uses.orNone(context), address, bytes, Codes.bits(flags), out));
        return new Svm(handle, kept);
    }

    /**
     * Returns the memory's address.
     *
     * @return the address of the first byte, on the host and in kernels
     */
    public long pointer() {
        return make((uses, out) -> Native.clmem_svm_pointer(uses.of(this), out));
    }

    /**
     * Returns memory that the host can access without a map: fine-grain SVM, host or shared USM, or page-locked memory.
     *
     * @return the memory in native byte order. The memory exists as long as this buffer, or one derived from it, is
     *     reachable: if this object is closed before, the memory is released after that, when the collector notices.
     */
    public ByteBuffer bytes() {
        long size = size();
        if (size == 0) {
            return Host.allocate(0);
        }
        Viewed views = beginView();
        try {
            ByteBuffer view = Host.view(pointer(), size);
            views.show(view, this);
            return view;
        } catch (Throwable failure) {
            views.end();
            throw failure;
        }
    }

    /**
     * Moves the memory to another queue, which waits for the commands of the present one.
     *
     * @param queue the queue
     */
    public void bind(CommandQueue queue) {
        try (Uses uses = new Uses()) {
            Native.clmem_svm_bind(uses.of(this), uses.of(queue));
        }
    }

    /** Detaches the memory from its queue, so that it belongs to none. */
    public void unbind() {
        try (Uses uses = new Uses()) {
            Native.clmem_svm_unbind(uses.of(this));
        }
    }

    /**
     * Closes the memory once the commands enqueued so far in a queue are complete.
     *
     * @param queue the queue; null for the one that the memory belongs to
     * @param after further events that the release waits for
     * @return an event that is complete when the queue has come this far; the caller must close it
     */
    public Event enqueueClose(CommandQueue queue, Event... after) {
        long[] event = new long[1];
        Event[] reached = new Event[1];
        consume(uses -> {
            long queueHandle = uses.orNone(queue);
            long[] waits = uses.of(after);
            Arrays.stream(after).forEach(Event::gates); // while they are in use
            if (!hasViews()) {
                byte[] options = new Structs.EnqueueOptions().after(waits);
                return handle -> Native.clmem_svm_release_enqueued(handle, queueHandle, options, event);
            }
            // Commands that are enqueued before the last view is gone are waited for, too.
            reached[0] = CommandQueue.mark(queue == null ? queueHandle() : queueHandle, waits, after);
            byte[] own = after(uses, reached[0]);
            return handle -> Native.clmem_svm_release_enqueued(handle, queueHandle, own, null);
        });
        return reached[0] == null ? Event.command(event[0], after) : reached[0];
    }

    /** The queue that the memory belongs to, and keeps. */
    private long queueHandle() {
        long handle = info().queue().orElse(0);
        if (handle == 0) {
            throw new IllegalArgumentException("queue: expected a queue, since the memory belongs to none, got null");
        }
        return handle;
    }

    /**
     * Moves shared virtual memory to the queue's device or to the host ({@code clEnqueueSVMMigrateMem}).
     *
     * @param queue the queue
     * @param flags where to, and whether with the content; if empty, to the queue's device with the content
     * @param memories the memory to move
     * @param after events that the command waits for
     */
    public static void migrate(CommandQueue queue, Set<MigrationFlag> flags, Svm[] memories, Event... after) {
        enqueueMigrate(queue, flags, memories, after).close();
    }

    /**
     * Moves shared virtual memory to the queue's device or to the host, and returns the command's event.
     *
     * @param queue the queue
     * @param flags where to, and whether with the content; if empty, to the queue's device with the content
     * @param memories the memory to move
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public static Event enqueueMigrate(
            CommandQueue queue, Set<MigrationFlag> flags, Svm[] memories, Event... after) {
        return enqueue((uses, out) -> Native.clmem_svm_migrate(
                uses.of(queue), memories.length, uses.of(memories), Codes.bits(flags), after(uses, after), out));
    }

    /**
     * Creates an OpenCL buffer over the memory, for calls that do not take an address. The buffer keeps the memory.
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use it; if empty, {@link MemoryFlag#READ_WRITE}
     * @return the buffer; the caller must close it
     */
    public DeviceBuffer asBuffer(Context context, Set<MemoryFlag> flags) {
        return asBuffer(context, flags, Clmem.ALL);
    }

    /**
     * Creates an OpenCL buffer over the first bytes of the memory, for calls that do not take an address. The buffer
     * keeps the memory.
     *
     * @param context the context to create it in
     * @param flags how kernels and the host use it; if empty, {@link MemoryFlag#READ_WRITE}
     * @param bytes the number of bytes; {@link Clmem#ALL} for all
     * @return the buffer; the caller must close it
     */
    public DeviceBuffer asBuffer(Context context, Set<MemoryFlag> flags, long bytes) {
        DeviceBuffer buffer = made((uses, out) ->
                Native.clmem_svm_as_buffer(uses.of(this), uses.of(context), Codes.bits(flags), bytes, out));
        return kept() == null ? buffer : buffer.keeping(kept());
    }
}
