package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The binding's own threads: few, and nothing is lost if the system has none left. */
class ThreadsTest {
    private static final int PENDING = 500;

    @DeviceTest
    void pendingCommandsShareAThread(Context context, CommandQueue queue) throws Exception {
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        try (UserEvent gate = new UserEvent(context); DeviceBuffer buffer = DeviceBuffer.create(context, 64)) {
            for (int i = 0; i < PENDING; i++) {
                Transfer copy = Transfer.of(Place.of(ByteBuffer.allocateDirect(64)), Place.of(buffer));
                copy.enqueue(queue, gate.event()).close();
                try (Event copied = copy.enqueue(queue, gate.event())) {
                    futures.add(copied.future());
                }
            }
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("clmem-keeper"))
                    .count();
            assertEquals(1, threads);
            assertFalse(futures.get(0).isDone());
        }
        for (CompletableFuture<Void> future : futures) {
            future.get(1, TimeUnit.MINUTES);
        }
    }

    /** A command that is complete is reported, although an earlier one is not. */
    @DeviceTest
    void pendingEventHoldsNoOtherBack(Context context) throws Exception {
        try (UserEvent first = new UserEvent(context); UserEvent second = new UserEvent(context)) {
            CompletableFuture<Void> pending = first.event().future();
            CompletableFuture<Void> complete = second.event().future();
            second.complete();
            complete.get(1, TimeUnit.MINUTES);
            assertFalse(pending.isDone());
        }
    }

    /** In another process, since these threads start only once. */
    @Test
    void refusedThreadsLoseNothing() throws Exception {
        String output = JavaProcess.output(JavaProcess.of(Refused.class.getName()));
        assertTrue(output.endsWith("nothing is lost\n"), output);
    }

    /** Refuses all threads, as a system does at its limit of processes, and then permits them. */
    static final class Refused {
        private static final int BYTES = 1 << 16;

        public static void main(String[] arguments) throws Exception {
            Daemon.threads = task -> {
                throw new OutOfMemoryError("unable to create native thread, says a test");
            };
            Device device = Device.choose();
            Context context = device.createContext();
            CommandQueue queue = context.createQueue(device);
            UserEvent gate = new UserEvent(context);
            DeviceBuffer buffer = DeviceBuffer.create(context, BYTES);
            WeakReference<ByteBuffer> host = enqueue(queue, buffer, gate);
            Pool pool = PoolTest.virtual();
            pool.allocate(1000); // the collector finds it, but no thread can release it yet
            System.gc();
            assertNotEquals(null, host.get());
            assertThrows(OutOfMemoryException.class, gate.event()::future);

            gate.complete();
            queue.finish();
            System.gc();
            assertNotEquals(null, host.get());
            assertEquals(7, CommandsTest.read(queue, buffer)[0]);
            assertEquals(1, pool.statistics().activeBlocks());

            Daemon.threads = Thread::new;
            Garbage.await(() -> {
                PoolTest.virtual().close();
                return pool.statistics().activeBlocks() == 0;
            });
            Garbage.await(() -> {
                queue.finish();
                buffer.enqueueFill(queue, new byte[] {1}).close();
                enqueue(queue, buffer, gate);
                return host.get() == null;
            });
            gate.event().future().get(1, TimeUnit.MINUTES);
            System.out.println("nothing is lost");
        }

        /** A separate method, so that no local variable refers to the memory afterwards. */
        private static WeakReference<ByteBuffer> enqueue(CommandQueue queue, DeviceBuffer buffer, UserEvent gate) {
            ByteBuffer memory = CommandsTest.direct(BYTES).putInt(0, 7);
            Transfer.of(Place.of(memory), Place.of(buffer)).enqueue(queue, gate.event()).close();
            return new WeakReference<>(memory);
        }
    }
}
