package io.clmem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Something of clmem's or OpenCL's that is released when it is closed, or at the latest when the collector finds that nobody
 * has it any more.
 */
public abstract class Resource implements AutoCloseable {
    static final long CLOSED = -1;
    static final LongAdder LEAKS = new LongAdder();
    private static final Cleaner CLEANER = Cleaner.create();

    private final State state;
    private final Cleaner.Cleanable cleanable;

    Resource(State state) {
        this.state = state;
        this.cleanable = CLEANER.register(this, state);
    }

    /** Released when the collector finds that nobody has the referent any more, which this object has. */
    Resource(State state, Object referent) {
        this.state = state;
        this.cleanable = CLEANER.register(referent, state);
    }

    /** What is left of the object when it is gone, or closed: it must not know the object itself. */
    abstract static class State implements Runnable {
        private static final VarHandle HANDLE;

        static {
            try {
                HANDLE = MethodHandles.lookup().findVarHandle(State.class, "handle", long.class);
            } catch (ReflectiveOperationException impossible) {
                throw new ExceptionInInitializerError(impossible);
            }
        }

        volatile long handle;
        private boolean isClosing;

        State(long handle) {
            this.handle = handle;
        }

        abstract void release(long released);

        /** Takes the handle away: of several threads one gets it. */
        final long take() {
            return (long) HANDLE.getAndSet(this, CLOSED);
        }

        @Override
        public void run() {
            long last = take();
            if (last != CLOSED && last != 0) {
                if (!isClosing) {
                    LEAKS.increment();
                }
                release(last);
            }
        }
    }

    final State state() {
        return state;
    }

    /** The handle for a call, which ends with {@link #exit()}. */
    long enter() {
        long handle = state.handle;
        if (handle == CLOSED) {
            throw new ClosedException(getClass());
        }
        return handle;
    }

    /** Ends a use: until here the object was reachable, and its handle its own. */
    void exit() {
        Reference.reachabilityFence(this);
    }

    /** Gives the handle up to a call that releases it in its own way. */
    interface Taker {
        void take(long handle);
    }

    /** Hands the handle over; it comes back if the call fails. */
    final void give(Taker call) {
        long handle = state.take();
        if (handle == CLOSED) {
            throw new ClosedException(getClass());
        }
        try {
            call.take(handle);
        } catch (ClmemException failure) {
            state.handle = handle;
            throw failure;
        }
        cleanable.clean();
    }

    /**
     * Tells whether the object was closed.
     *
     * @return true if it was; another thread may close it the moment after
     */
    public final boolean isClosed() {
        return state.handle == CLOSED;
    }

    /** Releases the object. Once more does nothing. */
    @Override
    public void close() {
        state.isClosing = true;
        cleanable.clean();
        Reference.reachabilityFence(this);
    }
}
