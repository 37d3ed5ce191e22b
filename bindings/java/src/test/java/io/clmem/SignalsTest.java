package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;

/**
 * Drivers that compile with LLVM, such as PoCL, replace signal handlers of the VM; the binding restores them. Each test
 * starts a process, because a driver starts only once in a process.
 */
class SignalsTest {
    @Test
    void vmKeepsItsSignals() throws Exception {
        assertEquals("SIGSEGV SIGBUS SIGILL SIGXFSZ SIGQUIT SIGUSR2\n", run(Busy.class));
    }

    /** Even if another library has started the driver before, the VM gets back the signals of faults. */
    @Test
    void vmGetsBackSignalsThatItHasLost() throws Exception {
        assertTrue(run(Busy.class, "LWJGL first").startsWith("SIGSEGV SIGBUS SIGILL SIGXFSZ"));
    }

    /** A division by zero raises a signal in Java code and in PoCL's kernels. Each must reach its own handler. */
    @Test
    void divisionByZeroReachesItsOwnHandler() throws Exception {
        assertTrue(run(Division.class).contains("30 of 30"));
    }

    private static String run(Class<?> main, String... arguments) throws Exception {
        return JavaProcess.output(JavaProcess.of(main.getName(), arguments));
    }

    /** Lets the VM stop busy threads by signals while a driver starts and afterwards, then prints the VM's signals. */
    static final class Busy {
        private static volatile long sink;

        public static void main(String[] arguments) throws Exception {
            if (arguments.length > 0) {
                startDriversThroughLwjgl();
            }
            CountDownLatch running = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    running.countDown();
                    while (true) {
                        sink += count(10_000_000);
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
            running.await();
            Device.choose();
            for (int i = 0; i < 20; i++) {
                System.gc();
            }
            System.out.println(signalsOfTheVm());
        }

        /** The VM's report has a line for each signal, with the library that contains its handler. */
        private static String signalsOfTheVm() throws Exception {
            String report = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "vmInfo",
                    new Object[] {new String[0]},
                    new String[] {String[].class.getName()});
            return Stream.of("SIGSEGV", "SIGBUS", "SIGILL", "SIGXFSZ", "SIGQUIT", "SIGUSR2")
                    .filter(name -> Pattern.compile(name + ": .* in libjvm\\.so").matcher(report).find())
                    .collect(Collectors.joining(" "));
        }

        private static long count(long to) {
            long sum = 0;
            for (long i = 0; i < to; i++) {
                sum += i * 31 ^ sum;
            }
            return sum;
        }

        private static void startDriversThroughLwjgl() {
            PointerBuffer platforms = BufferUtils.createPointerBuffer(8);
            int[] count = new int[1];
            CL10.clGetPlatformIDs(platforms, count);
            for (int i = 0; i < count[0]; i++) {
                CL10.clGetDeviceIDs(platforms.get(i), CL10.CL_DEVICE_TYPE_ALL, null, new int[1]);
            }
        }
    }

    /** Divides by zero in interpreted code, in compiled code, and in a kernel. */
    static final class Division {
        private static long sink;

        public static void main(String[] arguments) {
            divide(Device.choose());
        }

        static void divide(Device device) {
            int seen = 0;
            for (int i = 0; i < 30_000; i++) {
                try {
                    sink += i % 1000 == 0 ? quotient(i, 0) : quotient(i, 3);
                } catch (ArithmeticException expected) {
                    seen++;
                }
            }
            System.out.println(seen + " of 30");
            String source = "kernel void k(global int *a, int z) { int i = get_global_id(0); a[i] = (5 + i) / z; }";
            try (Context context = device.createContext();
                    CommandQueue queue = context.createQueue(device);
                    DeviceBuffer buffer = DeviceBuffer.create(context, Set.of(), 64);
                    Program program = Program.built(context, source, "");
                    Kernel kernel = program.kernel("k")) {
                kernel.set(0, buffer).set(1, 0).run(queue, Launch.of(16));
                queue.finish();
            }
        }

        private static int quotient(int of, int by) {
            return of / by;
        }
    }
}
