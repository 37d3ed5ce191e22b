package io.clmem;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * An OpenCL event, which is complete when its command is (OpenCL 3.0, section 5.11). It keeps the host memory that the
 * command uses reachable until then, even if the event is closed earlier.
 */
public final class Event extends OpenClObject {
    private final long address;
    private Set<Pending.Gate> gates; // null until it is known

    Event(long handle) {
        this(handle, null);
    }

    Event(long handle, Kept kept) {
        super(handle, kept == null ? Native::clmem_event_release : kept);
        address = handle;
    }

    /**
     * Wraps an OpenCL event of the program or another library.
     *
     * @param handle its address, as {@code cl_event}. This object takes over one reference: call {@code clRetainEvent}
     *     first to keep yours.
     * @return the event; the caller must close it
     */
    public static Event owning(long handle) {
        return new Event(handle);
    }

    /** Makes the event of a command that was just enqueued, and notes the command. */
    static Event command(long handle, Event[] after) {
        Event made = new Event(handle);
        Pending.note(made, handle, Arrays.asList(after));
        return made;
    }

    /**
     * The user events that hold the command back. Those of an event that the program made are found at the first call,
     * while a call uses the event.
     */
    Set<Pending.Gate> gates() {
        if (gates == null) {
            gates = Pending.gateOf(address);
        }
        return gates;
    }

    void setGates(Set<Pending.Gate> value) {
        gates = value;
    }

    /** Waits until the command is complete. Throws if the command failed. */
    public void await() {
        awaitAll(this);
    }

    /**
     * When a command reached each state, in nanoseconds of the device's clock. Only differences are meaningful.
     *
     * @param queued when the host enqueued the command
     * @param submitted when the host submitted it to the device
     * @param started when the device began it
     * @param ended when the device finished it
     * @param completed when the commands that it enqueued on the device finished, too; equal to {@code ended} before
     *     OpenCL 2.0
     */
    public record Times(long queued, long submitted, long started, long ended, long completed) {}

    /**
     * Returns the times of a completed command in a queue with {@link QueueFlag#PROFILING}.
     *
     * @return the times
     * @throws ClmemException if the queue has no profiling, or the command is not complete
     */
    public Times times() {
        Structs.EventTimes times = new Structs.EventTimes();
        try (Uses uses = new Uses()) {
            Native.clmem_event_profile(uses.of(this), times.bytes);
        }
        return new Times(
                times.queuedNs(), times.submittedNs(), times.startedNs(), times.endedNs(), times.completedNs());
    }

    /**
     * Returns a future that completes with the command. The event may be closed earlier. One thread of clmem completes
     * all futures, one after another: actions that wait for anything belong into the methods whose names end in
     * {@code Async}, such as {@link CompletableFuture#thenRunAsync(Runnable)}.
     *
     * @return the future; it completes exceptionally with a {@link ClmemException} if the command failed
     * @throws OutOfMemoryException if the thread does not run yet, and the system has none left
     */
    public CompletableFuture<Void> future() {
        if (!Keeper.start()) {
            throw ClmemException.ofHostMemory("Event.future", "expected to start a thread that completes futures, got "
                    + "none from the system; raise its limit of processes and threads, or call Event.await()");
        }
        long handle = enter();
        Promise promise;
        try {
            promise = new Promise(this, handle);
        } catch (Throwable failure) {
            exit();
            throw failure;
        }
        Keeper.await(promise);
        return promise.future;
    }

    /** Completes a future when the command is over. */
    private static final class Promise extends Awaited {
        private final CompletableFuture<Void> future = new CompletableFuture<>();
        private final Event event;

        Promise(Event event, long handle) {
            this.event = event;
            event(handle);
        }

        @Override
        void ended() {
            Throwable failure = null;
            try {
                Native.clmem_event_wait(1, new long[] {event()}); // returns at once, and says how the command ended
            } catch (Throwable failed) {
                failure = failed;
            }
            try {
                event.exit();
            } finally {
                if (failure == null) {
                    future.complete(null);
                } else {
                    future.completeExceptionally(failure);
                }
            }
        }
    }

    /**
     * Waits until commands are complete.
     *
     * @param events the commands' events
     */
    public static void awaitAll(Event... events) {
        Objects.requireNonNull(events, "events");
        try (Uses uses = new Uses()) {
            Native.clmem_event_wait(events.length, uses.of(events));
        }
    }
}
