// clmem for C++17: owners of clmem's handles, built on the C interface in clmem.h, whose comments apply here too.
// SPDX-License-Identifier: MIT
//
//     clmem::device device = clmem::device::choose();
//     clmem::context context{device};
//     clmem::pool pool{clmem::provider::buffers(context)};
//     clmem::buffer buffer = pool.allocate(1 << 20);
//     cl_mem mem = buffer.mem();               // any OpenCL call takes it
//
// An owner can be moved but not copied, and its destructor releases what it owns. A member function throws clmem::error
// when its call fails. With a std::error_code as the last argument it throws nothing, and on a failure returns an owner
// of nothing.
//
//     std::error_code failure;
//     clmem::buffer buffer = pool.allocate(1 << 20, nullptr, failure);
//     if (failure == clmem::out_of_memory) { puts(clmem::error::last().what()); }
//
// Functions that take an OpenCL object also take those of the OpenCL C++ bindings (cl::Context, cl::CommandQueue,
// cl::Buffer, ...), and buffer.as<cl::Buffer>(), queue.as<cl::CommandQueue>() and similar functions create them.
// Without exceptions (-fno-exceptions) a failure that no std::error_code receives ends the program.
#ifndef CLMEM_HPP
#define CLMEM_HPP

#include "clmem/base.hpp"
#include "clmem/buffer.hpp"
#include "clmem/device.hpp"
#include "clmem/event.hpp"
#include "clmem/image.hpp"
#include "clmem/launch.hpp"
#include "clmem/place.hpp"
#include "clmem/pool.hpp"
#include "clmem/resource.hpp"
#include "clmem/svm.hpp"
#include "clmem/transfer.hpp"

#endif
