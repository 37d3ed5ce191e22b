package io.clmem;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An object of OpenCL's: a number that every library of OpenCL takes. It is a pointer, so that a use of what another thread
 * is closing would be fatal: uses are counted, and the last one releases.
 */
public abstract class OpenClObject extends Resource {
    private final CountedState counted;

    OpenClObject(CountedState state) {
        super(state);
        this.counted = state;
    }

    /** One use stands for the object itself, and ends when it is closed. */
    abstract static class CountedState extends State {
        private final AtomicInteger uses = new AtomicInteger(1);
        private final long object;

        CountedState(long object) {
            super(object);
            this.object = object;
        }

        abstract void releaseObject(long released);

        boolean begin() {
            int before = uses.get();
            while (before > 0) {
                if (uses.compareAndSet(before, before + 1)) {
                    return true;
                }
                before = uses.get();
            }
            return false;
        }

        void end() {
            if (uses.decrementAndGet() == 0) {
                releaseObject(object);
            }
        }

        @Override
        final void release(long released) {
            end();
        }
    }

    @Override
    final long enter() {
        if (isClosed() || !counted.begin()) {
            throw new ClosedException(getClass());
        }
        return counted.object;
    }

    @Override
    final void exit() {
        counted.end();
    }

    /**
     * Gives the object to other libraries of OpenCL. It is theirs only as long as this one is open.
     *
     * @return the object's address, as {@code cl_context} and the like
     */
    public final long handle() {
        try (Uses uses = new Uses()) {
            return uses.of(this);
        }
    }
}
