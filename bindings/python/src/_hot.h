// What the sources of the module clmem._hot share.
#pragma once

#include <Python.h>
#include <clmem_extras.h>

#ifndef METH_FASTCALL
#define METH_FASTCALL 0x0080 // 3.9 has it, but calls it stable from 3.10 on
#endif

#if defined(Py_LIMITED_API) && Py_LIMITED_API < 0x030b0000
// The buffer protocol belongs to the stable ABI from 3.11 on. In 3.9 and 3.10, which no longer change, it is the same.
typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len;
    Py_ssize_t itemsize;
    int readonly;
    int ndim;
    char *format;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    Py_ssize_t *suboffsets;
    void *internal;
} Py_buffer;
#define PyBUF_SIMPLE 0
#define PyBUF_WRITABLE 1
#define PyBUF_FORMAT 4
#define Py_bf_getbuffer 1
#define Py_bf_releasebuffer 2
#endif

// PyObject_GetBuffer() and PyBuffer_Release(), found at import: a module for Python 3.9 must not name them.
extern int (*hot_get_buffer)(PyObject *exporter, Py_buffer *view, int flags);
extern void (*hot_release_buffer)(Py_buffer *view);

// An Event.
typedef struct {
    PyObject base;
    cl_event event;
    PyObject *keeper; // the Pending that noted it first, or NULL
    size_t place;     // in the keeper
    char is_command;  // of this package, so no user event
} hot_event;

// Raises the exception for a library call that has just failed on this thread, and returns NULL.
PyObject *hot_fail(clmem_status status);

// Raises the exception for a status and a message, and returns NULL.
PyObject *hot_fail_with(clmem_status status, const char *message);

// Prints the exception for a failed release where none can be raised. No exception may be set.
void hot_report(clmem_status status, PyTypeObject *where);

// hot_release() while an exception is set.
void hot_release_meanwhile(clmem_status (*release)(void *what), void *what, PyTypeObject *where);

// Releases something where no exception can be raised, and one may be set: in deallocators and after failures. A release
// may call the program's allocator, hence Python code, which would take the exception for its own.
static inline __attribute__((always_inline)) void hot_release(clmem_status (*release)(void *what), void *what,
                                                              PyTypeObject *where) {
    if (PyErr_Occurred() != NULL) {
        hot_release_meanwhile(release, what, where);
        return;
    }
    const clmem_status status = release(what);
    if (status != CLMEM_SUCCESS) { hot_report(status, where); }
}

// Raises the exception for an allocation that has just failed on this thread; `cause`, which may be NULL, is what a
// callback of the program raised meanwhile.
void hot_fail_because(clmem_status status, PyObject *cause);

// Calls a function that allocates; if memory is short, collects garbage, which may hold memory, and calls it once more.
// The function may also fail with an exception. Returns 0, or -1 and an exception.
int hot_allocate(clmem_status (*allocate)(void *what), void *what);

// Makes a block object. It takes over the handle even when it fails and returns NULL.
PyObject *hot_make_block(PyTypeObject *type, int is_plain, clmem_buffer handle, size_t bytes);

// Whether block_type() made the type, and whether it is such a type itself rather than a Python subclass of one.
int hot_is_block_type(PyObject *type);
int hot_is_plain_block_type(PyObject *type);

// Allocates a block of a Pool, of a type for which hot_is_block_type() holds: a new reference to it or to None, or NULL and
// an exception.
PyObject *hot_take(PyObject *pool, PyObject *size, PyTypeObject *block_type);

// Whether an object is a Pool.
int hot_is_pool(PyObject *object);

// The one argument `size` of a function called by vector, or of a call; NULL and an exception if there is another.
PyObject *hot_only_size(PyObject *const *arguments, Py_ssize_t count, PyObject *names);
PyObject *hot_only_size_of_call(PyObject *arguments, PyObject *names);

// The address of a block's cl_mem as a Python int. And the block's method release(). NULL and an exception on failure.
PyObject *hot_block_mem(PyObject *block);
PyObject *hot_release_block(PyObject *block);

// An integer attribute of a type; -1 and an exception if there is none.
Py_ssize_t hot_number_of(PyObject *type, const char *attribute);

// Whether the blocks of a type export their memory as a buffer.
int hot_is_exporting(PyObject *type);

// Whether a type is a subclass of Event; raises an exception if not.
int hot_is_event_type(PyObject *type);

// Makes the event of a command, of a subclass of Event. It takes over the reference even when it fails.
PyObject *hot_event_of(PyObject *type, cl_event event);

// Begins a call that enqueues a command: until hot_end_call() the Pending does not retire. Returns its queue; NULL if
// `pending` is no Pending, or retired.
cl_command_queue hot_begin_call(PyObject *pending);
void hot_end_call(PyObject *pending);

// Notes a command in a Pending. Returns 0, 1 if that is retired, or -1 and an exception.
int hot_note(PyObject *pending, hot_event *event);

// For a deallocator: gives up the keeper. Returns whether that takes over the reference to the OpenCL event.
int hot_hand_over(hot_event *event);

// clmem_event_release(), for hot_release().
clmem_status hot_release_event(void *event);

// Each adds its types and functions to the module. Returns 0, or -1 and an exception.
int hot_add_blocks(PyObject *module);
int hot_add_pools(PyObject *module);
int hot_add_commands(PyObject *module);
int hot_add_allocations(PyObject *module);
int hot_add_pending(PyObject *module);
int hot_add_views(PyObject *module);
