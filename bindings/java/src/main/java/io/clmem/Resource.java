package io.clmem;

import java.lang.ref.Reference;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * An object of clmem or OpenCL that is released when it is closed, or else when the collector finds it unreachable.
 */
public abstract class Resource implements AutoCloseable {
    private final Reaper.State state;

    Resource(long handle, Reaper.Release release) {
        this.state = Reaper.watch(this, handle, release);
    }

    /** The collector releases it when the referent is unreachable. This object must refer to the referent. */
    Resource(Object referent, long handle, Reaper.Release release) {
        this.state = Reaper.watch(referent, handle, release);
    }

    /** Returns the handle for a call. Call {@link #exit()} after it. */
    long enter() {
        long handle = state.handle();
        if (handle == Reaper.CLOSED) {
            throw new ClosedException(getClass());
        }
        return handle;
    }

    /** Ends a use. Up to here the object is reachable, so the collector cannot release its handle. */
    void exit() {
        Reference.reachabilityFence(this);
    }

    /** Host memory that commands with this object use and that only Java keeps reachable; null if there is none. */
    Object kept() {
        return null;
    }


    /** Begins a view of what this object stands for; see {@link Viewed}. */
    final Viewed beginView() {
        Viewed views = state.viewed();
        if (views == null) {
            throw new ClosedException(getClass());
        }
        return views;
    }

    /** Returns whether a view may be reachable. */
    final boolean hasViews() {
        return state.hasViews();
    }

    /**
     * Passes the handle to a call that consumes it: now, or with the last view. If the call fails now, this object
     * keeps the handle.
     *
     * @param prepare returns the call; what it uses is in use until the call is over
     */
    final void consume(Function<Uses, LongConsumer> prepare) {
        Uses uses = new Uses();
        boolean isDeferred = false;
        try {
            LongConsumer call = prepare.apply(uses);
            long handle = state.take();
            if (handle == Reaper.CLOSED) {
                throw new ClosedException(getClass());
            }
            try {
                isDeferred = state.defer(handle, later -> {
                    try (uses) {
                        call.accept(later);
                    }
                });
                if (!isDeferred) {
                    call.accept(handle);
                }
            } catch (Throwable failure) {
                state.putBack(handle);
                throw failure;
            }
            state.forget();
        } finally {
            if (!isDeferred) {
                uses.close();
            }
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Returns whether the object is closed.
     *
     * @return true if it is closed; if false, another thread may close it right after this call
     */
    public final boolean isClosed() {
        return state.handle() == Reaper.CLOSED;
    }

    /** Closes the object and releases what it stands for. Closing it again does nothing. */
    @Override
    public void close() {
        state.close();
        Reference.reachabilityFence(this);
    }
}
