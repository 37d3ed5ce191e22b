// Blocks: the memory that pools allocate.
#include "_hot.h"

#include <stdatomic.h>
#include <structmember.h>

// Larger blocks are never kept in a thread cache.
static const size_t largest_cached_bytes = (size_t)1 << 20;

typedef struct {
    PyObject base;
    clmem_buffer handle;
    size_t bytes;
    atomic_int state;
    atomic_int views; // objects that show the memory; each refers to this object
    int is_plain;     // its type was made by block_type(), and is no Python subclass
    PyObject *weak_references;
    PyObject *attributes; // set by the program, a dict; NULL until the first is set, and after the collector cleared it
    int is_tracked;       // by the collector, from the first attribute on; only used for plain blocks
} block_object;

// A block that is released while views show its memory keeps the memory until the last view is gone.
enum { block_live, block_awaiting_views, block_gone };

// The object of the plain block that was deallocated last, for the next one: most programs have few blocks at a time.
// Guarded by the GIL; always NULL in a Python without it.
static block_object *spare;

static clmem_status release_block(void *block) {
    block_object *const self = block;
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

// A release and the end of the last view may race on two threads; the exchange lets one of them release the memory.
static clmem_status release_unless_viewed(block_object *self) {
    int awaiting = block_awaiting_views;
    if (atomic_load(&self->views) != 0 || !atomic_compare_exchange_strong(&self->state, &awaiting, block_gone)) {
        return CLMEM_SUCCESS;
    }
    return release_block(self);
}

static clmem_status release_if_unviewed(void *block) {
    return release_unless_viewed(block);
}

static int is_live(block_object *self) {
    return atomic_load_explicit(&self->state, memory_order_relaxed) == block_live;
}

static PyObject *fail_as_released(void) {
    return hot_fail_with(CLMEM_ERROR_INVALID_HANDLE, "the memory was already released");
}

static clmem_status release_handle(void *handle) {
    return clmem_buffer_release(handle);
}

// An object that has no block yet, or NULL.
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

// On the way of every hit: inlined into the pools' allocate(), which is compiled in one unit with this file.
inline __attribute__((always_inline)) PyObject *hot_make_block(PyTypeObject *type, int is_plain, clmem_buffer handle,
                                                               size_t bytes) {
    block_object *const made = block_object_of(type, is_plain);
    if (made == NULL) {
        hot_release(release_handle, handle, type);
        return NULL;
    }
    made->handle = handle;
    made->bytes = bytes;
    return (PyObject *)made;
}

static PyObject *block_new(PyTypeObject *type, PyObject *Py_UNUSED(arguments), PyObject *Py_UNUSED(keywords)) {
    return PyErr_Format(PyExc_TypeError, "%R has no constructor; call allocate(size) of a pool", type);
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

// Clears what only few blocks have: weak references, attributes, a Python subclass.
static void clear_extras(block_object *self) {
    PyObject_GC_UnTrack(self);
    if (self->weak_references != NULL) { PyObject_ClearWeakRefs((PyObject *)self); }
    Py_CLEAR(self->attributes);
    self->is_tracked = 0;
}

static void block_dealloc(block_object *self) {
    PyTypeObject *const type = Py_TYPE(self);
    if (self->weak_references != NULL || self->is_tracked || !self->is_plain) { clear_extras(self); }
    if (atomic_load_explicit(&self->state, memory_order_relaxed) != block_gone) {
        hot_release(release_block, self, type);
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

// A block's type has no instance dict, because every method call would search it first. The first attribute that a
// program sets changes the block's type to one that has a dict; until then the block refers to nothing and is not
// tracked by the collector.
static int block_set_attribute(PyObject *self, PyObject *name, PyObject *value) {
    PyTypeObject *const type = Py_TYPE(self);
    const int status = PyObject_GenericSetAttr(self, name, value);
    if (status != 0 && value != NULL && ((block_object *)self)->is_plain && !((block_object *)self)->is_tracked) {
        PyErr_Clear();
        PyTypeObject *const other = type_with_attributes(type);
        if (other == NULL) { return -1; }
        Py_SET_TYPE(self, other); // both have one struct; the object takes over the new reference
        Py_DECREF(type);
        ((block_object *)self)->is_tracked = 1;
        PyObject_GC_Track(self);
        return PyObject_GenericSetAttr(self, name, value);
    }
    return status;
}

PyObject *hot_release_block(PyObject *block) {
    block_object *const self = (block_object *)block;
    clmem_status status;
    if (!is_live(self)) { return fail_as_released(); }
    if (atomic_load_explicit(&self->views, memory_order_relaxed) == 0) {
        status = release_block(self);
    } else {
        int live = block_live;
        if (!atomic_compare_exchange_strong(&self->state, &live, block_awaiting_views)) { return fail_as_released(); }
        status = release_unless_viewed(self);
    }
    if (status != CLMEM_SUCCESS) { return hot_fail(status); }
    Py_RETURN_NONE;
}

static PyObject *block_release(PyObject *self, PyObject *Py_UNUSED(nothing)) {
    return hot_release_block(self);
}

static PyObject *block_add_view(block_object *self, PyObject *Py_UNUSED(nothing)) {
    atomic_fetch_add(&self->views, 1);
    Py_RETURN_NONE;
}

static PyObject *block_remove_view(block_object *self, PyObject *Py_UNUSED(nothing)) {
    atomic_fetch_sub(&self->views, 1);
    const clmem_status status = release_unless_viewed(self);
    if (status != CLMEM_SUCCESS && status != CLMEM_ERROR_FORKED) { return hot_fail(status); }
    Py_RETURN_NONE;
}

static PyObject *block_handle(block_object *self, void *Py_UNUSED(closure)) {
    if (!is_live(self)) { return PyLong_FromLong(0); }
    return PyLong_FromVoidPtr(self->handle);
}

PyObject *hot_block_mem(PyObject *block) {
    block_object *const self = (block_object *)block;
    cl_mem mem;
    if (!is_live(self)) { return fail_as_released(); }
    const clmem_status status = clmem_buffer_mem(self->handle, &mem);
    return status == CLMEM_SUCCESS ? PyLong_FromVoidPtr(mem) : hot_fail(status);
}

static PyObject *block_mem(PyObject *self, void *Py_UNUSED(closure)) {
    return hot_block_mem(self);
}

static PyObject *block_address(block_object *self, void *Py_UNUSED(closure)) {
    void *address;
    if (!is_live(self)) { return fail_as_released(); }
    const clmem_status status = clmem_svm_pointer(self->handle, &address);
    return status == CLMEM_SUCCESS ? PyLong_FromVoidPtr(address) : hot_fail(status);
}

static PyMethodDef block_methods[] = {
    {"release", block_release, METH_NOARGS,
     "release($self, /)\n--\n\n"
     "Returns the memory to its pool.\n\n"
     "Commands that use it must be enqueued, but need not be complete. The object cannot be used afterwards. If "
     "arrays\n"
     "show the memory, it is released with the last of them.\n\n"
     ":raises clmem.LogicError: if it was already released."},
    {"_add_view", (PyCFunction)block_add_view, METH_NOARGS,
     "_add_view($self, /)\n--\n\nRegisters a view, which refers to the block until it calls _remove_view()."},
    {"_remove_view", (PyCFunction)block_remove_view, METH_NOARGS,
     "_remove_view($self, /)\n--\n\nUnregisters a view; after the last one, memory that was released meanwhile goes "
     "back."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef block_properties[] = {
    {"_handle", (getter)block_handle, NULL, "The token of clmem's handle, 0 once released.", NULL},
    {"_mem", block_mem, NULL, "The address of the cl_mem, a borrowed reference.", NULL},
    {"_address", (getter)block_address, NULL, "The address of the memory, if it has one.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef block_members[] = {
    {"size", T_PYSSIZET, offsetof(block_object, bytes), READONLY, "The size in bytes, as requested."},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(block_object, weak_references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};

static PyType_Slot block_slots[] = {
    {Py_tp_doc, "Memory of a pool. It returns to the pool when the object is released or deleted."},
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

// A new reference to the subtype of a block type whose blocks have a dict, which is made once; NULL and an exception on
// failure.
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

Py_ssize_t hot_number_of(PyObject *type, const char *attribute) {
    PyObject *const value = PyObject_GetAttrString(type, attribute);
    const Py_ssize_t number = value == NULL ? -1 : PyLong_AsSsize_t(value);
    Py_XDECREF(value);
    return number;
}

// A class decorator. The class is the only base of the new type, so that Python calls the C functions above directly.
static PyObject *block_type(PyObject *Py_UNUSED(module), PyObject *of) {
    if (!PyType_Check(of) ||
        hot_number_of(of, "__basicsize__") != hot_number_of((PyObject *)&PyBaseObject_Type, "__basicsize__")) {
        return PyErr_Format(PyExc_TypeError, "expected a class with __slots__ = () in all of its bases, got %R", of);
    }
    PyObject *const name = PyObject_GetAttrString(of, "__name__");
    PyObject *const module = PyObject_GetAttrString(of, "__module__");
    PyObject *const full = name && module ? PyUnicode_FromFormat("%U.%U", module, name) : NULL;
    PyObject *const text = full ? PyUnicode_AsUTF8String(full) : NULL;
    PyObject *made = NULL;
    if (text != NULL) { // never released: the type's name points into it
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

// ---- blocks that export their memory ------------------------------------------------------------------------------------

// While the buffer is exported, it counts as a view of the memory, as an array over it does.
static int block_get_buffer(PyObject *exporter, Py_buffer *out, int flags) {
    block_object *const self = (block_object *)exporter;
    void *address = NULL;
    out->obj = NULL;
    if (!is_live(self)) {
        fail_as_released();
        return -1;
    }
    const clmem_status status = self->handle == NULL ? CLMEM_SUCCESS : clmem_svm_pointer(self->handle, &address);
    if (status != CLMEM_SUCCESS) {
        hot_fail(status);
        return -1;
    }
    atomic_fetch_add(&self->views, 1);
    Py_INCREF(exporter);
    *out = (Py_buffer){.buf = address, .obj = exporter, .len = (Py_ssize_t)self->bytes, .itemsize = 1, .ndim = 1};
    out->format = (flags & PyBUF_FORMAT) != 0 ? "B" : NULL;
    out->shape = &out->len;
    out->strides = &out->itemsize;
    return 0;
}

static void block_release_buffer(PyObject *exporter, Py_buffer *Py_UNUSED(view)) {
    atomic_fetch_sub(&((block_object *)exporter)->views, 1);
    hot_release(release_if_unviewed, exporter, Py_TYPE(exporter));
}

static PyType_Slot exporting_slots[] = {{Py_tp_new, block_new},
                                        {Py_tp_dealloc, block_dealloc},
                                        {Py_tp_traverse, block_traverse},
                                        {Py_tp_clear, block_clear},
                                        {Py_bf_getbuffer, block_get_buffer},
                                        {Py_bf_releasebuffer, block_release_buffer},
                                        {0, NULL}};

static PyObject *exporting_type(PyObject *Py_UNUSED(module), PyObject *type) {
    if (!hot_is_block_type(type) || !hot_is_plain_block_type(type)) {
        return PyErr_Format(PyExc_TypeError, "expected a type made by block_type(), got %R", type);
    }
    PyObject *const bases = PyTuple_Pack(1, type);
    PyObject *const made = bases == NULL ? NULL : block_type_of("clmem._hot.ExportingBlock", bases, exporting_slots);
    Py_XDECREF(bases);
    PyObject *const name = made == NULL ? NULL : PyObject_GetAttrString(type, "__name__");
    if (name == NULL || PyObject_SetAttrString(made, "__name__", name) != 0) {
        Py_XDECREF(name);
        Py_XDECREF(made);
        return NULL;
    }
    Py_DECREF(name);
    return made;
}

int hot_is_exporting(PyObject *type) {
    return PyType_GetSlot((PyTypeObject *)type, Py_bf_getbuffer) == (void *)block_get_buffer;
}

int hot_is_block_type(PyObject *type) {
    return PyType_Check(type) && PyType_GetSlot((PyTypeObject *)type, Py_tp_new) == (void *)block_new;
}

int hot_is_plain_block_type(PyObject *type) {
    return PyType_GetSlot((PyTypeObject *)type, Py_tp_dealloc) == (void *)block_dealloc;
}

static PyMethodDef block_functions[] = {{"block_type", block_type, METH_O,
                                         "block_type(of, /)\n--\n\nDecorates a class without state: gives the block "
                                         "type that has its methods and Block's."},
                                        {"exporting_type", exporting_type, METH_O,
                                         "exporting_type(of, /)\n--\n\nA subtype of a block type whose blocks export "
                                         "their memory as a buffer; each export is a view."},
                                        {NULL, NULL, 0, NULL}};

int hot_add_blocks(PyObject *module) {
    PyObject *const type = block_type_of("clmem._hot.Block", NULL, block_slots);
    if (type == NULL) { return -1; }
    if (PyModule_AddObject(module, "Block", type) != 0) {
        Py_DECREF(type);
        return -1;
    }
    return PyModule_AddFunctions(module, block_functions);
}
