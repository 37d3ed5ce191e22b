package io.clmem;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An OpenCL object, identified by an address that every OpenCL library accepts. Using it while another thread closes it
 * would crash, so uses are counted and the last one releases it.
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

    /** One use stands for the open object, and ends when it is closed. */
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
     * Returns the OpenCL object, for use with other libraries. It is valid while this object is open.
     *
     * @return the object's address, as {@code cl_context}, {@code cl_command_queue} or {@code cl_event}
     */
    public final long handle() {
        try (Uses uses = new Uses()) {
            return uses.of(this);
        }
    }
}
