package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.lang.reflect.Executable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What C takes as unsigned must not be negative in Java, in any method: -4 work-items would be 2 to the power of 64, nearly. */
class NegativeNumbersTest {
    /** Parameters that may be negative, or are no sizes: addresses, signed numbers, values. */
    private static final Map<String, Set<Integer>> SIGNED = Map.ofEntries(
            Map.entry("Buffer.slice(long, long)", Set.of(0, 1)),
            Map.entry("Cache.drop(long)", Set.of(0)),
            Map.entry("Cache.get(long, String)", Set.of(0)),
            Map.entry("Cache.put(long, String, Object)", Set.of(0)),
            Map.entry("Characterize.usableLocalMemory(int)", Set.of(0)),
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

    @DeviceTest
    void areRefusedByEveryMethod(Device device, Context context, Queue queue, Pool pool) throws Exception {
        List<String> passed = new ArrayList<>();
        int refused = 0;
        try (PublicMethods methods = new PublicMethods(device, context, queue, pool)) {
            for (Executable call : PublicMethods.all()) {
                Object[] arguments = methods.arguments(call);
                String name = PublicMethods.name(call);
                for (int i = 0; arguments != null && i < arguments.length; i++) {
                    Object[] changed = arguments.clone();
                    changed[i] = negative(arguments[i]);
                    if (changed[i] == null || name.contains("owning") || SIGNED.getOrDefault(name, Set.of()).contains(i)) {
                        continue;
                    }
                    Throwable thrown = methods.call(call, changed);
                    boolean isNegative = thrown instanceof IllegalArgumentException && thrown.getMessage().contains("must not be negative, got -5");
                    if (isNegative || thrown instanceof IndexOutOfBoundsException) {
                        refused++;
                    } else {
                        passed.add(name + ", parameter " + i + ": " + thrown);
                    }
                }
            }
        }
        assertEquals("", String.join("\n", passed));
        assertTrue(refused > 60, refused + " parameters");
    }
}
