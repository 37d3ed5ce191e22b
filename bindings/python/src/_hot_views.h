// What the two sources of views share.
#pragma once

#include <Python.h>

// Gives a class written in Python, without state, the attributes `_clmem` and `_queue`, kept until an object is
// deleted. Returns 0 and an exception on failure.
int hot_keep_blocks(PyObject *type, int by_finalizer);

// Sets both attributes of a view; `queue` may be NULL. Returns 0 and an exception on failure.
int hot_set_view(PyObject *view, PyObject *block, PyObject *queue);

// What `_clmem` is, a new reference; NULL without an exception if it was not set.
PyObject *hot_block_of_view(PyObject *view);
