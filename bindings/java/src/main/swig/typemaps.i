// How the class Native maps C's types to Java's.
//
// Native is private to the package. Handles, OpenCL objects, addresses and 64-bit numbers are long; 32-bit numbers are
// int; structs and strings are byte arrays, other arrays are Java arrays with elements of the same size; a single
// output is written to the first element of an array. null is NULL. A failed call throws before it returns, on the
// thread whose error record has the message.
%module(jniclassname="Native") NativeModule

%pragma(java) jniclassclassmodifiers="final class"
%pragma(java) moduleclassmodifiers="final class"
%pragma(java) jniclasscode=%{
  static {
    NativeLibrary.load();
  }
%}

%{
#include "clmem_java.h"
typedef size_t size_or_all; /* a size that may be SIZE_MAX, in Java -1 */
%}

// ---- statuses: functions return void and throw on failure, after the outputs have been written ----

typedef int clmem_status;
%typemap(jni) clmem_status "void"
%typemap(jtype) clmem_status "void"
%typemap(jstype) clmem_status "void"
%typemap(out) clmem_status ""
%typemap(javaout) clmem_status { $jnicall; }
%typemap(ret) clmem_status %{
    if ($1 != CLMEM_SUCCESS) { clmem_java_throw(jenv, $1); }
%}

// ---- calls that may start a driver, which may replace the VM's signal handlers; see signals.c ----

%define STARTS_DRIVERS(FUNCTION)
%exception FUNCTION %{
    void *held = clmem_java_drivers_begin(jenv);
    $action
    clmem_java_drivers_end(jenv, held, result);
%}
%enddef

STARTS_DRIVERS(clmem_device_list)
STARTS_DRIVERS(clmem_device_choose)
STARTS_DRIVERS(clmem_device_list_for_tests)
STARTS_DRIVERS(clmem_device_describe)
STARTS_DRIVERS(clmem_device_memory)
STARTS_DRIVERS(clmem_context_create)
STARTS_DRIVERS(clmem_context_shared)
STARTS_DRIVERS(clmem_queue_create)
STARTS_DRIVERS(clmem_program_build)
STARTS_DRIVERS(clmem_kernel_create)

// ---- words and numbers ----

%define VALUE(TYPE, NAME, JNI, JAVA)
%typemap(jni) TYPE NAME "JNI"
%typemap(jtype) TYPE NAME "JAVA"
%typemap(jstype) TYPE NAME "JAVA"
%typemap(javain) TYPE NAME "$javainput"
%typemap(in) TYPE NAME %{ $1 = ($1_ltype)$input; %}
%enddef

%define WORD(TYPE)
VALUE(TYPE, , jlong, long)
%typemap(in) TYPE %{ $1 = ($1_ltype)(intptr_t)$input; %}
%enddef

// Java's numbers are signed: a number that C takes as unsigned must not be negative, unless it is bits or an address.
typedef size_t size_or_all;

%define UNSIGNED(TYPE, NAME, JNI, JAVA, SMALLEST)
VALUE(TYPE, NAME, JNI, JAVA)
%typemap(arginit) TYPE NAME %{
    if (clmem_java_refuses(jenv, jarg$argnum, SMALLEST, "$1_name")) { return; }
%}
%enddef

VALUE(clmem_status, status, jint, int)
VALUE(int32_t, , jint, int)
UNSIGNED(uint32_t, , jint, int, 0)
VALUE(int64_t, , jlong, long)
VALUE(uint64_t, , jlong, long)
UNSIGNED(uint64_t, time_ns, jlong, long, 0)
UNSIGNED(size_t, , jlong, long, 0)
UNSIGNED(size_or_all, , jlong, long, -1)

%define POINTER(NAME, JNI, JAVA)
%typemap(jni) void *NAME "JNI"
%typemap(jtype) void *NAME "JAVA"
%typemap(jstype) void *NAME "JAVA"
%typemap(javain) void *NAME "$javainput"
%enddef

POINTER(ADDRESS, jlong, long)
%typemap(in) void *ADDRESS %{ $1 = ($1_ltype)(intptr_t)$input; %}

// ---- arrays: C gets a pointer to the elements; outputs are copied back even if the call failed ----

%define ARRAY(NAME, KIND, JNI, JAVA, MODE)
POINTER(NAME, JNI ## Array, JAVA[])
%typemap(in) void *NAME %{
    $1 = NULL;
    if ($input) {
        $1 = ($1_ltype)(*jenv)->Get ## KIND ## ArrayElements(jenv, $input, NULL);
        if (!$1) { return $null; }
    }
%}
%typemap(freearg) void *NAME %{
    if ($1) { (*jenv)->Release ## KIND ## ArrayElements(jenv, $input, (JNI *)$1, MODE); }
%}
%enddef

ARRAY(IN_BYTES, Byte, jbyte, byte, JNI_ABORT)
ARRAY(IN_OPTIONS, Byte, jbyte, byte, JNI_ABORT)
%typemap(in) void *IN_OPTIONS %{
    $1 = NULL;
    if ($input) {
        $1 = ($1_ltype)(*jenv)->GetByteArrayElements(jenv, $input, NULL);
        if (!$1) { return $null; }
        clmem_java_find_events($1, (*jenv)->GetArrayLength(jenv, $input));
    }
%}
ARRAY(OUT_BYTES, Byte, jbyte, byte, 0)
ARRAY(IN_WORDS, Long, jlong, long, JNI_ABORT)
%apply void *IN_WORDS { const size_t *SIZES };
%typemap(arginit) const size_t *SIZES %{
    if (clmem_java_refuses_any(jenv, jarg$argnum, "$1_name")) { return; }
%}
ARRAY(OUT_WORDS, Long, jlong, long, 0)
ARRAY(IN_DOUBLES, Double, jdouble, double, JNI_ABORT)

// ---- single outputs: they start as -1, so that tests notice a call that does not write them ----

%define OUTPUT(NAME, KIND, JNI, JAVA)
POINTER(NAME, JNI ## Array, JAVA[])
%typemap(in) void *NAME (JNI place) %{
    place = -1;
    $1 = $input ? ($1_ltype)&place : NULL;
%}
%typemap(argout) void *NAME %{
    if ($1) { (*jenv)->Set ## KIND ## ArrayRegion(jenv, $input, 0, 1, (const JNI *)$1); }
%}
%enddef

OUTPUT(OUT_WORD, Long, jlong, long)
OUTPUT(OUT_NUMBER, Int, jint, int)

// ---- functions besides the C interface, written by hand in support.c, kept.c, pending.c, stacks.c and commands.c ----

%native (address) jlong address(jobject buffer);
%native (view) jobject view(jlong address, jlong bytes);
%native (keep) jlong keep(jobject object);
%native (drop) void drop(jlong record);
%native (takeOver) jobject takeOver(jlong milliseconds);
%native (wakeKeeper) void wakeKeeper();
%native (keepUntilComplete) jint keepUntilComplete(jlong set, jlong get, jlong flush, jlong event, jlong record);
%native (keepUntilDeleted) jint keepUntilDeleted(jlong set, jlong mem, jlong record);
%native (eventStatus) jint eventStatus(jlong get, jlong event);
%native (queueOfEvent) jlong queueOfEvent(jlong get, jlong event);
%native (retainEvent) jlong retainEvent(jlong get, jlong retain, jlong event);
%native (isUserEvent) jboolean isUserEvent(jlong get, jlong event);
%native (isInOrder) jboolean isInOrder(jlong get, jlong queue);
%native (pruneEvents) jint pruneEvents(jlong get, jlong release, jlongArray events, jint count);
%native (enqueueMarker) jint enqueueMarker(jlong function, jlong queue, jlongArray waits, jlongArray event);
%native (newReference) jlong newReference(jobject object);
%native (deleteReference) void deleteReference(jlong reference);
%native (callback) jlong callback(jint kind);
%native (stackCallback) jlong stackCallback();
%native (allocate) jlong allocate(jlong pool, jlong queue, jlong bytes);
%native (setBits) void setBits(jlong kernel, jint index, jlong bits, jint size);
%native (setArray) void setArray(jlong kernel, jint index, jbyteArray array, jint offset, jint length);
%native (launch) void launch(jlong kernel, jlong queue, jbyteArray options, jlongArray waits, jlongArray event);
%native (fill) void fill(jlong buffer, jlong queue, jbyteArray pattern, jlong offset, jlong bytes, jlongArray waits,
                         jlongArray event);
%native (nothing) void nothing();
%native (pairs) void pairs(jlong pool, jlong bytes, jint count);
