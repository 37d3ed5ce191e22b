package io.clmem;

import java.util.concurrent.CompletableFuture;

/**
 * An event of OpenCL's: when a command is complete (OpenCL 3.0, section 5.11). It keeps the host's memory that its command
 * works with until then, even if it is closed before.
 */
public final class Event extends OpenClObject {
    Event(long handle, Object... kept) {
        super(handle, kept.length == 0 ? Native::clmem_event_release : new Kept(kept));
    }

    private static final class Kept implements Reaper.Release {
        private Object[] kept;

        Kept(Object[] kept) {
            this.kept = kept;
        }

        @Override
        public void release(long released) {
            Keeper.keep(released, kept);
            kept = null;
        }
    }

    /**
     * Takes an event of the program's or another library's.
     *
     * @param handle its address, as {@code cl_event}, with a reference that is this object's from now on: call
     *     {@code clRetainEvent} first to keep one
     * @return the event, to be closed
     */
    public static Event owning(long handle) {
        return new Event(handle);
    }

    /** Waits until the command is complete. A command that failed throws. */
    public void await() {
        awaitAll(this);
    }

    /**
     * When a command reached its states, in nanoseconds of the device's clock: only the differences have a meaning.
     *
     * @param queued the host enqueued it
     * @param submitted the host submitted it to the device
     * @param started the device began it
     * @param ended the device finished it
     * @param completed the commands that it enqueued on the device were finished, too; {@code ended} on devices older than OpenCL 2.0
     */
    public record Times(long queued, long submitted, long started, long ended, long completed) {}

    /**
     * Tells the times of a command that is complete, in a queue with {@link QueueFlag#PROFILING}.
     *
     * @return the times
     * @throws ClmemException the queue measures no times, or the command is not complete
     */
    public Times times() {
        Structs.EventTimes times = new Structs.EventTimes();
        try (Uses uses = new Uses()) {
            Native.clmem_event_profile(uses.of(this), times.bytes);
        }
        return new Times(times.queuedNs(), times.submittedNs(), times.startedNs(), times.endedNs(), times.completedNs());
    }

    /**
     * Makes a future of the event: a thread of clmem's own waits for the command, and completes the future there. The event may be
     * closed before.
     *
     * @return complete when the command is, exceptionally with a {@link ClmemException} if the command failed
     */
    public CompletableFuture<Void> future() {
        long event = enter();
        CompletableFuture<Void> future = new CompletableFuture<>();
        try {
            Keeper.whenComplete(event, failure -> {
                exit();
                if (failure == null) {
                    future.complete(null);
                } else {
                    future.completeExceptionally(failure);
                }
            });
        } catch (Throwable noThread) {
            exit();
            throw noThread;
        }
        return future;
    }

    /**
     * Waits until commands are complete.
     *
     * @param events their events
     */
    public static void awaitAll(Event... events) {
        try (Uses uses = new Uses()) {
            Native.clmem_event_wait(events.length, uses.of(events));
        }
    }
}
