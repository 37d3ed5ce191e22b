// Whether a file to load may be trusted as much as one that is already loaded.
#pragma once

namespace clmem_core {

// True if only users that could also have changed `known` can change or replace the file: the file and its folder
// belong to root, to the effective user of the process, or to the owner of `known`, and no other user may write to
// them, except the group that may write to `known`. False if one of the files does not exist.
[[nodiscard]] bool is_as_safe_as(const char *file, const char *known) noexcept;

} // namespace clmem_core
