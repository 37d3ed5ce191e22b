package io.clmem;

import java.util.OptionalLong;

/**
 * A figure about a device, and its source.
 *
 * @param value the figure; 0 if unknown
 * @param source a query, a measurement, a table, or unknown
 */
public record Figure(long value, CharacterizeSource source) {
    /**
     * Returns the figure if it is known.
     *
     * @return the figure, or empty if it is unknown
     */
    public OptionalLong known() {
        return source == CharacterizeSource.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
