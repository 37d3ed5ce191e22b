// Replaces Python's headers where they are not installed, such as on a Debian with g++ and without python3-dev.
//
// The package's modules only use Python's stable ABI, which is the same in every CPython from 3.9 on (PEP 384). Builds
// without the GIL have another ABI and need their own headers. This file declares the types and numbers that the
// modules use, functions.h the functions. "wheel.py-api" in pyproject.toml names the version of the ABI.
#pragma once

#include <assert.h>
#include <pyconfig.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <wchar.h>

typedef ssize_t Py_ssize_t;
typedef struct _object PyObject;
typedef struct _typeobject PyTypeObject;
typedef struct _ts PyThreadState;
typedef struct _is PyInterpreterState;

struct _object {
    Py_ssize_t ob_refcnt;
    PyTypeObject *ob_type;
};

// ---- descriptions of types and modules ------------------------------------------------------------------------------------

typedef PyObject *(*PyCFunction)(PyObject *self, PyObject *arguments);
typedef PyObject *(*getter)(PyObject *self, void *closure);
typedef int (*setter)(PyObject *self, PyObject *value, void *closure);
typedef int (*inquiry)(PyObject *self);
typedef int (*visitproc)(PyObject *object, void *argument);
typedef int (*traverseproc)(PyObject *self, visitproc visit, void *argument);
typedef void (*freefunc)(void *memory);
typedef void (*destructor)(PyObject *self);

typedef struct PyMethodDef {
    const char *ml_name;
    PyCFunction ml_meth;
    int ml_flags;
    const char *ml_doc;
} PyMethodDef;

#define METH_VARARGS 0x0001
#define METH_KEYWORDS 0x0002
#define METH_NOARGS 0x0004
#define METH_O 0x0008

typedef struct PyGetSetDef {
    const char *name;
    getter get;
    setter set;
    const char *doc;
    void *closure;
} PyGetSetDef;

typedef struct {
    int slot;
    void *pfunc;
} PyType_Slot;

typedef struct {
    const char *name;
    int basicsize;
    int itemsize;
    unsigned int flags;
    PyType_Slot *slots;
} PyType_Spec;

#define Py_tp_alloc 47
#define Py_tp_base 48
#define Py_tp_call 50
#define Py_tp_clear 51
#define Py_tp_dealloc 52
#define Py_tp_doc 56
#define Py_tp_methods 64
#define Py_tp_new 65
#define Py_tp_setattro 69
#define Py_tp_traverse 71
#define Py_tp_members 72
#define Py_tp_getset 73
#define Py_tp_free 74

#define Py_TPFLAGS_BASETYPE (1UL << 10)
#define Py_TPFLAGS_HAVE_GC (1UL << 14)
#define Py_TPFLAGS_DEFAULT 0
#define Py_TPFLAGS_TYPE_SUBCLASS (1UL << 31)

typedef struct PyModuleDef_Base {
    PyObject ob_base;
    PyObject *(*m_init)(void);
    Py_ssize_t m_index;
    PyObject *m_copy;
} PyModuleDef_Base;

typedef struct PyModuleDef_Slot {
    int slot;
    void *value;
} PyModuleDef_Slot;

typedef struct PyModuleDef {
    PyModuleDef_Base m_base;
    const char *m_name;
    const char *m_doc;
    Py_ssize_t m_size;
    PyMethodDef *m_methods;
    PyModuleDef_Slot *m_slots;
    traverseproc m_traverse;
    inquiry m_clear;
    freefunc m_free;
} PyModuleDef;

#define Py_mod_exec 2
#define PyModuleDef_HEAD_INIT                                                                                          \
    { {1, NULL}, NULL, 0, NULL }
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#define PyAPI_FUNC(type) type

// ---- functions and objects ------------------------------------------------------------------------------------------------

#include "functions.h"

_Noreturn void Py_FatalError(const char *message);

extern PyObject _Py_NoneStruct;
extern PyObject _Py_TrueStruct;
extern PyTypeObject PyBaseObject_Type;
extern PyTypeObject PyLong_Type;
extern PyObject *PyExc_AttributeError;
extern PyObject *PyExc_ImportError;
extern PyObject *PyExc_MemoryError;
extern PyObject *PyExc_SystemError;
extern PyObject *PyExc_TypeError;
extern PyObject *PyExc_ValueError;

#define Py_None (&_Py_NoneStruct)
#define Py_True (&_Py_TrueStruct)
#define Py_REFCNT(object) (((PyObject *)(object))->ob_refcnt)
#define Py_TYPE(object) (((PyObject *)(object))->ob_type)
#define Py_SET_TYPE(object, type) (((PyObject *)(object))->ob_type = (type))
#define PyLong_CheckExact(object) (Py_TYPE(object) == &PyLong_Type)
#define PyObject_TypeCheck(object, type) (Py_TYPE(object) == (type) || PyType_IsSubtype(Py_TYPE(object), type))
#define PyType_Check(object) ((PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_TYPE_SUBCLASS) != 0)

#define Py_INCREF(object) Py_IncRef((PyObject *)(object))
#define Py_DECREF(object) Py_DecRef((PyObject *)(object))
#define Py_XINCREF(object) Py_IncRef((PyObject *)(object)) // accepts NULL
#define Py_XDECREF(object) Py_DecRef((PyObject *)(object)) // accepts NULL
#define Py_CLEAR(object)                                                                                               \
    do {                                                                                                               \
        PyObject *const cleared = (PyObject *)(object);                                                                \
        (object) = NULL;                                                                                               \
        Py_DecRef(cleared);                                                                                            \
    } while (0)
#define PyObject_GC_New(struct_type, type) ((struct_type *)_PyObject_GC_New(type))
#define Py_VISIT(object)                                                                                               \
    do {                                                                                                               \
        const int visited = (object) ? visit((PyObject *)(object), arg) : 0;                                           \
        if (visited != 0) { return visited; }                                                                          \
    } while (0)
#define Py_RETURN_NONE return Py_IncRef(&_Py_NoneStruct), &_Py_NoneStruct
#define Py_UNUSED(name) unused_##name __attribute__((unused))

#define Py_BEGIN_ALLOW_THREADS                                                                                         \
    {                                                                                                                  \
        PyThreadState *const saved_state = PyEval_SaveThread();
#define Py_END_ALLOW_THREADS                                                                                           \
    PyEval_RestoreThread(saved_state);                                                                                 \
    }
