package io.clmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the memory that a part of the program creates and does not close: blocks of pools, buffers, images and pipes,
 * of this package only. Memory that other libraries created, or that was open when the check began, is not found.
 * Blocks are found even if their pool is closed. {@link io.clmem.junit.FailOnLeak} does this for tests.
 *
 * <pre>{@code
 * try (LeakCheck check = LeakCheck.begin(16)) {
 *     step();
 *     check.leaks().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>A check sees all threads. Checks may overlap, and all threads may use one. While none is open, creating memory
 * costs what it did.
 */
@Experimental
public final class LeakCheck implements AutoCloseable {
    private static final int FEW = 1024; // stacks that are kept before those of closed memory are dropped

    private final Set<Reaper.State> before = Reaper.memory();
    private final int stackFrames;
    private final Map<Reaper.State, List<StackTraceElement>> stacks = new ConcurrentHashMap<>();
    private final List<Leak> collected = new ArrayList<>(); // also the lock of the two below
    private int dropAt = FEW;
    private boolean isClosed;

    private final Reaper.Watcher watcher = new Reaper.Watcher() {
        @Override
        public void created(Reaper.State state) {
            noteStack(state);
        }

        @Override
        public void reaped(Reaper.State state) {
            noteCollected(state);
        }
    };

    /**
     * Memory that was not closed.
     *
     * @param kind what it is, such as BUFFER; empty if this version has no name for it
     * @param bytes its size in bytes
     * @param isPooled whether it is a block of a pool
     * @param isCollected whether the collector has found it unreachable and released it
     * @param stack the stack of its creation, from the innermost method of the program; empty without stacks
     */
    @Experimental
    public record Leak(
            Optional<MemoryType> kind,
            long bytes,
            boolean isPooled,
            boolean isCollected,
            List<StackTraceElement> stack) {
        /** Describes it in a line, with a further line for each frame of the stack. */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(bytes + " bytes, ");
            text.append(isPooled ? "a block of a pool" : kind.map(Enum::name).orElse("memory"));
            text.append(isCollected ? ", unreachable and released by the collector" : "");
            stack.forEach(frame -> text.append("\n    at ").append(frame));
            return text.toString();
        }
    }

    private LeakCheck(int stackFrames) {
        this.stackFrames = Struct.size("stack_frames", stackFrames);
    }

    /**
     * Begins a check.
     *
     * @param stackFrames the most frames of the stack that is noted for each creation, which takes a few microseconds;
     *     0 for no stacks
     * @return the check; the caller must close it
     */
    public static LeakCheck begin(int stackFrames) {
        LeakCheck check = new LeakCheck(stackFrames);
        if (stackFrames > 0) {
            Stacks.prepare();
        }
        Reaper.add(check.watcher);
        return check;
    }

    private void noteStack(Reaper.State state) {
        if (stackFrames == 0 || !state.isMemory()) {
            return;
        }
        try {
            stacks.put(state, Stacks.here(stackFrames));
            dropStacks();
        } catch (Throwable failure) {
            Daemon.report("cannot note the stack of a creation for a leak check", failure);
        }
    }

    private void dropStacks() {
        synchronized (collected) {
            if (stacks.size() >= dropAt) {
                stacks.keySet().removeIf(state -> state.handle() == Reaper.CLOSED);
                dropAt = Math.max(FEW, 2 * stacks.size());
            }
        }
    }

    private void noteCollected(Reaper.State state) {
        try {
            if (state.isMemory() && !before.contains(state)) {
                Leak leak = describe(state, true);
                synchronized (collected) {
                    if (leak != null) {
                        collected.add(leak);
                    }
                }
            }
        } catch (Throwable failure) {
            Daemon.report("cannot describe memory that the collector found for a leak check", failure);
        }
    }

    /** Returns null for memory that is closed, or closed meanwhile by another thread. */
    private Leak describe(Reaper.State state, boolean isCollected) {
        long handle = state.handle();
        if (handle == Reaper.CLOSED || handle == 0) {
            return null;
        }
        Structs.MemoryInfo info = new Structs.MemoryInfo();
        try {
            Native.clmem_memory_describe(handle, info.bytes);
        } catch (InvalidHandleException failure) {
            if (state.handle() == Reaper.CLOSED) {
                return null;
            }
            throw failure;
        }
        MemoryInfo known = MemoryInfo.of(info);
        return new Leak(
                known.type(), known.bytes(), known.isPooled(), isCollected, stacks.getOrDefault(state, List.of()));
    }

    /**
     * Returns the memory that was created since the check began and is not closed. What commands and views still use
     * after it was closed is no leak.
     *
     * @return the leaks, of which those that the collector released come first
     * @throws IllegalStateException if the check is closed
     */
    public List<Leak> leaks() {
        List<Leak> all;
        synchronized (collected) {
            if (isClosed) {
                throw new IllegalStateException("expected an open leak check, got a closed one");
            }
            all = new ArrayList<>(collected);
        }
        Set<Reaper.State> now = Reaper.memory();
        now.removeAll(before);
        for (Reaper.State state : now) {
            Leak leak = describe(state, false);
            if (leak != null) {
                all.add(leak);
            }
        }
        return all;
    }

    /** Ends the check. Closing it again does nothing. */
    @Override
    public void close() {
        Reaper.remove(watcher);
        synchronized (collected) {
            isClosed = true;
        }
        stacks.clear();
    }
}
