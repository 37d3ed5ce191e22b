package io.clmem;

import java.lang.System.Logger.Level;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A thread of the binding, which repeats a step until the process ends. Nothing that a step throws ends it. If the
 * system has no thread left, later calls try again.
 */
final class Daemon {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20); // a refused thread costs up to a millisecond

    /** For tests, which refuse threads. */
    static volatile ThreadFactory threads = Thread::new;

    @FunctionalInterface
    interface Step {
        void run() throws InterruptedException;
    }

    private final String name;
    private final Step step;
    private boolean isRunning; // not volatile: a stale value costs one more look under the lock
    private boolean isRefused;
    private long refusedAt;

    Daemon(String name, Step step) {
        this.name = name;
        this.step = step;
    }

    /** Starts the thread unless it runs. Returns whether it runs now. Never throws, so that its caller loses nothing. */
    boolean start() {
        return isRunning || startNow();
    }

    private synchronized boolean startNow() {
        if (isRunning || (isRefused && System.nanoTime() - refusedAt < PAUSE)) {
            return isRunning;
        }
        try {
            Thread thread = threads.newThread(this::run);
            thread.setName(name);
            thread.setDaemon(true);
            thread.start();
            isRunning = true;
        } catch (Throwable none) { // an OutOfMemoryError: the process, the user or the machine has too many threads
            refusedAt = System.nanoTime();
            if (!isRefused) {
                isRefused = true;
                report("cannot start the thread " + name + "; what it releases stays until a later call can", none);
            }
        }
        return isRunning;
    }

    private void run() {
        while (true) {
            try {
                step.run();
            } catch (InterruptedException ignored) {
                continue; // the thread runs until the process ends
            } catch (Throwable failure) {
                report(name + " failed in one of its steps, and continues", failure);
            }
        }
    }

    /** Logs a failure. Never throws: without memory for a line, the failure cannot be reported. */
    static void report(String message, Throwable failure) {
        try {
            System.getLogger("io.clmem").log(Level.WARNING, message, failure);
        } catch (Throwable noMemory) {
            return;
        }
    }
}
