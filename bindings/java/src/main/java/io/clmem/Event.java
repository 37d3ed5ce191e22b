package io.clmem;

import java.util.concurrent.CompletableFuture;

/**
 * An OpenCL event, which is complete when its command is (OpenCL 3.0, section 5.11). It keeps the host memory that the
 * command uses reachable until then, even if the event is closed earlier.
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
     * Wraps an OpenCL event of the program or another library.
     *
     * @param handle its address, as {@code cl_event}. This object takes over one reference: call {@code clRetainEvent}
     *     first to keep yours.
     * @return the event; the caller must close it
     */
    public static Event owning(long handle) {
        return new Event(handle);
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
     * Returns a future that completes with the command, on a thread of clmem that waits for it. The event may be closed
     * earlier.
     *
     * @return the future; it completes exceptionally with a {@link ClmemException} if the command failed
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
     * @param events the commands' events
     */
    public static void awaitAll(Event... events) {
        try (Uses uses = new Uses()) {
            Native.clmem_event_wait(events.length, uses.of(events));
        }
    }
}
