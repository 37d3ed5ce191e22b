package io.clmem;

import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Releases objects that the program did not close once the collector finds them unreachable.
 * {@link java.lang.ref.Cleaner} does the same, but takes one lock for all threads, and a native call for each close,
 * which together cost more than a block.
 */
final class Reaper {
    static final long CLOSED = -1;
    static final LongAdder LEAKS = new LongAdder();
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static final Stripe[] STRIPES = new Stripe[64];

    static {
        for (int i = 0; i < STRIPES.length; i++) {
            STRIPES[i] = new Stripe();
        }
        Thread thread = new Thread(Reaper::run, "clmem-reaper");
        thread.setDaemon(true);
        thread.start();
    }

    private Reaper() {}

    /**
     * How to release a handle. It must not refer to the object that has the handle, which would then stay reachable.
     */
    @FunctionalInterface
    interface Release {
        void release(long handle);
    }

    static State watch(Object referent, long handle, Release release) {
        Stripe stripe = STRIPES[(int) Thread.currentThread().getId() & (STRIPES.length - 1)];
        State state = new State(referent, handle, release, stripe);
        stripe.add(state);
        return state;
    }

    /**
     * Keeps an owner reachable as long as a view of its memory. Buffers derived from a view refer to the view, so they
     * keep the owner, too.
     */
    static <V> V keeping(V view, Object owner) {
        watch(view, 0, nothing -> Reference.reachabilityFence(owner));
        return view;
    }

    private static void run() {
        while (true) {
            try {
                ((State) GONE.remove()).reap();
            } catch (InterruptedException ignored) {
                continue; // the reaper runs until the process ends
            } catch (RuntimeException failure) {
                System.getLogger("io.clmem").log(Level.WARNING, "cannot release an unclosed object", failure);
            }
        }
    }

    /**
     * The live states of a few threads, kept where the collector finds them. They are in an array because a linked list
     * would cost the collector two or three recorded stores for each block, the array only one.
     */
    private static final class Stripe {
        private static final VarHandle LOCKED = field(Stripe.class, "locked", boolean.class);

        private boolean locked;
        private State[] states = new State[0];
        private int[] empty = new int[0]; // free indices of `states`
        private int emptyCount;

        /** Held only for a few stores, so spinning is short unless the owner is descheduled. */
        private void lock() {
            for (int turn = 1; !LOCKED.compareAndSet(this, false, true); turn++) {
                if (turn % 100 == 0) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
        }

        private void unlock() {
            LOCKED.setRelease(this, false);
        }

        void add(State state) {
            lock();
            try {
                if (emptyCount == 0) {
                    grow();
                }
                state.place = empty[--emptyCount];
                states[state.place] = state;
            } finally {
                unlock();
            }
        }

        /** Takes a state's handle, and leaves the state in the array: the handle may be put back. */
        long take(State state) {
            lock();
            long last = state.handle();
            State.HANDLE.setRelease(state, CLOSED);
            unlock();
            return last;
        }

        /** Takes a state's handle, and removes the state from the array. */
        long takeOut(State state) {
            lock();
            long last = state.handle();
            if (last != CLOSED) {
                State.HANDLE.setRelease(state, CLOSED);
                remove(state);
            }
            unlock();
            return last;
        }

        void forget(State state) {
            lock();
            remove(state);
            unlock();
        }

        private void remove(State state) {
            states[state.place] = null;
            empty[emptyCount++] = state.place;
        }

        private void grow() {
            int before = states.length;
            int after = Math.max(16, 2 * before);
            int[] places = new int[after];
            states = Arrays.copyOf(states, after);
            empty = places;
            for (int place = after - 1; place >= before; place--) {
                empty[emptyCount++] = place;
            }
        }
    }

    /** What remains of an object that is closed or unreachable. */
    static final class State extends PhantomReference<Object> {
        private static final VarHandle HANDLE = field(State.class, "handle", long.class);

        private final Release release;
        private final Stripe stripe;
        private long handle;
        private int place;

        private State(Object referent, long handle, Release release, Stripe stripe) {
            super(referent, GONE);
            this.handle = handle;
            this.release = release;
            this.stripe = stripe;
        }

        long handle() {
            return (long) HANDLE.getAcquire(this);
        }

        /** Takes the handle. Only one of several threads gets it, which must then call putBack() or forget(). */
        long take() {
            return stripe.take(this);
        }

        void putBack(long taken) {
            HANDLE.setRelease(this, taken);
        }

        void forget() {
            stripe.forget(this);
        }

        void close() {
            long last = stripe.takeOut(this);
            if (last != CLOSED && last != 0) {
                release.release(last);
            }
        }

        private void reap() {
            long last = handle();
            if (last != CLOSED && last != 0) {
                LEAKS.increment();
            }
            close();
        }
    }

    private static VarHandle field(Class<?> type, String name, Class<?> of) {
        try {
            return MethodHandles.lookup().findVarHandle(type, name, of);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
