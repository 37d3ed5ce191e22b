package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Set;

/** Memory that has one address on the host and in kernels: shared virtual memory, USM, page-locked memory of the host. */
public final class Svm extends Buffer {
    /** Memory of the host that has no {@code cl_mem} to keep it: Java does, also for maps and commands. */
    private final Object kept;

    private Svm(long handle, Object kept) {
        super(handle);
        this.kept = kept;
    }

    @Override
    Object kept() {
        return kept;
    }

    /** The same block, as memory that has an address. */
    static Svm taken(Buffer buffer) {
        Svm[] made = new Svm[1];
        buffer.give(handle -> made[0] = new Svm(handle, null));
        return made[0];
    }

    /**
     * Allocates shared virtual memory without a pool ({@code clSVMAlloc}).
     *
     * @param context where
     * @param flags its kind; none: coarse-grain; {@link MemoryFlag#SVM_FINE_GRAIN_BUFFER}, {@link MemoryFlag#SVM_ATOMICS}
     * @param bytes its size
     * @param alignment of its address, a power of two; 0: the devices'
     * @param queue the queue that it belongs to; null: none
     * @return the memory, to be closed
     */
    public static Svm allocate(Context context, Set<MemoryFlag> flags, long bytes, long alignment, Queue queue) {
        return new Svm(make((uses, out) -> Native.clmem_svm_allocate(
                uses.of(context), Codes.bits(flags), bytes, alignment, uses.orNone(queue), out)), null);
    }

    /**
     * Makes a tag for shared virtual memory of the program's or another library's. It owns nothing.
     *
     * @param context a context whose devices must have what the flags need; null: that is seen at each command
     * @param address the memory's first byte
     * @param bytes its size; {@link Clmem#ALL}: unknown
     * @param flags what it is; none: from {@code clSVMAlloc}
     * @return the tag, to be closed
     */
    public static Svm wrap(Context context, long address, long bytes, Set<SvmFlag> flags) {
        return wrapped(context, address, bytes, flags, null);
    }

    /**
     * Makes a tag for the host's own memory, for devices that reach it ({@link DeviceFeature#SVM_SYSTEM}).
     *
     * @param context a context whose devices must; null: that is seen at each command
     * @param memory a direct buffer: what lies between its position and its limit. The tag and its commands
     *     keep it.
     * @return the tag, to be closed
     * @throws ReadOnlyBufferException if the buffer is read-only: kernels could write to it
     */
    public static Svm wrap(Context context, ByteBuffer memory) {
        if (memory.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        return wrapped(context, Host.address(memory), memory.remaining(), Set.of(SvmFlag.SYSTEM), memory);
    }

    private static Svm wrapped(Context context, long address, long bytes, Set<SvmFlag> flags, Object kept) {
        return new Svm(make((uses, out) -> Native.clmem_svm_wrap(uses.orNone(context), address, bytes, Codes.bits(flags), out)), kept);
    }

    /**
     * Gives the address.
     *
     * @return where the memory begins, on the host and in kernels
     */
    public long pointer() {
        return make((uses, out) -> Native.clmem_svm_pointer(uses.of(this), out));
    }

    /**
     * Shows fine-grain memory, USM of the host or shared, or page-locked memory. Coarse-grain memory has to be mapped.
     *
     * @return the memory, in the machine's byte order. The collector does not release the memory while this buffer, or one
     *     derived from it, is reachable. It must not be touched once this object is closed.
     */
    public ByteBuffer bytes() {
        long size = size();
        return size == 0 ? Host.allocate(0) : Reaper.keeping(Host.view(pointer(), size), this);
    }

    /**
     * Gives the memory to another queue, behind what its own has to do.
     *
     * @param queue the queue
     */
    public void bind(Queue queue) {
        try (Uses uses = new Uses()) {
            Native.clmem_svm_bind(uses.of(this), uses.of(queue));
        }
    }

    /** Takes the memory from its queue: it belongs to none. */
    public void unbind() {
        try (Uses uses = new Uses()) {
            Native.clmem_svm_unbind(uses.of(this));
        }
    }

    /**
     * Closes the memory when a queue has come so far.
     *
     * @param queue the queue; null: the one that it belongs to
     * @param after events that it waits for, besides
     * @return complete when the queue has come so far, to be closed
     */
    public Event closeEnqueued(Queue queue, Event... after) {
        long[] event = new long[1];
        try (Uses uses = new Uses()) {
            long queueHandle = uses.orNone(queue);
            long[] waits = uses.of(after);
            give(handle -> Native.clmem_svm_release_enqueued(handle, queueHandle, after.length, waits, event));
        }
        return new Event(event[0]);
    }

    /**
     * Moves shared virtual memory to the device of a queue, or to the host ({@code clEnqueueSVMMigrateMem}).
     *
     * @param queue the queue
     * @param flags how; none: to the device, with its content
     * @param memories what
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public static Event migrate(Queue queue, Set<MigrationFlag> flags, Svm[] memories, Event... after) {
        return enqueue((uses, out) -> Native.clmem_svm_migrate(
                uses.of(queue), memories.length, uses.of(memories), Codes.bits(flags), after.length, uses.of(after), out));
    }

    /**
     * Makes an OpenCL buffer of the memory, for what takes no address. It keeps the memory.
     *
     * @param context where
     * @param flags how it is used; none: {@link MemoryFlag#READ_WRITE}
     * @return the buffer, to be closed
     */
    public Buffer asBuffer(Context context, Set<MemoryFlag> flags) {
        return asBuffer(context, flags, Clmem.ALL);
    }

    /**
     * Makes an OpenCL buffer of the memory's first bytes, for what takes no address. It keeps the memory.
     *
     * @param context where
     * @param flags how it is used; none: {@link MemoryFlag#READ_WRITE}
     * @param bytes how many; {@link Clmem#ALL}: all of them
     * @return the buffer, to be closed
     */
    public Buffer asBuffer(Context context, Set<MemoryFlag> flags, long bytes) {
        Buffer buffer =
                made((uses, out) -> Native.clmem_svm_as_buffer(uses.of(this), uses.of(context), Codes.bits(flags), bytes, out));
        return kept() == null ? buffer : buffer.keeping(kept());
    }
}
