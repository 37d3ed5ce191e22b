/*
 * Java objects that must stay reachable until OpenCL has done with something: a command, or a memory object. The driver
 * reports that on one of its threads, which the VM may be unable to attach, and which code of the program must not
 * block. So its callback only moves a record to a list, which needs neither memory nor a thread and cannot fail. One
 * thread of io.clmem.Keeper takes the objects from the list.
 */
#include "clmem_java.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct kept {
    struct kept *next;
    jobject object; /* a global reference */
};

/* The records whose objects are no longer needed, the oldest first. */
static struct {
    pthread_mutex_t mutex;
    pthread_cond_t added;
    struct kept *first, **end;
    int is_woken;
} over = {.mutex = PTHREAD_MUTEX_INITIALIZER, .end = &over.first};

int clmem_java_kept_begin(void) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) { return 0; }
    const int is_made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                        pthread_cond_init(&over.added, &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    return is_made;
}

static jlong throw_out_of_memory(JNIEnv *env) {
    const jclass type = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (type) { (void)(*env)->ThrowNew(env, type, "no host memory to keep an object until OpenCL has done with it"); }
    return 0;
}

static void put(struct kept *kept) {
    kept->next = NULL;
    (void)pthread_mutex_lock(&over.mutex);
    *over.end = kept;
    over.end = &kept->next;
    (void)pthread_cond_signal(&over.added);
    (void)pthread_mutex_unlock(&over.mutex);
}

/* Keeps an object. Returns the record, for drop() or one of the two calls that let OpenCL end it. */
JNIEXPORT jlong JNICALL Java_io_clmem_Native_keep(JNIEnv *env, jclass self, jobject object) {
    (void)self;
    struct kept *kept = malloc(sizeof *kept);
    if (!kept) { return throw_out_of_memory(env); }
    kept->object = (*env)->NewGlobalRef(env, object);
    if (!kept->object) {
        free(kept);
        return throw_out_of_memory(env);
    }
    return (jlong)(intptr_t)kept;
}

JNIEXPORT void JNICALL Java_io_clmem_Native_drop(JNIEnv *env, jclass self, jlong record) {
    (void)self;
    struct kept *kept = (struct kept *)(intptr_t)record;
    (*env)->DeleteGlobalRef(env, kept->object);
    free(kept);
}

static struct timespec after(jlong milliseconds) {
    struct timespec end;
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += milliseconds % 1000 * 1000000;
    if (end.tv_nsec >= 1000000000) {
        end.tv_sec++;
        end.tv_nsec -= 1000000000;
    }
    return end;
}

/* Ends a wait in takeOver(). */
JNIEXPORT void JNICALL Java_io_clmem_Native_wakeKeeper(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    (void)pthread_mutex_lock(&over.mutex);
    over.is_woken = 1;
    (void)pthread_cond_signal(&over.added);
    (void)pthread_mutex_unlock(&over.mutex);
}

/* Waits until an object is no longer needed, and returns it; NULL if woken, or after the time. A negative time is
 * endless. For one thread. */
JNIEXPORT jobject JNICALL Java_io_clmem_Native_takeOver(JNIEnv *env, jclass self, jlong milliseconds) {
    (void)self;
    const struct timespec end = after(milliseconds < 0 ? 0 : milliseconds);
    int code = 0;
    (void)pthread_mutex_lock(&over.mutex);
    while (!over.first && !over.is_woken && code == 0) {
        code = milliseconds < 0 ? pthread_cond_wait(&over.added, &over.mutex)
                                : pthread_cond_timedwait(&over.added, &over.mutex, &end);
    }
    over.is_woken = 0;
    struct kept *kept = over.first;
    (void)pthread_mutex_unlock(&over.mutex);
    if (!kept) { return NULL; }
    jobject object = (*env)->NewLocalRef(env, kept->object);
    if (!object) { /* it stays first in the list */
        (void)throw_out_of_memory(env);
        return NULL;
    }
    (void)pthread_mutex_lock(&over.mutex);
    over.first = kept->next;
    if (!over.first) { over.end = &over.first; }
    (void)pthread_mutex_unlock(&over.mutex);
    (*env)->DeleteGlobalRef(env, kept->object);
    free(kept);
    return object;
}

static void CL_CALLBACK event_is_over(cl_event event, cl_int status, void *kept) {
    (void)event, (void)status;
    put(kept);
}

static void CL_CALLBACK mem_is_deleted(cl_mem mem, void *kept) {
    (void)mem;
    put(kept);
}

/* The functions of OpenCL are passed as addresses, since clmem loads the library. They return OpenCL's error codes. */
typedef cl_int(CL_API_CALL *event_callback_setter)(cl_event, cl_int, void(CL_CALLBACK *)(cl_event, cl_int, void *),
                                                   void *);
typedef cl_int(CL_API_CALL *mem_callback_setter)(cl_mem, void(CL_CALLBACK *)(cl_mem, void *), void *);
typedef cl_int(CL_API_CALL *event_getter)(cl_event, cl_event_info, size_t, void *, size_t *);
typedef cl_int(CL_API_CALL *flusher)(cl_command_queue);
typedef cl_int(CL_API_CALL *marker)(cl_command_queue, cl_uint, const cl_event *, cl_event *);

/* Ends a record when a command completes or fails. Flushes the command's queue first, as a wait for the event does. */
JNIEXPORT jint JNICALL Java_io_clmem_Native_keepUntilComplete(JNIEnv *env, jclass self, jlong set, jlong get,
                                                              jlong flush, jlong event, jlong record) {
    (void)env, (void)self;
    const cl_event command = (cl_event)(intptr_t)event;
    cl_command_queue queue = NULL; /* a user event has none */
    cl_int code = ((event_getter)(intptr_t)get)(command, CL_EVENT_COMMAND_QUEUE, sizeof queue, (void *)&queue, NULL);
    if (code == CL_SUCCESS && queue) { code = ((flusher)(intptr_t)flush)(queue); }
    if (code != CL_SUCCESS) { return code; }
    return ((event_callback_setter)(intptr_t)set)(command, CL_COMPLETE, event_is_over, (void *)(intptr_t)record);
}

/* Ends a record when OpenCL destroys a memory object. */
JNIEXPORT jint JNICALL Java_io_clmem_Native_keepUntilDeleted(JNIEnv *env, jclass self, jlong set, jlong mem,
                                                             jlong record) {
    (void)env, (void)self;
    return ((mem_callback_setter)(intptr_t)set)((cl_mem)(intptr_t)mem, mem_is_deleted, (void *)(intptr_t)record);
}

/* Returns a command's state, CL_QUEUED to CL_COMPLETE, or the error with which it failed. If the driver cannot tell,
 * the command counts as pending. */
JNIEXPORT jint JNICALL Java_io_clmem_Native_eventStatus(JNIEnv *env, jclass self, jlong get, jlong event) {
    (void)env, (void)self;
    cl_int status = CL_QUEUED;
    const cl_int code = ((event_getter)(intptr_t)get)((cl_event)(intptr_t)event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                                                      sizeof status, &status, NULL);
    return code == CL_SUCCESS ? status : CL_QUEUED;
}

/* clEnqueueMarkerWithWaitList. */
JNIEXPORT jint JNICALL Java_io_clmem_Native_enqueueMarker(JNIEnv *env, jclass self, jlong function, jlong queue,
                                                          jlongArray waits, jlongArray event) {
    (void)self;
    jlong *const events = waits ? (*env)->GetLongArrayElements(env, waits, NULL) : NULL;
    if (waits && !events) { return CL_OUT_OF_HOST_MEMORY; }
    cl_event made = NULL;
    const cl_int code = ((marker)(intptr_t)function)((cl_command_queue)(intptr_t)queue,
                                                     events ? (cl_uint)(*env)->GetArrayLength(env, waits) : 0,
                                                     (const cl_event *)events, &made);
    if (events) { (*env)->ReleaseLongArrayElements(env, waits, events, JNI_ABORT); }
    const jlong word = code == CL_SUCCESS ? (jlong)(intptr_t)made : 0;
    (*env)->SetLongArrayRegion(env, event, 0, 1, &word);
    return code;
}
