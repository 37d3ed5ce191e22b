package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * How memory with views is released: with the last view, if it is closed before. Java cannot revoke a buffer, so
 * without this an access to one would end the VM, or reach another block's content.
 */
final class Viewed implements Reaper.Release {
    /** Closed memory beyond this many bytes that waits for the collector makes it run, as with Java's direct buffers. */
    private static final long LIMIT = 256 << 20;

    private static final AtomicLong WAITING_BYTES = new AtomicLong();
    private static final AtomicLong WAITING = new AtomicLong();
    private static final AtomicLong RELEASED = new AtomicLong();
    private static volatile long collectAt = LIMIT;

    private final Reaper.Release last;
    private int views;
    private long bytes; // of the largest view
    private long handle;
    private LongConsumer deferred; // how to release the handle; null while the memory is open

    Viewed(Reaper.Release last) {
        this.last = last;
    }

    boolean isOfMemory() {
        return last instanceof Reaper.MemoryRelease;
    }

    /** Begins a view. Call {@link #show} with it, or {@link #end}. */
    synchronized void begin() {
        views++;
    }

    /** Ends a view that was begun when it, and every buffer derived from it, is unreachable. The view is its root. */
    void show(ByteBuffer view, Object owner) {
        synchronized (this) {
            bytes = Math.max(bytes, view.capacity());
        }
        Reaper.watch(view, Reaper.VIEW, nothing -> {
            Reference.reachabilityFence(owner); // with what only Java keeps for it
            end();
        });
    }

    void end() {
        LongConsumer now;
        synchronized (this) {
            if (--views > 0 || deferred == null) {
                return;
            }
            now = deferred;
            deferred = null;
        }
        try {
            now.accept(handle);
        } finally {
            WAITING.decrementAndGet();
            RELEASED.incrementAndGet();
            if (WAITING_BYTES.addAndGet(-bytes) < LIMIT) {
                collectAt = LIMIT;
            }
        }
    }

    /** Called when the memory is closed. */
    @Override
    public void release(long closed) {
        if (!defer(closed, last::release)) {
            last.release(closed);
        }
    }

    /** Leaves a release to the end of the last view. Returns false if there is none, so that the caller releases. */
    boolean defer(long closed, LongConsumer release) {
        synchronized (this) {
            if (views == 0) {
                return false;
            }
            WAITING.incrementAndGet();
            WAITING_BYTES.addAndGet(bytes);
            handle = closed;
            deferred = release;
        }
        collectIfMuch();
        return true;
    }

    synchronized boolean hasViews() {
        return views > 0;
    }

    /** The collector does not see how much memory its garbage keeps. The next run is due when that has doubled. */
    private static void collectIfMuch() {
        long waiting = WAITING_BYTES.get();
        if (waiting > collectAt) {
            collectAt = 2 * waiting;
            System.gc();
        }
    }

    /**
     * Collects garbage if closed memory waits for that, for a caller that found no memory. Returns whether some was
     * released, so that the caller should try again.
     */
    static boolean collect() {
        if (WAITING.get() == 0) {
            return false;
        }
        long before = RELEASED.get();
        System.gc();
        for (long pause = 1; pause < 512 && RELEASED.get() == before; pause *= 2) {
            try {
                TimeUnit.MILLISECONDS.sleep(pause); // the collector tells the reaper on threads of its own
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return RELEASED.get() != before;
    }
}
