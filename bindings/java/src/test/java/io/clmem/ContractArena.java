package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Memory that a case's arguments lie in, each piece on a page of its own with a guard behind it. */
final class ContractArena {
    private static final int ALIGNMENT = 4096;
    private static final int GUARD_BYTES = 64;
    private static final byte GUARD = 0x47; // Java sees guards as elements of arrays of sizes: they must not be negative

    private record Piece(ByteBuffer room, long begin, long bytes) {}

    private final NavigableMap<Long, Piece> pieces = new TreeMap<>();

    /** The address of zeroed memory. */
    synchronized long take(long bytes) {
        ByteBuffer room = ByteBuffer.allocateDirect(Math.toIntExact(ALIGNMENT + bytes + GUARD_BYTES));
        long address = Native.address(room);
        long begin = (address + ALIGNMENT - 1) & -ALIGNMENT;
        fill(begin + bytes, GUARD_BYTES, GUARD);
        pieces.put(begin, new Piece(room, begin, bytes));
        return begin;
    }

    void checkGuards() {
        byte[] guard = new byte[GUARD_BYTES];
        Arrays.fill(guard, GUARD);
        for (Piece piece : pieces.values()) {
            if (!Arrays.equals(bytes(piece.begin + piece.bytes, GUARD_BYTES), guard)) {
                throw new ContractInterface.Mismatch("something was written behind an argument of " + piece.bytes + " bytes");
            }
        }
    }

    /** How much there is from an address on, the guard included. */
    synchronized int room(long address) {
        Map.Entry<Long, Piece> entry = pieces.floorEntry(address);
        if (entry == null || address > entry.getKey() + entry.getValue().bytes) {
            throw new ContractInterface.Fault("an argument of Java's is no memory of the case's");
        }
        return Math.toIntExact(entry.getKey() + entry.getValue().bytes + GUARD_BYTES - address);
    }

    static ByteBuffer view(long address, long bytes) {
        return ((ByteBuffer) Native.view(address, bytes)).order(ByteOrder.nativeOrder());
    }

    static byte[] bytes(long address, long count) {
        byte[] bytes = new byte[Math.toIntExact(count)];
        if (bytes.length > 0) {
            view(address, count).get(bytes);
        }
        return bytes;
    }

    static void write(long address, byte[] bytes) {
        if (bytes.length > 0) {
            view(address, bytes.length).put(bytes);
        }
    }

    static void fill(long address, long count, byte value) {
        byte[] bytes = new byte[Math.toIntExact(count)];
        Arrays.fill(bytes, value);
        write(address, bytes);
    }

    static byte[] hex(String digits) {
        try {
            return HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException problem) {
            throw new ContractInterface.Fault("not hexadecimal: " + digits);
        }
    }
}
