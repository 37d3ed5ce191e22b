/* Commands and kernel arguments that take Java's arrays and numbers directly: a call allocates nothing in Java. */
#include "clmem_java.h"

#include <stdlib.h>

enum { SMALL = 1024 }; /* larger arguments are copied through the heap */

static void throw_out_of_memory(JNIEnv *env) {
    const jclass type = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (type) { (void)(*env)->ThrowNew(env, type, "no host memory to copy a kernel argument"); }
}

static void finish(JNIEnv *env, clmem_status status) {
    if (status != CLMEM_SUCCESS) { clmem_java_throw(env, status); }
}

JNIEXPORT void JNICALL Java_io_clmem_Native_setBits(JNIEnv *env, jclass self, jlong kernel, jint index, jlong bits,
                                                    jint size) {
    (void)self;
    if (clmem_java_refuses(env, index, 0, "index")) { return; }
    const jint half = (jint)bits;
    const void *value = size == sizeof half ? (const void *)&half : (const void *)&bits;
    finish(env, clmem_kernel_set_bytes((clmem_kernel)(intptr_t)kernel, (uint32_t)index, value, (size_t)size));
}

JNIEXPORT void JNICALL Java_io_clmem_Native_setArray(JNIEnv *env, jclass self, jlong kernel, jint index,
                                                     jbyteArray array, jint offset, jint length) {
    (void)self;
    if (clmem_java_refuses(env, index, 0, "index")) { return; }
    jbyte small[SMALL];
    jbyte *const value = length <= SMALL ? small : malloc((size_t)length);
    if (!value) {
        throw_out_of_memory(env);
        return;
    }
    (*env)->GetByteArrayRegion(env, array, offset, length, value);
    if (!(*env)->ExceptionCheck(env)) {
        finish(env, clmem_kernel_set_bytes((clmem_kernel)(intptr_t)kernel, (uint32_t)index, value, (size_t)length));
    }
    if (value != small) { free(value); }
}

/* The events that a command waits for, and its own event. */
struct order {
    jlong *waits;
    jsize count;
    cl_event event;
};

static int begin(JNIEnv *env, jlongArray waits, struct order *order) {
    order->event = NULL;
    order->waits = waits ? (*env)->GetLongArrayElements(env, waits, NULL) : NULL;
    order->count = order->waits ? (*env)->GetArrayLength(env, waits) : 0;
    return !waits || order->waits;
}

static void end(JNIEnv *env, jlongArray waits, struct order *order, jlongArray event, clmem_status status) {
    const jlong made = (jlong)(intptr_t)order->event;
    if (order->waits) { (*env)->ReleaseLongArrayElements(env, waits, order->waits, JNI_ABORT); }
    if (event) { (*env)->SetLongArrayRegion(env, event, 0, 1, &made); }
    finish(env, status);
}

/* clmem_kernel_launch(). Its options point to the wait list, which only C can fill in. */
JNIEXPORT void JNICALL Java_io_clmem_Native_launch(JNIEnv *env, jclass self, jlong kernel, jlong queue,
                                                   jbyteArray options, jlongArray waits, jlongArray event) {
    (void)self;
    clmem_launch_options launch;
    struct order order;
    (*env)->GetByteArrayRegion(env, options, 0, sizeof launch, (jbyte *)&launch);
    if (!begin(env, waits, &order)) { return; }
    launch.wait_events = (const cl_event *)order.waits;
    launch.wait_count = (uint32_t)order.count;
    const clmem_status status = clmem_kernel_launch((clmem_kernel)(intptr_t)kernel, (cl_command_queue)(intptr_t)queue,
                                                    &launch, event ? &order.event : NULL);
    end(env, waits, &order, event, status);
}

/* clmem_buffer_fill() with the pattern in a Java array. */
JNIEXPORT void JNICALL Java_io_clmem_Native_fill(JNIEnv *env, jclass self, jlong buffer, jlong queue,
                                                 jbyteArray pattern, jlong offset, jlong bytes, jlongArray waits,
                                                 jlongArray event) {
    (void)self;
    if (clmem_java_refuses(env, offset, 0, "offset_bytes") || clmem_java_refuses(env, bytes, -1, "bytes")) { return; }
    struct order order;
    jbyte *const value = (*env)->GetByteArrayElements(env, pattern, NULL);
    if (value && begin(env, waits, &order)) {
        clmem_buffer_fill_options part = CLMEM_BUFFER_FILL_OPTIONS_INIT;
        part.wait_count = (uint32_t)order.count;
        part.wait_events = (const cl_event *)order.waits;
        part.offset_bytes = (size_t)offset;
        part.bytes = (size_t)bytes;
        const clmem_status status =
            clmem_buffer_fill((clmem_buffer)(intptr_t)buffer, (cl_command_queue)(intptr_t)queue, value,
                              (size_t)(*env)->GetArrayLength(env, pattern), &part, &order.event);
        end(env, waits, &order, event, status);
    }
    if (value) { (*env)->ReleaseByteArrayElements(env, pattern, value, JNI_ABORT); }
}
