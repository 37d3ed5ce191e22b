package io.clmem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Releases objects that the program did not close once the collector finds them unreachable.
 * {@link java.lang.ref.Cleaner} does the same, but takes one lock for all threads, and a native call for each close,
 * which together cost more than a block.
 */
final class Reaper {
    static final long CLOSED = -1;
    /** The handle of views: whatever becomes unreachable last is no leak. */
    static final long VIEW = -2;
    static final LongAdder LEAKS = new LongAdder();
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
    private static final Stripe[] STRIPES = new Stripe[64];
    private static final Daemon THREAD = new Daemon("clmem-reaper", () -> ((State) GONE.remove()).reap());
    /**
     * Whether the thread runs and there are no watchers. Read for every block, so not volatile: a stale value costs one
     * more look, or hides the first objects of a thread from a watcher that another thread has just added.
     */
    private static boolean isStarted;

    private static volatile List<Watcher> watchers = List.of(); // changed under the lock of THREAD

    static {
        for (int i = 0; i < STRIPES.length; i++) {
            STRIPES[i] = new Stripe();
        }
    }

    private Reaper() {}

    /**
     * How to release a handle. It must not refer to the object that has the handle, which would then stay reachable.
     */
    @FunctionalInterface
    interface Release {
        void release(long handle);
    }

    /** How to release memory; that of other objects is a Release only. */
    @FunctionalInterface
    interface MemoryRelease extends Release {}

    /** Sees the objects that are created, and those that the collector finds. Neither call may throw. */
    interface Watcher {
        void created(State state);

        void reaped(State state);
    }

    static State watch(Object referent, long handle, Release release) {
        Stripe stripe = STRIPES[(int) Thread.currentThread().getId() & (STRIPES.length - 1)];
        State state = new State(referent, handle, release, stripe);
        if (!isStarted) {
            begin(state);
        }
        stripe.add(state);
        return state;
    }

    private static void begin(State state) {
        synchronized (THREAD) {
            isStarted = THREAD.start() && watchers.isEmpty();
        }
        for (Watcher each : watchers) { // no forEach(), which would be in the stack that the watcher sees
            each.created(state);
        }
    }

    static void add(Watcher watcher) {
        synchronized (THREAD) {
            watchers = Stream.concat(watchers.stream(), Stream.of(watcher)).toList();
            isStarted = false;
        }
    }

    static void remove(Watcher watcher) {
        synchronized (THREAD) {
            watchers = watchers.stream().filter(each -> each != watcher).toList();
        }
    }

    /** The states of memory that is neither closed nor collected. */
    static Set<State> memory() {
        Set<State> all = new HashSet<>();
        for (Stripe stripe : STRIPES) {
            for (State state : stripe.copy()) {
                if (state != null && state.isMemory() && state.handle() != CLOSED) {
                    all.add(state);
                }
            }
        }
        return all;
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

        /** Returns what lets views of a state's memory outlive it, with one view begun; null if it is closed. */
        Viewed viewed(State state) {
            Viewed made = state.release instanceof Viewed ? null : new Viewed(state.release);
            lock();
            Viewed views = null;
            if (state.handle() != CLOSED) {
                if (!(state.release instanceof Viewed)) {
                    state.release = made;
                }
                views = (Viewed) state.release;
                views.begin();
            }
            unlock();
            return views;
        }

        /** Puts a state back whose handle could not be released. Its own place in the array has just become free. */
        void putIn(State state, long handle) {
            add(state);
            State.HANDLE.setRelease(state, handle);
        }

        void forget(State state) {
            lock();
            remove(state);
            unlock();
        }

        State[] copy() {
            lock();
            try {
                return states.clone();
            } finally {
                unlock();
            }
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

        private Release release; // changed under the stripe's lock, while the state is open
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
                try {
                    release.release(last);
                } catch (Throwable failure) {
                    stripe.putIn(this, last);
                    throw failure;
                }
            }
        }

        /** Begins a view of what the handle stands for; null if it is closed. */
        Viewed viewed() {
            return stripe.viewed(this);
        }

        /** As {@link Viewed#defer}, for a handle that was taken. */
        boolean defer(long taken, LongConsumer later) {
            return release instanceof Viewed views && views.defer(taken, later);
        }

        boolean hasViews() {
            return release instanceof Viewed views && views.hasViews();
        }

        boolean isMemory() {
            return release instanceof MemoryRelease || (release instanceof Viewed views && views.isOfMemory());
        }

        private void reap() {
            long last = handle();
            watchers.forEach(each -> each.reaped(this));
            close();
            if (last != CLOSED && last != 0 && last != VIEW) {
                LEAKS.increment();
            }
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
