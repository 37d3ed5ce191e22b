package io.clmem;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** How a pool is to be. Options may be used for any number of pools. */
public final class PoolOptions {
    /** What a pool does when memory is short. */
    @FunctionalInterface
    public interface Shortage {
        /**
         * Called when memory is short and the pool has nothing idle left to give back. It may close blocks, but must not
         * allocate.
         *
         * @param bytes the size of the allocation that found no room
         * @param attempt 0 the first time for this allocation, then 1, 2, ...
         * @return true if the pool is to try again, false to let the allocation fail
         */
        boolean retry(long bytes, int attempt);
    }

    private final Builder from;

    private PoolOptions(Builder from) {
        this.from = from;
    }

    /**
     * Begins with the defaults.
     *
     * @return a builder
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

    /** Sets options one by one. */
    public static final class Builder implements Cloneable {
        private Set<PoolFlag> flags = EnumSet.noneOf(PoolFlag.class);
        private Queue queue;
        private long limitBytes;
        private int leadingBits;
        private Integer driverTimePermille; // null: the library's default
        private Shortage shortage;
        private long budgetBytes;
        private long keepBytes;
        private int idleReleaseMs;

        private Builder() {}

        /**
         * Sets the flags.
         *
         * @param value the flags; none by default
         * @return this
         */
        public Builder flags(Set<PoolFlag> value) {
            flags = Set.copyOf(value);
            return this;
        }

        /**
         * Sets the queue that blocks belong to when an allocation names none.
         *
         * @param value the queue, open when the pool is made, which keeps it
         * @return this
         */
        public Builder queue(Queue value) {
            queue = value;
            return this;
        }

        /**
         * Sets the most that the pool ever holds from the driver.
         *
         * @param value bytes; 0: no limit
         * @return this
         */
        public Builder limitBytes(long value) {
            limitBytes = value;
            return this;
        }

        /**
         * Rounds sizes up to the end of their bin.
         *
         * @param value how many bits of a size its bin is known by, 1 to 16; 0: sizes are kept as they are
         * @return this
         */
        public Builder leadingBitsInBinId(int value) {
            leadingBits = value;
            return this;
        }

        /**
         * Bounds the time that goes into the driver for a low footprint.
         *
         * @param value thousandths of the elapsed time, 1000: no bound; 20 by default
         * @return this
         */
        public Builder driverTimePermille(int value) {
            driverTimePermille = value;
            return this;
        }

        /**
         * Sets what is asked when memory is short.
         *
         * @param value the callback. It is kept as long as the pool; if it knows the pool, the pool must be closed by hand.
         * @return this
         */
        public Builder outOfMemory(Shortage value) {
            shortage = Objects.requireNonNull(value, "value");
            return this;
        }

        /**
         * Sets how much is taken from the driver before a queue has to wait for another or slabs go back.
         *
         * @param value bytes; 0: a little more than the peak of what was in use at once
         * @return this
         */
        public Builder budgetBytes(long value) {
            budgetBytes = value;
            return this;
        }

        /**
         * Sets how much the pool goes on holding when it gives idle slabs back by age.
         *
         * @param value bytes
         * @return this
         */
        public Builder keepBytes(long value) {
            keepBytes = value;
            return this;
        }

        /**
         * Lets slabs go back that were idle for a while.
         *
         * @param value milliseconds; 0: never
         * @return this
         */
        public Builder idleReleaseMs(int value) {
            idleReleaseMs = value;
            return this;
        }

        /**
         * Ends the setting.
         *
         * @return the options, which do not change any more
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
