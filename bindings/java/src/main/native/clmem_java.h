/* Declarations shared by the generated code and the C files written by hand. */
#ifndef CLMEM_JAVA_H
#define CLMEM_JAVA_H

#include <clmem_extras.h>
#include <jni.h>
#include <stdint.h>

_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8, "Java sees pointers and sizes as long");

/* Throws the exception for a failed call, from the thread's error record. */
void clmem_java_throw(JNIEnv *env, clmem_status status);

/* Throws IllegalArgumentException and returns 1 if a parameter is below its smallest value, which is 0 or -1. */
int clmem_java_refuses(JNIEnv *env, jlong value, jlong smallest, const char *name);

/* The same for each element of an array, whose smallest value is -1: all of a region. */
int clmem_java_refuses_any(JNIEnv *env, jlongArray values, const char *name);

/* Lets options point to the events that Struct.after() has put behind them. */
void clmem_java_find_events(const void *options, jsize bytes);

/* Calls io.clmem.Callbacks for a callback of this kind. Its user pointer is a global reference. Returns `failed` if the
 * VM cannot make the call. */
jlong clmem_java_call(int kind, void *user, int count, const jlong *words, jlong failed);

/* Returns the address of the C function for a kind of callback. */
intptr_t clmem_java_callback(int kind);

/* Prepares the list of objects that are no longer needed. Returns 0 if the system has no memory for it. */
int clmem_java_kept_begin(void);

/* Looks up what describes stacks. Returns 0 if that failed. */
int clmem_java_stacks_begin(JavaVM *running, JNIEnv *env);

/* Records the VM's signal handlers. */
void clmem_java_signals_begin(JavaVM *running);

/* Call these around a call that may start a driver: the VM has its signal handlers back afterwards. */
void *clmem_java_drivers_begin(JNIEnv *env);
void clmem_java_drivers_end(JNIEnv *env, void *held, clmem_status status);

#endif
