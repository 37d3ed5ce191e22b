// The part of Python's pyconfig.h that cffi needs; it is the same on every Linux.
#pragma once

#define HAVE_WCHAR_H 1
