package io.clmem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** What one call uses: everything stays open and reachable until the call is over. */
final class Uses implements AutoCloseable {
    private final List<Resource> used = new ArrayList<>(4);

    /** The handle of a resource; 0 for null, where a method's documentation allows it. */
    long orNone(Resource resource) {
        return resource == null ? 0 : of(resource);
    }

    /** The handle of a resource. */
    long of(Resource resource) {
        Objects.requireNonNull(resource, "an object that the call needs is null");
        long handle = resource.enter();
        used.add(resource);
        return handle;
    }

    /** The handles of several; null for none. */
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

    /** What an event must keep until its command is complete: what the objects used do, and more. Without nulls. */
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
