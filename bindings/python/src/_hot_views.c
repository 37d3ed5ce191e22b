// Pools whose blocks are shown as objects of another package, such as pyopencl's Buffer and SVM.
//
// Such an object, a view, is made for each allocation; its attributes `_clmem` and `_queue`, kept in _hot_view_blocks.c, are
// the block, which it keeps alive, and the queue of the other package. Making it in C takes less than half of the time
// that Python needs.
#include "_hot_views.h"

#include "_hot.h"

typedef struct {
    PyObject base;
    PyObject *pool;           // a Pool
    PyTypeObject *block_type; // of the blocks behind views, which export their memory if the pool has SVM
    PyObject *make;           // makes an object of the other package, of an address or of something with a buffer
    PyTypeObject *made_type;  // of what `make` returns
    PyTypeObject *view_type;  // a subclass of it with the same layout
    PyObject *queue;          // NULL if views have no `_queue`
    int exports;
} view_pool;

// Raises the other package's exception for the one that is set.
static PyObject *translate;

static PyObject *translated(void) {
    if (translate == NULL) { return NULL; } // the exception stays clmem's
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL) { PyException_SetTraceback(value, traceback); }
    PyObject *const result = PyObject_CallFunctionObjArgs(translate, value, NULL);
    if (result != NULL) {
        Py_DECREF(result);
        PyErr_SetString(PyExc_SystemError, "an exception was not translated");
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return NULL;
}

static PyObject *on_view_failure(PyObject *Py_UNUSED(module), PyObject *function) {
    PyObject *const before = translate;
    Py_INCREF(function);
    translate = function;
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

// ---- views --------------------------------------------------------------------------------------------------------------

// The object that the other package makes over a block; NULL and an exception on failure.
static PyObject *made_over(view_pool *self, PyObject *block) {
    if (self->exports) { return PyObject_CallFunctionObjArgs(self->make, block, NULL); }
    PyObject *const mem = hot_block_mem(block);
    if (mem == NULL) { return translated(); }
    PyObject *const made = PyObject_CallFunctionObjArgs(self->make, mem, NULL);
    Py_DECREF(mem);
    return made;
}

// Makes an object of the other package, of `made_type`, a view of a block. Returns 0 and an exception on failure.
static int make_view(PyObject *made, PyTypeObject *made_type, PyTypeObject *type, PyObject *block, PyObject *queue) {
    if (Py_TYPE(made) != made_type) {
        PyErr_Format(PyExc_TypeError, "expected an object of type %R, got one of %R", made_type, Py_TYPE(made));
        return 0;
    }
    Py_INCREF(type);
    Py_SET_TYPE(made, type);
    Py_DECREF(made_type);
    return hot_set_view(made, block, queue);
}

// Takes over the block.
static PyObject *view_over(view_pool *self, PyObject *block) {
    PyObject *view = made_over(self, block);
    if (view != NULL && !make_view(view, self->made_type, self->view_type, block, self->queue)) { Py_CLEAR(view); }
    Py_DECREF(block);
    return view;
}

static int has_layout_of(PyObject *type, PyObject *base) {
    return PyType_Check(type) && PyType_Check(base) && PyType_IsSubtype((PyTypeObject *)type, (PyTypeObject *)base) &&
           hot_number_of(type, "__basicsize__") == hot_number_of(base, "__basicsize__");
}

// Python's own assignment of a class refuses one with another deallocator.
static PyObject *show(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *made, *type, *block, *queue = NULL;
    if (!PyArg_ParseTuple(arguments, "OOO|O", &made, &type, &block, &queue)) { return NULL; }
    PyTypeObject *const made_type = Py_TYPE(made);
    if (!has_layout_of(type, (PyObject *)made_type)) {
        return PyErr_Format(PyExc_TypeError, "expected a subclass of %R with its layout, got %R", made_type, type);
    }
    if (!make_view(made, made_type, (PyTypeObject *)type, block, queue)) { return NULL; }
    Py_INCREF(made);
    return made;
}

// Releases the memory behind a view: a block, or what an allocator returned.
static PyObject *release_memory(PyObject *view) {
    PyObject *const memory = hot_block_of_view(view);
    if (memory == NULL) { return PyErr_Format(PyExc_AttributeError, "the object has no attribute '_clmem'"); }
    PyObject *const result = hot_is_block_type((PyObject *)Py_TYPE(memory))
                                 ? hot_release_block(memory)
                                 : PyObject_CallMethod(memory, "release", NULL);
    Py_DECREF(memory);
    return result != NULL ? result : translated();
}

static PyObject *release_of_other_package;

static PyObject *release_buffer(PyObject *view, PyObject *Py_UNUSED(nothing)) {
    // If only the caller refers to the view, it is deleted right behind this call, and the OpenCL reference with it. From
    // Python 3.14 on that may also be a variable's only reference; the OpenCL reference then ends with the variable.
    if (Py_REFCNT(view) != 1) {
        PyObject *const released = PyObject_CallFunctionObjArgs(release_of_other_package, view, NULL);
        if (released == NULL) { return NULL; }
        Py_DECREF(released);
    }
    return release_memory(view);
}

static PyObject *release_svm(PyObject *view, PyObject *Py_UNUSED(nothing)) {
    return release_memory(view);
}

static PyMethodDef buffer_release = {
    "release", release_buffer, METH_NOARGS,
    "release($self, /)\n--\n\n"
    "Releases the buffer; its memory returns to the pool. Commands that use it must already be enqueued.\n\n"
    "As with pyopencl's own buffers, the object must not be used afterwards.\n\n"
    ":raises pyopencl.LogicError: if it was already released."};

static PyMethodDef svm_release = {
    "release", release_svm, METH_NOARGS,
    "release($self, /)\n--\n\n"
    "Releases the memory; it returns to its pool once this object and all arrays over the memory are deleted.\n\n"
    "Commands that use it must already be enqueued.\n\n"
    ":raises pyopencl.LogicError: if it was already released."};

static PyObject *view_type(PyObject *Py_UNUSED(module), PyObject *arguments) {
    PyObject *type, *of_other_package = Py_None;
    int by_finalizer = 0;
    if (!PyArg_ParseTuple(arguments, "O|Op", &type, &of_other_package, &by_finalizer)) { return NULL; }
    if (!PyType_Check(type)) { return PyErr_Format(PyExc_TypeError, "expected a class, got %R", type); }
    if (of_other_package != Py_None) {
        Py_INCREF(of_other_package);
        release_of_other_package = of_other_package;
    }
    PyMethodDef *const release = of_other_package != Py_None ? &buffer_release : &svm_release;
    PyObject *const method = PyDescr_NewMethod((PyTypeObject *)type, release);
    const int set = method != NULL && PyObject_SetAttrString(type, "release", method) == 0;
    Py_XDECREF(method);
    if (!set || !hot_keep_blocks(type, by_finalizer)) { return NULL; }
    Py_RETURN_NONE;
}

// ---- pools --------------------------------------------------------------------------------------------------------------

static int view_pool_traverse(view_pool *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->pool);
    Py_VISIT(self->block_type);
    Py_VISIT(self->make);
    Py_VISIT(self->made_type);
    Py_VISIT(self->view_type);
    Py_VISIT(self->queue);
    return 0;
}

static int view_pool_clear(view_pool *self) {
    Py_CLEAR(self->pool); // allocations fail from now on, so that the rest may stay
    Py_CLEAR(self->queue);
    return 0;
}

static void view_pool_dealloc(view_pool *self) {
    PyTypeObject *const type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    view_pool_clear(self);
    Py_XDECREF(self->block_type);
    Py_XDECREF(self->make);
    Py_XDECREF(self->made_type);
    Py_XDECREF(self->view_type);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *view_pool_take(view_pool *self, PyObject *size) {
    if (self->pool == NULL) {
        hot_fail_with(CLMEM_ERROR_INVALID_HANDLE, "the pool is not constructed");
        return translated();
    }
    PyObject *const block = hot_take(self->pool, size, self->block_type);
    if (block == NULL) { return translated(); }
    return block == Py_None ? block : view_over(self, block);
}

static PyObject *view_pool_allocate(view_pool *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
    PyObject *const size = hot_only_size(arguments, count, names);
    return size == NULL ? NULL : view_pool_take(self, size);
}

static PyObject *view_pool_call(view_pool *self, PyObject *arguments, PyObject *names) {
    PyObject *const size = hot_only_size_of_call(arguments, names);
    return size == NULL ? NULL : view_pool_take(self, size);
}

// Called by the Python half of the constructor.
static PyObject *view_pool_show(view_pool *self, PyObject *arguments) {
    PyObject *pool, *block_type, *make, *made_type, *view_type, *queue = NULL;
    if (!PyArg_ParseTuple(arguments, "OOOOO|O", &pool, &block_type, &make, &made_type, &view_type, &queue)) {
        return NULL;
    }
    if (self->pool != NULL) { return PyErr_Format(PyExc_TypeError, "the pool is already constructed"); }
    if (!hot_is_pool(pool) || !hot_is_block_type(block_type) || !has_layout_of(view_type, made_type)) {
        const char what[] =
            "expected a Pool, a type made by block_type(), and a class and its subclass with one layout";
        return PyErr_Format(PyExc_TypeError, what);
    }
    self->exports = hot_is_exporting(block_type);
    for (PyObject **each = (PyObject *[]){pool, block_type, make, made_type, view_type, queue, NULL}; *each; ++each) {
        Py_INCREF(*each);
    }
    self->block_type = (PyTypeObject *)block_type;
    self->make = make;
    self->made_type = (PyTypeObject *)made_type;
    self->view_type = (PyTypeObject *)view_type;
    self->queue = queue;
    self->pool = pool;
    Py_RETURN_NONE;
}

static PyMethodDef view_pool_methods[] = {
    {"allocate", (PyCFunction)(void (*)(void))view_pool_allocate, METH_FASTCALL | METH_KEYWORDS,
     "allocate($self, size)\n--\n\n"
     "Allocates memory. A released block is reused.\n\n"
     ":arg size: in bytes; for 0 bytes the result of a pool of buffers is None.\n"
     ":returns: a PooledBuffer, or a PooledSVM from a pool of SVM, of that size.\n"
     ":raises pyopencl.MemoryError: if the device is out of memory, even after garbage collection.\n"
     ":raises pyopencl.LogicError: if the size is no integer, negative or above 2**62 - 1."},
    {"_show", (PyCFunction)view_pool_show, METH_VARARGS,
     "_show($self, pool, block_type, make, made_type, view_type, queue=..., /)\n--\n\n"
     "Shows the blocks of `pool`, of type `block_type`, as `view_type`, a subclass of the `made_type` of what `make`\n"
     "returns. Without `queue`, views have no attribute `_queue`."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot view_pool_slots[] = {{Py_tp_doc, "A pool whose blocks are shown as another package's objects."},
                                        {Py_tp_new, PyType_GenericNew},
                                        {Py_tp_dealloc, view_pool_dealloc},
                                        {Py_tp_traverse, view_pool_traverse},
                                        {Py_tp_clear, view_pool_clear},
                                        {Py_tp_call, view_pool_call},
                                        {Py_tp_methods, view_pool_methods},
                                        {0, NULL}};

static PyType_Spec view_pool_spec = {"clmem._hot.ViewPool", sizeof(view_pool), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, view_pool_slots};

static PyMethodDef view_functions[] = {
    {"show", show, METH_VARARGS,
     "show(made, type, memory, queue=..., /)\n--\n\n"
     "Makes an object of the other package a view of memory of clmem, of a type given to view_type(), and returns it."},
    {"view_type", view_type, METH_VARARGS,
     "view_type(type, release=None, by_finalizer=False, /)\n--\n\n"
     "Gives a subclass of another package's class, with __slots__ = (), what views have: the attributes `_clmem` and\n"
     "`_queue`, and the method release(), which first calls the other package's `release`, if there is one. With\n"
     "`by_finalizer`, objects are deleted as where the class's deallocator cannot be replaced."},
    {"on_view_failure", on_view_failure, METH_O,
     "on_view_failure(function, /)\n--\n\nSets the function that raises the other "
     "package's exception for one of clmem's."},
    {NULL, NULL, 0, NULL}};

int hot_add_views(PyObject *module) {
    PyObject *const type = PyType_FromSpec(&view_pool_spec);
    if (type == NULL) { return -1; }
    if (PyModule_AddObject(module, "ViewPool", type) != 0) {
        Py_DECREF(type);
        return -1;
    }
    return PyModule_AddFunctions(module, view_functions);
}
