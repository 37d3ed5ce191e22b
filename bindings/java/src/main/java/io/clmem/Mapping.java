package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.Set;

/**
 * Device memory mapped into the host's. Closing it unmaps the memory. After that the content of the bytes is undefined,
 * but accesses to them are harmless: the memory object behind them is released only when no view of the bytes is
 * reachable, even if it is closed before. Nor does the collector unmap the memory while one is.
 */
public final class Mapping extends Resource {
    private final ByteBuffer root;
    private final boolean isReadOnly;
    private final MapInfo info;
    private final Event ready;
    private final Content content;
    private volatile boolean isUnmapped;

    private Mapping(long handle, MapInfo info, ByteBuffer root, boolean isReadOnly, Event ready, Content content) {
        super(root, handle, released -> {
            Native.clmem_map_release(released);
            content.forget();
        });
        this.info = info;
        this.root = root;
        this.isReadOnly = isReadOnly;
        this.ready = ready;
        this.content = content;
    }

    /** Whether the content has arrived. It uses the map command's event, even if the program has closed that. */
    private static final class Content {
        private Event pending;
        private long event;

        Content(Event ready) {
            if (ready != null) {
                event = ready.enter();
                pending = ready;
            }
        }

        /** Throws if the map command failed. */
        synchronized boolean isThere() {
            if (pending == null) {
                return true;
            }
            int status = Native.eventStatus(Clmem.openclFunction("clGetEventInfo"), event);
            if (status > 0) {
                return false;
            }
            Native.clmem_event_wait(1, new long[] {event}); // returns at once; only a wait synchronises
            forget();
            return true;
        }

        synchronized void forget() {
            if (pending != null) {
                pending.exit();
                pending = null;
            }
        }
    }

    interface Mapper {
        void map(Uses uses, long[] map, long[] event);
    }

    static Mapping made(Memory memory, Set<MapFlag> flags, Mapper mapper) {
        long[] map = new long[1];
        long[] event = new long[1];
        Viewed views = memory.beginView();
        Mapping made = null;
        try {
            Event ready;
            try (Uses uses = new Uses()) {
                mapper.map(uses, map, event);
                ready = event[0] == 0 ? null : uses.command(event[0]);
            }
            Structs.MapInfo struct = new Structs.MapInfo();
            if (map[0] != 0) {
                Native.clmem_map_describe(map[0], struct.bytes);
            }
            ByteBuffer root = map[0] == 0 ? Host.allocate(0) : Host.view(struct.pointer(), struct.bytes());
            boolean isReadOnly = flags.equals(Set.of(MapFlag.READ));
            made = new Mapping(map[0], MapInfo.of(struct), root, isReadOnly, ready, new Content(ready));
            views.show(root, memory);
            return made;
        } catch (Throwable failure) {
            views.end();
            if (made != null) {
                made.close();
            } else if (map[0] != 0) {
                Native.clmem_map_release(map[0]);
            }
            throw failure;
        }
    }

    /**
     * Returns the mapped memory.
     *
     * @return the bytes in native byte order, read-only if mapped only for reading
     * @throws IllegalStateException if the memory was unmapped, or its content is not there yet: after {@code beginMap}
     *     wait for {@link #ready()} first
     * @throws ClmemException if the map command failed
     */
    public ByteBuffer bytes() {
        enter();
        if (isUnmapped) {
            throw new IllegalStateException("the memory is unmapped; read or write it before unmap(), or map it again");
        }
        if (!content.isThere()) {
            throw new IllegalStateException("expected mapped memory, got a map command that is not complete yet; call "
                    + "ready().get().await() before bytes()");
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
     * Unmaps the memory. What the host wrote is in it when the command is complete. The content of the bytes is
     * undefined after this call.
     *
     * @param queue the queue; null for the one that mapped the memory
     * @param after events that the command waits for
     */
    public void unmap(CommandQueue queue, Event... after) {
        enqueueUnmap(queue, after).close();
    }

    /**
     * Unmaps the memory, and returns the command's event. What the host wrote is in the memory when it is complete. The
     * content of the bytes is undefined after this call.
     *
     * @param queue the queue; null for the one that mapped the memory
     * @param after events that the command waits for
     * @return the command's event; the caller must close it
     */
    public Event enqueueUnmap(CommandQueue queue, Event... after) {
        Event done = Memory.enqueue((uses, out) ->
                Native.clmem_map_unmap(uses.of(this), uses.orNone(queue), Memory.after(uses, after), out));
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
