package io.clmem;

import java.lang.ref.Reference;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** Threads that wait for events: to keep memory until a command is complete, and for futures. */
final class Keeper {
    private static final ExecutorService WAITING = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "clmem-keeper");
        thread.setDaemon(true);
        return thread;
    });

    private Keeper() {}

    /** Keeps objects reachable until an event is complete, then releases the event. */
    static void keep(long event, Object[] kept) {
        whenComplete(event, failure -> {
            // A failed command is over as well. Its error is ignored here because the program has closed the event.
            Reference.reachabilityFence(kept);
            Native.clmem_event_release(event);
        });
    }

    /** Waits for an event on another thread, then calls the action with what the wait threw, or null. */
    static void whenComplete(long event, Consumer<ClmemException> action) {
        WAITING.execute(() -> {
            ClmemException failure = null;
            try {
                Native.clmem_event_wait(1, new long[] {event});
            } catch (ClmemException failed) {
                failure = failed;
            }
            action.accept(failure);
        });
    }
}
