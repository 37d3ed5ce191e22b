// What Python's own pyconfig.h would say of every Linux, as far as cffi asks.
#pragma once

#define HAVE_WCHAR_H 1
