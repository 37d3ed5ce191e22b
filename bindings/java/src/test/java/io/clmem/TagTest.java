package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Tags for a part of the program. */
class TagTest {
    private static String tagOfNext(Pool pool) {
        try (DeviceBuffer block = pool.allocate(1000)) {
            return pool.tagStatistics().get(block.info().tag()).name();
        }
    }

    @Test
    void tagsNestAndEnd() throws Exception {
        try (Pool pool = PoolTest.virtual()) {
            Tag weights = Tag.begin("weights \u20ac");
            assertEquals("weights \u20ac", tagOfNext(pool));
            try (Tag scratch = Tag.begin("scratch")) {
                assertEquals("scratch", tagOfNext(pool));
                String message = assertThrows(IllegalStateException.class, weights::close).getMessage();
                assertTrue(message.contains("expected the tag \"scratch\" to be closed first"), message);
            }
            assertEquals("weights \u20ac", tagOfNext(pool));
            assertEquals("", CompletableFuture.supplyAsync(() -> tagOfNext(pool)).get(), "another thread");
            ExecutionException elsewhere = assertThrows(
                    ExecutionException.class, CompletableFuture.runAsync(weights::close)::get);
            assertTrue(elsewhere.getCause() instanceof IllegalStateException);
            weights.close();
            weights.close();
            assertEquals("", tagOfNext(pool));
        }
    }

    @Test
    void wrongNamesAreRefused() {
        assertThrows(NullPointerException.class, () -> Tag.begin(null));
        for (String name : new String[] {"", "x".repeat(64)}) {
            ClmemException error = assertThrows(ClmemException.class, () -> Tag.begin(name));
            assertEquals(StatusCode.ERROR_INVALID_ARGUMENT.code(), error.status());
        }
        try (Pool pool = PoolTest.virtual()) {
            assertEquals("", tagOfNext(pool));
        }
    }
}
