package io.clmem;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Garbage collections whose effects a test can rely on. */
final class Garbage {
    private Garbage() {}

    /** Returns when everything that was unreachable at the call has been collected, and released by the reaper. */
    static void collect() throws InterruptedException {
        for (int round = 0; round < 2; round++) { // what the first round releases may have kept other objects reachable
            long handle = droppedProvider();
            await(() -> isReleased(() -> Native.clmem_provider_describe(handle, new Structs.ProviderInfo().bytes)));
        }
    }

    /** A separate method, so that no local variable refers to the provider afterwards. */
    private static long droppedProvider() {
        return Provider.virtual(VirtualOptions.DEFAULTS).enter();
    }

    /** Whether a call of the class Native finds that its handle is released. */
    static boolean isReleased(Runnable call) {
        try {
            call.run();
            return false;
        } catch (InvalidHandleException released) {
            return true;
        }
    }

    /** Collects garbage until a condition holds. */
    static void await(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "the condition does not hold after a minute of collections");
            System.gc();
            Thread.sleep(5);
        }
    }
}
