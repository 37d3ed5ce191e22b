/* Describes Java's stacks for recorders. */
#include "clmem_java.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static JavaVM *vm;
static jclass stacks_class;
static jmethodID stacks_describe;
static pthread_key_t texts_key;

/* The texts of a thread's last stack, which must stay valid until it describes the next one. */
struct texts {
    size_t capacity;
    char bytes[];
};

int clmem_java_stacks_begin(JavaVM *running, JNIEnv *env) {
    vm = running;
    const jclass local = (*env)->FindClass(env, "io/clmem/Stacks");
    stacks_class = local ? (*env)->NewGlobalRef(env, local) : NULL;
    stacks_describe = stacks_class ? (*env)->GetStaticMethodID(env, stacks_class, "describe", "(I)[B") : NULL;
    return stacks_describe && pthread_key_create(&texts_key, free) == 0;
}

static char *room_for(size_t bytes) {
    struct texts *texts = pthread_getspecific(texts_key);
    if (!texts || texts->capacity < bytes) {
        const size_t capacity = bytes < 2048 ? 4096 : 2 * bytes;
        struct texts *const larger = realloc(texts, sizeof *larger + capacity);
        if (!larger) { return NULL; }
        larger->capacity = capacity;
        texts = larger;
        if (pthread_setspecific(texts_key, texts) != 0) { /* only the first time, when the thread has no texts yet */
            free(texts);
            return NULL;
        }
    }
    return texts->bytes;
}

/* Whether this thread is in a description, where an allocation, which clmem refuses, must not begin another one. */
static _Thread_local int is_describing;

/* Returns the number of bytes at *out; 0 if there is no Java stack, or no memory to describe it. */
static size_t copy_description(JNIEnv *env, uint32_t capacity, const char **out) {
    const jbyteArray described = (*env)->CallStaticObjectMethod(env, stacks_class, stacks_describe, (jint)capacity);
    if ((*env)->ExceptionCheck(env)) { /* describe() throws only if the stack ends inside its own handler */
        (*env)->ExceptionClear(env);
        return 0;
    }
    if (!described) { return 0; }
    const jsize length = (*env)->GetArrayLength(env, described);
    char *const bytes = room_for((size_t)length);
    if (bytes) { (*env)->GetByteArrayRegion(env, described, 0, length, (jbyte *)bytes); }
    (*env)->DeleteLocalRef(env, described);
    *out = bytes;
    return bytes ? (size_t)length : 0;
}

static const char *next_text(const char **at) {
    const char *const text = *at;
    *at += strlen(text) + 1;
    return *text ? text : NULL;
}

/* A clmem_stack_fn. A thread that the VM does not know has no Java stack, and need not be attached to find that out. */
static uint32_t CLMEM_CALL describe_stack(void *user, uint32_t capacity, const char **out_functions,
                                          const char **out_files, uint32_t *out_lines) {
    (void)user;
    JNIEnv *env;
    if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_10) != JNI_OK || (*env)->ExceptionCheck(env)) { return 0; }
    if (is_describing) { return 0; }
    const char *at = NULL;
    is_describing = 1;
    const size_t bytes = copy_description(env, capacity, &at);
    is_describing = 0;
    const char *const end = at + bytes;
    uint32_t count = 0;
    while (count < capacity && at < end) {
        out_functions[count] = next_text(&at);
        out_files[count] = next_text(&at);
        memcpy(&out_lines[count], at, sizeof *out_lines);
        at += sizeof *out_lines;
        count++;
    }
    return count;
}

JNIEXPORT jlong JNICALL Java_io_clmem_Native_stackCallback(JNIEnv *env, jclass self) {
    (void)env, (void)self;
    return (jlong)(intptr_t)&describe_stack;
}
