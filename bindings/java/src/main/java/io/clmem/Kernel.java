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
        try {
            Native.clmem_kernel_set_memory(enter(), index, memory.enter());
        } finally {
            memory.exit();
            exit();
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
        try {
            Native.clmem_kernel_set_sampler(enter(), index, sampler.enter());
        } finally {
            sampler.exit();
            exit();
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
        return setBits(index, value, 4);
    }

    /**
     * Sets an argument of eight bytes: a long, or an unsigned one.
     *
     * @param index which, from 0
     * @param value the number
     * @return this
     */
    public Kernel set(int index, long value) {
        return setBits(index, value, 8);
    }

    /**
     * Sets an argument: a float.
     *
     * @param index which, from 0
     * @param value the number
     * @return this
     */
    public Kernel set(int index, float value) {
        return setBits(index, Float.floatToRawIntBits(value), 4);
    }

    /**
     * Sets an argument: a double.
     *
     * @param index which, from 0
     * @param value the number
     * @return this
     */
    public Kernel set(int index, double value) {
        return setBits(index, Double.doubleToRawLongBits(value), 8);
    }

    private Kernel setBits(int index, long bits, int bytes) {
        try {
            Native.setBits(enter(), index, bits, bytes);
        } finally {
            exit();
        }
        return keep(index, null);
    }

    /**
     * Sets an argument of any other type: a vector, a struct.
     *
     * @param index which, from 0
     * @param value its bytes, between the buffer's position and its limit, which are copied
     * @return this
     */
    public Kernel set(int index, ByteBuffer value) {
        try {
            if (value.hasArray()) {
                Native.setArray(enter(), index, value.array(), value.arrayOffset() + value.position(), value.remaining());
            } else {
                ByteBuffer direct = Host.direct(value);
                Native.clmem_kernel_set_bytes(enter(), index, Host.address(direct), direct.remaining());
                Reference.reachabilityFence(direct);
            }
        } finally {
            exit();
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
        try {
            Native.clmem_kernel_set_local(enter(), index, bytes);
        } finally {
            exit();
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
        try {
            Native.clmem_kernel_set_null(enter(), index);
        } finally {
            exit();
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
        Native.launch(uses.of(this), uses.of(queue), launch.struct().bytes, uses.of(after), event);
    }
}
