package io.clmem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** The objects that one call uses. They stay open and reachable until the call is over. */
final class Uses implements AutoCloseable {
    private final List<Resource> used = new ArrayList<>(4);

    /** Returns a resource's handle; 0 for null. For parameters that are documented as nullable. */
    long orNone(Resource resource) {
        return resource == null ? 0 : of(resource);
    }

    /** Returns a resource's handle. */
    long of(Resource resource) {
        Objects.requireNonNull(resource, "expected a clmem object, got null");
        long handle = resource.enter();
        used.add(resource);
        return handle;
    }

    /** Returns the handles of several resources; null if there are none. */
    long[] of(Resource[] resources) {
        if (resources.length == 0) {
            return null;
        }
        long[] handles = new long[resources.length];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = of(resources[i]);
        }
        return handles;
    }

    long[] of(Collection<? extends Resource> resources) {
        return of(resources.toArray(new Resource[0]));
    }

    /**
     * Returns what an event must keep until its command is complete: what the used objects keep, and more. Nulls are
     * skipped.
     */
    Object[] kept(Object... more) {
        List<Object> kept = new ArrayList<>(0);
        for (Resource resource : used) {
            if (resource.kept() != null) {
                kept.add(resource.kept());
            }
        }
        for (Object each : more) {
            if (each != null) {
                kept.add(each);
            }
        }
        return kept.toArray();
    }

    @Override
    public void close() {
        for (Resource resource : used) {
            resource.exit();
        }
    }
}
