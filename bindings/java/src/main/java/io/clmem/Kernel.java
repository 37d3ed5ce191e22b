package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A kernel with its arguments. Memory that is set as an argument stays as long as it is one. */
public final class Kernel extends Resource {
    /** What the arguments keep, by index; null as long as none keeps anything. The key -1 stands for {@link #useSvm}. */
    private volatile Map<Integer, Object> kept;

    Kernel(long handle) {
        super(handle, Native::clmem_kernel_release);
    }

    @Override
    Object kept() {
        Map<Integer, Object> now = kept;
        return now == null || now.isEmpty() ? null : now.values().toArray();
    }

    private Kernel keep(int index, Object argument) {
        if (argument != null) {
            synchronized (this) {
                kept = kept == null ? new ConcurrentHashMap<>() : kept;
            }
            kept.put(index, argument);
        } else if (kept != null) {
            kept.remove(index);
        }
        return this;
    }

    /**
     * Takes a kernel of the program's or another library's.
     *
     * @param object its address, as {@code cl_kernel}
     * @param retain true: clmem takes a reference of its own; false: it takes over the caller's
     * @return the kernel, to be closed
     */
    public static Kernel of(long object, boolean retain) {
        return new Kernel(Memory.make((uses, out) -> Native.clmem_kernel_import(object, retain ? 1 : 0, out)));
    }

    /**
     * Gives the kernel to other libraries of OpenCL.
     *
     * @return its address, as {@code cl_kernel}
     */
    public long object() {
        return Memory.make((uses, out) -> Native.clmem_kernel_object(uses.of(this), out));
    }

    /**
     * Sets an argument: a buffer, an image, a pipe, or shared virtual memory.
     *
     * @param index which, from 0
     * @param memory the memory
     * @return this
     */
    public Kernel set(int index, Memory memory) {
        try (Uses uses = new Uses()) {
            Native.clmem_kernel_set_memory(uses.of(this), index, uses.of(memory));
        }
        return keep(index, memory.kept());
    }

    /**
     * Sets an argument: a sampler.
     *
     * @param index which, from 0
     * @param sampler the sampler
     * @return this
     */
    public Kernel set(int index, Sampler sampler) {
        try (Uses uses = new Uses()) {
            Native.clmem_kernel_set_sampler(uses.of(this), index, uses.of(sampler));
        }
        return keep(index, null);
    }

    /**
     * Sets an argument of four bytes: an int, or an unsigned one.
     *
     * @param index which, from 0
     * @param value the number
     * @return this
     */
    public Kernel set(int index, int value) {
        return set(index, Host.copyOf(new int[] {value}));
    }

    /**
     * Sets an argument of eight bytes: a long, or an unsigned one.
     *
     * @param index which, from 0
     * @param value the number
     * @return this
     */
    public Kernel set(int index, long value) {
        return set(index, Host.copyOf(new long[] {value}));
    }

    /**
     * Sets an argument: a float.
     *
     * @param index which, from 0
     * @param value the number
     * @return this
     */
    public Kernel set(int index, float value) {
        return set(index, Host.copyOf(new float[] {value}));
    }

    /**
     * Sets an argument: a double.
     *
     * @param index which, from 0
     * @param value the number
     * @return this
     */
    public Kernel set(int index, double value) {
        return set(index, Host.copyOf(new double[] {value}));
    }

    /**
     * Sets an argument of any other type: a vector, a struct.
     *
     * @param index which, from 0
     * @param value its bytes, between the buffer's position and its limit, which are copied
     * @return this
     */
    public Kernel set(int index, ByteBuffer value) {
        ByteBuffer direct = Host.direct(value);
        try (Uses uses = new Uses()) {
            Native.clmem_kernel_set_bytes(uses.of(this), index, Host.address(direct), direct.remaining());
        } finally {
            Reference.reachabilityFence(direct);
        }
        return keep(index, null);
    }

    /**
     * Sets an argument: local memory.
     *
     * @param index which, from 0
     * @param bytes how much each group has
     * @return this
     */
    public Kernel setLocal(int index, long bytes) {
        try (Uses uses = new Uses()) {
            Native.clmem_kernel_set_local(uses.of(this), index, bytes);
        }
        return keep(index, null);
    }

    /**
     * Sets an argument: the pointer NULL.
     *
     * @param index which, from 0
     * @return this
     */
    public Kernel setNull(int index) {
        try (Uses uses = new Uses()) {
            Native.clmem_kernel_set_null(uses.of(this), index);
        }
        return keep(index, null);
    }

    /**
     * Tells which shared virtual memory the kernel reaches by pointers that are no arguments.
     *
     * @param memories all of it: what was told before no longer counts
     * @return this
     */
    public Kernel useSvm(Svm... memories) {
        try (Uses uses = new Uses()) {
            Native.clmem_kernel_use_svm(uses.of(this), memories.length, uses.of(memories));
        }
        Object[] all = Stream.of(memories).map(Svm::kept).filter(Objects::nonNull).toArray();
        return keep(-1, all.length == 0 ? null : all);
    }

    /**
     * Enqueues the kernel.
     *
     * @param queue the queue
     * @param launch how it is run
     * @param after events that it waits for
     * @return the command's event, to be closed
     */
    public Event launch(Queue queue, Launch launch, Event... after) {
        return Memory.enqueue((uses, out) -> enqueue(uses, queue, launch, after, out));
    }

    /**
     * Enqueues the kernel, without an event.
     *
     * @param queue the queue
     * @param launch how it is run
     * @param after events that it waits for
     */
    public void run(Queue queue, Launch launch, Event... after) {
        if (kept() != null) {
            launch(queue, launch, after).close(); // whose event keeps it
            return;
        }
        try (Uses uses = new Uses()) {
            enqueue(uses, queue, launch, after, null);
        }
    }

    private void enqueue(Uses uses, Queue queue, Launch launch, Event[] after, long[] event) {
        ByteBuffer waits = after.length == 0 ? null : Host.words(uses.of(after));
        byte[] options = launch.struct(waits == null ? 0 : Host.address(waits), after.length).bytes;
        Native.clmem_kernel_launch(uses.of(this), uses.of(queue), options, event);
        Reference.reachabilityFence(waits);
    }
}
