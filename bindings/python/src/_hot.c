// The C half of pools, blocks and events: what runs on every hit.
//
// A call through cffi costs more than a hit, so the two calls of a hit, allocate and release, are made in C. Everything
// else that pools and blocks do is Python, in clmem/tools.
//
// The GIL. A hit is served by clmem_pool_try_allocate(), which never blocks, so the GIL stays held. A miss releases the
// GIL: it may wait for the driver, for other threads, and for callbacks that take the GIL. A release never blocks and
// keeps the GIL, unless the block is so large that slabs may be returned to the driver.
#include "_hot.h"

#include <dlfcn.h>

// Raises the exception for a status. One is enough: the module refuses to be loaded by a second interpreter.
static PyObject *raise_last;

PyObject *hot_fail(clmem_status status) {
    if (raise_last == NULL) { return PyErr_Format(PyExc_SystemError, "clmem failed with status %d", (int)status); }
    PyObject *const result = PyObject_CallFunction(raise_last, "i", (int)status);
    if (result != NULL) {
        Py_DECREF(result);
        PyErr_Format(PyExc_SystemError, "no exception was raised for clmem's status %d", (int)status);
    }
    return NULL;
}

void hot_fail_because(clmem_status status, PyObject *cause) {
    if (cause == NULL) {
        hot_fail(status);
        return;
    }
    PyObject *const result = PyObject_CallFunction(raise_last, "isO", (int)status, "", cause);
    Py_XDECREF(result);
}

PyObject *hot_fail_with(clmem_status status, const char *message) {
    PyObject *const result = PyObject_CallFunction(raise_last, "is", (int)status, message);
    Py_XDECREF(result);
    return NULL;
}

void hot_report(clmem_status status, PyTypeObject *where) {
    if (status == CLMEM_ERROR_FORKED) { return; } // the memory belongs to the parent
    hot_fail(status);
    PyErr_WriteUnraisable((PyObject *)where);
}

void hot_release_meanwhile(clmem_status (*release)(void *what), void *what, PyTypeObject *where) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    const clmem_status status = release(what);
    if (status != CLMEM_SUCCESS) { hot_report(status, where); }
    PyErr_Restore(type, value, traceback);
}

static PyObject *on_failure(PyObject *Py_UNUSED(module), PyObject *function) {
    Py_INCREF(function);
    PyObject *const before = raise_last;
    raise_last = function;
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static PyMethodDef module_functions[] = {
    {"on_failure", on_failure, METH_O,
     "on_failure(function, /)\n--\n\nSets the function that raises the exception for a status."},
    {NULL, NULL, 0, NULL}};

int (*hot_get_buffer)(PyObject *, Py_buffer *, int);
void (*hot_release_buffer)(Py_buffer *);

static int find_buffer_protocol(void) {
    *(void **)&hot_get_buffer = dlsym(RTLD_DEFAULT, "PyObject_GetBuffer");
    *(void **)&hot_release_buffer = dlsym(RTLD_DEFAULT, "PyBuffer_Release");
    if (hot_get_buffer != NULL && hot_release_buffer != NULL) { return 1; }
    PyErr_SetString(PyExc_ImportError, "this Python has no buffer protocol");
    return 0;
}

static int execute(PyObject *module) {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError,
                        "clmem works in the main interpreter only: device memory belongs to the process");
        return -1;
    }
    if (!find_buffer_protocol()) { return -1; }
    const int added = hot_add_blocks(module) == 0 && hot_add_pools(module) == 0 && hot_add_allocations(module) == 0;
    return added && hot_add_commands(module) == 0 && hot_add_pending(module) == 0 ? hot_add_views(module) : -1;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, execute},
#ifdef Py_GIL_DISABLED
                                          {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                          {0, NULL}};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                 "clmem._hot",
                                 "The C half of pools, blocks and events.",
                                 0,
                                 module_functions,
                                 module_slots,
                                 NULL,
                                 NULL,
                                 NULL};

PyMODINIT_FUNC PyInit__hot(void) {
    return PyModuleDef_Init(&definition);
}
