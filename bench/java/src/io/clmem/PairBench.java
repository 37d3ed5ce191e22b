package io.clmem;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.lwjgl.opencl.CL10;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Times a pair of allocation and release in Java, C, and LWJGL without a pool; and a call that does nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PairBench {
    private static final int BYTES = 4096;
    private static final int TURNS = 1000;

    private Context context;
    private CommandQueue queue;
    private Pool pool;
    private DeviceBuffer large;
    private long contextHandle;

    /** A pool of device buffers that holds one large block, so that the thread cache may grow to its full bound. */
    @Setup(Level.Trial)
    public void open() {
        Device device = Device.choose();
        context = device.createContext();
        contextHandle = context.handle();
        queue = context.createQueue(device);
        try (Provider provider = Provider.buffers(context, Set.of())) {
            pool = Pool.create(provider, PoolOptions.builder().queue(queue).build());
        }
        large = pool.allocate(64 << 20);
    }

    @TearDown(Level.Trial)
    public void close() {
        large.close();
        pool.close();
        queue.close();
        context.close();
    }

    @Benchmark
    public void java() {
        pool.allocate(BYTES).close();
    }

    @Benchmark
    @OperationsPerInvocation(TURNS)
    public void c() {
        Native.pairs(pool.enter(), BYTES, TURNS);
    }

    @Benchmark
    public void nothing() {
        Native.nothing();
    }

    @Benchmark
    public void lwjgl() {
        long mem = CL10.clCreateBuffer(contextHandle, CL10.CL_MEM_READ_WRITE, (long) BYTES, (java.nio.IntBuffer) null);
        CL10.clReleaseMemObject(mem);
    }
}
