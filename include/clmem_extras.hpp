// clmem.hpp, and the classes and functions of clmem_extras.h, in clmem::experimental: any version may change or remove
// them.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_HPP
#define CLMEM_EXTRAS_HPP

#include "clmem.hpp"
#include "clmem/extras/bins.hpp"
#include "clmem/extras/cache.hpp"
#include "clmem/extras/characterize.hpp"
#include "clmem/extras/device_data.hpp"
#include "clmem/extras/dump.hpp"
#include "clmem/extras/fault.hpp"
#include "clmem/extras/peer.hpp"
#include "clmem/extras/recorder.hpp"
#include "clmem/extras/tag.hpp"
#include "clmem/extras/testing.hpp"

#endif
