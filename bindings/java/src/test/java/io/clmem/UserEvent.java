package io.clmem;

import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;

/** A user event, which holds back the commands that wait for it until the test completes it. */
final class UserEvent implements AutoCloseable {
    private final long handle;
    private final Event event;

    UserEvent(Context context) {
        handle = CL11.clCreateUserEvent(context.handle(), new int[1]);
        CL10.clRetainEvent(handle); // the Event takes over one reference, this object keeps the other
        event = Event.owning(handle);
    }

    Event event() {
        return event;
    }

    void complete() {
        CL11.clSetUserEventStatus(handle, CL10.CL_COMPLETE);
    }

    void fail() {
        CL11.clSetUserEventStatus(handle, -1);
    }

    /** Completes the event if the test did not, so that no command waits forever. */
    @Override
    public void close() {
        complete();
        event.close();
        CL10.clReleaseEvent(handle);
    }
}
