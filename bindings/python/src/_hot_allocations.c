// Allocations that may wait: with garbage collection, and with what the program's callbacks raise meanwhile.
//
// A callback cannot raise through the library that calls it. It keeps its exception in the allocation that is in
// progress on its thread. That raises the exception once the library has returned a failure, and drops it if the library
// has overcome the shortage. A callback that releases memory must not fail: if a signal interrupts it, it runs again,
// and the interrupt is raised when the library has returned.
#include "_hot.h"

typedef struct allocation {
    struct allocation *outer; // in progress, too: a callback may call another allocator
    PyObject *failure;        // what a callback raised last
    int is_final;             // garbage collection is not worth trying
} allocation;

static _Thread_local allocation *innermost;

static clmem_status call(clmem_status (*allocate)(void *what), void *what, allocation *own) {
    own->outer = innermost;
    own->failure = NULL;
    own->is_final = 0;
    innermost = own;
    const clmem_status status = allocate(what);
    innermost = own->outer;
    return status;
}

// Reference cycles may keep blocks alive. gc.collect() works even if the program has disabled the collector.
static int collect_garbage(void) {
    PyObject *const gc = PyImport_ImportModule("gc");
    PyObject *const collected = gc == NULL ? NULL : PyObject_CallMethod(gc, "collect", NULL);
    Py_XDECREF(gc);
    Py_XDECREF(collected);
    return collected != NULL;
}

static int is_shortage(clmem_status status) {
    return status == CLMEM_ERROR_OUT_OF_MEMORY || status == CLMEM_ERROR_OUT_OF_HOST_MEMORY ||
           status == CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

int hot_allocate(clmem_status (*allocate)(void *what), void *what) {
    allocation own;
    clmem_status status = call(allocate, what, &own);
    if (is_shortage(status) && !own.is_final && PyErr_Occurred() == NULL) {
        Py_XDECREF(own.failure);
        if (!collect_garbage()) { return -1; }
        status = call(allocate, what, &own);
    }
    if (status != CLMEM_SUCCESS && PyErr_Occurred() == NULL) { hot_fail_because(status, own.failure); }
    Py_XDECREF(own.failure);
    return status == CLMEM_SUCCESS ? 0 : -1;
}

static clmem_status call_python(void *function) {
    PyObject *const result = PyObject_CallFunction(function, NULL);
    const Py_ssize_t status = result == NULL ? -1 : PyLong_AsSsize_t(result);
    Py_XDECREF(result);
    return PyErr_Occurred() == NULL ? (clmem_status)status : CLMEM_ERROR_INTERNAL;
}

static PyObject *allocate(PyObject *Py_UNUSED(module), PyObject *function) {
    if (hot_allocate(call_python, function) != 0) { return NULL; }
    Py_RETURN_NONE;
}

static PyObject *callback_failed(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *failure;
    int is_final;
    if (!PyArg_ParseTuple(arguments, "Op", &failure, &is_final)) { return NULL; }
    if (innermost == NULL) { return PyErr_Format(PyExc_SystemError, "no allocation is in progress on this thread"); }
    PyObject *const before = innermost->failure;
    Py_INCREF(failure);
    innermost->failure = failure;
    innermost->is_final = is_final;
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static int raise_pending(void *error) {
    PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_DECREF((PyObject *)error);
    return -1;
}

// Not in Python: the interpreter would raise the exception in the function that asks for it.
static PyObject *raise_after(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *function, *type, *error, *traceback;
    if (!PyArg_ParseTuple(arguments, "OOOO", &function, &type, &error, &traceback)) { return NULL; }
    PyObject *const result = PyObject_CallFunction(function, "OO", error, traceback);
    if (result == NULL) { return NULL; }
    Py_DECREF(result);
    Py_INCREF(error);
    if (Py_AddPendingCall(raise_pending, error) != 0) { raise_pending(error); }
    if (PyErr_Occurred() != NULL) { return NULL; }
    Py_RETURN_NONE;
}

static PyMethodDef allocation_functions[] = {
    {"allocate", allocate, METH_O,
     "allocate(function, /)\n--\n\n"
     "Calls a function that allocates and returns a status. If memory is short, collects garbage and calls it once\n"
     "more. Raises the exception for a failure; its cause is what a callback of the program raised meanwhile."},
    {"callback_failed", callback_failed, METH_VARARGS,
     "callback_failed(error, is_final, /)\n--\n\n"
     "Keeps what a callback of the program raised, for the allocation that called it. If it is final, the allocation\n"
     "is not tried again."},
    {"raise_after", raise_after, METH_VARARGS,
     "raise_after(function, type, error, traceback, /)\n--\n\n"
     "Calls function(error, traceback), then lets the main thread raise the error as soon as it runs Python code."},
    {NULL, NULL, 0, NULL}};

int hot_add_allocations(PyObject *module) {
    return PyModule_AddFunctions(module, allocation_functions);
}
