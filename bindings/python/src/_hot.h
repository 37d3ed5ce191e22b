// What the sources of the module clmem._hot share.
#pragma once

#include <Python.h>
#include <clmem.h>

#ifndef METH_FASTCALL
#define METH_FASTCALL 0x0080 // 3.9 has it, but calls it stable from 3.10 on
#endif

// Raises the exception for a call of the library that has just failed on this thread, and returns NULL.
PyObject *hot_fail(clmem_status status);

// For failures where no exception can be raised; an exception that is on its way stays as it is.
void hot_report(clmem_status status, PyTypeObject *where);

// Adds the type of events, and the commands. Returns 0, or -1 and an exception.
int hot_add_commands(PyObject *module);
