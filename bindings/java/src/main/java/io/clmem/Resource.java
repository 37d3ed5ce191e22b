package io.clmem;

import java.lang.ref.Reference;

/**
 * Something of clmem's or OpenCL's that is released when it is closed, or at the latest when the collector finds that nobody
 * has it any more.
 */
public abstract class Resource implements AutoCloseable {
    private final Reaper.State state;

    Resource(long handle, Reaper.Release release) {
        this.state = Reaper.watch(this, handle, release);
    }

    /** Released when the collector finds that nobody has the referent any more, which this object has. */
    Resource(Object referent, long handle, Reaper.Release release) {
        this.state = Reaper.watch(referent, handle, release);
    }

    /** The handle for a call, which ends with {@link #exit()}. */
    long enter() {
        long handle = state.handle();
        if (handle == Reaper.CLOSED) {
            throw new ClosedException(getClass());
        }
        return handle;
    }

    /** Ends a use: until here the object was reachable, and its handle its own. */
    void exit() {
        Reference.reachabilityFence(this);
    }

    /** Memory of the host that commands with this object use and nobody but Java keeps; null for none. */
    Object kept() {
        return null;
    }

    /** A call that releases a handle in its own way. */
    interface Taker {
        void take(long handle);
    }

    /** Hands the handle over; it comes back if the call fails. */
    final void give(Taker call) {
        long handle = state.take();
        if (handle == Reaper.CLOSED) {
            throw new ClosedException(getClass());
        }
        try {
            call.take(handle);
        } catch (RuntimeException failure) {
            state.putBack(handle);
            throw failure;
        } finally {
            exit();
        }
        state.forget();
    }

    /**
     * Tells whether the object was closed.
     *
     * @return true if it was; another thread may close it the moment after
     */
    public final boolean isClosed() {
        return state.handle() == Reaper.CLOSED;
    }

    /** Releases the object. Once more does nothing. */
    @Override
    public void close() {
        state.close();
        Reference.reachabilityFence(this);
    }
}
