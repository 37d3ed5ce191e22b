// Tags for a part of the program.
// SPDX-License-Identifier: MIT
#ifndef CLMEM_EXTRAS_TAG_HPP
#define CLMEM_EXTRAS_TAG_HPP

#include "../base.hpp"
#include "tag.h"

namespace clmem {
inline namespace CLMEM_HPP_VERSION {
namespace experimental {

// Until it is destroyed, this thread's allocations have a tag. It must be destroyed on the same thread, after those
// that began later. clmem_tag_begin()
//
//     const clmem::experimental::tag_scope weights{"weights"};
//     const clmem::buffer block = pool.allocate(1 << 20, queue);
class [[nodiscard]] tag_scope {
  public:
    explicit tag_scope(const char *name, error_sink failure = throws())
        : has_begun_{detail::check(clmem_tag_begin(name), failure)} {}
    ~tag_scope() {
        if (has_begun_) { static_cast<void>(clmem_tag_end()); }
    }
    tag_scope(tag_scope &&) = delete;
    tag_scope &operator=(tag_scope &&) = delete;

  private:
    bool has_begun_;
};

} // namespace experimental
} // namespace CLMEM_HPP_VERSION
} // namespace clmem

#endif
