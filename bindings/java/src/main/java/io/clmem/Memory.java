package io.clmem;

import java.util.Arrays;
import java.util.Set;

/** Any memory that OpenCL knows: buffers, images, pipes. */
public abstract class Memory extends Resource {
    Memory(long handle, Reaper.Release release) {
        super(handle, release);
    }

    interface Maker {
        void make(Uses uses, long[] handle);
    }

    static long make(Maker maker) {
        try (Uses uses = new Uses()) {
            long[] handle = new long[1];
            maker.make(uses, handle);
            return handle[0];
        }
    }

    static Event enqueue(Maker maker, Object... kept) {
        try (Uses uses = new Uses()) {
            long[] event = new long[1];
            maker.make(uses, event);
            return new Event(event[0], uses.kept(kept));
        }
    }

    /**
     * Takes a memory object of the program's or another library's. It becomes what it is: a {@link Buffer}, an {@link Image}
     * or a {@link Pipe}.
     *
     * @param mem its address, as {@code cl_mem}
     * @param retain true: clmem takes a reference of its own; false: it takes over the caller's
     * @return the memory, to be closed
     */
    public static Memory of(long mem, boolean retain) {
        long[] handle = new long[1];
        Native.clmem_memory_import(mem, retain ? 1 : 0, handle);
        Structs.MemoryInfo info = new Structs.MemoryInfo();
        try {
            Native.clmem_memory_describe(handle[0], info.bytes);
        } catch (ClmemException failure) {
            Native.clmem_memory_release(handle[0]);
            throw failure;
        }
        return switch (MemoryType.of(info.type()).orElse(MemoryType.IMAGE2D)) {
            case BUFFER -> new Buffer(handle[0]);
            case PIPE -> new Pipe(handle[0]);
            default -> new Image(handle[0]);
        };
    }

    /**
     * Gives the memory to other libraries of OpenCL. It is theirs only as long as this object is open.
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

    /** Asks how long the value is, then for the value. */
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
     * Asks OpenCL for one property ({@code clGetMemObjectInfo}).
     *
     * @param property {@code CL_MEM_TYPE}, {@code CL_MEM_SIZE}, ...
     * @return the value, in OpenCL's own form
     */
    public final byte[] query(int property) {
        return query(this, (handle, capacity, value, size) -> Native.clmem_memory_query(handle, property, capacity, value, size));
    }

    /**
     * Tells whether two handles stand for the same memory.
     *
     * @param other the other one
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
     * Moves memory to the device of a queue, or to the host ({@code clEnqueueMigrateMemObjects}).
     *
     * @param queue the queue
     * @param flags how; none: to the device, with its content
     * @param memories what
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public static Event migrate(Queue queue, Set<MigrationFlag> flags, Memory[] memories, Event... after) {
        return enqueue((uses, out) -> Native.clmem_memory_migrate(
                uses.of(queue), memories.length, uses.of(memories), Codes.bits(flags), after.length, uses.of(after), out));
    }
}
