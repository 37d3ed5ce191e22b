/* OpenCL's part of io.clmem.Pending. The functions of OpenCL are passed as addresses, since clmem loads the library. */
#include "clmem_java.h"

typedef cl_int(CL_API_CALL *event_getter)(cl_event, cl_event_info, size_t, void *, size_t *);
typedef cl_int(CL_API_CALL *event_counter)(cl_event);
typedef cl_int(CL_API_CALL *queue_getter)(cl_command_queue, cl_command_queue_info, size_t, void *, size_t *);

/* The queue of a command; 0 for a user event. */
JNIEXPORT jlong JNICALL Java_io_clmem_Native_queueOfEvent(JNIEnv *env, jclass self, jlong get, jlong event) {
    (void)env, (void)self;
    cl_command_queue queue = NULL;
    const cl_int code = ((event_getter)(intptr_t)get)((cl_event)(intptr_t)event, CL_EVENT_COMMAND_QUEUE, sizeof queue,
                                                      (void *)&queue, NULL);
    return code == CL_SUCCESS ? (jlong)(intptr_t)queue : 0;
}

/* Retains an event, and returns its queue. Returns 0 if the driver refuses, or for a user event. */
JNIEXPORT jlong JNICALL Java_io_clmem_Native_retainEvent(JNIEnv *env, jclass self, jlong get, jlong retain,
                                                         jlong event) {
    if (((event_counter)(intptr_t)retain)((cl_event)(intptr_t)event) != CL_SUCCESS) { return 0; }
    return Java_io_clmem_Native_queueOfEvent(env, self, get, event);
}

JNIEXPORT jboolean JNICALL Java_io_clmem_Native_isUserEvent(JNIEnv *env, jclass self, jlong get, jlong event) {
    (void)env, (void)self;
    cl_command_type type = 0;
    const cl_int code =
        ((event_getter)(intptr_t)get)((cl_event)(intptr_t)event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL);
    return code == CL_SUCCESS && type == CL_COMMAND_USER;
}

JNIEXPORT jboolean JNICALL Java_io_clmem_Native_isInOrder(JNIEnv *env, jclass self, jlong get, jlong queue) {
    (void)env, (void)self;
    cl_command_queue_properties properties = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE; /* unless the driver says no */
    (void)((queue_getter)(intptr_t)get)((cl_command_queue)(intptr_t)queue, CL_QUEUE_PROPERTIES, sizeof properties,
                                        &properties, NULL);
    return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

/* Releases the events of complete commands, and moves the others to the front. Returns how many these are. Nothing can
 * be learnt about an event that the driver refuses: it counts as complete. */
JNIEXPORT jint JNICALL Java_io_clmem_Native_pruneEvents(JNIEnv *env, jclass self, jlong get, jlong release,
                                                        jlongArray events, jint count) {
    (void)self;
    jlong *const all = (*env)->GetLongArrayElements(env, events, NULL);
    if (!all) { return count; } /* an OutOfMemoryError is pending */
    jint kept = 0;
    for (jint i = 0; i < count; i++) {
        const cl_event event = (cl_event)(intptr_t)all[i];
        cl_int status = CL_COMPLETE;
        (void)((event_getter)(intptr_t)get)(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        if (status <= CL_COMPLETE) {
            (void)((event_counter)(intptr_t)release)(event);
        } else {
            all[kept++] = all[i];
        }
    }
    (*env)->ReleaseLongArrayElements(env, events, all, 0);
    return kept;
}
