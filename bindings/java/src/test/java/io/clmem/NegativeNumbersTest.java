package io.clmem;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Methods must refuse a negative number where C takes an unsigned one: -4 work-items would become almost 2^64. */
class NegativeNumbersTest {
    /** The indices of parameters that may be negative: addresses, signed numbers and values. */
    private static final Map<String, Set<Integer>> SIGNED = Map.ofEntries(
            Map.entry("Cache.drop(long)", Set.of(0)),
            Map.entry("Cache.get(long, String)", Set.of(0)),
            Map.entry("Cache.put(long, String, Object)", Set.of(0)),
            Map.entry("Characterize.usableLocalMemory(int)", Set.of(0)),
            Map.entry("DeviceBuffer.fill(CommandQueue, int, Event[])", Set.of(1)),
            Map.entry("DeviceBuffer.fill(CommandQueue, long, Event[])", Set.of(1)),
            Map.entry("DeviceBuffer.slice(long, long)", Set.of(0, 1)),
            Map.entry("Kernel.of(long, boolean)", Set.of(0)),
            Map.entry("Kernel.set(int, int)", Set.of(1)),
            Map.entry("Kernel.set(int, long)", Set.of(1)),
            Map.entry("Memory.of(long, boolean)", Set.of(0)),
            Map.entry("Place.ofArray(long[])", Set.of(0)),
            Map.entry("Place.ofArray(long[], int, int)", Set.of(0)),
            Map.entry("Pool.find(long)", Set.of(0)),
            Map.entry("Pool.offsetOf(long)", Set.of(0)),
            Map.entry("Program.of(long, boolean)", Set.of(0)),
            Map.entry("Sampler.of(long, boolean)", Set.of(0)),
            Map.entry("Sampler.create(Context, long[])", Set.of(1)),
            Map.entry("Svm.wrap(Context, long, long, Set)", Set.of(1)));

    /** Returns the argument with a negative number in it; null if it has no numbers. */
    private static Object negative(Object argument) {
        if (argument instanceof Integer) {
            return -5;
        }
        if (argument instanceof Long) {
            return -5L;
        }
        if (argument instanceof long[] longs) {
            long[] negative = longs.clone();
            negative[longs.length - 1] = -5;
            return negative;
        }
        return argument instanceof List ? List.of(1L, -5L) : null;
    }

    private static boolean mayBeNegative(PublicMethods.Argument argument) {
        return negative(argument.value()) == null
                || argument.call().contains("owning")
                || SIGNED.getOrDefault(argument.call(), Set.of()).contains(argument.index());
    }

    private static boolean isRefusal(Throwable thrown) {
        return thrown instanceof IndexOutOfBoundsException
                || (thrown instanceof IllegalArgumentException
                        && thrown.getMessage().matches(".*: expected at least (0|-1), got -5"));
    }

    @DeviceTest
    void everyMethodRefusesNegativeSizes(Device device, Context context, CommandQueue queue, Pool pool)
            throws Exception {
        try (PublicMethods methods = new PublicMethods(device, context, queue, pool)) {
            int refused = methods.countRefusals(
                    argument -> !mayBeNegative(argument),
                    argument -> negative(argument.value()),
                    NegativeNumbersTest::isRefusal);
            assertTrue(refused > 60, refused + " parameters");
        }
    }
}
