package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.Set;

/**
 * Memory of a device as the host sees it. It is unmapped when it is closed; what Java still has of its bytes must not be
 * touched any more then. As long as any view of them is reachable the collector does not unmap it.
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
     * Shows the memory.
     *
     * @return the mapped bytes in the machine's byte order, read-only if they were mapped for reading alone
     * @throws IllegalStateException if it was unmapped
     */
    public ByteBuffer bytes() {
        enter();
        if (isUnmapped) {
            throw new IllegalStateException("the memory was unmapped");
        }
        return (isReadOnly ? root.asReadOnlyBuffer() : root.duplicate()).order(ByteOrder.nativeOrder());
    }

    /**
     * Describes the map as it was made: its size, and the pitches of an image.
     *
     * @return the description
     */
    public MapInfo info() {
        return info;
    }

    /**
     * Tells whether the memory is mapped still.
     *
     * @return false once it was unmapped
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
     * Gives the event of the command that maps.
     *
     * @return the event, which is closed with the mapping; none if the mapping was waited for
     */
    public Optional<Event> ready() {
        return Optional.ofNullable(ready);
    }

    /**
     * Ends the map: what the host has written is the memory's when the command is done. The bytes must not be touched any more.
     *
     * @param queue the queue; null: the one that it was mapped on
     * @param after events that the command waits for
     * @return the command's event, to be closed
     */
    public Event unmap(Queue queue, Event... after) {
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
