/* What the generated code and support.c have in common. */
#ifndef CLMEM_JAVA_H
#define CLMEM_JAVA_H

#include <clmem.h>
#include <jni.h>
#include <stdint.h>

_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8, "Java sees pointers and sizes as long");

/* Throws what the thread's error record says of a call that gave this status. */
void clmem_java_throw(JNIEnv *env, clmem_status status);

/* Throws IllegalArgumentException for a number below the smallest, 0 or -1, that a parameter takes; 1 if it has thrown. */
int clmem_java_refuses(JNIEnv *env, jlong value, jlong smallest, const char *name);

/* The same for the elements of an array, which may be -1: all of a region. */
int clmem_java_refuses_any(JNIEnv *env, jlongArray values, const char *name);

/* Calls io.clmem.Callbacks for a callback of that number, whose user is a global reference. */
jlong clmem_java_call(int kind, void *user, int count, const jlong *words);

/* The address of the C function for a kind of callback. */
intptr_t clmem_java_callback(int kind);

/* Learns which signals are the VM's. */
void clmem_java_signals_begin(JavaVM *running);

/* Around a call that may start a driver: the VM's signals are its own again after it. */
void *clmem_java_drivers_begin(JNIEnv *env);
void clmem_java_drivers_end(JNIEnv *env, void *held, clmem_status status);

#endif
