/*
 * OpenCL drivers that compile with LLVM replace the signal handlers with which the VM stops its threads and detects
 * null pointers and divisions by zero. LLVM removes its handler at the first signal, before it restores the VM's: a
 * second thread that receives the signal in between ends the process without a message. PoCL's handler for SIGFPE
 * skips divisions by zero, even in Java code.
 *
 * Therefore the VM's handlers are restored after every call that may start a driver. The first such call starts all
 * drivers; the program's other threads are suspended during it, so that none needs the handlers. A SIGFPE that the VM
 * does not recognise is passed to the driver. If libjsig is preloaded, it does all this, and nothing is done here.
 */
#define _GNU_SOURCE
#include "clmem_java.h"

#include <dlfcn.h>
#include <jvmti.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef int (*vm_handler)(int, siginfo_t *, void *, int);

/* Suspended threads, and the JVMTI environment that resumes them. */
struct held {
    jvmtiEnv *tools;
    jthread *threads;
    jvmtiError *results;
    jint count;
};

static struct {
    int number;
    int is_known;
    struct sigaction action;
} vm_signals[] = {{.number = SIGSEGV}, {.number = SIGBUS},  {.number = SIGILL}, {.number = SIGFPE},
                  {.number = SIGXFSZ}, {.number = SIGQUIT}, {.number = SIGUSR2}};
enum { SIGNALS = sizeof vm_signals / sizeof *vm_signals };

static JavaVM *vm;
static vm_handler vm_handles;
static struct sigaction drivers_division;
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;
static atomic_int started;

static void restore(int i);

static int is_in(const void *base, void (*function)(int)) {
    Dl_info found;
    return dladdr((void *)(uintptr_t)function, &found) && found.dli_fbase == base;
}

/* HotSpot uses one handler for SIGPIPE and for the signals that threads cause by faults. Drivers do not replace that of
 * SIGPIPE, so it is known even if another library started a driver before. Other VMs are left alone. */
void clmem_java_signals_begin(JavaVM *running) {
    Dl_info library;
    struct sigaction own;
    if (dlsym(RTLD_DEFAULT, "JVM_begin_signal_setting") || !dladdr((void *)(uintptr_t)(*running)->GetEnv, &library) ||
        sigaction(SIGPIPE, NULL, &own) != 0 || !is_in(library.dli_fbase, own.sa_handler)) {
        return;
    }
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction now;
        const int is_own = sigaction(vm_signals[i].number, NULL, &now) == 0 && is_in(library.dli_fbase, now.sa_handler);
        vm_signals[i].is_known = is_own || (vm_signals[i].number != SIGQUIT && vm_signals[i].number != SIGUSR2);
        vm_signals[i].action = is_own ? now : own;
    }
    void *open = dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    vm_handles = open ? (vm_handler)(uintptr_t)dlsym(open, "JVM_handle_linux_signal") : NULL;
    vm = running;
    for (int i = 0; i < SIGNALS; i++) {
        restore(i);
    }
}

/* A division by zero: in Java code, where the VM throws an exception, or in a kernel. */
static void on_division(int number, siginfo_t *info, void *context) {
    if (vm_handles(number, info, context, 0)) { return; }
    if (drivers_division.sa_flags & SA_SIGINFO) {
        drivers_division.sa_sigaction(number, info, context);
    } else {
        (void)vm_handles(number, info, context, 1); /* ends the process with a report */
    }
}

static void restore(int i) {
    const int number = vm_signals[i].number;
    struct sigaction now, wanted = vm_signals[i].action;
    if (!vm_signals[i].is_known || sigaction(number, NULL, &now) != 0 || now.sa_sigaction == wanted.sa_sigaction ||
        now.sa_sigaction == on_division) {
        return;
    }
    if (number == SIGFPE && vm_handles) {
        if (!drivers_division.sa_sigaction) { drivers_division = now; }
        wanted.sa_sigaction = on_division;
    }
    (void)sigaction(number, &wanted, NULL);
}

/* Resumes the threads that suspend() suspended. */
static void resume(JNIEnv *env, struct held *held) {
    if (held->tools) {
        jvmtiEnv *tools = held->tools;
        for (jint i = 0; i < held->count; i++) {
            if (held->results[i] == JVMTI_ERROR_NONE) { (void)(*tools)->ResumeThread(tools, held->threads[i]); }
            (*env)->DeleteLocalRef(env, held->threads[i]);
        }
        (void)(*tools)->Deallocate(tools, (unsigned char *)held->threads);
        (void)(*tools)->DisposeEnvironment(tools);
    }
    free(held->results);
    free(held);
}

/* Suspends all Java threads except this one; returns NULL if there is no memory. If the VM does not permit that,
 * because a debugger has taken the capability, the threads keep running. */
static struct held *suspend(JNIEnv *env) {
    struct held *held = calloc(1, sizeof *held);
    jvmtiEnv *tools;
    if (!held || (*vm)->GetEnv(vm, (void **)&tools, JVMTI_VERSION_11) != JNI_OK) { return held; }
    jvmtiCapabilities capabilities = {.can_suspend = 1};
    jthread self = NULL;
    if ((*tools)->AddCapabilities(tools, &capabilities) != JVMTI_ERROR_NONE ||
        (*tools)->GetCurrentThread(tools, &self) != JVMTI_ERROR_NONE ||
        (*tools)->GetAllThreads(tools, &held->count, &held->threads) != JVMTI_ERROR_NONE) {
        (void)(*tools)->DisposeEnvironment(tools);
        return held;
    }
    held->tools = tools;
    held->results = calloc((size_t)held->count, sizeof *held->results);
    for (jint i = 0; i < held->count; i++) {
        if ((*env)->IsSameObject(env, held->threads[i], self)) { held->threads[i--] = held->threads[--held->count]; }
    }
    if (!held->results ||
        (*tools)->SuspendThreadList(tools, held->count, held->threads, held->results) != JVMTI_ERROR_NONE) {
        held->count = 0;
    }
    return held;
}

void *clmem_java_drivers_begin(JNIEnv *env) {
    if (!vm || started) { return NULL; }
    (void)pthread_mutex_lock(&starting);
    struct held *held = started ? NULL : suspend(env);
    if (!held) { (void)pthread_mutex_unlock(&starting); }
    return held;
}

void clmem_java_drivers_end(JNIEnv *env, void *held, clmem_status status) {
    if (!vm) { return; }
    for (int i = 0; i < SIGNALS; i++) {
        restore(i);
    }
    if (held) {
        if (status == CLMEM_SUCCESS) { started = 1; }
        resume(env, held);
        (void)pthread_mutex_unlock(&starting);
    }
}
