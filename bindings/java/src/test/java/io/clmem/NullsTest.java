package io.clmem;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.junit.DeviceTest;
import java.util.Map;
import java.util.Set;

/** A null argument throws NullPointerException with a clear message, unless the method documents a meaning for null. */
class NullsTest {
    /** The indices of nullable parameters. */
    private static final Map<String, Set<Integer>> ALLOWED = Map.ofEntries(
            Map.entry("AllocationOptions(Set, CommandQueue, long, int)", Set.of(1)),
            Map.entry("AllocationOptions.withQueue(CommandQueue)", Set.of(0)),
            Map.entry("Characterize.hasStructBug(Context)", Set.of(0)),
            Map.entry("Device.choose(String)", Set.of(0)),
            Map.entry("Device.listForTests(String)", Set.of(0)),
            Map.entry("Image.enqueueFill(CommandQueue, double[], long[], long[], Event[])", Set.of(2, 3)),
            Map.entry("Image.fill(CommandQueue, double[], long[], long[], Event[])", Set.of(2, 3)),
            Map.entry(
                    "ImageDescription(MemoryType, ChannelOrder, ChannelType, "
                            + "long, long, long, long, long, long, Memory)",
                    Set.of(9)),
            Map.entry("Pool.allocate(CommandQueue, long)", Set.of(0)),
            Map.entry("Pool.allocateSvm(CommandQueue, long)", Set.of(0)),
            Map.entry("Pool.tryAllocate(CommandQueue, long)", Set.of(0)),
            Map.entry("PoolOptions$Builder.queue(CommandQueue)", Set.of(0)),
            Map.entry("Builder.queue(CommandQueue)", Set.of(0)),
            Map.entry("Program.build(String, Device[])", Set.of(0)),
            Map.entry("Program.built(Context, String, String)", Set.of(2)),
            Map.entry("Program.log(Device)", Set.of(0)),
            Map.entry("Provider.usm(Context, Device, UsmKind)", Set.of(1)),
            Map.entry("Svm.allocate(Context, Set, long, long, CommandQueue)", Set.of(4)),
            Map.entry("Svm.enqueueClose(CommandQueue, Event[])", Set.of(0)),
            Map.entry("Svm.wrap(Context, ByteBuffer)", Set.of(0)),
            Map.entry("Svm.wrap(Context, long, long, Set)", Set.of(0)));

    private static boolean mayBeNull(PublicMethods.Argument argument) {
        return argument.type().isPrimitive()
                || ALLOWED.getOrDefault(argument.call(), Set.of()).contains(argument.index());
    }

    /** The message is a parameter's name, or says what was expected; the virtual machine's own names variables of ours. */
    private static boolean isClear(Throwable thrown) {
        return thrown instanceof NullPointerException
                && thrown.getMessage() != null
                && thrown.getMessage().matches("expected .*got null.*|[a-zA-Z]+");
    }

    @DeviceTest
    void everyMethodRefusesNull(Device device, Context context, CommandQueue queue, Pool pool) throws Exception {
        try (PublicMethods methods = new PublicMethods(device, context, queue, pool)) {
            int refused = methods.countRefusals(
                    argument -> !mayBeNull(argument), argument -> null, NullsTest::isClear);
            assertTrue(refused > 100, refused + " parameters");
        }
    }
}
