// clmem for C++17: owners of clmem's handles, made of nothing but the C interface in clmem.h, whose comments hold here too.
// SPDX-License-Identifier: MIT
//
//     clmem::device device = clmem::device::choose();
//     clmem::context context{device};
//     clmem::pool pool{clmem::provider::buffers(context)};
//     clmem::buffer buffer = pool.allocate(1 << 20);
//     cl_mem mem = buffer.mem();               // any OpenCL call takes it
//
// Every owner moves, is never copied, and releases at its end what it owns. A member function throws clmem::error when its call
// fails. Whoever wants codes instead hands a std::error_code over as the last argument: then nothing is thrown, and what is
// returned on a failure owns nothing.
//
//     std::error_code failure;
//     clmem::buffer buffer = pool.allocate(1 << 20, nullptr, failure);
//     if (failure == clmem::out_of_memory) { puts(clmem::error::last().what()); }
//
// Objects of the OpenCL C++ bindings (cl::Context, cl::CommandQueue, cl::Buffer, ...) are taken wherever OpenCL's own are, and
// buffer.as<cl::Buffer>(), queue.as<cl::CommandQueue>() and the like make one. Without exceptions (-fno-exceptions) a failure
// that nobody takes ends the program.
#ifndef CLMEM_HPP
#define CLMEM_HPP

#include "clmem/base.hpp"
#include "clmem/buffer.hpp"
#include "clmem/cache.hpp"
#include "clmem/characterize.hpp"
#include "clmem/device.hpp"
#include "clmem/device_data.hpp"
#include "clmem/event.hpp"
#include "clmem/image.hpp"
#include "clmem/launch.hpp"
#include "clmem/pool.hpp"
#include "clmem/resource.hpp"
#include "clmem/svm.hpp"
#include "clmem/transfer.hpp"

#endif
