// What the sources of the module clmem._hot share.
#pragma once

#include <Python.h>
#include <clmem.h>

#ifndef METH_FASTCALL
#define METH_FASTCALL 0x0080 // 3.9 has it, but calls it stable from 3.10 on
#endif

// Raises the exception for a library call that has just failed on this thread, and returns NULL.
PyObject *hot_fail(clmem_status status);

// Raises the exception for a status and a message, and returns NULL.
PyObject *hot_fail_with(clmem_status status, const char *message);

// For failures where no exception can be raised; an exception that is already set stays set.
void hot_report(clmem_status status, PyTypeObject *where);

// Makes a block object. It takes over the handle even when it fails and returns NULL.
PyObject *hot_make_block(PyTypeObject *type, int is_plain, clmem_buffer handle, size_t bytes);

// Whether block_type() made the type, and whether it is such a type itself rather than a Python subclass of one.
int hot_is_block_type(PyObject *type);
int hot_is_plain_block_type(PyObject *type);

// Each adds its types and functions to the module. Returns 0, or -1 and an exception.
int hot_add_blocks(PyObject *module);
int hot_add_pools(PyObject *module);
int hot_add_commands(PyObject *module);
