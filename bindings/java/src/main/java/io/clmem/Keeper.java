package io.clmem;

import java.lang.ref.Reference;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;

/** Keeps memory of commands whose events were closed before they were complete. A thread waits, so that a close need not. */
final class Keeper {
    private static final ExecutorService WAITING = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "clmem-keeper");
        thread.setDaemon(true);
        return thread;
    });

    private Keeper() {}

    static void keep(long event, Object[] kept) {
        WAITING.execute(() -> {
            try {
                Native.clmem_event_wait(1, new long[] {event});
            } catch (ClmemException failed) {
                // The command is over all the same, and who closed its event does not ask how it ended.
                Reference.reachabilityFence(failed);
            }
            Reference.reachabilityFence(kept);
            Native.clmem_event_release(event);
        });
    }
}
