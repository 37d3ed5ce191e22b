#include "told_flags.hpp"

#include "driver.hpp"
#include "limit.hpp"

#include <algorithm>

namespace clmem::layer {

namespace {

cl_mem_flags ask_driver(cl_context context, cl_mem_flags flags, const cl_mem_flags *part_flags) noexcept {
    constexpr std::size_t bytes = 1;
    const limit::uncounted scope;
    cl_mem whole = driver().clCreateBuffer(context, flags, bytes, nullptr, nullptr);
    const cl_buffer_region region{0, bytes};
    cl_mem part = part_flags != nullptr && whole != nullptr
                      ? driver().clCreateSubBuffer(whole, *part_flags, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr)
                      : nullptr;
    cl_mem_flags told = flags;
    (void)driver().clGetMemObjectInfo(part != nullptr ? part : whole, CL_MEM_FLAGS, sizeof told, &told, nullptr);
    if (part != nullptr) { (void)driver().clReleaseMemObject(part); }
    if (whole != nullptr) { (void)driver().clReleaseMemObject(whole); }
    return told;
}

} // namespace

cl_mem_flags told_flags::of(cl_context context, cl_mem_flags flags, const cl_mem_flags *part_flags) {
    const bool is_part = part_flags != nullptr;
    const cl_mem_flags of_part = is_part ? *part_flags : 0;
    {
        const std::lock_guard lock{mutex_};
        const auto known = std::ranges::find_if(answers_, [&](const answer &it) {
            return it.flags == flags && it.is_part == is_part && it.part_flags == of_part;
        });
        if (known != answers_.end()) { return known->told; }
    }
    // Without the mutex, since a driver may call the program back. Another thread may add the same answer.
    const cl_mem_flags told = ask_driver(context, flags, part_flags);
    const std::lock_guard lock{mutex_};
    answers_.push_back({flags, is_part, of_part, told});
    return told;
}

} // namespace clmem::layer
