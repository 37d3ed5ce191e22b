package io.clmem;

import java.util.ArrayList;
import java.util.List;

/**
 * The thread that learns from OpenCL what is over, for all pending commands together: it releases what they used, and
 * completes futures. If it cannot start, everything stays kept until a later call starts it.
 *
 * <p>OpenCL calls back when a command is complete. Some drivers, such as PoCL 3.1, do not when it failed, and any may be
 * unable to; so now and then the thread looks at the pending commands, too.
 */
final class Keeper {
    private static final Daemon THREAD = new Daemon("clmem-keeper", Keeper::takeNext);
    private static final long LONGEST_PAUSE = 256; // milliseconds

    /** The pending commands, linked. */
    private static Awaited first;

    private static long pause = 1;

    private Keeper() {}

    /** Starts the thread unless it runs. Returns false if that must wait for a later call. */
    static boolean start() {
        return THREAD.start();
    }

    /** Lets a command's end call {@link Awaited#ended}. Never throws, so that its caller loses nothing. */
    static void await(Awaited awaited) {
        start();
        add(awaited);
        try {
            int code = awaited.ask();
            if (code == 0) {
                return;
            }
            throw ClmemException.ofOpencl(code, "clSetEventCallback");
        } catch (Throwable failure) {
            poll(awaited);
            Daemon.report("OpenCL will not report the end of a command; clmem polls its event", failure);
        }
    }

    private static synchronized void add(Awaited awaited) {
        awaited.next = first;
        if (first != null) {
            first.before = awaited;
        }
        boolean isOnly = first == null;
        first = awaited;
        pause = 1;
        if (isOnly) {
            Native.wakeKeeper(); // it waits without an end
        }
    }

    private static synchronized void poll(Awaited awaited) {
        awaited.isPolled = true;
    }

    /** Returns false if the end of the command is known already. */
    private static synchronized boolean remove(Awaited awaited) {
        if (awaited.isOver) {
            return false;
        }
        awaited.isOver = true;
        if (awaited.before == null) {
            first = awaited.next;
        } else {
            awaited.before.next = awaited.next;
        }
        if (awaited.next != null) {
            awaited.next.before = awaited.before;
        }
        awaited.before = null;
        awaited.next = null;
        return true;
    }

    private static synchronized long nextPause() {
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        return first == null ? -1 : pause;
    }

    private static void takeNext() {
        Object over = Native.takeOver(nextPause());
        if (over == null) {
            unreported().forEach(Keeper::end);
        } else if (over instanceof Awaited awaited) {
            end(awaited);
        }
    }

    private static void end(Awaited awaited) {
        if (remove(awaited)) {
            awaited.ended();
        }
    }

    private static synchronized List<Awaited> unreported() {
        List<Awaited> over = new ArrayList<>();
        long get = Clmem.openclFunction("clGetEventInfo");
        for (Awaited each = first; each != null; each = each.next) {
            int status = Native.eventStatus(get, each.event());
            if (status < 0 || (status == 0 && each.isPolled)) {
                over.add(each);
            }
        }
        return over;
    }

    /** Keeps an object reachable until OpenCL destroys a memory object. */
    static void keepUntilDeleted(long mem, Object kept) {
        long set = Clmem.openclFunction("clSetMemObjectDestructorCallback");
        long record = Native.keep(kept);
        int code = Native.keepUntilDeleted(set, mem, record);
        if (code != 0) {
            Native.drop(record);
            throw ClmemException.ofOpencl(code, "clSetMemObjectDestructorCallback");
        }
        start();
    }
}
