package io.clmem;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An object of OpenCL's: a number that every library of OpenCL takes. It is a pointer, so that a use of what another thread
 * is closing would be fatal: uses are counted, and the last one releases.
 */
public abstract class OpenClObject extends Resource {
    private final Counted counted;

    OpenClObject(long object, Reaper.Release release) {
        this(new Counted(object, release));
    }

    private OpenClObject(Counted counted) {
        super(counted.object, counted);
        this.counted = counted;
    }

    /** One use stands for the object itself, and ends when it is closed. */
    private static final class Counted implements Reaper.Release {
        private final AtomicInteger uses = new AtomicInteger(1);
        private final long object;
        private final Reaper.Release last;

        Counted(long object, Reaper.Release last) {
            this.object = object;
            this.last = last;
        }

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
                last.release(object);
            }
        }

        @Override
        public void release(long released) {
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
        super.exit();
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
