package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;

/** The end of a process with pending commands: it waits for them, but never for a user event. */
class ExitTest {
    private static final String SLOW = "kernel void slow(global int *a) {"
            + " int sum = a[0];"
            + " for (int i = 0; i < 100000000; i++) sum = sum * 1103515245 + 12345 + a[i & 15];"
            + " a[0] = sum; }";

    @Test
    void waitsForPendingCommands() throws Exception {
        assertEquals("[0]", end("last"));
    }

    @Test
    void waitsForCommandsWithoutEvents() throws Exception {
        assertEquals("[0]", end("run"));
    }

    @Test
    void waitsForCommandsOfClosedQueues() throws Exception {
        assertEquals("[0]", end("closed"));
    }

    @Test
    void waitsForAllCommandsOutOfOrder() throws Exception {
        assertEquals("[0, 0]", end("unordered"));
    }

    @Test
    void neverWaitsForAUserEvent() throws Exception {
        for (String mode : new String[] {"held", "behind", "through"}) {
            String output = end(mode);
            assertTrue(output.contains("the process ends without waiting for commands that user events hold back"), output);
            assertTrue(output.endsWith("[0]"), output);
        }
    }

    @Test
    void waitsBehindAUserEventThatWasSet() throws Exception {
        assertEquals("[0, 0, 0]", end("set"));
    }

    @Test
    void givesUpIfNoCommandCompletes() throws Exception {
        String output = end("unseen");
        assertTrue(output.contains("no command completed for 0.1 s; the process ends while 1 queues"), output);
    }

    private static String end(String mode) throws Exception {
        ProcessBuilder builder = JavaProcess.of(Program.class.getName(), mode);
        builder.environment().put("CLMEM_LOG", "warning");
        return JavaProcess.output(builder).strip();
    }

    /** Ends with pending commands, and prints the states of those that it watches once the binding has waited. */
    static final class Program {
        private static final long[] WATCHED = new long[3];
        private static int count;

        private static void watch(Event event) {
            WATCHED[count] = event.handle();
            CL10.clRetainEvent(WATCHED[count++]);
        }

        /** The states of the watched commands. Called when the binding has waited. */
        private static void print() {
            int[] states = new int[count];
            for (int i = 0; i < count; i++) {
                states[i] = Native.eventStatus(Clmem.openclFunction("clGetEventInfo"), WATCHED[i]);
            }
            System.out.println(Arrays.toString(states));
            System.out.flush();
        }

        public static void main(String[] arguments) {
            Context context = Context.shared();
            Device device = Context.sharedDevice();
            CommandQueue queue = context.createQueue(device);
            CommandQueue unordered = context.createQueue(device, Set.of(QueueFlag.OUT_OF_ORDER));
            DeviceBuffer buffer = DeviceBuffer.create(context, Set.of(MemoryFlag.READ_WRITE), 64);
            Kernel slow = io.clmem.Program.built(context, SLOW, null).kernel("slow");
            slow.set(0, buffer);
            Launch one = Launch.of(1);
            long user = CL11.clCreateUserEvent(context.handle(), new int[1]);
            Event gate = Event.owning(user);
            Pending.afterwards = Program::print;
            switch (arguments[0]) {
                case "last" -> watch(slow.launch(queue, one));
                case "run" -> {
                    slow.run(queue, one);
                    watch(CommandQueue.mark(queue.handle(), null, new Event[0]));
                }
                case "closed" -> {
                    watch(slow.launch(queue, one));
                    queue.close();
                }
                case "unordered" -> {
                    watch(slow.launch(unordered, one));
                    watch(slow.launch(unordered, one));
                }
                case "held" -> {
                    Pending.patience = Long.MAX_VALUE;
                    watch(slow.launch(queue, one));
                    slow.run(queue, one, gate);
                }
                case "behind" -> {
                    Pending.patience = Long.MAX_VALUE;
                    watch(slow.launch(queue, one));
                    slow.run(queue, one, gate);
                    slow.run(queue, one);
                }
                case "through" -> {
                    Pending.patience = Long.MAX_VALUE;
                    watch(slow.launch(queue, one));
                    slow.run(unordered, one, slow.launch(queue, one, gate));
                }
                case "set" -> {
                    watch(slow.launch(queue, one, gate));
                    watch(slow.launch(queue, one));
                    CL11.clSetUserEventStatus(user, CL10.CL_COMPLETE);
                    watch(slow.launch(queue, one));
                }
                default -> {
                    Pending.patience = 100_000_000;
                    long[] event = new long[1];
                    Native.enqueueMarker(
                            Clmem.openclFunction("clEnqueueMarkerWithWaitList"), queue.handle(), new long[] {user}, event);
                    slow.run(queue, one);
                }
            }
        }
    }
}
