package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Compares transfers of arrays with those of direct buffers: all of 16 MiB, and 1 KiB of a large array. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
public class ArrayBench {
    private static final int BYTES = 16 << 20;
    private static final int PIECE = 1024;

    private final float[] array = new float[BYTES / 4];
    private final int[] large = new int[32 << 20];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
    private Context context;
    private CommandQueue queue;
    private DeviceBuffer buffer;

    @Setup(Level.Trial)
    public void open() {
        Device device = Device.choose();
        context = device.createContext();
        queue = context.createQueue(device);
        buffer = DeviceBuffer.create(context, BYTES);
    }

    @TearDown(Level.Trial)
    public void close() {
        buffer.close();
        queue.close();
        context.close();
    }

    @Benchmark
    public void writeArray() {
        Transfer.of(Place.ofArray(array), Place.of(buffer)).run(queue);
    }

    @Benchmark
    public void writeDirect() {
        Transfer.of(Place.of(direct), Place.of(buffer)).run(queue);
    }

    @Benchmark
    public void readArray() {
        Transfer.of(Place.of(buffer), Place.ofArray(array)).run(queue);
    }

    @Benchmark
    public void readDirect() {
        Transfer.of(Place.of(buffer), Place.of(direct)).run(queue);
    }

    @Benchmark
    public void pieceOfArray() {
        Transfer.of(Place.of(buffer), Place.ofArray(large, 4096, PIECE / 4)).run(queue);
    }

    @Benchmark
    public void pieceOfDirect() {
        Transfer.of(Place.of(buffer), Place.of(direct)).bytes(PIECE).run(queue);
    }
}
