package io.clmem;

import java.lang.ref.Reference;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** Waits for events on threads of its own: so that a close need not wait for a command that uses memory, and for futures. */
final class Keeper {
    private static final ExecutorService WAITING = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "clmem-keeper");
        thread.setDaemon(true);
        return thread;
    });

    private Keeper() {}

    /** Keeps memory until an event is complete, then releases the event. */
    static void keep(long event, Object[] kept) {
        whenComplete(event, failure -> {
            // The command is over, whether it failed or not, and a program that has closed its event does not ask.
            Reference.reachabilityFence(kept);
            Native.clmem_event_release(event);
        });
    }

    /** Calls back on a thread that has waited for an event, with what the wait threw, or null. */
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
