// The most frequent commands and their events: copies between a whole array and a buffer, and fills of a buffer.
//
// A copy of a kilobyte takes a few microseconds, which is as long as Python would need to fill in the structs of the
// call.
#include "_hot.h"

#include <stdint.h>

// ---- events -------------------------------------------------------------------------------------------------------------

clmem_status hot_release_event(void *event) {
    return clmem_event_release(event);
}

static void event_dealloc(hot_event *self) {
    PyTypeObject *const type = Py_TYPE(self);
    if (self->event != NULL && (self->keeper == NULL || !hot_hand_over(self))) {
        hot_release(hot_release_event, self->event, type);
    }
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *event_wait(hot_event *self, PyObject *Py_UNUSED(nothing)) {
    PyThreadState *const state = PyEval_SaveThread();
    const clmem_status status = clmem_event_wait(1, &self->event);
    PyEval_RestoreThread(state);
    if (status != CLMEM_SUCCESS) { return hot_fail(status); }
    Py_RETURN_NONE;
}

static PyObject *event_adopt(hot_event *self, PyObject *address) {
    void *const event = PyLong_AsVoidPtr(address);
    if (event == NULL) {
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "expected the address of an event, got 0");
    }
    if (self->event != NULL) { return PyErr_Format(PyExc_TypeError, "the event is already constructed"); }
    self->event = (cl_event)event;
    Py_RETURN_NONE;
}

static PyObject *event_address(hot_event *self, void *Py_UNUSED(closure)) {
    return PyLong_FromVoidPtr(self->event);
}

static PyObject *event_is_command(hot_event *self, void *Py_UNUSED(closure)) {
    return PyBool_FromLong(self->is_command);
}

static PyMethodDef event_methods[] = {
    {"wait", (PyCFunction)event_wait, METH_NOARGS,
     "wait($self, /)\n--\n\n"
     "Waits until the command is complete.\n\n"
     ":raises clmem.RuntimeError: if the command failed."},
    {"_adopt", (PyCFunction)event_adopt, METH_O,
     "_adopt($self, address, /)\n--\n\nTakes over a reference to the event at an address."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef event_properties[] = {
    {"_address", (getter)event_address, NULL, "The address of the cl_event, 0 if there is none.", NULL},
    {"_is_command", (getter)event_is_command, NULL,
     "Whether it belongs to a command of this package, so that it is no user event.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot event_slots[] = {
    {Py_tp_doc, "The event of a command, released with the last object that refers to it."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, event_dealloc},
    {Py_tp_methods, event_methods},
    {Py_tp_getset, event_properties},
    {0, NULL}};

static PyType_Spec event_spec = {"clmem._hot.Event", sizeof(hot_event), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                 event_slots};

static PyTypeObject *event_base; // the module refuses a second interpreter, so one is enough

PyObject *hot_event_of(PyObject *type, cl_event event) {
    hot_event *const made = (hot_event *)PyType_GenericAlloc((PyTypeObject *)type, 0);
    if (made == NULL) {
        hot_release(hot_release_event, event, (PyTypeObject *)type);
        return NULL;
    }
    made->event = event;
    made->is_command = 1;
    return (PyObject *)made;
}

int hot_is_event_type(PyObject *type) {
    if (PyType_Check(type) && PyType_IsSubtype((PyTypeObject *)type, event_base)) { return 1; }
    PyErr_Format(PyExc_TypeError, "expected a subclass of Event, got %R", type);
    return 0;
}

// ---- commands -----------------------------------------------------------------------------------------------------------

// Each returns None for arguments that it does not handle; the general path in Python handles or refuses them.

static PyObject *not_here(void) {
    PyErr_Clear();
    Py_RETURN_NONE;
}

// Ends a call that has used the array. If the call failed, its exception comes first: the array's exporter may call the
// library, which then records another error.
static void end_use(Py_buffer *array, clmem_status status) {
    if (status == CLMEM_SUCCESS) {
        hot_release_buffer(array);
        return;
    }
    hot_fail(status);
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    hot_release_buffer(array);
    PyErr_Restore(type, value, traceback);
}

// copy(queue, memory, array, is_write, event_type)
static PyObject *copy(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count) {
    if (count != 5) { return PyErr_Format(PyExc_TypeError, "copy() takes five arguments"); }
    if (!hot_is_event_type(arguments[4])) { return NULL; }
    const int is_write = arguments[3] == Py_True;
    clmem_transfer_place host = CLMEM_TRANSFER_PLACE_INIT, device = CLMEM_TRANSFER_PLACE_INIT;
    clmem_transfer_options options = CLMEM_TRANSFER_OPTIONS_INIT;
    cl_command_queue const queue = (cl_command_queue)PyLong_AsVoidPtr(arguments[0]);
    device.memory = (clmem_memory)PyLong_AsVoidPtr(arguments[1]);
    Py_buffer view;
    if (PyErr_Occurred() || hot_get_buffer(arguments[2], &view, is_write ? PyBUF_SIMPLE : PyBUF_WRITABLE) != 0) {
        return not_here();
    }
    host.pointer = view.buf;
    host.bytes = options.bytes = (size_t)view.len; // all of the array, never less
    cl_event event = NULL;
    PyThreadState *const state = PyEval_SaveThread();
    const clmem_status status =
        clmem_transfer_copy(queue, is_write ? &host : &device, is_write ? &device : &host, &options, &event);
    PyEval_RestoreThread(state);
    end_use(&view, status);
    return status == CLMEM_SUCCESS ? hot_event_of(arguments[4], event) : NULL;
}

// fill(pending, buffer, pattern, offset, size, event_type)
static PyObject *fill(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t count) {
    if (count != 6) { return PyErr_Format(PyExc_TypeError, "fill() takes six arguments"); }
    if (!hot_is_event_type(arguments[5])) { return NULL; }
    clmem_buffer const buffer = (clmem_buffer)PyLong_AsVoidPtr(arguments[1]);
    const size_t offset = PyErr_Occurred() ? 0 : PyLong_AsSize_t(arguments[3]);
    const size_t bytes = PyErr_Occurred() ? 0 : PyLong_AsSize_t(arguments[4]);
    Py_buffer pattern;
    if (PyErr_Occurred() || hot_get_buffer(arguments[2], &pattern, PyBUF_SIMPLE) != 0) { return not_here(); }
    cl_command_queue const queue = hot_begin_call(arguments[0]);
    if (queue == NULL) {
        hot_release_buffer(&pattern);
        return not_here();
    }
    clmem_buffer_fill_options options = CLMEM_BUFFER_FILL_OPTIONS_INIT;
    options.offset_bytes = offset;
    options.bytes = bytes;
    cl_event event = NULL;
    PyThreadState *const state = PyEval_SaveThread();
    const clmem_status status = clmem_buffer_fill(buffer, queue, pattern.buf, (size_t)pattern.len, &options, &event);
    PyEval_RestoreThread(state);
    end_use(&pattern, status);
    PyObject *const made = status == CLMEM_SUCCESS ? hot_event_of(arguments[5], event) : NULL;
    const int noted = made == NULL ? 0 : hot_note(arguments[0], (hot_event *)made);
    hot_end_call(arguments[0]);
    if (noted == 0) { return made; }
    Py_DECREF(made);
    return NULL;
}

static PyMethodDef command_functions[] = {
    {"copy", (PyCFunction)(void (*)(void))copy, METH_FASTCALL,
     "copy(queue, memory, array, is_write, event_type, /)\n--\n\n"
     "Copies a whole array to a buffer or, if is_write is False, from it, and waits. The queue is an address,\n"
     "the memory a token. Returns None if the array exports no contiguous buffer, or is read-only."},
    {"fill", (PyCFunction)(void (*)(void))fill, METH_FASTCALL,
     "fill(pending, buffer, pattern, offset, size, event_type, /)\n--\n\n"
     "Fills a part of a buffer on the queue of a Pending, which notes the command. Returns None if that is None or\n"
     "retired, the pattern exports no buffer, or a number is out of range."},
    {NULL, NULL, 0, NULL}};

int hot_add_commands(PyObject *module) {
    PyObject *const type = PyType_FromSpec(&event_spec);
    if (type == NULL) { return -1; }
    event_base = (PyTypeObject *)type; // the module keeps it
    if (PyModule_AddObject(module, "Event", type) != 0) {
        Py_DECREF(type);
        return -1;
    }
    return PyModule_AddFunctions(module, command_functions);
}
