package io.clmem;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/** An OpenCL memory object: a buffer, an image or a pipe. */
public abstract class Memory extends Resource {
    Memory(long handle, Reaper.MemoryRelease release) {
        super(handle, release);
    }

    interface Maker {
        void make(Uses uses, long[] handle);
    }

    /** Makes an object, with a second try if closed memory with views was all that was missing. */
    static long make(Maker maker) {
        try {
            return makeOnce(maker);
        } catch (OutOfMemoryException shortage) {
            if (!Viewed.collect()) {
                throw shortage;
            }
            return makeOnce(maker);
        }
    }

    private static long makeOnce(Maker maker) {
        try (Uses uses = new Uses()) {
            long[] handle = new long[1];
            maker.make(uses, handle);
            return handle[0];
        }
    }

    static Event enqueue(Maker maker) {
        try (Uses uses = Uses.forCommand()) {
            long[] event = new long[1];
            maker.make(uses, event);
            return uses.command(event[0]);
        }
    }

    /**
     * Wraps a memory object of the program or another library, as a {@link DeviceBuffer}, {@link Image} or {@link Pipe}
     * according to its type.
     *
     * @param mem its address, as {@code cl_mem}
     * @param retain true to retain the object, false to take over the caller's reference, unless the call fails
     * @return the memory; the caller must close it
     */
    public static Memory of(long mem, boolean retain) {
        long[] handle = new long[1];
        long[] taken = new long[1];
        Native.clmem_memory_import(mem, 1, handle);
        Structs.MemoryInfo info = new Structs.MemoryInfo();
        try {
            Native.clmem_memory_describe(handle[0], info.bytes);
            if (!retain) { // last: nothing else can fail any more
                Native.clmem_memory_import(mem, 0, taken);
                Native.clmem_memory_release(taken[0]);
            }
        } catch (Throwable failure) {
            Native.clmem_memory_release(handle[0]);
            throw failure;
        }
        return switch (MemoryType.of(info.type()).orElse(MemoryType.IMAGE2D)) {
            case BUFFER -> new DeviceBuffer(handle[0]);
            case PIPE -> new Pipe(handle[0]);
            default -> new Image(handle[0]);
        };
    }

    /**
     * Returns the OpenCL memory object, for use with other libraries. It is valid while this object is open.
     *
     * @return its address, as {@code cl_mem}
     */
    public long mem() {
        return make((uses, out) -> Native.clmem_memory_mem(uses.of(this), out));
    }

    /**
     * Describes the memory.
     *
     * @return what OpenCL and clmem know of it
     */
    public final MemoryInfo memoryInfo() {
        try (Uses uses = new Uses()) {
            Structs.MemoryInfo info = new Structs.MemoryInfo();
            Native.clmem_memory_describe(uses.of(this), info.bytes);
            return MemoryInfo.of(info);
        }
    }

    interface Query {
        void ask(long handle, int capacity, byte[] value, long[] size);
    }

    /** Queries the value's size, then the value. */
    static byte[] query(Resource resource, Query query) {
        try (Uses uses = new Uses()) {
            long handle = uses.of(resource);
            long[] size = new long[1];
            query.ask(handle, 0, null, size);
            byte[] value = new byte[Math.toIntExact(size[0])];
            query.ask(handle, value.length, value, size);
            return Arrays.copyOf(value, (int) Math.min(value.length, size[0]));
        }
    }

    /**
     * Queries a property of the memory object ({@code clGetMemObjectInfo}).
     *
     * @param property such as {@code CL_MEM_TYPE} or {@code CL_MEM_SIZE}
     * @return the value's bytes, as OpenCL returns them
     */
    public final byte[] query(int property) {
        return query(this, (handle, capacity, value, size) ->
                Native.clmem_memory_query(handle, property, capacity, value, size));
    }

    /**
     * Returns whether two objects stand for the same memory.
     *
     * @param other the other object
     * @return true if they do
     */
    public final boolean isSameAs(Memory other) {
        try (Uses uses = new Uses()) {
            int[] equal = new int[1];
            Native.clmem_memory_equal(uses.of(this), uses.of(other), equal);
            return equal[0] != 0;
        }
    }

    /**
     * Moves memory to the queue's device or to the host ({@code clEnqueueMigrateMemObjects}).
     *
     * @param queue the queue
     * @param flags where to, and whether with the content; if empty, to the queue's device with the content
     * @param memories the memory to move
     * @param after events that the command waits for
     */
    public static void migrate(CommandQueue queue, Set<MigrationFlag> flags, Memory[] memories, Event... after) {
        enqueueMigrate(queue, flags, memories, after).close();
    }

    /** The options of a command that has no others; null for none. */
    static byte[] after(Uses uses, Event... events) {
        return Objects.requireNonNull(events, "events").length == 0 ? null : new Structs.EnqueueOptions().after(uses.of(events));
    }

    /**
     * Moves memory to the queue's device or to the host, and returns the command's event.
     *
     * @param queue the queue
     * @param flags where to, and whether with the content; if empty, to the queue's device with the content
     * @param memories the memory to move
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public static Event enqueueMigrate(
            CommandQueue queue, Set<MigrationFlag> flags, Memory[] memories, Event... after) {
        return enqueue((uses, out) -> Native.clmem_memory_migrate(
                uses.of(queue), memories.length, uses.of(memories), Codes.bits(flags), after(uses, after), out));
    }
}
