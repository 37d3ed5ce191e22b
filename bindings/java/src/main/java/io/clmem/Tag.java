package io.clmem;

/**
 * A part of the program in which the blocks that this thread allocates from pools have a tag, for a try-with-resources
 * statement. Statistics, snapshots, recordings and reports count memory by tag.
 *
 * <pre>{@code
 * try (Tag weights = Tag.begin("weights")) {
 *     model = load(pool);
 * }
 * }</pre>
 *
 * <p>Tags of a thread may be nested; the innermost counts. An allocation that names its own tag has that one. Do not use
 * tags on a virtual thread: another one may continue on the same thread of the system.
 */
@Experimental
public final class Tag implements AutoCloseable {
    private static final ThreadLocal<Tag> INNERMOST = new ThreadLocal<>();

    private final String name;
    private final Thread thread = Thread.currentThread();
    private final Tag outer = INNERMOST.get();
    private boolean isClosed;

    private Tag(String name) {
        this.name = name;
    }

    /**
     * Begins a tag. A pool that has 255 tags already counts the blocks as blocks without a tag.
     *
     * @param name the tag's name, 1 to 63 bytes in UTF-8
     * @return the tag; this thread must close it
     * @throws ClmemException if the name is empty or too long
     */
    public static Tag begin(String name) {
        Tag tag = new Tag(name);
        Native.clmem_tag_begin(Text.of(name));
        INNERMOST.set(tag);
        return tag;
    }

    /**
     * Ends the tag. Blocks keep it. Closing it again does nothing.
     *
     * @throws IllegalStateException on another thread than the one that began the tag, or if that thread has begun
     *     another tag since and not closed it; the tag remains open
     */
    @Override
    public void close() {
        Thread caller = Thread.currentThread();
        if (caller != thread) {
            throw new IllegalStateException("expected the tag \"" + name + "\" to be closed on the thread \""
                    + thread.getName() + "\", which began it, got \"" + caller.getName() + "\"");
        }
        if (isClosed) {
            return;
        }
        Tag last = INNERMOST.get();
        if (last != this) {
            throw new IllegalStateException("expected the tag \"" + last.name
                    + "\" to be closed first, which began later, got \"" + name + "\"");
        }
        Native.clmem_tag_end();
        isClosed = true;
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
    }
}
