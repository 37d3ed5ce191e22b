package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.Set;

/**
 * Device memory mapped into the host's. Closing it unmaps the memory; do not touch the bytes after that. The collector
 * does not unmap it while any view of the bytes is reachable.
 */
public final class Mapping extends Resource {
    private final ByteBuffer root;
    private final boolean isReadOnly;
    private final MapInfo info;
    private final Event ready;
    private volatile boolean isUnmapped;

    private Mapping(long handle, MapInfo info, ByteBuffer root, boolean isReadOnly, Event ready, Object[] kept) {
        super(root, handle, released -> {
            Native.clmem_map_release(released);
            Reference.reachabilityFence(kept);
        });
        this.info = info;
        this.root = root;
        this.isReadOnly = isReadOnly;
        this.ready = ready;
    }

    interface Mapper {
        void map(Uses uses, long[] map, long[] event);
    }

    static Mapping made(Set<MapFlag> flags, Mapper mapper) {
        long[] map = new long[1];
        long[] event = new long[1];
        Object[] kept;
        try (Uses uses = new Uses()) {
            mapper.map(uses, map, event);
            kept = uses.kept();
        }
        Event ready = event[0] == 0 ? null : new Event(event[0]);
        boolean isReadOnly = flags.equals(Set.of(MapFlag.READ));
        if (map[0] == 0) {
            MapInfo none = MapInfo.of(new Structs.MapInfo());
            return new Mapping(0, none, Host.allocate(0), isReadOnly, ready, kept);
        }
        try {
            Structs.MapInfo struct = new Structs.MapInfo();
            Native.clmem_map_describe(map[0], struct.bytes);
            ByteBuffer root = Host.view(struct.pointer(), struct.bytes());
            return new Mapping(map[0], MapInfo.of(struct), root, isReadOnly, ready, kept);
        } catch (RuntimeException failure) {
            Native.clmem_map_release(map[0]);
            throw failure;
        }
    }

    /**
     * Returns the mapped memory.
     *
     * @return the bytes in native byte order, read-only if mapped only for reading
     * @throws IllegalStateException if the memory was unmapped
     */
    public ByteBuffer bytes() {
        enter();
        if (isUnmapped) {
            throw new IllegalStateException("the memory is unmapped; read or write it before unmap(), or map it again");
        }
        return (isReadOnly ? root.asReadOnlyBuffer() : root.duplicate()).order(ByteOrder.nativeOrder());
    }

    /**
     * Describes the mapping as it was created: its size, and the pitches of an image.
     *
     * @return the description
     */
    public MapInfo info() {
        return info;
    }

    /**
     * Returns whether the memory is still mapped.
     *
     * @return false once the memory is unmapped
     */
    public boolean isMapped() {
        try (Uses uses = new Uses()) {
            long handle = uses.of(this);
            if (handle == 0) {
                return false;
            }
            Structs.MapInfo struct = new Structs.MapInfo();
            Native.clmem_map_describe(handle, struct.bytes);
            return struct.isMapped() != 0;
        }
    }

    /**
     * Returns the event of the map command.
     *
     * @return the event, which is closed with the mapping; empty if the map call waited
     */
    public Optional<Event> ready() {
        return Optional.ofNullable(ready);
    }

    /**
     * Unmaps the memory. What the host wrote is in it when the command is complete. Do not touch the bytes after this
     * call.
     *
     * @param queue the queue; null for the one that mapped the memory
     * @param after events that the command waits for
     */
    public void unmap(CommandQueue queue, Event... after) {
        enqueueUnmap(queue, after).close();
    }

    /**
     * Unmaps the memory, and returns the command's event. What the host wrote is in the memory when it is complete. Do
     * not touch the bytes after this call.
     *
     * @param queue the queue; null for the one that mapped the memory
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public Event enqueueUnmap(CommandQueue queue, Event... after) {
        Event done = Memory.enqueue((uses, out) ->
                Native.clmem_map_unmap(uses.of(this), uses.orNone(queue), after.length, uses.of(after), out));
        isUnmapped = true;
        return done;
    }

    @Override
    public void close() {
        super.close();
        if (ready != null) {
            ready.close();
        }
    }
}
