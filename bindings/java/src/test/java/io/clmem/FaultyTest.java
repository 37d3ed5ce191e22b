package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Providers with injected faults. */
class FaultyTest {
    /**
     * An allocation that fails collects garbage and is tried once more, if closed memory waits until its views are
     * collected. Other tests leave such memory; with it, the fault would hit the first try alone.
     */
    @BeforeEach
    void collectWhatOthersHaveLeft() {
        boolean isMore = true;
        while (isMore) {
            isMore = Viewed.collect();
        }
    }

    @Test
    void anAllocationFailsOnOrder() {
        try (Provider memory = Provider.virtual(VirtualOptions.DEFAULTS);
                Provider faulty = memory.faulty("allocate:nth=2")) {
            faulty.allocate(4096).close();
            OutOfMemoryException none = assertThrows(OutOfMemoryException.class, () -> faulty.allocate(4096));
            assertTrue(none.getMessage().contains("an injected fault"), none.getMessage());
            faulty.allocate(4096).close();
            assertEquals(1, faulty.faults().failures());
            assertEquals(0, faulty.faults().delays());
            assertEquals(5, faulty.faults().calls());
        }
    }

    @Test
    void aPoolSeesASmallDevice() {
        try (Provider memory = Provider.virtual(VirtualOptions.DEFAULTS);
                Provider faulty = memory.faulty("memory:beyond=4MiB");
                Pool pool = Pool.create(faulty, PoolOptions.builder().build())) {
            assertThrows(OutOfMemoryException.class, () -> pool.allocate(8 << 20));
            pool.allocate(1 << 20).close();
        }
    }

    @Test
    void wrongSpecsAreRefused() {
        try (Provider memory = Provider.virtual(VirtualOptions.DEFAULTS)) {
            ClmemException wrong = assertThrows(ClmemException.class, () -> memory.faulty("allocate:nth=0"));
            assertTrue(wrong.getMessage().contains("nth: expected a number from 1 on, got 0"), wrong.getMessage());
            assertThrows(NullPointerException.class, () -> memory.faulty(null));
            assertThrows(UnsupportedException.class, memory::faults);
        }
    }
}
