/* What Java needs from C besides the interface, which SWIG wraps: exceptions, callbacks and addresses. */
#include "clmem_java.h"

#include <stdio.h>
#include <string.h>

static JavaVM *vm;
static jclass exception_class, callbacks_class;
static jmethodID exception_of, callbacks_call;

static jclass global_class(JNIEnv *env, const char *name) {
    jclass local = (*env)->FindClass(env, name);
    return local ? (*env)->NewGlobalRef(env, local) : NULL;
}

/* Looks up the classes here, with this library's class loader. A driver's thread would use another loader. */
JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *running, void *reserved) {
    (void)reserved;
    JNIEnv *env;
    vm = running;
    clmem_java_signals_begin(running);
    if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10) != JNI_OK || !clmem_java_kept_begin()) { return JNI_ERR; }
    exception_class = global_class(env, "io/clmem/ClmemException");
    if (!exception_class) { return JNI_ERR; }
    callbacks_class = global_class(env, "io/clmem/Callbacks");
    if (!callbacks_class) { return JNI_ERR; }
    exception_of = (*env)->GetStaticMethodID(env, exception_class, "of", "(II[B[B)Lio/clmem/ClmemException;");
    if (!exception_of) { return JNI_ERR; }
    callbacks_call = (*env)->GetStaticMethodID(env, callbacks_class, "call", "(ILjava/lang/Object;[J)J");
    return callbacks_call && clmem_java_stacks_begin(vm, env) ? JNI_VERSION_10 : JNI_ERR;
}

static jbyteArray bytes_of(JNIEnv *env, const char *text) {
    const jsize length = (jsize)strlen(text);
    jbyteArray bytes = (*env)->NewByteArray(env, length);
    if (bytes) { (*env)->SetByteArrayRegion(env, bytes, 0, length, (const jbyte *)text); }
    return bytes;
}

/* If a step in between fails, an OutOfMemoryError is already pending and is what the caller gets. */
void clmem_java_throw(JNIEnv *env, clmem_status status) {
    if ((*env)->ExceptionCheck(env)) { return; }
    clmem_error error = CLMEM_ERROR_INIT;
    /* This cannot fail; if it did, the exception would have no message. */
    if (clmem_error_last(&error) != CLMEM_SUCCESS || error.status != status) { error.function = error.message = ""; }
    jbyteArray function = bytes_of(env, error.function);
    jbyteArray message = function ? bytes_of(env, error.message) : NULL;
    if (!message) { return; }
    jobject thrown = (*env)->CallStaticObjectMethod(env, exception_class, exception_of, (jint)status,
                                                    (jint)error.opencl_code, function, message);
    if (!(*env)->ExceptionCheck(env)) { (*env)->Throw(env, thrown); }
}

int clmem_java_refuses(JNIEnv *env, jlong value, jlong smallest, const char *name) {
    if (value >= smallest) { return 0; }
    char message[200];
    (void)snprintf(message, sizeof message, "%s: expected at least %lld, got %lld", name, (long long)smallest,
                   (long long)value);
    const jclass type = (*env)->FindClass(env, "java/lang/IllegalArgumentException");
    if (type) { (void)(*env)->ThrowNew(env, type, message); }
    return 1;
}

int clmem_java_refuses_any(JNIEnv *env, jlongArray values, const char *name) {
    const jsize count = values ? (*env)->GetArrayLength(env, values) : 0;
    for (jsize i = 0; i < count; i++) {
        jlong value;
        (*env)->GetLongArrayRegion(env, values, i, 1, &value);
        if (clmem_java_refuses(env, value, -1, name)) { return 1; }
    }
    return 0;
}

void clmem_java_find_events(const void *options, jsize bytes) {
    clmem_enqueue_options *const with = (clmem_enqueue_options *)options; /* all options with events begin like these */
    const size_t needed = (size_t)with->struct_size + with->wait_count * sizeof(cl_event);
    if (with->wait_count > 0 && (size_t)with->wait_events == with->struct_size && needed <= (size_t)bytes) {
        with->wait_events = (const cl_event *)((const char *)options + with->struct_size);
    }
}

/* A thread unknown to the VM, of the driver or the program, is attached during the call. */
jlong clmem_java_call(int kind, void *user, int count, const jlong *words, jlong failed) {
    JNIEnv *env;
    jlong result = failed;
    const int is_known = (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10) == JNI_OK;
    if (!is_known && (*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, NULL) != JNI_OK) { return result; }
    jlongArray array = (*env)->NewLongArray(env, count);
    if (array) {
        (*env)->SetLongArrayRegion(env, array, 0, count, words);
        result = (*env)->CallStaticLongMethod(env, callbacks_class, callbacks_call, (jint)kind, (jobject)user, array);
        (*env)->DeleteLocalRef(env, array);
    }
    /* Callbacks.call() throws only if its own handler failed. No exception may pass through C. */
    if ((*env)->ExceptionCheck(env)) {
        (*env)->ExceptionClear(env);
        result = failed;
    }
    if (!is_known) { (*vm)->DetachCurrentThread(vm); }
    return result;
}

JNIEXPORT jlong JNICALL Java_io_clmem_Native_address(JNIEnv *env, jclass self, jobject buffer) {
    (void)self;
    return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

JNIEXPORT jobject JNICALL Java_io_clmem_Native_view(JNIEnv *env, jclass self, jlong address, jlong bytes) {
    (void)self;
    return (*env)->NewDirectByteBuffer(env, (void *)(intptr_t)address, bytes);
}

JNIEXPORT jlong JNICALL Java_io_clmem_Native_newReference(JNIEnv *env, jclass self, jobject object) {
    (void)self;
    return (jlong)(intptr_t)(*env)->NewGlobalRef(env, object);
}

JNIEXPORT void JNICALL Java_io_clmem_Native_deleteReference(JNIEnv *env, jclass self, jlong reference) {
    (void)self;
    (*env)->DeleteGlobalRef(env, (jobject)(intptr_t)reference);
}

JNIEXPORT jlong JNICALL Java_io_clmem_Native_callback(JNIEnv *env, jclass self, jint kind) {
    (void)env, (void)self;
    return clmem_java_callback(kind);
}

/* clmem_pool_allocate() for the hit path: the result needs no array. */
JNIEXPORT jlong JNICALL Java_io_clmem_Native_allocate(JNIEnv *env, jclass self, jlong pool, jlong queue, jlong bytes) {
    (void)self;
    if (clmem_java_refuses(env, bytes, 0, "bytes")) { return 0; }
    clmem_buffer buffer;
    const clmem_status status =
        clmem_pool_allocate((clmem_pool)(intptr_t)pool, (cl_command_queue)(intptr_t)queue, (size_t)bytes, &buffer);
    if (status != CLMEM_SUCCESS) { clmem_java_throw(env, status); }
    return (jlong)(intptr_t)buffer;
}

/* For the benchmarks: the cost of an empty call. */
JNIEXPORT void JNICALL Java_io_clmem_Native_nothing(JNIEnv *env, jclass self) {
    (void)env, (void)self;
}

/* For the benchmarks: the cost of an allocation and its release in C, in the same process. */
JNIEXPORT void JNICALL Java_io_clmem_Native_pairs(JNIEnv *env, jclass self, jlong pool, jlong bytes, jint count) {
    (void)self;
    for (jint i = 0; i < count; i++) {
        clmem_buffer buffer;
        clmem_status status = clmem_pool_allocate((clmem_pool)(intptr_t)pool, NULL, (size_t)bytes, &buffer);
        if (status == CLMEM_SUCCESS) { status = clmem_buffer_release(buffer); }
        if (status != CLMEM_SUCCESS) {
            clmem_java_throw(env, status);
            return;
        }
    }
}
