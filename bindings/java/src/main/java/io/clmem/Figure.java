package io.clmem;

import java.util.OptionalLong;

/**
 * A figure about a device, and where it comes from.
 *
 * @param value the figure; 0 if it is not known
 * @param source a query, a measurement, a table, or nowhere
 */
public record Figure(long value, CharacterizeSource source) {
    /**
     * Gives the figure if it is known.
     *
     * @return the figure; empty if it comes from nowhere
     */
    public OptionalLong known() {
        return source == CharacterizeSource.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
