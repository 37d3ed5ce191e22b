package io.clmem;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Converts between constants and their numbers. */
final class Codes {
    private Codes() {}

    static <E extends Enum<E> & Code> Optional<E> find(Class<E> type, long code) {
        for (E constant : type.getEnumConstants()) {
            if (constant.code() == code) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }

    static long bits(Collection<? extends Code> constants) {
        Objects.requireNonNull(constants, "expected a set, got null");
        long bits = 0;
        for (Code constant : constants) {
            bits |= Objects.requireNonNull(constant, "expected constants, got null in the set").code();
        }
        return bits;
    }

    /** Returns the constants whose bits are all set, ignoring bits without a name. */
    static <E extends Enum<E> & Code> Set<E> set(Class<E> type, long bits) {
        EnumSet<E> found = EnumSet.noneOf(type);
        for (E constant : type.getEnumConstants()) {
            if (constant.code() != 0 && constant.code() != ~0 && (bits & constant.code()) == constant.code()) {
                found.add(constant);
            }
        }
        return Collections.unmodifiableSet(found);
    }

    static OptionalLong word(long value) {
        return value == 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
