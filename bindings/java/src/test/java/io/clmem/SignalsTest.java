package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/**
 * Drivers that compile with LLVM, as PoCL does, take signals that the VM needs; the binding gives them back. Each test has a
 * process of its own, since a driver starts once.
 */
class SignalsTest {
    @Test
    void theVmKeepsItsSignals() throws Exception {
        assertEquals("SIGSEGV SIGBUS SIGILL SIGXFSZ SIGQUIT SIGUSR2\n", run(Busy.class));
    }

    /** The driver may have been started by another library: what threads bring upon themselves is the VM's all the same. */
    @Test
    void evenIfItHasLostThem() throws Exception {
        assertTrue(run(Busy.class, "LWJGL first").startsWith("SIGSEGV SIGBUS SIGILL SIGXFSZ"));
    }

    /** Division by zero is a signal, for Java as well as for PoCL's kernels: each gets its own. */
    @Test
    void divisionsByZeroAreTheirOwners() throws Exception {
        assertTrue(run(Division.class).contains("30 of 30"));
    }

    private static String run(Class<?> main, String... arguments) throws Exception {
        Process process = JavaProcess.of(main.getName(), arguments).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    /** Threads that the VM stops by signals, while a driver starts and after it; prints which signals are the VM's then. */
    static final class Busy {
        private static volatile long sink;

        public static void main(String[] arguments) throws Exception {
            if (arguments.length > 0) {
                startByLwjgl();
            }
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    while (true) {
                        sink += count(10_000_000);
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
            Thread.sleep(200);
            Device.choose();
            for (int i = 0; i < 20; i++) {
                System.gc();
            }
            System.out.println(theVms());
        }

        /** The VM's report on itself has a line for each signal, and says whose function handles it. */
        private static String theVms() throws Exception {
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

        private static void startByLwjgl() {
            org.lwjgl.PointerBuffer platforms = org.lwjgl.BufferUtils.createPointerBuffer(8);
            int[] count = new int[1];
            org.lwjgl.opencl.CL10.clGetPlatformIDs(platforms, count);
            for (int i = 0; i < count[0]; i++) {
                org.lwjgl.opencl.CL10.clGetDeviceIDs(platforms.get(i), org.lwjgl.opencl.CL10.CL_DEVICE_TYPE_ALL, null, new int[1]);
            }
        }
    }

    /** Divides by zero: by the interpreter, by compiled code, and in a kernel. */
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
            String source = "kernel void k(global int *a, int z) { a[get_global_id(0)] = (5 + (int)get_global_id(0)) / z; }";
            try (Context context = device.createContext();
                    Queue queue = context.createQueue(device);
                    Buffer buffer = Buffer.create(context, Set.of(), 64);
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
