package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * Records what happens to the memory of pools: allocations and releases with their place, queue, tag and stack, slabs,
 * markers and waits, shortages, and what the program itself marks. The record is a file that is complete up to the last
 * event even if the program is killed, or a ring in memory that keeps the last events. {@code clmem report},
 * {@code clmem diff} and {@code clmem convert} read it. Closing the recorder stops it and ends its file; a ring is then
 * gone.
 *
 * <pre>{@code
 * try (Recorder recorder = Recorder.toFile(Path.of("run.clmem")).stackFrames(16).create()) {
 *     recorder.start();
 *     try (Recorder.Range epoch = recorder.range("epoch 1")) {
 *         pool.allocate(1 << 20).close();
 *     }
 * }
 * }</pre>
 *
 * <p>All threads can share a recorder. A pool has at most one. If the disk becomes full, events are lost, and nothing
 * else.
 */
@Experimental
public final class Recorder extends Resource {
    /** The innermost open range of each thread. */
    private final Map<Thread, Range> innermost = new ConcurrentHashMap<>();

    private Recorder(long handle) {
        super(handle, Native::clmem_recorder_release);
    }

    /** The options of a recorder, set one at a time. A builder can create several recorders, but not on two threads. */
    @Experimental
    public static final class Builder {
        private final Path path; // null for a ring
        private final long ringBytes;
        private int stackFrames;
        private Unwinder unwinder; // null for Java's stacks

        private Builder(Path path, long ringBytes) {
            this.path = path;
            this.ringBytes = ringBytes;
        }

        /**
         * Records a stack with each allocation: Java's stack, without the methods of this package. A thread without
         * Java methods, such as one of a C library, has its native stack recorded. Each different stack takes memory
         * until the recorder is closed.
         *
         * @param value the most frames of each stack, at most 32; 0, the default, records no stacks
         * @return this
         */
        public Builder stackFrames(int value) {
            stackFrames = Struct.size("stack_frames", value);
            return this;
        }

        /**
         * Records native stacks in place of Java's, for programs whose allocations come from native code. Compiled Java
         * methods have no names there.
         *
         * @param value how to find a native stack
         * @return this
         */
        public Builder unwinder(Unwinder value) {
            unwinder = Objects.requireNonNull(value, "value");
            return this;
        }

        /**
         * Creates the recorder, which records nothing before {@link Recorder#start()}.
         *
         * @return the recorder; the caller must close it
         * @throws ClmemException if an option is out of range, or the file cannot be created
         */
        public Recorder create() {
            ByteBuffer text = path == null ? null : Host.direct(ByteBuffer.wrap(Text.of(path.toString())));
            Structs.RecorderOptions options = new Structs.RecorderOptions()
                    .stackFrames(stackFrames)
                    .path(text == null ? 0 : Host.address(text))
                    .ringBytes(ringBytes)
                    .unwinder((int) (unwinder == null ? Unwinder.AUTO : unwinder).code());
            if (stackFrames > 0 && unwinder == null) {
                Stacks.prepare();
                options.stack(Native.stackCallback());
            }
            try {
                return new Recorder(Memory.make((uses, out) -> Native.clmem_recorder_create(options.bytes, out)));
            } finally {
                Reference.reachabilityFence(text);
            }
        }
    }

    /**
     * Begins the options of a recorder that writes to a file.
     *
     * @param path the file, which is created or replaced when the recorder is created, readable by its owner alone
     * @return the options
     * @throws IllegalArgumentException if the path is not one of the default file system
     */
    public static Builder toFile(Path path) {
        return new Builder(requireFile(path), 0);
    }

    /**
     * Begins the options of a recorder that keeps the last events in memory.
     *
     * @param bytes the size of the ring in bytes, at least 256 KiB; 0 for 16 MiB
     * @return the options
     */
    public static Builder ring(long bytes) {
        return new Builder(null, Struct.size("ring_bytes", bytes));
    }

    /** C opens the file, so it must be one that the system knows. */
    static Path requireFile(Path path) {
        Objects.requireNonNull(path, "path");
        if (!path.getFileSystem().equals(FileSystems.getDefault())) {
            throw new IllegalArgumentException(
                    "expected a path of the default file system, got " + path + " in another; use a temporary file");
        }
        return path;
    }

    /**
     * Records all pools of the process, those included that are created later. Blocks that are live already are
     * recorded without their stacks.
     *
     * @throws ClmemException if one of the pools has another recorder; then none is recorded
     */
    public void start() {
        try (Uses uses = new Uses()) {
            Native.clmem_recorder_start(uses.of(this), 0);
        }
    }

    /**
     * Records a pool. Blocks that are live already are recorded without their stacks.
     *
     * @param pool the pool, which may be closed while it is recorded
     * @throws ClmemException if the pool has another recorder
     */
    public void start(Pool pool) {
        try (Uses uses = new Uses()) {
            Native.clmem_recorder_start(uses.of(this), uses.of(pool));
        }
    }

    /** Stops recording all pools. Does nothing if none is recorded. The recorder can be started again. */
    public void stop() {
        try (Uses uses = new Uses()) {
            Native.clmem_recorder_stop(uses.of(this), 0);
        }
    }

    /**
     * Stops recording a pool. Does nothing if this recorder does not record it.
     *
     * @param pool the pool
     */
    public void stop(Pool pool) {
        try (Uses uses = new Uses()) {
            Native.clmem_recorder_stop(uses.of(this), uses.of(pool));
        }
    }

    /**
     * Records a mark: a moment of the program, by which a person finds what came before and after it.
     *
     * @param text what happens, of which 4096 bytes in UTF-8 are kept
     */
    public void mark(String text) {
        try (Uses uses = new Uses()) {
            Native.clmem_recorder_mark(uses.of(this), Text.of(text));
        }
    }

    /**
     * Records that a part of the program begins on this thread, until the range is closed. Ranges of a thread may be
     * nested. Reports say how much memory each part has at most. Do not use ranges on a virtual thread: another one may
     * continue on the same thread of the system.
     *
     * @param name the part's name, of which 4096 bytes in UTF-8 are kept
     * @return the range; this thread must close it
     */
    public Range range(String name) {
        Range range = new Range(name);
        try (Uses uses = new Uses()) {
            Native.clmem_recorder_begin_range(uses.of(this), Text.of(name));
        }
        innermost.put(range.thread, range);
        return range;
    }

    /** A part of the program, for a try-with-resources statement. */
    @Experimental
    public final class Range implements AutoCloseable {
        private final String name;
        private final Thread thread = Thread.currentThread();
        private final Range outer = innermost.get(thread);
        private boolean isClosed;

        private Range(String name) {
            this.name = name;
        }

        /**
         * Records that the part ends. Closing it again does nothing, nor does closing it after the recorder.
         *
         * @throws IllegalStateException on another thread than the one that began the range, or if that thread has
         *     begun another range since and not closed it; the range remains open
         */
        @Override
        public void close() {
            Thread caller = Thread.currentThread();
            if (caller != thread) {
                throw new IllegalStateException("expected the range \"" + name + "\" to be closed on the thread \""
                        + thread.getName() + "\", which began it, got \"" + caller.getName() + "\"");
            }
            if (isClosed) {
                return;
            }
            Range last = innermost.get(thread);
            if (last != this) {
                throw new IllegalStateException("expected the range \"" + last.name
                        + "\" to be closed first, which began later, got \"" + name + "\"");
            }
            unlessClosed(Native::clmem_recorder_end_range);
            isClosed = true;
            if (outer == null) {
                innermost.remove(thread);
            } else {
                innermost.put(thread, outer);
            }
        }
    }

    /** Records what ends after the recorder's end only if the recorder is still open. */
    private void unlessClosed(LongConsumer call) {
        if (isClosed()) {
            return;
        }
        try (Uses uses = new Uses()) {
            call.accept(uses.of(this));
        } catch (InvalidHandleException failure) {
            if (!isClosed()) { // otherwise another thread has just closed it
                throw failure;
            }
        }
    }

    /**
     * Records an allocation of memory that is in no pool, such as an image or another library's buffer, so that reports
     * count it.
     *
     * @param kind what it is, such as "image"
     * @param bytes its size in bytes
     * @return the allocation; close it when the memory is freed, on any thread
     */
    public Outside addOutside(String kind, long bytes) {
        try (Uses uses = new Uses()) {
            long[] number = new long[1];
            Native.clmem_recorder_add_outside(uses.of(this), Text.of(kind), bytes, number);
            return new Outside(number[0]);
        }
    }

    /** An allocation outside pools that a recorder knows. It does not own the memory. */
    @Experimental
    public final class Outside implements AutoCloseable {
        private long number; // 0 once it is closed

        private Outside(long number) {
            this.number = number;
        }

        /** Records that the memory was freed. Closing it again does nothing, nor does closing it after the recorder. */
        @Override
        public void close() {
            synchronized (this) {
                if (number != 0) {
                    unlessClosed(handle -> Native.clmem_recorder_remove_outside(handle, number));
                    number = 0;
                }
            }
        }
    }

    /**
     * Writes a ring to a file, with the state that its pools have now. The recorder goes on. Threads that record need
     * not wait, unless their part of the ring is full.
     *
     * @param path the file, which is created or replaced, readable by its owner alone
     * @throws UnsupportedException if the recorder writes a file already
     * @throws ClmemException if the file cannot be written
     * @throws IllegalArgumentException if the path is not one of the default file system
     */
    public void save(Path path) {
        try (Uses uses = new Uses()) {
            Native.clmem_recorder_save(uses.of(this), Text.of(requireFile(path).toString()));
        }
    }

    /**
     * Describes what the recorder has recorded so far.
     *
     * @return the figures
     */
    public RecorderInfo describe() {
        try (Uses uses = new Uses()) {
            Structs.RecorderInfo info = new Structs.RecorderInfo();
            Native.clmem_recorder_describe(uses.of(this), info.bytes);
            return RecorderInfo.of(info);
        }
    }
}
