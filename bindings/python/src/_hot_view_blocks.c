// The block and the queue behind each view (see _hot_views.c), in a table by the view's address.
//
// The other package's objects could hold them in their dict only. Making a dict for each view, and deleting it in the way
// of classes written in Python, takes a third of an allocation's time. So views get a deallocator in C.
#include "_hot.h"
#include "_hot_views.h"

typedef struct {
    const PyObject *view; // NULL if the place is free; no reference
    PyObject *block;
    PyObject *queue; // NULL if the view has no `_queue`
} view_entry;

static struct {
    view_entry *entries;
    size_t mask; // the number of entries, a power of two, minus one
    size_t used;
} views;

#ifdef Py_GIL_DISABLED
static PyMutex views_mutex;
#define VIEWS_BEGIN PyMutex_Lock(&views_mutex);
#define VIEWS_END PyMutex_Unlock(&views_mutex);
#else // the GIL is held throughout
#define VIEWS_BEGIN
#define VIEWS_END
#endif

// ---- the table: linear probing. Between VIEWS_BEGIN and VIEWS_END no Python code runs -----------------------------------

static size_t place_of(const PyObject *view) {
    return (size_t)((uint64_t)(uintptr_t)view * UINT64_C(0x9e3779b97f4a7c15) >> 20) & views.mask;
}

// The view's entry, or the free one where it belongs. The table has a free entry.
static view_entry *entry_of(const PyObject *view) {
    size_t place = place_of(view);
    while (views.entries[place].view != NULL && views.entries[place].view != view) {
        place = (place + 1) & views.mask;
    }
    return &views.entries[place];
}

// Makes room for one more entry. Returns whether there is memory for it.
static int make_room(void) {
    if (views.entries != NULL && 2 * (views.used + 1) <= views.mask + 1) { return 1; }
    const size_t before = views.entries == NULL ? 0 : views.mask + 1;
    const size_t now = before == 0 ? 64 : 2 * before;
    view_entry *const made = PyObject_Malloc(now * sizeof *made);
    if (made == NULL) { return 0; }
    for (size_t i = 0; i < now; ++i) {
        made[i] = (view_entry){NULL, NULL, NULL};
    }
    view_entry *const old = views.entries;
    views.entries = made;
    views.mask = now - 1;
    for (size_t i = 0; i < before; ++i) {
        if (old[i].view != NULL) { *entry_of(old[i].view) = old[i]; }
    }
    PyObject_Free(old);
    return 1;
}

int hot_set_view(PyObject *view, PyObject *block, PyObject *queue) {
    view_entry before = {NULL, NULL, NULL};
    Py_INCREF(block);
    Py_XINCREF(queue);
    VIEWS_BEGIN
    const int has_room = make_room();
    if (has_room) {
        view_entry *const entry = entry_of(view);
        before = *entry;
        views.used += before.view == NULL;
        *entry = (view_entry){view, block, queue};
    }
    VIEWS_END
    if (!has_room) {
        PyErr_NoMemory();
        before = (view_entry){view, block, queue};
    }
    Py_XDECREF(before.block);
    Py_XDECREF(before.queue);
    return has_room;
}

// What the table has for a view, with new references.
static view_entry find_entry(const PyObject *view) {
    view_entry found = {NULL, NULL, NULL};
    VIEWS_BEGIN
    if (views.used != 0) { found = *entry_of(view); }
    Py_XINCREF(found.block);
    Py_XINCREF(found.queue);
    VIEWS_END
    return found;
}

PyObject *hot_block_of_view(PyObject *view) {
    const view_entry found = find_entry(view);
    Py_XDECREF(found.queue);
    return found.block;
}

// Empties an entry. Those behind it move up where a search would otherwise end before them.
static void remove_entry(view_entry *entry) {
    --views.used;
    size_t hole = (size_t)(entry - views.entries);
    for (size_t i = (hole + 1) & views.mask; views.entries[i].view != NULL; i = (i + 1) & views.mask) {
        const size_t home = place_of(views.entries[i].view);
        if (((i - home) & views.mask) >= ((i - hole) & views.mask)) {
            views.entries[hole] = views.entries[i];
            hole = i;
        }
    }
    views.entries[hole] = (view_entry){NULL, NULL, NULL};
}

// Takes the view's entry, whose references pass to the caller, out of the table.
static view_entry take_entry(const PyObject *view) {
    view_entry taken = {NULL, NULL, NULL};
    VIEWS_BEGIN
    if (views.used != 0) {
        view_entry *const entry = entry_of(view);
        taken = *entry;
        if (taken.view != NULL) { remove_entry(entry); }
    }
    VIEWS_END
    return taken;
}

static void forget_view(const PyObject *view) {
    const view_entry taken = take_entry(view);
    Py_XDECREF(taken.queue);
    Py_XDECREF(taken.block);
}

// ---- attributes ---------------------------------------------------------------------------------------------------------

static PyObject *missing(const char *name) {
    return PyErr_Format(PyExc_AttributeError, "the object has no attribute '%s'", name);
}

static PyObject *get_block(PyObject *view, void *Py_UNUSED(closure)) {
    PyObject *const block = hot_block_of_view(view);
    return block != NULL ? block : missing("_clmem");
}

static int set_block(PyObject *view, PyObject *block, void *Py_UNUSED(closure)) {
    if (block == NULL) {
        PyErr_SetString(PyExc_AttributeError, "'_clmem' cannot be deleted");
        return -1;
    }
    const view_entry found = find_entry(view);
    const int set = hot_set_view(view, block, found.queue);
    Py_XDECREF(found.queue);
    Py_XDECREF(found.block);
    return set ? 0 : -1;
}

static PyObject *get_queue(PyObject *view, void *Py_UNUSED(closure)) {
    const view_entry found = find_entry(view);
    Py_XDECREF(found.block);
    return found.queue != NULL ? found.queue : missing("_queue");
}

static int set_queue(PyObject *view, PyObject *queue, void *Py_UNUSED(closure)) {
    PyObject *const block = hot_block_of_view(view);
    if (queue == NULL || block == NULL) {
        Py_XDECREF(block);
        PyErr_SetString(PyExc_AttributeError, "'_queue' can be set once '_clmem' is, and not be deleted");
        return -1;
    }
    const int set = hot_set_view(view, block, queue);
    Py_DECREF(block);
    return set ? 0 : -1;
}

static PyGetSetDef view_attributes[] = {
    {"_clmem", get_block, set_block, "The memory of clmem behind the object, which keeps it.", NULL},
    {"_queue", get_queue, set_queue, "The queue that the memory belongs to, or None.", NULL}};

// ---- the end of a view --------------------------------------------------------------------------------------------------

static destructor others_dealloc; // the other package's, one for all of its classes

static void view_dealloc(PyObject *view) {
    const view_entry taken = take_entry(view);
    others_dealloc(view);
    Py_XDECREF(taken.queue);
    Py_XDECREF(taken.block);
}

// For a Python whose types begin otherwise than `type_head`.
static PyObject *view_finalize(PyObject *view, PyObject *Py_UNUSED(nothing)) {
    forget_view(view);
    Py_RETURN_NONE;
}

static PyMethodDef finalizer = {"__del__", view_finalize, METH_NOARGS, NULL};

// How a type begins: not part of the stable ABI, so nothing is written before what is there was found to be the slot.
typedef struct {
    PyObject base;
    Py_ssize_t size;
    const char *name;
    Py_ssize_t sizes[2];
    destructor dealloc;
} type_head;

static destructor dealloc_of(PyTypeObject *type) {
    return (destructor)PyType_GetSlot(type, Py_tp_dealloc);
}

// Replaces the deallocator of a class written in Python, which has no state, so that its base's does the rest.
static int replace_dealloc(PyTypeObject *type) {
    const destructor pythons = dealloc_of(type);
    PyTypeObject *base = type;
    while (dealloc_of(base) == pythons) {
        base = (PyTypeObject *)PyType_GetSlot(base, Py_tp_base);
    }
    type_head *const head = (type_head *)type;
    if (head->dealloc != pythons || (others_dealloc != NULL && others_dealloc != dealloc_of(base))) { return 0; }
    others_dealloc = dealloc_of(base);
    head->dealloc = view_dealloc;
    return 1;
}

static int add_attribute(PyObject *type, const char *name, PyObject *descriptor) {
    const int added = descriptor != NULL && PyObject_SetAttrString(type, name, descriptor) == 0;
    Py_XDECREF(descriptor);
    return added;
}

int hot_keep_blocks(PyObject *type, int by_finalizer) {
    PyTypeObject *const class = (PyTypeObject *)type;
    for (size_t i = 0; i < sizeof view_attributes / sizeof *view_attributes; ++i) {
        PyObject *const descriptor = PyDescr_NewGetSet(class, &view_attributes[i]);
        if (!add_attribute(type, view_attributes[i].name, descriptor)) { return 0; }
    }
    if (!by_finalizer && replace_dealloc(class)) { return 1; }
    return add_attribute(type, finalizer.ml_name, PyDescr_NewMethod(class, &finalizer));
}
