package io.clmem;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;

/** Collections that a test can rely on. */
final class Garbage {
    private Garbage() {}

    /** Returns when everything that was unreachable at the call has been collected, and released by the reaper. */
    static void collect() throws InterruptedException {
        for (int round = 0; round < 2; round++) { // what the first round releases may have kept other objects
            long before = Clmem.leaks();
            Provider.virtual(VirtualOptions.DEFAULTS);
            await(() -> Clmem.leaks() > before);
        }
    }

    /** Collects until a condition holds. */
    static void await(java.util.function.BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "still reachable");
            System.gc();
            Thread.sleep(5);
        }
    }
}
