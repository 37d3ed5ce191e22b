package io.clmem;

import java.util.ArrayList;
import java.util.List;

/** What a command uses and only Java keeps reachable. It releases the command's event, once the command is over. */
final class Kept extends Awaited implements Reaper.Release {
    private final List<Object> objects = new ArrayList<>(2);

    void add(Object object) {
        objects.add(object);
    }

    /** Called when the event is closed or unreachable, which may be long before its command is complete. */
    @Override
    public void release(long closed) {
        event(closed);
        Keeper.await(this);
    }

    /** A failed command is over as well. Its error is not reported, because the program has closed the event. */
    @Override
    void ended() {
        objects.clear(); // if the driver has not reported the end, it still refers to this object
        Native.clmem_event_release(event());
    }
}
