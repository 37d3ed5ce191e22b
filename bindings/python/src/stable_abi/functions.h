// The functions of Python's stable ABI that this package calls. A test also compiles this after Python's headers, so
// that both must agree. "C API Stability" in Python's documentation describes the ABI.
#pragma once

PyObject *PyBool_FromLong(long value);
char *PyBytes_AsString(PyObject *bytes);
PyObject *PyDict_GetItemString(PyObject *dictionary, const char *key);
Py_ssize_t PyDict_Size(PyObject *dictionary);
double PyFloat_AsDouble(PyObject *number);
PyObject *PyFloat_FromDouble(double value);
size_t PyLong_AsSize_t(PyObject *number);
Py_ssize_t PyLong_AsSsize_t(PyObject *number);
void *PyLong_AsVoidPtr(PyObject *number);
void *PyObject_Malloc(size_t bytes);
void PyObject_Free(void *memory);
PyObject *PyLong_FromLong(long value);
PyObject *PyLong_FromLongLong(long long value);
PyObject *PyLong_FromUnsignedLong(unsigned long value);
PyObject *PyLong_FromUnsignedLongLong(unsigned long long value);
PyObject *PyLong_FromVoidPtr(void *value);
PyObject *PyNumber_Index(PyObject *object);
PyObject *PyTuple_GetItem(PyObject *tuple, Py_ssize_t place);
PyObject *PyTuple_Pack(Py_ssize_t count, ...);
Py_ssize_t PyTuple_Size(PyObject *tuple);
PyObject *PyUnicode_AsUTF8String(PyObject *text);
int PyUnicode_CompareWithASCIIString(PyObject *text, const char *other);
PyObject *PyUnicode_FromFormat(const char *format, ...);

PyObject *PyErr_Format(PyObject *type, const char *format, ...);
void PyErr_Clear(void);
void PyErr_Fetch(PyObject **type, PyObject **value, PyObject **traceback);
PyObject *PyErr_NoMemory(void);
void PyErr_NormalizeException(PyObject **type, PyObject **value, PyObject **traceback);
PyObject *PyErr_Occurred(void);
void PyErr_Restore(PyObject *type, PyObject *value, PyObject *traceback);
void PyErr_SetObject(PyObject *type, PyObject *value);
void PyErr_SetString(PyObject *type, const char *text);
void PyErr_WriteUnraisable(PyObject *where);
int PyException_SetTraceback(PyObject *exception, PyObject *traceback);

int PyArg_ParseTuple(PyObject *arguments, const char *format, ...);
int PyArg_UnpackTuple(PyObject *arguments, const char *name, Py_ssize_t least, Py_ssize_t most, ...);
PyObject *PyDescr_NewGetSet(PyTypeObject *type, PyGetSetDef *attribute);
PyObject *PyDescr_NewMethod(PyTypeObject *type, PyMethodDef *method);
PyObject *PyObject_CallFunction(PyObject *callable, const char *format, ...);
PyObject *PyObject_CallFunctionObjArgs(PyObject *callable, ...);
PyObject *PyObject_CallMethod(PyObject *object, const char *name, const char *format, ...);
PyObject *PyObject_GetAttrString(PyObject *object, const char *name);
int PyObject_SetAttrString(PyObject *object, const char *name, PyObject *value);

void Py_IncRef(PyObject *object);
void Py_DecRef(PyObject *object);
void PyObject_ClearWeakRefs(PyObject *object);
void PyObject_GC_Del(void *object);
void PyObject_GC_Track(void *object);
void PyObject_GC_UnTrack(void *object);
int PyObject_GenericSetAttr(PyObject *object, PyObject *name, PyObject *value);
PyObject *PyObject_Init(PyObject *object, PyTypeObject *type);
PyObject *_PyObject_GC_New(PyTypeObject *type);

PyObject *PyType_FromSpec(PyType_Spec *spec);
PyObject *PyType_FromSpecWithBases(PyType_Spec *spec, PyObject *bases);
PyObject *PyType_GenericAlloc(PyTypeObject *type, Py_ssize_t items);
PyObject *PyType_GenericNew(PyTypeObject *type, PyObject *arguments, PyObject *keywords);
unsigned long PyType_GetFlags(PyTypeObject *type);
void *PyType_GetSlot(PyTypeObject *type, int slot);
int PyType_IsSubtype(PyTypeObject *type, PyTypeObject *base);

int Py_AddPendingCall(int (*function)(void *argument), void *argument);
PyThreadState *PyEval_SaveThread(void);
void PyEval_RestoreThread(PyThreadState *state);
int64_t PyInterpreterState_GetID(PyInterpreterState *interpreter);
PyInterpreterState *PyInterpreterState_Get(void);
PyObject *PyImport_ImportModule(const char *name);
int PyModule_AddFunctions(PyObject *module, PyMethodDef *functions);
int PyModule_AddObject(PyObject *module, const char *name, PyObject *object);
PyObject *PyModuleDef_Init(PyModuleDef *definition);
