/* clmem's extras: clmem.h, and what fewer programs need. They are experimental: any version may change or remove them,
 * and the library exports them in the version node CLMEM_EXPERIMENTAL. What proves useful moves to clmem.h.
 * SPDX-License-Identifier: MIT */
#ifndef CLMEM_EXTRAS_H
#define CLMEM_EXTRAS_H

#include "clmem.h"
#include "clmem/extras/bins.h"
#include "clmem/extras/cache.h"
#include "clmem/extras/characterize.h"
#include "clmem/extras/device_data.h"
#include "clmem/extras/dump.h"
#include "clmem/extras/fault.h"
#include "clmem/extras/occupancy.h"
#include "clmem/extras/peer.h"
#include "clmem/extras/recorder.h"
#include "clmem/extras/tag.h"
#include "clmem/extras/testing.h"

#endif
