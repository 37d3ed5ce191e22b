package io.clmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Memory for a case's arguments. Each piece starts on a page and is followed by a guard. */
final class ContractArena {
    private static final int ALIGNMENT = 4096;
    private static final int GUARD_BYTES = 64;
    private static final byte GUARD = 0x47; // positive: Java may read guards as sizes

    private record Piece(ByteBuffer room, long begin, long bytes) {}

    private final NavigableMap<Long, Piece> pieces = new TreeMap<>();

    /** Allocates zeroed memory and returns its address. */
    synchronized long allocate(long bytes) {
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
                throw new ContractInterface.Mismatch("the call wrote beyond an argument of " + piece.bytes + " bytes");
            }
        }
    }

    /** The number of bytes from an address to the end of its piece, including the guard. */
    synchronized int room(long address) {
        Map.Entry<Long, Piece> entry = pieces.floorEntry(address);
        if (entry == null || address > entry.getKey() + entry.getValue().bytes) {
            throw new ContractInterface.Fault("the address of an argument is not in memory of the case");
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
