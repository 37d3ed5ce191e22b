package io.clmem;

/**
 * Waits for a command. From its construction until {@link #drop} or {@link #ended} it stays reachable, although nothing
 * else in Java refers to it. The construction allocates all that is needed: what follows cannot run out of memory.
 */
abstract class Awaited {
    private final long record = Native.keep(this);
    private long event;

    // Fields of Keeper, guarded by its lock.
    Awaited before;
    Awaited next;
    boolean isPolled;
    boolean isOver;

    /** Sets the event of the command, before {@link Keeper#await}. */
    final void event(long value) {
        event = value;
    }

    final long event() {
        return event;
    }

    /** Asks OpenCL to report the end. Returns its error code; 0 if it will. */
    final int ask() {
        long set = Clmem.openclFunction("clSetEventCallback");
        return Native.keepUntilComplete(
                set, Clmem.openclFunction("clGetEventInfo"), Clmem.openclFunction("clFlush"), event, record);
    }

    /** Ends it if nothing was enqueued. */
    final void drop() {
        Native.drop(record);
    }

    /** Called once by the keeper's thread, when the command is complete or has failed. */
    abstract void ended();
}
