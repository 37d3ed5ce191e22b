/* clmem: what each of its headers needs. Include clmem.h, or one of the other headers of this folder.
 * SPDX-License-Identifier: MIT */
#ifndef CLMEM_BASE_H
#define CLMEM_BASE_H

/* A program that includes OpenCL's headers first has chosen their version. */
#if !defined(CL_TARGET_OPENCL_VERSION) && !defined(__OPENCL_CL_H)
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CLMEM_CALL __cdecl
#if defined(CLMEM_BUILD)
#define CLMEM_API __declspec(dllexport)
#else
#define CLMEM_API __declspec(dllimport)
#endif
#else
#define CLMEM_CALL
#define CLMEM_API __attribute__((visibility("default")))
#endif

/* Marks what a later version no longer has; `instead` is a string with its successor. A program that defines
 * CLMEM_NO_WARNINGS_OF_DEPRECATION gets no warnings. */
#if defined(CLMEM_NO_WARNINGS_OF_DEPRECATION)
#define CLMEM_DEPRECATED(instead)
#elif defined(_MSC_VER)
#define CLMEM_DEPRECATED(instead) __declspec(deprecated("use " instead))
#else
#define CLMEM_DEPRECATED(instead) __attribute__((deprecated("use " instead)))
#endif

#ifdef __cplusplus
#define CLMEM_BEGIN_DECLARATIONS extern "C" {
#define CLMEM_END_DECLARATIONS }
#else
#define CLMEM_BEGIN_DECLARATIONS
#define CLMEM_END_DECLARATIONS
#endif

CLMEM_BEGIN_DECLARATIONS

/** The outcome of a call: 0, OpenCL's negative codes, clmem's positive ones (clmem_status_code). */
typedef int32_t clmem_status;

CLMEM_END_DECLARATIONS

#endif
