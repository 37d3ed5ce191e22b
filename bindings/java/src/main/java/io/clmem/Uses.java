package io.clmem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** The objects that one call uses. They stay open and reachable until the call is over. */
final class Uses implements AutoCloseable {
    private final List<Resource> used = new ArrayList<>(4);
    private final boolean isForCommand;
    private Kept kept; // null until there is something to keep, and once an event has it

    /** For a call that enqueues nothing, or whose command uses nothing that only Java keeps. */
    Uses() {
        this(false);
    }

    private Uses(boolean isForCommand) {
        this.isForCommand = isForCommand;
    }

    /**
     * For a call that enqueues a command. What only Java keeps is kept before the call, when nothing is lost if memory
     * runs out; then pass {@link #kept} to the command's event.
     */
    static Uses forCommand() {
        return new Uses(true);
    }

    /** Keeps an object until the command is complete. Does nothing for null. */
    void keep(Object object) {
        if (object != null) {
            kept = kept == null ? new Kept() : kept;
            kept.add(object);
        }
    }

    /** Returns a resource's handle; 0 for null. For parameters that are documented as nullable. */
    long orNone(Resource resource) {
        return resource == null ? 0 : of(resource);
    }

    /** Returns a resource's handle. */
    long of(Resource resource) {
        Objects.requireNonNull(resource, "expected a clmem object, got null");
        long handle = resource.enter();
        used.add(resource);
        if (isForCommand) {
            keep(resource.kept());
        }
        return handle;
    }

    /** Returns the handles of several resources; null if there are none. */
    long[] of(Resource[] resources) {
        Objects.requireNonNull(resources, "expected an array, got null");
        if (resources.length == 0) {
            return null;
        }
        long[] handles = new long[resources.length];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = of(resources[i]);
        }
        return handles;
    }

    long[] of(Collection<? extends Resource> resources) {
        return of(resources.toArray(new Resource[0]));
    }

    /** Returns what the event must keep until its command is complete; null if there is nothing. Call this once. */
    Kept kept() {
        Kept all = kept;
        kept = null;
        return all;
    }

    /** Makes the event of the command that the call has enqueued, and notes the command. */
    Event command(long event) {
        Event made = new Event(event, kept());
        Pending.note(made, event, used);
        return made;
    }

    /** Notes a command for whose event the program did not ask, and releases the event. */
    void commandWithoutEvent(long event) {
        Pending.note(null, event, used);
        Native.clmem_event_release(event);
    }

    /** Ends all uses. If one of them throws, the others end nevertheless. */
    @Override
    public void close() {
        try {
            if (kept != null) {
                kept.drop(); // the call failed, so no command uses it
            }
        } finally {
            exitAll();
        }
    }

    private void exitAll() {
        Throwable first = null;
        for (Resource resource : used) {
            try {
                resource.exit();
            } catch (RuntimeException | Error failure) {
                if (first == null) {
                    first = failure;
                } else if (first != failure) {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first instanceof Error error) {
            throw error;
        }
        if (first != null) {
            throw (RuntimeException) first;
        }
    }
}
