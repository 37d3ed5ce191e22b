package io.clmem;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A kernel and its arguments. Memory stays alive as long as it is set as an argument. */
public final class Kernel extends Resource {
    /**
     * What each argument keeps reachable, by index; null until one keeps something. The key -1 is for {@link #useSvm}.
     */
    private volatile Map<Integer, Object> kept;

    Kernel(long handle) {
        super(handle, Native::clmem_kernel_release);
    }

    @Override
    Object kept() {
        Map<Integer, Object> now = kept;
        return now == null || now.isEmpty() ? null : now.values().toArray();
    }

    /** Keeps an argument, together with the earlier one, before it is set: nothing is lost if memory runs out. */
    private Object keepEarly(int index, Object argument) {
        Object earlier = kept == null ? null : kept.get(index);
        keep(index, argument);
        return earlier;
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
     * Wraps an OpenCL kernel of the program or another library.
     *
     * @param object its address, as {@code cl_kernel}
     * @param retain true to retain the object, false to take over the caller's reference, unless the call fails
     * @return the kernel; the caller must close it
     */
    public static Kernel of(long object, boolean retain) {
        return new Kernel(Memory.make((uses, out) -> Native.clmem_kernel_import(object, retain ? 1 : 0, out)));
    }

    /**
     * Returns the OpenCL kernel, for use with other libraries.
     *
     * @return its address, as {@code cl_kernel}
     */
    public long object() {
        return Memory.make((uses, out) -> Native.clmem_kernel_object(uses.of(this), out));
    }

    /**
     * Sets a buffer, an image, a pipe or shared virtual memory as an argument.
     *
     * @param index the argument's index, from 0
     * @param memory the memory
     * @return this
     */
    public Kernel set(int index, Memory memory) {
        Objects.requireNonNull(memory, "memory");
        Object argument = memory.kept();
        Object earlier = argument == null ? null : keepEarly(index, argument);
        try {
            Native.clmem_kernel_set_memory(enter(), index, memory.enter());
        } catch (Throwable failure) {
            if (argument != null) {
                keep(index, earlier);
            }
            throw failure;
        } finally {
            memory.exit();
            exit();
        }
        return argument == null ? keep(index, null) : this;
    }

    /**
     * Sets a sampler as an argument.
     *
     * @param index the argument's index, from 0
     * @param sampler the sampler
     * @return this
     */
    public Kernel set(int index, Sampler sampler) {
        Objects.requireNonNull(sampler, "sampler");
        try {
            Native.clmem_kernel_set_sampler(enter(), index, sampler.enter());
        } finally {
            sampler.exit();
            exit();
        }
        return keep(index, null);
    }

    /**
     * Sets a four-byte argument: an int or uint.
     *
     * @param index the argument's index, from 0
     * @param value the value
     * @return this
     */
    public Kernel set(int index, int value) {
        return setBits(index, value, 4);
    }

    /**
     * Sets an eight-byte argument: a long or ulong.
     *
     * @param index the argument's index, from 0
     * @param value the value
     * @return this
     */
    public Kernel set(int index, long value) {
        return setBits(index, value, 8);
    }

    /**
     * Sets a float argument.
     *
     * @param index the argument's index, from 0
     * @param value the value
     * @return this
     */
    public Kernel set(int index, float value) {
        return setBits(index, Float.floatToRawIntBits(value), 4);
    }

    /**
     * Sets a double argument.
     *
     * @param index the argument's index, from 0
     * @param value the value
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
     * Sets an argument of any other type, such as a vector or struct.
     *
     * @param index the argument's index, from 0
     * @param value the argument's bytes, between the buffer's position and its limit; they are copied
     * @return this
     */
    public Kernel set(int index, ByteBuffer value) {
        Objects.requireNonNull(value, "value");
        try {
            if (value.hasArray()) {
                int first = value.arrayOffset() + value.position();
                Native.setArray(enter(), index, value.array(), first, value.remaining());
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
     * Sets an argument in local memory.
     *
     * @param index the argument's index, from 0
     * @param bytes the size for each work-group
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
     * Sets a NULL pointer as an argument.
     *
     * @param index the argument's index, from 0
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
     * Sets the shared virtual memory that the kernel accesses through pointers other than its arguments.
     *
     * @param memories all such memory; it replaces that of an earlier call
     * @return this
     */
    public Kernel useSvm(Svm... memories) {
        Object[] all = Stream.of(memories).map(Svm::kept).filter(Objects::nonNull).toArray();
        Object earlier = all.length == 0 ? null : keepEarly(-1, all);
        try (Uses uses = new Uses()) {
            Native.clmem_kernel_use_svm(uses.of(this), memories.length, uses.of(memories));
        } catch (Throwable failure) {
            if (all.length != 0) {
                keep(-1, earlier);
            }
            throw failure;
        }
        return all.length == 0 ? keep(-1, null) : this;
    }

    /**
     * Enqueues the kernel, and returns the command's event.
     *
     * @param queue the queue
     * @param launch the numbers of work-items, and flags
     * @param after events that the kernel waits for
     * @return the command's event; the caller must close it
     */
    public Event launch(CommandQueue queue, Launch launch, Event... after) {
        return Memory.enqueue((uses, out) -> enqueue(uses, queue, launch, after, out));
    }

    /**
     * Enqueues the kernel. The call does not wait.
     *
     * @param queue the queue
     * @param launch the numbers of work-items, and flags
     * @param after events that the kernel waits for
     */
    public void run(CommandQueue queue, Launch launch, Event... after) {
        if (kept() != null) {
            launch(queue, launch, after).close(); // the event keeps the memory
            return;
        }
        try (Uses uses = new Uses()) {
            long[] event = new long[1];
            enqueue(uses, queue, launch, after, event);
            uses.commandWithoutEvent(event[0]);
        }
    }

    private void enqueue(Uses uses, CommandQueue queue, Launch launch, Event[] after, long[] event) {
        Objects.requireNonNull(launch, "launch");
        Native.launch(uses.of(this), uses.of(queue), launch.struct().bytes, uses.of(after), event);
    }
}
