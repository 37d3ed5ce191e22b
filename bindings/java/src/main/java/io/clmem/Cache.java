package io.clmem;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Values by object and key: what is made once for a context, a device or a handle, and looked up by many threads.
 *
 * @param <V> what the values are
 */
public final class Cache<V> extends Resource {
    private final Table<V> table;

    /** The values by numbers, which is what C keeps of them. */
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
     * Makes an empty cache.
     *
     * @param <V> what the values are
     * @return the cache, to be closed
     */
    public static <V> Cache<V> create() {
        return new Cache<>(Memory.make((uses, out) -> Native.clmem_cache_create(out)), new Table<>());
    }

    /**
     * Looks for a value.
     *
     * @param object the address of what it belongs to; 0: nothing
     * @param key the key
     * @return the value, if there is one
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
     * Puts a value in, unless there is one already. Of threads that race one wins, and all get its value.
     *
     * @param object the address of what it belongs to; 0: nothing
     * @param key the key
     * @param value the value
     * @return the value that is in the cache now
     */
    public V put(long object, String key, V value) {
        Objects.requireNonNull(value, "value");
        long number = table.last.incrementAndGet();
        long user = Native.newReference(table);
        table.values.put(number, value);
        Optional<Long> other = put(object, key, number, user);
        // One that went between the two calls is as good as none: this value was as late as it would have been then.
        return other.map(table.values::get).orElse(value);
    }

    /** The number of the value that is in the cache now. On failure nobody has taken the value over. */
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
        } catch (RuntimeException failure) {
            table.values.remove(number);
            Native.deleteReference(user);
            throw failure;
        }
    }

    /**
     * Lets the entries of a context go when the context does (OpenCL 3.0).
     *
     * @param context the context; its entries are those whose object is its handle
     */
    public void watch(Context context) {
        try (Uses uses = new Uses()) {
            Native.clmem_cache_watch(uses.of(this), uses.of(context));
        }
    }

    /**
     * Lets the entries of one object go.
     *
     * @param object the object's address
     * @return how many
     */
    public long drop(long object) {
        return Memory.make((uses, out) -> Native.clmem_cache_drop(uses.of(this), object, out));
    }

    /**
     * Lets all entries go.
     *
     * @return how many
     */
    public long clear() {
        return Memory.make((uses, out) -> Native.clmem_cache_clear(uses.of(this), out));
    }

    /**
     * Tells how many entries there are.
     *
     * @return how many
     */
    public long count() {
        return Memory.make((uses, out) -> Native.clmem_cache_count(uses.of(this), out));
    }
}
