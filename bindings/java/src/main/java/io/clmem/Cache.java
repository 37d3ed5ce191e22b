package io.clmem;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A cache of values by object and key, for values that are created once for a context, device or handle and shared by
 * threads.
 *
 * @param <V> the type of the values
 */
@Experimental
public final class Cache<V> extends Resource {
    private final Table<V> table;

    /** The values by number. The C cache holds only the numbers. */
    private static final class Table<V> implements Callbacks.Target {
        private final AtomicLong last = new AtomicLong();
        private final Map<Long, V> values = new ConcurrentHashMap<>();

        @Override
        public long call(CallbackKind kind, long[] words) {
            values.remove(words[1]);
            Native.deleteReference(words[0]);
            return 0;
        }
    }

    private Cache(long handle, Table<V> table) {
        super(handle, Native::clmem_cache_release);
        this.table = table;
    }

    /**
     * Creates an empty cache.
     *
     * @param <V> the type of the values
     * @return the cache; the caller must close it
     */
    public static <V> Cache<V> create() {
        return new Cache<>(Memory.make((uses, out) -> Native.clmem_cache_create(out)), new Table<>());
    }

    /**
     * Looks up a value.
     *
     * @param object the address of the object that the value belongs to; 0 for none
     * @param key the key
     * @return the value, or empty if there is none
     */
    public Optional<V> get(long object, String key) {
        try (Uses uses = new Uses()) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            long[] value = new long[1];
            int[] found = new int[1];
            Native.clmem_cache_get(uses.of(this), object, bytes, bytes.length, value, found);
            return Optional.ofNullable(table.values.get(value[0]));
        }
    }

    /**
     * Adds a value unless there is one already. If threads race, one wins and all get its value.
     *
     * @param object the address of the object that the value belongs to; 0 for none
     * @param key the key
     * @param value the value
     * @return the value that the cache holds now
     */
    public V put(long object, String key, V value) {
        Objects.requireNonNull(value, "value");
        long number = table.last.incrementAndGet();
        long user = Native.newReference(table);
        table.values.put(number, value);
        Optional<Long> other = put(object, key, number, user);
        // If the other value was dropped meanwhile, ours is returned, as if it had been added and dropped right after.
        return other.map(table.values::get).orElse(value);
    }

    /**
     * Returns the number of the value already present, or empty if ours was added. On failure ours is not in the cache.
     */
    private Optional<Long> put(long object, String key, long number, long user) {
        try (Uses uses = new Uses()) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            Structs.CacheValue struct = new Structs.CacheValue()
                    .value(number)
                    .user(user)
                    .release(Native.callback(CallbackKind.VALUE_RELEASE.ordinal()));
            long[] value = new long[1];
            int[] added = new int[1];
            Native.clmem_cache_put(uses.of(this), object, bytes, bytes.length, struct.bytes, value, added);
            return added[0] != 0 ? Optional.empty() : Optional.of(value[0]);
        } catch (Throwable failure) {
            table.values.remove(number);
            Native.deleteReference(user);
            throw failure;
        }
    }

    /**
     * Drops a context's entries when OpenCL destroys the context (needs OpenCL 3.0).
     *
     * @param context the context, whose entries are those with its handle as object
     */
    public void watch(Context context) {
        try (Uses uses = new Uses()) {
            Native.clmem_cache_watch(uses.of(this), uses.of(context));
        }
    }

    /**
     * Drops the entries of one object.
     *
     * @param object the object's address
     * @return the number of entries dropped
     */
    public long drop(long object) {
        return Memory.make((uses, out) -> Native.clmem_cache_drop(uses.of(this), object, out));
    }

    /**
     * Drops all entries.
     *
     * @return the number of entries dropped
     */
    public long clear() {
        return Memory.make((uses, out) -> Native.clmem_cache_clear(uses.of(this), out));
    }

    /**
     * Counts the entries.
     *
     * @return the number of entries
     */
    public long count() {
        return Memory.make((uses, out) -> Native.clmem_cache_count(uses.of(this), out));
    }
}
