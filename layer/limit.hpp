// `--limit`: the program sees devices with less memory than they have, and creations beyond that fail as on a full
// device. Functions that count memory stand between the layer and the driver, so the pools' slabs count as well as what
// the program gets from the driver. Without a limit there are none.
#pragma once

#include <CL/cl_icd.h>
#include <cstddef>
#include <memory>

namespace clmem::layer {

// Puts the counting functions in the place of the driver's. Calls nothing. The first table is that of the driver's
// functions, which the counting functions call.
void limit_memory(cl_icd_dispatch &functions) noexcept;

namespace limit {

// While it lives, creations of this thread do not count: the layer only asks what the driver says to them.
class uncounted {
  public:
    uncounted() noexcept;
    ~uncounted();
    uncounted(const uncounted &) = delete;
    uncounted &operator=(const uncounted &) = delete;
};

// Whether the limit refused this thread's last creation that counts.
[[nodiscard]] bool has_refused() noexcept;

// Memory that counts.
struct charge;
struct charge_deleter {
    void operator()(charge *ended) const noexcept;
};
using counted = std::unique_ptr<charge, charge_deleter>;

namespace detail {
[[nodiscard]] bool is_on() noexcept;
[[nodiscard]] counted begin_usm(cl_context context, bool of_host, std::size_t bytes, cl_int &code) noexcept;
void keep_usm(void *begin, counted taken) noexcept;
[[nodiscard]] counted forget_usm(void *begin) noexcept;
} // namespace detail

// create() if there is room for unified shared memory, whose functions no table has; otherwise NULL and the code.
template <class Create>
void *allocating_usm(cl_context context, bool of_host, std::size_t bytes, cl_int &code, Create &&create) noexcept {
    if (!detail::is_on()) { return create(); }
    counted taken = detail::begin_usm(context, of_host, bytes, code);
    void *const made = taken != nullptr ? create() : nullptr;
    if (made != nullptr) { detail::keep_usm(made, std::move(taken)); }
    return made;
}

// free(), after which the memory no longer counts. It leaves the table before: the driver may use its address again.
template <class Free>
cl_int freeing_usm(void *begin, Free &&free) noexcept {
    if (!detail::is_on()) { return free(); }
    counted taken = detail::forget_usm(begin);
    const cl_int code = free();
    if (code != CL_SUCCESS) { detail::keep_usm(begin, std::move(taken)); }
    return code;
}

} // namespace limit

} // namespace clmem::layer
