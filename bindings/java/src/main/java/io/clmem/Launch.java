package io.clmem;

import java.util.Objects;
import java.util.Set;

/** How to run a kernel: the number of work-items, their first ids, and the group size (OpenCL 3.0, section 5.10). */
public final class Launch {
    private final long[] global;
    private long[] offset = {};
    private long[] local = {};
    private Set<LaunchFlag> flags = Set.of();

    private Launch(long[] global) {
        Objects.requireNonNull(global, "global");
        if (global.length < 1 || global.length > 3) {
            throw new IllegalArgumentException("expected a launch of 1 to 3 dimensions, got " + global.length);
        }
        this.global = global.clone();
    }

    /**
     * Sets the number of work-items.
     *
     * @param global the number along each of 1 to 3 dimensions; if one is 0, nothing runs
     * @return the launch
     */
    public static Launch of(long... global) {
        return new Launch(global);
    }

    /**
     * Sets the size of a work-group.
     *
     * @param value the size along each dimension; by default the driver chooses
     * @return this
     */
    public Launch local(long... value) {
        local = requireDimensions(value);
        return this;
    }

    /**
     * Sets the first global ids.
     *
     * @param value the first id along each dimension
     * @return this
     */
    public Launch offset(long... value) {
        offset = requireDimensions(value);
        return this;
    }

    /**
     * Sets the flags.
     *
     * @param value the flags; none by default
     * @return this
     */
    public Launch flags(Set<LaunchFlag> value) {
        flags = Set.copyOf(Objects.requireNonNull(value, "value"));
        return this;
    }

    private long[] requireDimensions(long[] value) {
        Objects.requireNonNull(value, "value");
        if (value.length != global.length) {
            throw new IllegalArgumentException("expected a number for each of the launch's " + global.length
                    + " dimensions, got " + value.length);
        }
        return value.clone();
    }

    Structs.LaunchOptions struct() {
        Structs.LaunchOptions struct = new Structs.LaunchOptions()
                .dimensions(global.length)
                .flags((int) Codes.bits(flags));
        for (int i = 0; i < global.length; i++) {
            struct.global(i, global[i]);
        }
        for (int i = 0; i < offset.length; i++) {
            struct.offset(i, offset[i]);
        }
        for (int i = 0; i < local.length; i++) {
            struct.local(i, local[i]);
        }
        return struct;
    }
}
