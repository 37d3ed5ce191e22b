// Whether a file that is about to be loaded may be trusted as much as one that is loaded already.
#pragma once

namespace clmem {

// True if nobody may change the file, or put another one in its place, who could not have changed `known`, too: the file and its folder
// belong to root, to the user whose rights the process has, or to the owner of `known`, and nobody else may write to them, but the group
// that may write to `known`. False if one of the files is not there.
[[nodiscard]] bool is_as_safe_as(const char *file, const char *known) noexcept;

} // namespace clmem
