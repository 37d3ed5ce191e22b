package io.clmem;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** Options of a pool. One instance can serve several pools. */
public final class PoolOptions {
    /** The program's response to a shortage of memory. */
    @FunctionalInterface
    public interface Shortage {
        /**
         * Called when memory is short and the pool has no more idle slabs to return. It may close blocks, but must not
         * allocate.
         *
         * @param bytes the size of the allocation that does not fit
         * @param attempt 0 for the first call for this allocation, then 1, 2, ...
         * @return true to retry the allocation, false to let it fail
         */
        boolean retry(long bytes, int attempt);
    }

    private final Builder from;

    private PoolOptions(Builder from) {
        this.from = from;
    }

    /**
     * Returns a builder with the default options.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    Shortage shortage() {
        return from.shortage;
    }

    Structs.PoolOptions struct(Uses uses, long user) {
        Structs.PoolOptions struct = new Structs.PoolOptions();
        struct.flags((int) Codes.bits(from.flags))
                .queue(uses.orNone(from.queue))
                .limitBytes(from.limitBytes)
                .leadingBitsInBinId(from.leadingBits)
                .budgetBytes(from.budgetBytes)
                .keepBytes(from.keepBytes)
                .idleReleaseMs(from.idleReleaseMs);
        if (from.driverTimePermille != null) {
            struct.driverTimePermille(from.driverTimePermille);
        }
        if (user != 0) {
            struct.outOfMemory(Native.callback(CallbackKind.OUT_OF_MEMORY.ordinal())).outOfMemoryUser(user);
        }
        return struct;
    }

    /** Sets options one at a time. */
    public static final class Builder implements Cloneable {
        private Set<PoolFlag> flags = EnumSet.noneOf(PoolFlag.class);
        private Queue queue;
        private long limitBytes;
        private int leadingBits;
        private Integer driverTimePermille; // null for the library's default
        private Shortage shortage;
        private long budgetBytes;
        private long keepBytes;
        private int idleReleaseMs;

        private Builder() {}

        /**
         * Sets the flags.
         *
         * @param value the flags; by default none
         * @return this
         */
        public Builder flags(Set<PoolFlag> value) {
            flags = Set.copyOf(value);
            return this;
        }

        /**
         * Sets the queue of allocations that do not name one.
         *
         * @param value the queue, which must be open when the pool is created; the pool keeps it
         * @return this
         */
        public Builder queue(Queue value) {
            queue = value;
            return this;
        }

        /**
         * Sets the limit of the memory that the pool reserves.
         *
         * @param value the limit in bytes; 0 for none
         * @return this
         */
        public Builder limitBytes(long value) {
            limitBytes = value;
            return this;
        }

        /**
         * Rounds sizes up to the largest size in their bin.
         *
         * @param value how many leading bits of a size determine its bin, 1 to 16; 0 to keep sizes as they are
         * @return this
         */
        public Builder leadingBitsInBinId(int value) {
            leadingBits = value;
            return this;
        }

        /**
         * Limits the share of time that the pool spends in the driver to keep its footprint low.
         *
         * @param value thousandths of the elapsed time; 1000 for no limit; by default 20
         * @return this
         */
        public Builder driverTimePermille(int value) {
            driverTimePermille = value;
            return this;
        }

        /**
         * Sets the callback for a shortage of memory.
         *
         * @param value the callback, kept as long as the pool. If it refers to the pool, close the pool explicitly: the
         *     collector cannot.
         * @return this
         */
        public Builder outOfMemory(Shortage value) {
            shortage = Objects.requireNonNull(value, "value");
            return this;
        }

        /**
         * Sets how much the pool may reserve before it makes queues wait for each other or returns slabs instead of
         * growing.
         *
         * @param value the budget in bytes; 0 for slightly more than the peak of live memory
         * @return this
         */
        public Builder budgetBytes(long value) {
            budgetBytes = value;
            return this;
        }

        /**
         * Sets how much memory stays reserved when {@link #idleReleaseMs} returns idle slabs.
         *
         * @param value the number of bytes
         * @return this
         */
        public Builder keepBytes(long value) {
            keepBytes = value;
            return this;
        }

        /**
         * Returns slabs to the driver that have been idle for some time.
         *
         * @param value the time in milliseconds; 0 for never
         * @return this
         */
        public Builder idleReleaseMs(int value) {
            idleReleaseMs = value;
            return this;
        }

        /**
         * Creates the options.
         *
         * @return the options, which are immutable
         */
        public PoolOptions build() {
            try {
                return new PoolOptions((Builder) clone());
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
