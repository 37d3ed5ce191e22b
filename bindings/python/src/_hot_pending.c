// The commands of a queue that may still be pending, for the wait at the process's end.
//
// An in-order queue completes its commands in order, so the last event stands for all. Some earlier ones are kept as
// well: they show that a long queue advances. An out-of-order queue needs the event of each pending command.
//
// A reference to an event costs two calls of OpenCL. So the command's Event lends its own, which it hands over when it is
// deallocated.
#include "_hot.h"

#include <stdint.h>
#include <stdlib.h>

enum {
    SAMPLES = 64, // events of an in-order queue
    LOOK = 8,     // after so many commands it is asked whether all are complete
};

typedef struct {
    cl_event event;
    hot_event *owner; // has the reference, and refers to this entry; NULL if the entry has one
} entry;

typedef struct {
    PyObject base;
    entry *entries; // the oldest first
    size_t count, capacity;
    size_t stride, skipped; // of an in-order queue's commands every stride-th event is kept, and the last
    cl_command_queue queue; // not retained: valid for a caller that has the queue
    size_t calls;           // that are about to note a command
    int is_in_order;
    int is_retired;
} pending_object;

static PyTypeObject *pending_type; // the module refuses a second interpreter, so one is enough

#ifdef Py_GIL_DISABLED
#define PENDING_BEGIN(self) Py_BEGIN_CRITICAL_SECTION(self);
#define PENDING_END Py_END_CRITICAL_SECTION();
#else // the GIL is held throughout
#define PENDING_BEGIN(self) {
#define PENDING_END }
#endif

typedef cl_int(CL_API_CALL *event_retainer)(cl_event); // or releaser
typedef cl_int(CL_API_CALL *event_getter)(cl_event, cl_event_info, size_t, void *, size_t *);

static event_retainer retain_event, drop_event;
static event_getter get_event_info;

static int find_opencl(void) {
    void *retain = NULL, *drop = NULL, *get = NULL;
    clmem_status status = clmem_opencl_function("clRetainEvent", &retain);
    if (status == CLMEM_SUCCESS) { status = clmem_opencl_function("clReleaseEvent", &drop); }
    if (status == CLMEM_SUCCESS) { status = clmem_opencl_function("clGetEventInfo", &get); }
    if (status != CLMEM_SUCCESS) {
        hot_fail(status);
        return -1;
    }
    drop_event = (event_retainer)drop;
    retain_event = (event_retainer)retain;
    get_event_info = (event_getter)get;
    return 0;
}

static int pending_is_over(cl_event event) {
    cl_int status = CL_COMPLETE; // nothing can be learnt about an event that the driver refuses
    (void)get_event_info(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return status <= CL_COMPLETE;
}

static void entry_set(pending_object *self, size_t place, entry value) {
    self->entries[place] = value;
    if (value.owner != NULL) { value.owner->place = place; }
}

static void entry_drop(const entry *dropped) {
    if (dropped->owner == NULL) { (void)drop_event(dropped->event); }
}

int hot_hand_over(hot_event *event) {
    pending_object *const self = (pending_object *)event->keeper;
    int is_taken = 0;
    PENDING_BEGIN(self)
    // The place of a dropped entry may be another's by now.
    if (event->place < self->count && self->entries[event->place].owner == event) {
        self->entries[event->place].owner = NULL;
        is_taken = 1;
    }
    PENDING_END
    Py_DECREF((PyObject *)self);
    return is_taken;
}

// Drops the events of complete commands, and returns how many.
static size_t pending_prune(pending_object *self) {
    size_t kept = 0;
    for (size_t i = 0; i < self->count; i++) {
        if (pending_is_over(self->entries[i].event)) {
            entry_drop(&self->entries[i]);
        } else {
            entry_set(self, kept++, self->entries[i]);
        }
    }
    const size_t dropped = self->count - kept;
    self->count = kept;
    return dropped;
}

// Drops every second event, but not the last.
static void pending_thin(pending_object *self) {
    size_t kept = 0;
    for (size_t i = 0; i < self->count; i++) {
        if (i % 2 == 0) {
            entry_drop(&self->entries[i]);
        } else {
            entry_set(self, kept++, self->entries[i]);
        }
    }
    self->count = kept;
    self->stride *= 2;
}

// Makes room for one more event, and returns whether there is any.
static int pending_make_room(pending_object *self) {
    if (self->count < self->capacity) { return 1; }
    if (self->is_in_order && self->capacity == SAMPLES) {
        pending_thin(self);
        return 1;
    }
    if (pending_prune(self) > self->capacity / 2) { return 1; }
    const size_t capacity = self->capacity == 0 ? SAMPLES : 2 * self->capacity;
    entry *const entries = realloc(self->entries, capacity * sizeof *entries);
    if (entries == NULL) { return self->count < self->capacity; }
    self->entries = entries;
    self->capacity = capacity;
    return 1;
}

// Returns 0, or -1 if there is no memory.
static int pending_add(pending_object *self, entry added) {
    if (self->is_in_order && self->count > 0) {
        if (self->count % LOOK == 0 && pending_is_over(self->entries[self->count - 1].event)) { // so are all before it
            for (size_t i = 0; i < self->count; i++) {
                entry_drop(&self->entries[i]);
            }
            self->count = self->skipped = 0;
            self->stride = 1;
        } else if (++self->skipped < self->stride) {
            entry_drop(&self->entries[self->count - 1]);
            entry_set(self, self->count - 1, added);
            return 0;
        }
        self->skipped = 0;
    }
    if (!pending_make_room(self)) { return -1; }
    entry_set(self, self->count++, added);
    return 0;
}

cl_command_queue hot_begin_call(PyObject *pending) {
    if (Py_TYPE(pending) != pending_type) { return NULL; }
    pending_object *const self = (pending_object *)pending;
    cl_command_queue queue = NULL;
    PENDING_BEGIN(self)
    if (!self->is_retired) {
        self->calls++;
        queue = self->queue;
    }
    PENDING_END
    return queue;
}

void hot_end_call(PyObject *pending) {
    pending_object *const self = (pending_object *)pending;
    PENDING_BEGIN(self)
    self->calls--;
    PENDING_END
}

int hot_note(PyObject *pending, hot_event *event) {
    if (drop_event == NULL && find_opencl() != 0) { return -1; }
    pending_object *const self = (pending_object *)pending;
    int result = 0;
    PENDING_BEGIN(self)
    if (self->is_retired) {
        result = 1;
    } else if (event->keeper == NULL) {
        result = pending_add(self, (entry){event->event, event});
        if (result == 0) {
            event->keeper = pending;
            Py_INCREF(pending);
        }
    } else if (retain_event(event->event) == CL_SUCCESS) {
        result = pending_add(self, (entry){event->event, NULL});
        if (result != 0) { (void)drop_event(event->event); }
    }
    PENDING_END
    if (result < 0) { PyErr_SetString(PyExc_MemoryError, "no host memory to keep the event of a pending command"); }
    return result;
}

// note(event): returns whether it is noted.
static PyObject *pending_note_event(pending_object *self, PyObject *event) {
    if (!hot_is_event_type((PyObject *)Py_TYPE(event))) { return NULL; }
    ((hot_event *)event)->is_command = 1;
    const int result = hot_note((PyObject *)self, (hot_event *)event);
    return result < 0 ? NULL : PyBool_FromLong(result == 0);
}

// made(address, event_type): takes over a reference.
static PyObject *pending_made(pending_object *self, PyObject *const *arguments, Py_ssize_t count) {
    if (count != 2) { return PyErr_Format(PyExc_TypeError, "made() takes two arguments"); }
    if (!hot_is_event_type(arguments[1])) { return NULL; }
    cl_event const event = (cl_event)PyLong_AsVoidPtr(arguments[0]);
    if (event == NULL) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "expected the address of an event, got 0");
    }
    PyObject *const made = hot_event_of(arguments[1], event);
    if (made == NULL) { return NULL; }
    const int result = hot_note((PyObject *)self, (hot_event *)made);
    if (result == 0) { return made; }
    if (result > 0) { ((hot_event *)made)->event = NULL; } // it stays the caller's
    Py_DECREF(made);
    if (result < 0) { return NULL; }
    Py_RETURN_NONE;
}

static PyObject *pending_begin(pending_object *self, PyObject *const *arguments, Py_ssize_t count) {
    if (count != 2) { return PyErr_Format(PyExc_TypeError, "begin() takes two arguments"); }
    self->queue = (cl_command_queue)PyLong_AsVoidPtr(arguments[0]);
    if (PyErr_Occurred()) { return NULL; }
    self->is_in_order = arguments[1] == Py_True;
    self->stride = 1;
    Py_RETURN_NONE;
}

static PyObject *pending_prune_all(pending_object *self, PyObject *Py_UNUSED(nothing)) {
    size_t dropped;
    PENDING_BEGIN(self)
    dropped = pending_prune(self);
    PENDING_END
    return PyLong_FromUnsignedLong((unsigned long)dropped);
}

static PyObject *pending_retire(pending_object *self, PyObject *Py_UNUSED(nothing)) {
    int is_retired;
    PENDING_BEGIN(self)
    (void)pending_prune(self);
    is_retired = self->is_retired = self->count == 0 && self->calls == 0;
    PENDING_END
    return PyBool_FromLong(is_retired);
}

static PyObject *pending_flush(pending_object *self, PyObject *Py_UNUSED(nothing)) {
    cl_command_queue queue = NULL;
    PENDING_BEGIN(self)
    if (self->count > 0) {
        (void)get_event_info(self->entries[self->count - 1].event, CL_EVENT_COMMAND_QUEUE, sizeof(void *),
                             (void *)&queue, NULL);
    }
    PENDING_END
    const clmem_status status = queue == NULL ? CLMEM_SUCCESS : clmem_queue_flush(queue);
    if (status != CLMEM_SUCCESS) { return hot_fail(status); }
    Py_RETURN_NONE;
}

static PyObject *pending_count(pending_object *self, void *Py_UNUSED(closure)) {
    return PyLong_FromUnsignedLong((unsigned long)self->count);
}

static PyObject *pending_order(pending_object *self, void *Py_UNUSED(closure)) {
    return PyBool_FromLong(self->is_in_order);
}

static void pending_dealloc(pending_object *self) {
    PyTypeObject *const type = Py_TYPE(self);
    for (size_t i = 0; i < self->count; i++) { // has no owner; may run in a forked child, whose parent owns them
        hot_release(hot_release_event, self->entries[i].event, type);
    }
    free(self->entries);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyMethodDef pending_methods[] = {
    {"begin", (PyCFunction)(void (*)(void))pending_begin, METH_FASTCALL,
     "begin($self, queue, is_in_order, /)\n--\n\nSets the queue's address and order. To be called first, and once."},
    {"made", (PyCFunction)(void (*)(void))pending_made, METH_FASTCALL,
     "made($self, address, event_type, /)\n--\n\n"
     "Makes the event of a command that was just enqueued, and takes over a reference to the event at an address.\n"
     "Returns None, and does nothing, once this object is retired."},
    {"note", (PyCFunction)pending_note_event, METH_O,
     "note($self, event, /)\n--\n\n"
     "Notes the event of a command that was just enqueued. Returns False once this object is retired."},
    {"prune", (PyCFunction)pending_prune_all, METH_NOARGS,
     "prune($self, /)\n--\n\nDrops the events of complete commands, and returns how many."},
    {"retire", (PyCFunction)pending_retire, METH_NOARGS,
     "retire($self, /)\n--\n\nReturns True, and lets nothing more be noted, if no command is pending."},
    {"flush", (PyCFunction)pending_flush, METH_NOARGS,
     "flush($self, /)\n--\n\nFlushes the queue, if anything is pending."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef pending_properties[] = {
    {"count", (getter)pending_count, NULL, "How many events are kept.", NULL},
    {"is_in_order", (getter)pending_order, NULL, "Whether the queue is in order.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot pending_slots[] = {
    {Py_tp_doc, "The commands of a queue that may still be pending. Keeps their events."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, pending_dealloc},
    {Py_tp_methods, pending_methods},
    {Py_tp_getset, pending_properties},
    {0, NULL}};

static PyType_Spec pending_spec = {"clmem._hot.Pending", sizeof(pending_object), 0, Py_TPFLAGS_DEFAULT, pending_slots};

int hot_add_pending(PyObject *module) {
    PyObject *const type = PyType_FromSpec(&pending_spec);
    if (type == NULL) { return -1; }
    pending_type = (PyTypeObject *)type; // the module keeps it
    if (PyModule_AddObject(module, "Pending", type) == 0) { return 0; }
    Py_DECREF(type);
    return -1;
}
