// Pools: allocate(size), in C because a call through cffi costs more than a hit.
#include "_hot.h"

#include <structmember.h>

typedef struct {
    PyObject base;
    clmem_pool handle;
    PyTypeObject *block_type;
    int makes_plain_blocks;
    int makes_empty_blocks; // for a request of 0 bytes; otherwise that gives None
} pool_object;

static int pool_traverse(pool_object *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->block_type);
    return 0;
}

static int pool_clear(pool_object *Py_UNUSED(self)) {
    return 0; // the block type stays, as allocate() may still be called; the cycle ends when the type's dict is cleared
}

static clmem_status release_pool(void *handle) {
    PyThreadState *const state = PyEval_SaveThread();
    const clmem_status status = clmem_pool_release(handle);
    PyEval_RestoreThread(state);
    return status;
}

static void pool_dealloc(pool_object *self) {
    PyTypeObject *const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (self->handle != NULL) { hot_release(release_pool, self->handle, type); }
    Py_XDECREF(self->block_type);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

// Raises the exception for an argument that is no size. One is enough, as for the statuses.
static PyObject *refuse_size;

static PyObject *on_wrong_size(PyObject *Py_UNUSED(module), PyObject *function) {
    Py_INCREF(function);
    PyObject *const before = refuse_size;
    refuse_size = function;
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static int no_size(PyObject *given) {
    PyErr_Clear();
    PyObject *const result = refuse_size ? PyObject_CallFunction(refuse_size, "(O)", given) : NULL;
    if (result != NULL || refuse_size == NULL) {
        Py_XDECREF(result);
        PyErr_Format(PyExc_SystemError, "no exception was raised for the size %R", given);
    }
    return 0;
}

// Reads the size argument. Returns 0 and sets an exception if it is no size.
static int read_size(PyObject *given, size_t *out_bytes) {
    if (PyLong_CheckExact(given)) {
        *out_bytes = PyLong_AsSize_t(given);
        if (*out_bytes != (size_t)-1) { return 1; }
        PyErr_Clear();
    }
    PyObject *const number = PyNumber_Index(given);
    if (number == NULL) { return no_size(given); }
    *out_bytes = PyLong_AsSize_t(number);
    Py_DECREF(number);
    if (*out_bytes != (size_t)-1 || !PyErr_Occurred()) { return 1; }
    return no_size(given);
}

typedef struct {
    clmem_pool pool;
    size_t bytes;
    clmem_buffer handle;
} request;

static clmem_status allocate_slowly(void *what) {
    request *const r = what;
    PyThreadState *const state = PyEval_SaveThread();
    const clmem_status status = clmem_pool_allocate(r->pool, NULL, r->bytes, &r->handle);
    PyEval_RestoreThread(state);
    return status;
}

// Not inlined: the way of a hit keeps its values in registers. Returns 0 and sets an exception on failure.
static __attribute__((noinline)) int take_slowly(clmem_pool pool, size_t bytes, clmem_buffer *out_handle) {
    request r = {pool, bytes, NULL};
    if (hot_allocate(allocate_slowly, &r) != 0) { return 0; }
    *out_handle = r.handle;
    return 1;
}

static inline __attribute__((always_inline)) PyObject *take(pool_object *self, PyObject *size, PyTypeObject *block_type,
                                                            int is_plain) {
    size_t bytes;
    if (!read_size(size, &bytes)) { return NULL; }
    clmem_buffer handle = NULL;
    const clmem_status status = clmem_pool_try_allocate(self->handle, NULL, bytes, &handle);
    if (status != CLMEM_SUCCESS) { return hot_fail(status); }
    if (handle == NULL && !take_slowly(self->handle, bytes, &handle)) { return NULL; }
    if (handle == NULL && !self->makes_empty_blocks) { Py_RETURN_NONE; }
    return hot_make_block(block_type, is_plain, handle, bytes);
}

static PyObject *pool_take(pool_object *self, PyObject *size) {
    return take(self, size, self->block_type, self->makes_plain_blocks);
}

PyObject *hot_take(PyObject *pool, PyObject *size, PyTypeObject *block_type) {
    return take((pool_object *)pool, size, block_type, 1);
}

// The one argument, given by place or by its name.
inline __attribute__((always_inline)) PyObject *hot_only_size(PyObject *const *arguments, Py_ssize_t count,
                                                              PyObject *names) {
    const Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
    if (count + named != 1 ||
        (named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "size") != 0)) {
        return PyErr_Format(PyExc_TypeError, "allocate() takes one argument, the size in bytes");
    }
    return arguments[0];
}

static PyObject *pool_allocate(pool_object *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
    PyObject *const size = hot_only_size(arguments, count, names);
    return size == NULL ? NULL : pool_take(self, size);
}

inline __attribute__((always_inline)) PyObject *hot_only_size_of_call(PyObject *arguments, PyObject *names) {
    const Py_ssize_t placed = PyTuple_Size(arguments), named = names == NULL ? 0 : PyDict_Size(names);
    PyObject *size = NULL;
    if (placed + named == 1) {
        size = placed == 1 ? PyTuple_GetItem(arguments, 0) : PyDict_GetItemString(names, "size");
    }
    return size != NULL ? size : PyErr_Format(PyExc_TypeError, "expected one argument, the size in bytes");
}

static PyObject *pool_call(pool_object *self, PyObject *arguments, PyObject *names) {
    PyObject *const size = hot_only_size_of_call(arguments, names);
    return size == NULL ? NULL : pool_take(self, size);
}

// For blocks that Python allocates with further options.
static PyObject *pool_wrap(pool_object *self, PyObject *arguments) {
    PyObject *handle;
    Py_ssize_t bytes;
    if (!PyArg_ParseTuple(arguments, "On", &handle, &bytes)) { return NULL; }
    void *const block = PyLong_AsVoidPtr(handle);
    if (block == NULL && (PyErr_Occurred() || bytes != 0)) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "expected the token of a block, got 0");
    }
    return hot_make_block(self->block_type, self->makes_plain_blocks, (clmem_buffer)block, (size_t)bytes);
}

// Called by the Python half of the constructor.
static PyObject *pool_adopt(pool_object *self, PyObject *arguments) {
    PyObject *handle, *block_type;
    int makes_empty_blocks;
    if (!PyArg_ParseTuple(arguments, "OOp", &handle, &block_type, &makes_empty_blocks)) { return NULL; }
    if (self->handle != NULL) { return PyErr_Format(PyExc_TypeError, "the pool is already constructed"); }
    if (!hot_is_block_type(block_type)) {
        return PyErr_Format(PyExc_TypeError, "expected a type made by block_type(), got %R", block_type);
    }
    void *const pool = PyLong_AsVoidPtr(handle);
    if (PyErr_Occurred()) { return NULL; }
    self->makes_plain_blocks = hot_is_plain_block_type(block_type);
    self->makes_empty_blocks = makes_empty_blocks;
    Py_INCREF(block_type);
    self->block_type = (PyTypeObject *)block_type;
    self->handle = (clmem_pool)pool;
    Py_RETURN_NONE;
}

static PyObject *pool_handle(pool_object *self, void *Py_UNUSED(closure)) {
    return PyLong_FromVoidPtr(self->handle);
}

static PyMethodDef pool_methods[] = {
    {"allocate", (PyCFunction)(void (*)(void))pool_allocate, METH_FASTCALL | METH_KEYWORDS,
     "allocate($self, size)\n--\n\n"
     "Allocates memory. A hit reuses a released block and makes no OpenCL call.\n\n"
     ":arg size: in bytes. For 0 bytes the result is None.\n"
     ":returns: the memory, with undefined content. It returns to the pool when it is released or deleted.\n"
     ":raises clmem.MemoryError: if the limit or the device's memory is exhausted, even after garbage collection;\n"
     "    the message says how much is active, idle and requested.\n"
     ":raises clmem.LogicError: if the size is no integer, negative or above 2**62 - 1."},
    {"_adopt", (PyCFunction)pool_adopt, METH_VARARGS,
     "_adopt($self, handle, block_type, makes_empty_blocks, /)\n--\n\n"
     "Takes over the pool with this token, whose blocks are of this type. A request of 0 bytes gives an empty\n"
     "block, or None."},
    {"_wrap", (PyCFunction)pool_wrap, METH_VARARGS,
     "_wrap($self, handle, size, /)\n--\n\nMakes an object that takes over the block with this token."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef pool_properties[] = {{"_handle", (getter)pool_handle, NULL, "The token of clmem's handle.", NULL},
                                        {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot pool_slots[] = {{Py_tp_doc, "A pool of memory: allocate(size), or a call with the size."},
                                   {Py_tp_new, PyType_GenericNew},
                                   {Py_tp_dealloc, pool_dealloc},
                                   {Py_tp_traverse, pool_traverse},
                                   {Py_tp_clear, pool_clear},
                                   {Py_tp_call, pool_call},
                                   {Py_tp_methods, pool_methods},
                                   {Py_tp_getset, pool_properties},
                                   {0, NULL}};

static PyType_Spec pool_spec = {"clmem._hot.Pool", sizeof(pool_object), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, pool_slots};

static PyTypeObject *pool_type;

int hot_is_pool(PyObject *object) {
    return PyObject_TypeCheck(object, pool_type);
}

static PyMethodDef pool_functions[] = {
    {"on_wrong_size", on_wrong_size, METH_O,
     "on_wrong_size(function, /)\n--\n\nSets the function that raises the exception for an argument that is no size."},
    {NULL, NULL, 0, NULL}};

int hot_add_pools(PyObject *module) {
    PyObject *const type = PyType_FromSpec(&pool_spec);
    if (type == NULL) { return -1; }
    if (PyModule_AddObject(module, "Pool", type) != 0) {
        Py_DECREF(type);
        return -1;
    }
    pool_type = (PyTypeObject *)type; // kept by the module
    return PyModule_AddFunctions(module, pool_functions);
}
