package io.clmem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;

/** Random programs, which jqwik shortens when one fails, against a naive model: the content of each block. */
class StatefulTest {
    private enum Call { ALLOCATE, FREE, FREE_AFTER, WRITE, READ, COPY, FILL, MAP, TRIM, FREE_HELD, LIMIT }

    /** One call. Numbers choose a pool, a queue or a live block, modulo how many there are. */
    record Step(Call call, int a, int b, int bytes, byte value) {}

    private static int compared;

    @Provide
    Arbitrary<List<Step>> programs() {
        Arbitrary<Integer> bytes = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.integers().between(1, 64)),
                Tuple.of(2, Arbitraries.integers().between(1, 1 << 14)),
                Tuple.of(1, Arbitraries.just(1 << 20)));
        Arbitrary<Call> calls = Arbitraries.frequency(
                Tuple.of(6, Call.ALLOCATE),
                Tuple.of(2, Call.FREE),
                Tuple.of(1, Call.FREE_AFTER),
                Tuple.of(2, Call.WRITE),
                Tuple.of(3, Call.READ),
                Tuple.of(4, Call.COPY),
                Tuple.of(2, Call.FILL),
                Tuple.of(2, Call.MAP),
                Tuple.of(1, Call.TRIM),
                Tuple.of(1, Call.FREE_HELD),
                Tuple.of(1, Call.LIMIT));
        Arbitrary<Integer> number = Arbitraries.integers().between(0, 63);
        return Combinators.combine(calls, number, number, bytes, Arbitraries.bytes())
                .as(Step::new)
                .list()
                .ofMaxSize(80)
                .withSizeDistribution(RandomDistribution.uniform());
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.BOUNDED)
    void keepTheModelsContent(@ForAll("programs") List<Step> steps) {
        try (Program program = new Program()) {
            for (Step step : steps) {
                program.run(step);
                program.check();
            }
            program.readAll();
        }
    }

    @AfterContainer
    static void somethingWasCompared() {
        assertTrue(compared > 1000, "only " + compared + " comparisons");
    }

    private static final class Block {
        final DeviceBuffer buffer;
        final Pool pool;
        final byte[] content;
        final boolean isHost;
        Event last; // its last command, for which the next one waits
        boolean hadView;

        Block(DeviceBuffer buffer, Pool pool, byte[] content, boolean isHost) {
            this.buffer = buffer;
            this.pool = pool;
            this.content = content;
            this.isHost = isHost;
        }
    }

    /** Two queues, a pool of each kind of memory, and the blocks that live. */
    private static final class Program implements AutoCloseable {
        private final Context context = Context.shared();
        private final List<CommandQueue> queues = List.of(
                context.createQueue(Context.sharedDevice()), context.createQueue(Context.sharedDevice()));
        private final List<Pool> pools = new ArrayList<>();
        private final Pool pinned;
        private final List<Block> live = new ArrayList<>();
        private final List<Block> viewed = new ArrayList<>(); // closed; their memory stays while a view is reachable
        private final List<Event> events = new ArrayList<>();

        Program() {
            pools.add(over(Provider.buffers(context)));
            pools.add(over(Provider.immediate(queues.get(0))));
            pinned = over(Provider.pinned(queues.get(0)));
            pools.add(pinned);
            if (Context.sharedDevice().info().features().contains(DeviceFeature.SVM_COARSE)) {
                pools.add(over(Provider.svm(context)));
            }
        }

        private static Pool over(Provider provider) {
            try (provider) {
                return Pool.create(provider);
            }
        }

        private CommandQueue queue(int number) {
            return queues.get(number % queues.size());
        }

        private Event[] waits(Block... blocks) {
            return Arrays.stream(blocks).map(block -> block.last).filter(last -> last != null).toArray(Event[]::new);
        }

        private void note(Event event, Block... blocks) {
            events.add(event);
            for (Block block : blocks) {
                block.last = event;
            }
            queues.forEach(CommandQueue::flush);
        }

        void run(Step step) {
            Pool pool = pools.get(step.a() % pools.size());
            switch (step.call()) {
                case ALLOCATE -> allocate(pool, step);
                case TRIM -> pool.trim(step.bytes());
                case FREE_HELD -> pool.freeHeld();
                case LIMIT -> pool.setLimit(step.value() % 2 == 0 ? 0 : 1 << 21);
                default -> {
                    if (!live.isEmpty()) {
                        runWith(live.get(step.a() % live.size()), step);
                    }
                }
            }
        }

        private void runWith(Block block, Step step) {
            switch (step.call()) {
                case FREE -> free(block, () -> block.buffer.close());
                case FREE_AFTER -> free(block, () -> block.buffer.closeAfter(waits(block)));
                case WRITE -> write(block, step);
                case READ -> read(block, queue(step.b()), step.bytes() % block.content.length);
                case COPY -> copy(block, live.get(step.b() % live.size()), queue(step.value() & 1));
                case FILL -> fill(block, queue(step.b()), step.value());
                case MAP -> map(block, step);
                default -> throw new AssertionError(step);
            }
        }

        private void allocate(Pool pool, Step step) {
            DeviceBuffer buffer;
            try {
                buffer = pool.allocate(queue(step.b()), step.bytes());
            } catch (OutOfMemoryException limit) {
                return;
            }
            assertEquals(step.bytes(), buffer.size());
            Block made = new Block(buffer, pool, new byte[step.bytes()], pool == pinned);
            live.add(made);
            write(made, step);
        }

        private void free(Block block, Runnable release) {
            live.remove(block);
            if (block.hadView) {
                viewed.add(block);
            }
            release.run();
            assertThrows(ClosedException.class, block.buffer::size);
        }

        private void write(Block block, Step step) {
            for (int at = 0; at < block.content.length; ++at) {
                block.content[at] = (byte) (at + step.value());
            }
            CommandQueue queue = queue(step.b());
            if (!block.isHost) {
                Transfer.of(Place.ofArray(block.content), Place.of(block.buffer)).run(queue, waits(block));
                return;
            }
            // Host memory gets its content from a buffer, since there is no transfer within the host.
            try (DeviceBuffer from = DeviceBuffer.create(context, block.content.length)) {
                Transfer.of(Place.ofArray(block.content), Place.of(from)).run(queue);
                Transfer.of(Place.of(from), Place.of(block.buffer)).run(queue, waits(block));
            }
        }

        private void read(Block block, CommandQueue queue, int offset) {
            byte[] found = new byte[block.content.length - offset];
            if (block.isHost) {
                try (DeviceBuffer through = DeviceBuffer.create(context, block.content.length)) {
                    Transfer.of(Place.of(block.buffer), Place.of(through)).run(queue, waits(block));
                    Transfer.of(Place.of(through).offset(offset), Place.ofArray(found)).run(queue);
                }
            } else {
                Place from = Place.of(block.buffer).offset(offset);
                Transfer.of(from, Place.ofArray(found)).run(queue, waits(block));
            }
            assertArrayEquals(Arrays.copyOfRange(block.content, offset, block.content.length), found);
            ++compared;
        }

        private void copy(Block from, Block to, CommandQueue queue) {
            if (from == to || (from.isHost && to.isHost)) {
                return;
            }
            int bytes = Math.min(from.content.length, to.content.length);
            System.arraycopy(from.content, 0, to.content, 0, bytes);
            Transfer both = Transfer.of(Place.of(from.buffer), Place.of(to.buffer)).bytes(bytes);
            note(both.enqueue(queue, waits(from, to)), from, to);
        }

        private void fill(Block block, CommandQueue queue, byte value) {
            if (block.isHost) {
                return;
            }
            Arrays.fill(block.content, value);
            note(block.buffer.enqueueFill(queue, new byte[] {value}, waits(block)), block);
        }

        private void map(Block block, Step step) {
            if (block.isHost) {
                return;
            }
            int offset = step.bytes() % block.content.length;
            int bytes = block.content.length - offset;
            CommandQueue queue = queue(step.b());
            try (Mapping mapping =
                    block.buffer.map(queue, Set.of(MapFlag.READ, MapFlag.WRITE), offset, bytes, waits(block))) {
                byte[] found = new byte[bytes];
                mapping.bytes().get(found);
                block.hadView = true;
                assertArrayEquals(Arrays.copyOfRange(block.content, offset, block.content.length), found);
                Arrays.fill(block.content, offset, block.content.length, step.value());
                mapping.bytes().put(block.content, offset, bytes);
                note(mapping.enqueueUnmap(queue), block);
            }
        }

        /** The pools count what the model has. */
        void check() {
            for (Pool pool : pools) {
                Statistics figures = pool.statistics();
                assertBetween(count(live, pool), count(viewed, pool), figures.activeBlocks());
                assertBetween(bytes(live, pool), bytes(viewed, pool), figures.activeBytes());
            }
        }

        private static long count(List<Block> blocks, Pool pool) {
            return blocks.stream().filter(block -> block.pool == pool).count();
        }

        private static long bytes(List<Block> blocks, Pool pool) {
            return blocks.stream().filter(block -> block.pool == pool).mapToLong(block -> block.content.length).sum();
        }

        private static void assertBetween(long expected, long more, long found) {
            assertTrue(expected <= found && found <= expected + more, found + " of " + expected + " to " + more + " more");
        }

        void readAll() {
            live.forEach(block -> read(block, queues.get(0), 0));
        }

        @Override
        public void close() {
            queues.forEach(CommandQueue::finish);
            live.forEach(block -> block.buffer.close());
            pools.forEach(Pool::close);
            events.forEach(Event::close);
            queues.forEach(CommandQueue::close);
            context.close();
        }
    }
}
