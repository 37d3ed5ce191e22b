// The C types on the way of a hit: the base classes of the pools and of the memory that they hand out.
//
// Calls through cffi cost more than a hit itself, so that the two calls of a hit, allocate and release, are made from here.
// Everything else that pools and blocks can do is Python, in clmem/tools.
//
// The GIL. A hit is had by clmem_pool_try_allocate(), which waits for nothing, so that the GIL can be kept. Whatever that does
// not find is allocated with the GIL given up, since it may wait for the driver, for other threads, and for callbacks that need
// the GIL themselves. A release waits for nothing: the GIL is kept, unless the block is so large that slabs may go back.
#include "_hot.h"

#include <stdatomic.h>
#include <structmember.h>

// Blocks above this never stay in a thread's cache.
static const size_t largest_cached_bytes = (size_t)1 << 20;

// The module refuses to be in two interpreters of one process, which would share its memory; so this is that of the one.
static PyObject *raise_last; // raises the exception for a status

// ---- errors -------------------------------------------------------------------------------------------------------------

PyObject *hot_fail(clmem_status status) {
    if (raise_last == NULL) { return PyErr_Format(PyExc_SystemError, "clmem's status is %d", (int)status); }
    PyObject *const result = PyObject_CallFunction(raise_last, "i", (int)status);
    if (result != NULL) {
        Py_DECREF(result);
        PyErr_Format(PyExc_SystemError, "nothing was raised for clmem's status %d", (int)status);
    }
    return NULL;
}

void hot_report(clmem_status status, PyTypeObject *where) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    hot_fail(status);
    PyErr_WriteUnraisable((PyObject *)where);
    PyErr_Restore(type, value, traceback);
}

// ---- blocks -------------------------------------------------------------------------------------------------------------

typedef struct {
    PyObject base;
    clmem_buffer handle;
    size_t bytes;
    atomic_int state;
    atomic_int views; // that look at the memory and refer to this object
    int is_plain;     // its type is one of block_type(), which no class of Python's adds to
    PyObject *weak_references;
    PyObject
        *attributes; // the program's own, a dict; NULL until the first is set, and once the collector has cleared it
    int is_tracked;  // by the collector, since the first attribute; of plain blocks
} block_object;

// The states of a block. One that is released while something looks at its memory keeps it until the last view is gone.
enum { block_live, block_awaiting_views, block_gone };

// The memory of the plain block that died last, for the next one: most programs have few at a time. Guarded by the GIL, and
// always NULL where there is none.
static block_object *spare;

static clmem_status give_back(block_object *self) {
    clmem_status status;
    if (self->bytes <= largest_cached_bytes) {
        status = clmem_buffer_release(self->handle);
    } else {
        PyThreadState *const state = PyEval_SaveThread();
        status = clmem_buffer_release(self->handle);
        PyEval_RestoreThread(state);
    }
    if (status == CLMEM_SUCCESS) { atomic_store_explicit(&self->state, block_gone, memory_order_relaxed); }
    return status;
}

// Of a release and the end of the last view, which other threads may have at the same time, one gives the memory back.
static clmem_status give_back_if_unseen(block_object *self) {
    int awaiting = block_awaiting_views;
    if (atomic_load(&self->views) != 0 || !atomic_compare_exchange_strong(&self->state, &awaiting, block_gone)) {
        return CLMEM_SUCCESS;
    }
    return give_back(self);
}

static int is_live(block_object *self) {
    return atomic_load_explicit(&self->state, memory_order_relaxed) == block_live;
}

static PyObject *fail_as_released(void) {
    PyObject *const result =
        PyObject_CallFunction(raise_last, "is", (int)CLMEM_ERROR_INVALID_HANDLE, "it was released already");
    Py_XDECREF(result);
    return NULL;
}

// An object without a block, or NULL.
static block_object *block_object_of(PyTypeObject *type, int is_plain) {
    if (!is_plain) { return (block_object *)PyType_GenericAlloc(type, 0); }
    block_object *made = spare;
    if (made == NULL) {
        made = PyObject_GC_New(block_object, type);
        if (made == NULL) { return NULL; }
        made->is_plain = 1;
        made->weak_references = NULL;
        made->attributes = NULL;
        made->is_tracked = 0;
    } else {
        spare = NULL;
        PyObject_Init((PyObject *)made, type);
    }
    atomic_init(&made->state, block_live);
    atomic_init(&made->views, 0);
    return made;
}

static PyObject *block_make(PyTypeObject *type, int is_plain, clmem_buffer handle, size_t bytes) {
    block_object *const made = block_object_of(type, is_plain);
    if (made == NULL) {
        const clmem_status status = clmem_buffer_release(handle);
        if (status != CLMEM_SUCCESS) { hot_report(status, type); }
        return NULL;
    }
    made->handle = handle;
    made->bytes = bytes;
    return (PyObject *)made;
}

static PyObject *block_new(PyTypeObject *type, PyObject *Py_UNUSED(arguments), PyObject *Py_UNUSED(keywords)) {
    return PyErr_Format(PyExc_TypeError, "%R objects come from pools: call the pool's allocate(size)", type);
}

static void block_free(block_object *self, PyTypeObject *type) {
    if (!self->is_plain) {
        ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
#ifndef Py_GIL_DISABLED
    } else if (spare == NULL) {
        spare = self;
#endif
    } else {
        PyObject_GC_Del(self);
    }
}

// Ends what few blocks have: weak references, attributes, a subclass.
static void let_go(block_object *self) {
    PyObject_GC_UnTrack(self);
    if (self->weak_references != NULL) { PyObject_ClearWeakRefs((PyObject *)self); }
    Py_CLEAR(self->attributes);
    self->is_tracked = 0;
}

static void block_dealloc(block_object *self) {
    PyTypeObject *const type = Py_TYPE(self);
    if (self->weak_references != NULL || self->is_tracked || !self->is_plain) { let_go(self); }
    if (atomic_load_explicit(&self->state, memory_order_relaxed) != block_gone) {
        const clmem_status status = give_back(self);
        // In a child process the memory is the parent's.
        if (status != CLMEM_SUCCESS && status != CLMEM_ERROR_FORKED) { hot_report(status, type); }
    }
    block_free(self, type);
    Py_DECREF(type);
}

static int block_traverse(block_object *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->attributes);
    return 0;
}

static int block_clear(block_object *self) {
    Py_CLEAR(self->attributes);
    return 0;
}

static PyTypeObject *type_with_attributes(PyTypeObject *type);

// A block's type has no dict, in which every call of a method would look first. The first attribute that a program sets makes the
// block one of a type that has; until then it refers to nothing, and the collector need not know of it.
static int block_set_attribute(PyObject *self, PyObject *name, PyObject *value) {
    PyTypeObject *const type = Py_TYPE(self);
    const int status = PyObject_GenericSetAttr(self, name, value);
    if (status != 0 && value != NULL && ((block_object *)self)->is_plain && !((block_object *)self)->is_tracked) {
        PyErr_Clear();
        PyTypeObject *const other = type_with_attributes(type);
        if (other == NULL) { return -1; }
        Py_SET_TYPE(self, other); // of the same struct; the new reference is the object's
        Py_DECREF(type);
        ((block_object *)self)->is_tracked = 1;
        PyObject_GC_Track(self);
        return PyObject_GenericSetAttr(self, name, value);
    }
    return status;
}

static PyObject *block_release(block_object *self, PyObject *Py_UNUSED(nothing)) {
    clmem_status status;
    if (!is_live(self)) { return fail_as_released(); }
    if (atomic_load_explicit(&self->views, memory_order_relaxed) == 0) {
        status = give_back(self);
    } else {
        int live = block_live;
        if (!atomic_compare_exchange_strong(&self->state, &live, block_awaiting_views)) { return fail_as_released(); }
        status = give_back_if_unseen(self);
    }
    if (status != CLMEM_SUCCESS) { return hot_fail(status); }
    Py_RETURN_NONE;
}

static PyObject *block_look(block_object *self, PyObject *Py_UNUSED(nothing)) {
    atomic_fetch_add(&self->views, 1);
    Py_RETURN_NONE;
}

static PyObject *block_look_away(block_object *self, PyObject *Py_UNUSED(nothing)) {
    atomic_fetch_sub(&self->views, 1);
    const clmem_status status = give_back_if_unseen(self);
    if (status != CLMEM_SUCCESS && status != CLMEM_ERROR_FORKED) { return hot_fail(status); }
    Py_RETURN_NONE;
}

static PyObject *block_handle(block_object *self, void *Py_UNUSED(closure)) {
    if (!is_live(self)) { return PyLong_FromLong(0); }
    return PyLong_FromVoidPtr(self->handle);
}

static PyObject *block_mem(block_object *self, void *Py_UNUSED(closure)) {
    cl_mem mem;
    if (!is_live(self)) { return fail_as_released(); }
    const clmem_status status = clmem_buffer_mem(self->handle, &mem);
    return status == CLMEM_SUCCESS ? PyLong_FromVoidPtr(mem) : hot_fail(status);
}

static PyObject *block_address(block_object *self, void *Py_UNUSED(closure)) {
    void *address;
    if (!is_live(self)) { return fail_as_released(); }
    const clmem_status status = clmem_svm_pointer(self->handle, &address);
    return status == CLMEM_SUCCESS ? PyLong_FromVoidPtr(address) : hot_fail(status);
}

static PyMethodDef block_methods[] = {
    {"release", (PyCFunction)block_release, METH_NOARGS,
     "release($self, /)\n--\n\n"
     "Gives the memory back to its pool.\n\n"
     "Commands that use it need not be done, but must be enqueued. The object is of no use afterwards. If arrays show\n"
     "the memory, it goes back with the last of them.\n\n"
     ":raises clmem.LogicError: if it was released before."},
    {"_look", (PyCFunction)block_look, METH_NOARGS,
     "_look($self, /)\n--\n\nTells that something shows the memory until _look_away() is called; it refers to the "
     "block."},
    {"_look_away", (PyCFunction)block_look_away, METH_NOARGS,
     "_look_away($self, /)\n--\n\nTells that what called _look() is gone; gives memory back that was released "
     "meanwhile."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef block_properties[] = {
    {"_handle", (getter)block_handle, NULL, "The token of clmem's handle, 0 once it is released.", NULL},
    {"_mem", (getter)block_mem, NULL, "The address of the cl_mem, which is borrowed.", NULL},
    {"_address", (getter)block_address, NULL, "Where the memory begins, if it has addresses.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef block_members[] = {
    {"size", T_PYSSIZET, offsetof(block_object, bytes), READONLY, "Size in bytes, as it was asked for."},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(block_object, weak_references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};

static PyType_Slot block_slots[] = {
    {Py_tp_doc, "Memory of a pool, which goes back when the object is released or deleted."},
    {Py_tp_new, block_new},
    {Py_tp_alloc, PyType_GenericAlloc},
    {Py_tp_free, PyObject_GC_Del},
    {Py_tp_traverse, block_traverse},
    {Py_tp_clear, block_clear},
    {Py_tp_setattro, block_set_attribute},
    {Py_tp_dealloc, block_dealloc},
    {Py_tp_methods, block_methods},
    {Py_tp_getset, block_properties},
    {Py_tp_members, block_members},
    {0, NULL}};

static PyObject *block_type_of(const char *name, PyObject *bases, PyType_Slot *slots) {
    const unsigned flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC;
    PyType_Spec spec = {name, sizeof(block_object), 0, flags, slots};
    return PyType_FromSpecWithBases(&spec, bases);
}

static PyMemberDef attribute_members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(block_object, attributes), READONLY, NULL}, {NULL, 0, 0, 0, NULL}};

static PyType_Slot attribute_slots[] = {
    {Py_tp_new, block_new},     {Py_tp_dealloc, block_dealloc},     {Py_tp_traverse, block_traverse},
    {Py_tp_clear, block_clear}, {Py_tp_members, attribute_members}, {0, NULL}};

// A new reference to the type of a type's blocks that have attributes, which is made once; NULL and an exception if it cannot.
static PyTypeObject *type_with_attributes(PyTypeObject *type) {
    PyObject *made = PyObject_GetAttrString((PyObject *)type, "_with_attributes");
    if (made != NULL) { return (PyTypeObject *)made; }
    PyErr_Clear();
    PyObject *const bases = PyTuple_Pack(1, type);
    made = bases == NULL ? NULL : block_type_of("clmem._hot.BlockWithAttributes", bases, attribute_slots);
    Py_XDECREF(bases);
    PyObject *const name = PyObject_GetAttrString((PyObject *)type, "__name__");
    if (made == NULL || name == NULL || PyObject_SetAttrString(made, "__name__", name) != 0 ||
        PyObject_SetAttrString((PyObject *)type, "_with_attributes", made) != 0) {
        Py_CLEAR(made);
    }
    Py_XDECREF(name);
    return (PyTypeObject *)made;
}

// The value of a type's attribute, an int; -1 and an exception if there is none.
static Py_ssize_t number_of(PyObject *type, const char *attribute) {
    PyObject *const value = PyObject_GetAttrString(type, attribute);
    const Py_ssize_t number = value == NULL ? -1 : PyLong_AsSsize_t(value);
    Py_XDECREF(value);
    return number;
}

// A decorator: with the class as its only base, so that no slot of it stands between Python and the functions above.
static PyObject *block_type(PyObject *Py_UNUSED(module), PyObject *of) {
    if (!PyType_Check(of) ||
        number_of(of, "__basicsize__") != number_of((PyObject *)&PyBaseObject_Type, "__basicsize__")) {
        return PyErr_Format(PyExc_TypeError, "%R is no class without state: it needs __slots__ = ()", of);
    }
    PyObject *const name = PyObject_GetAttrString(of, "__name__");
    PyObject *const module = PyObject_GetAttrString(of, "__module__");
    PyObject *const full = name && module ? PyUnicode_FromFormat("%U.%U", module, name) : NULL;
    PyObject *const text = full ? PyUnicode_AsUTF8String(full) : NULL;
    PyObject *made = NULL;
    if (text != NULL) { // which stays: the type's name points to it
        PyObject *const bases = PyTuple_Pack(1, of);
        made = bases ? block_type_of(PyBytes_AsString(text), bases, block_slots) : NULL;
        Py_XDECREF(bases);
    }
    PyObject *const doc = made ? PyObject_GetAttrString(of, "__doc__") : NULL;
    if (doc == NULL || PyObject_SetAttrString(made, "__doc__", doc) != 0) { Py_CLEAR(made); }
    Py_XDECREF(doc);
    Py_XDECREF(full);
    Py_XDECREF(module);
    Py_XDECREF(name);
    return made;
}

// ---- pools --------------------------------------------------------------------------------------------------------------

typedef struct {
    PyObject base;
    clmem_pool handle;
    PyTypeObject *block_type;
    int makes_plain_blocks;
    int makes_empty_blocks; // for a request of no bytes, which is None else
} pool_object;

static int pool_traverse(pool_object *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->block_type);
    return 0;
}

static int pool_clear(pool_object *Py_UNUSED(self)) {
    return 0; // a type is not cleared: blocks may still be asked for, and the cycle ends with the type's own dictionary
}

static void pool_dealloc(pool_object *self) {
    PyTypeObject *const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (self->handle != NULL) {
        PyThreadState *const state = PyEval_SaveThread();
        const clmem_status status = clmem_pool_release(self->handle);
        PyEval_RestoreThread(state);
        if (status != CLMEM_SUCCESS && status != CLMEM_ERROR_FORKED) { hot_report(status, type); }
    }
    Py_XDECREF(self->block_type);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

// Takes the number of bytes that was asked for.
static int read_size(PyObject *given, size_t *out_bytes) {
    if (PyLong_CheckExact(given)) {
        *out_bytes = PyLong_AsSize_t(given);
        if (*out_bytes != (size_t)-1) { return 1; }
        PyErr_Clear();
    }
    PyObject *const number = PyNumber_Index(given);
    if (number == NULL) {
        PyErr_Format(PyExc_TypeError, "size is %R: it is a whole number of bytes", given);
        return 0;
    }
    *out_bytes = PyLong_AsSize_t(number);
    Py_DECREF(number);
    if (*out_bytes != (size_t)-1 || !PyErr_Occurred()) { return 1; }
    PyErr_Format(PyExc_ValueError, "size is %R: it is a number of bytes from 0 to 2**62 - 1", given);
    return 0;
}

static clmem_status allocate_slowly(pool_object *self, size_t bytes, clmem_buffer *out_handle) {
    PyThreadState *const state = PyEval_SaveThread();
    const clmem_status status = clmem_pool_allocate(self->handle, NULL, bytes, out_handle);
    PyEval_RestoreThread(state);
    return status;
}

// Blocks may hang in reference cycles. gc.collect() collects even if the program has disabled the collector.
static int collect_garbage(void) {
    PyObject *const gc = PyImport_ImportModule("gc");
    PyObject *const collected = gc == NULL ? NULL : PyObject_CallMethod(gc, "collect", NULL);
    Py_XDECREF(gc);
    Py_XDECREF(collected);
    return collected != NULL;
}

static PyObject *pool_take(pool_object *self, PyObject *size) {
    size_t bytes;
    if (!read_size(size, &bytes)) { return NULL; }
    clmem_buffer handle = NULL;
    clmem_status status = clmem_pool_try_allocate(self->handle, NULL, bytes, &handle);
    if (status == CLMEM_SUCCESS && handle == NULL) {
        status = allocate_slowly(self, bytes, &handle);
        if (status == CLMEM_ERROR_OUT_OF_MEMORY) {
            if (!collect_garbage()) { return NULL; }
            status = allocate_slowly(self, bytes, &handle);
        }
    }
    if (status != CLMEM_SUCCESS) { return hot_fail(status); }
    if (handle == NULL && !self->makes_empty_blocks) { Py_RETURN_NONE; }
    return block_make(self->block_type, self->makes_plain_blocks, handle, bytes);
}

// The one argument, given by place or by its name.
static PyObject *pool_allocate(pool_object *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
    const Py_ssize_t named = names == NULL ? 0 : PyTuple_Size(names);
    if (count + named != 1 ||
        (named == 1 && PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), "size") != 0)) {
        return PyErr_Format(PyExc_TypeError, "allocate() takes one argument, the size in bytes");
    }
    return pool_take(self, arguments[0]);
}

static PyObject *pool_call(pool_object *self, PyObject *arguments, PyObject *names) {
    const Py_ssize_t placed = PyTuple_Size(arguments), named = names == NULL ? 0 : PyDict_Size(names);
    PyObject *size = NULL;
    if (placed + named == 1) {
        size = placed == 1 ? PyTuple_GetItem(arguments, 0) : PyDict_GetItemString(names, "size");
    }
    if (size == NULL) { return PyErr_Format(PyExc_TypeError, "a pool is called with one argument, the size in bytes"); }
    return pool_take(self, size);
}

// Of what Python has allocated with other options.
static PyObject *pool_wrap(pool_object *self, PyObject *arguments) {
    PyObject *handle;
    Py_ssize_t bytes;
    if (!PyArg_ParseTuple(arguments, "On", &handle, &bytes)) { return NULL; }
    void *const block = PyLong_AsVoidPtr(handle);
    if (block == NULL && (PyErr_Occurred() || bytes != 0)) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "the handle is 0");
    }
    return block_make(self->block_type, self->makes_plain_blocks, (clmem_buffer)block, (size_t)bytes);
}

// Python's half of the constructor hands over what it has made.
static PyObject *pool_adopt(pool_object *self, PyObject *arguments) {
    PyObject *handle, *block_type;
    int makes_empty_blocks;
    if (!PyArg_ParseTuple(arguments, "OOp", &handle, &block_type, &makes_empty_blocks)) { return NULL; }
    if (self->handle != NULL) { return PyErr_Format(PyExc_TypeError, "the pool is made already"); }
    if (!PyType_Check(block_type) || PyType_GetSlot((PyTypeObject *)block_type, Py_tp_new) != (void *)block_new) {
        return PyErr_Format(PyExc_TypeError, "%R is no type of blocks", block_type);
    }
    void *const pool = PyLong_AsVoidPtr(handle);
    if (PyErr_Occurred()) { return NULL; }
    self->makes_plain_blocks = PyType_GetSlot((PyTypeObject *)block_type, Py_tp_dealloc) == (void *)block_dealloc;
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
     "Allocates memory; what was released before is handed out again, without a call of OpenCL.\n\n"
     ":arg size: in bytes. For 0 there is no object: None is returned.\n"
     ":returns: the memory, whose content is undefined. It goes back when it is released or deleted.\n"
     ":raises clmem.MemoryError: if the limit or the device's memory is used up, even after garbage was\n"
     "    collected; the message says how much is active, idle and wanted.\n"
     ":raises TypeError: if the size is no integer.\n"
     ":raises ValueError: if it is negative or above 2**64."},
    {"_adopt", (PyCFunction)pool_adopt, METH_VARARGS,
     "_adopt($self, handle, block_type, makes_empty_blocks, /)\n--\n\n"
     "Takes over the pool with this token, whose blocks are of this type. A request of no bytes gives an empty one, or "
     "None."},
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

// ---- the module ---------------------------------------------------------------------------------------------------------

static PyObject *on_failure(PyObject *Py_UNUSED(module), PyObject *function) {
    Py_INCREF(function);
    PyObject *const before = raise_last;
    raise_last = function;
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"on_failure", on_failure, METH_O,
     "on_failure(function, /)\n--\n\nNames the function that raises the exception for a status."},
    {"block_type", block_type, METH_O,
     "block_type(of, /)\n--\n\nMakes a type of blocks of a class without state, to which it adds what Block has."},
    {NULL, NULL, 0, NULL}};

static int execute(PyObject *module) {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0) {
        PyErr_SetString(PyExc_ImportError, "clmem works in the main interpreter only: device memory is the process's");
        return -1;
    }
    PyObject *const block = block_type_of("clmem._hot.Block", NULL, block_slots);
    PyObject *const pool = PyType_FromSpec(&pool_spec);
    if (block == NULL || pool == NULL) { return -1; }
    const int added = PyModule_AddObject(module, "Block", block) == 0 && PyModule_AddObject(module, "Pool", pool) == 0;
    return added ? hot_add_commands(module) : -1;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, execute},
#ifdef Py_GIL_DISABLED
                                          {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
                                          {0, NULL}};

static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                 "clmem._hot",
                                 "The C types on the way of a hit.",
                                 0,
                                 functions,
                                 module_slots,
                                 NULL,
                                 NULL,
                                 NULL};

PyMODINIT_FUNC PyInit__hot(void) {
    return PyModuleDef_Init(&definition);
}
