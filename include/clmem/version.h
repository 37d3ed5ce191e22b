/* SPDX-License-Identifier: MIT */
/* ==== version =======================================================================================================
 *
 * The header's version consists of macros; a call returns the version of the running library. Before 1.0 a new minor
 * version may change the interface; later only a new major version does.
 *
 *     uint32_t major, minor, patch;
 *     CHECK(clmem_version(&major, &minor, &patch));
 *     if (major != CLMEM_VERSION_MAJOR || minor < CLMEM_VERSION_MINOR) { puts("the library is too old"); }
 */
#ifndef CLMEM_VERSION_H
#define CLMEM_VERSION_H

#include "base.h"

CLMEM_BEGIN_DECLARATIONS

#define CLMEM_VERSION_MAJOR 0
#define CLMEM_VERSION_MINOR 1
#define CLMEM_VERSION_PATCH 0

/**
 * Returns the version of the running library, which may be newer than this header.
 *
 * @param[out] out_major  copied; the major number; another one may break programs.
 * @param[out] out_minor  copied; the minor number, for additions.
 * @param[out] out_patch  copied; the patch number, for corrections.
 * @error CLMEM_ERROR_INVALID_ARGUMENT  an output is NULL.
 */
CLMEM_API clmem_status CLMEM_CALL clmem_version(uint32_t *out_major, uint32_t *out_minor, uint32_t *out_patch);

CLMEM_END_DECLARATIONS

#endif
