package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Reads recordings, as docs/recording-format.md describes them, as far as the tests need it. */
final class Recording {
    static final int ALLOCATE = 1;
    static final int FREE = 2;
    static final int MARK = 13;
    static final int RANGE_BEGINS = 14;
    static final int RANGE_ENDS = 15;
    static final int OUTSIDE_ALLOCATION = 17;
    static final int OUTSIDE_FREE = 18;

    private static final int HAS_STACK = 2;
    private static final int IS_HIT = 1;
    private static final int DEFINITIONS = 1;
    private static final int EVENTS = 2;
    private static final int SNAPSHOTS = 3;
    private static final int[] VALUES = {0, 5, 1, 1, 4, 3, 2, 2, 3, 1, 2, 4, 3, 1, 1, 0, 3, 3, 1, 1}; // of each event

    /** A frame of a Java stack; a native frame has the function "native". */
    record Frame(String function, String file, long line) {}

    record Event(int kind, List<Long> values, List<Frame> stack) {}

    /** A live block of a snapshot. */
    record Live(long bytes, List<Frame> stack) {}

    final List<Event> events = new ArrayList<>();
    final List<Live> live = new ArrayList<>(); // of the last snapshot in the file
    final long flags;
    private final List<String> strings = new ArrayList<>(List.of(""));
    private final List<Frame> frames = new ArrayList<>();
    private final List<List<Frame>> stacks = new ArrayList<>(List.of(List.of()));

    private record Chunk(int kind, int thread, int number, ByteBuffer records) {}

    Recording(Path path) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals("clmemrec", new String(file.array(), 0, 8, StandardCharsets.US_ASCII));
        flags = file.getInt(52);
        frames.add(null);
        List<Chunk> chunks = new ArrayList<>();
        for (int at = 4096; at + 32 <= file.limit(); at += file.getInt(12)) {
            ByteBuffer records = file.slice(at + 32, file.getInt(at)).order(ByteOrder.LITTLE_ENDIAN);
            chunks.add(new Chunk(file.getInt(at + 4), file.getInt(at + 8), file.getInt(at + 12), records));
        }
        chunks.sort(Comparator.comparing(Chunk::kind).thenComparing(Chunk::thread).thenComparing(Chunk::number));
        for (Chunk chunk : chunks) {
            while (chunk.records.hasRemaining()) {
                switch (chunk.kind) {
                    case DEFINITIONS -> define(chunk.records);
                    case EVENTS -> event(chunk.records);
                    case SNAPSHOTS -> state(chunk.records);
                    default -> chunk.records.position(chunk.records.limit());
                }
            }
        }
    }

    private static long varint(ByteBuffer in) {
        int first = in.get(in.position()) & 0xff;
        int length = first == 0 ? 9 : Integer.numberOfTrailingZeros(first) + 1;
        long value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = value << 8 | (in.get(in.position() + i) & 0xff);
        }
        in.position(in.position() + length);
        return length == 9 ? in.getLong(in.position() - 8) : value >>> length;
    }

    private static List<Long> varints(ByteBuffer in, int count) {
        return IntStream.range(0, count).mapToObj(i -> varint(in)).toList();
    }

    private String text(long number) {
        return strings.get((int) number);
    }

    private void define(ByteBuffer in) {
        switch (in.get()) {
            case 1 -> {
                byte[] bytes = new byte[(int) varint(in)];
                in.get(bytes);
                strings.add(new String(bytes, StandardCharsets.UTF_8));
            }
            case 2 -> {
                varints(in, 3);
                frames.add(new Frame("native", "", 0));
            }
            case 3 -> {
                List<Long> all = varints(in, 3);
                frames.add(new Frame(text(all.get(0)), text(all.get(1)), all.get(2)));
            }
            case 4 -> stacks.add(varints(in, (int) varint(in)).stream().map(i -> frames.get(i.intValue())).toList());
            case 5 -> varints(in, 4);
            default -> varints(in, 3);
        }
    }

    private void event(ByteBuffer in) {
        int op = in.get() & 0xff;
        int kind = op & 31;
        int flagged = op >> 5;
        assertTrue(kind < VALUES.length, "unknown event " + kind);
        varint(in); // the time
        List<Long> values = varints(in, VALUES[kind]);
        boolean mayHaveStack = kind == ALLOCATE || kind == OUTSIDE_ALLOCATION;
        boolean hasStack = mayHaveStack && (flagged & HAS_STACK) != 0;
        List<Frame> stack = hasStack ? stacks.get((int) varint(in)) : List.of();
        if (kind == ALLOCATE && (flagged & IS_HIT) == 0) {
            varint(in); // why it missed
        }
        events.add(new Event(kind, values, stack));
    }

    private void state(ByteBuffer in) {
        switch (in.get()) {
            case 1 -> {
                varints(in, 2);
                live.clear();
            }
            case 2 -> varints(in, 3);
            case 3 -> {
                List<Long> range = varints(in, 8);
                if (range.get(2) == 0) {
                    live.add(new Live(range.get(4), stacks.get(range.get(7).intValue())));
                }
            }
            default -> varints(in, 0);
        }
    }

    List<Event> of(int kind) {
        return events.stream().filter(event -> event.kind == kind).toList();
    }

    /** The texts of marks or beginnings of ranges, in their order. */
    List<String> texts(int kind) {
        return of(kind).stream().map(event -> text(event.values.get(0))).toList();
    }

    /** The stacks of allocations of a size. */
    List<List<Frame>> stacks(long bytes) {
        return of(ALLOCATE).stream()
                .filter(event -> event.values.get(1) == bytes)
                .map(Event::stack)
                .toList();
    }

    String kind(Event outside) {
        return text(outside.values.get(2));
    }
}
