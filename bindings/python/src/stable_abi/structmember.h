// Descriptors of members, as in Python's stable ABI.
#pragma once

#include <Python.h>
#include <stddef.h>

typedef struct PyMemberDef {
    const char *name;
    int type;
    Py_ssize_t offset;
    int flags;
    const char *doc;
} PyMemberDef;

#define T_PYSSIZET 19
#define READONLY 1
