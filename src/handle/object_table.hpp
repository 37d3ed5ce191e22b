// Handles of objects that are created rarely and used often: providers and pools. Blocks have a separate table.
#pragma once

#include "base/error.hpp"
#include "handle/token.hpp"

#include <memory>

namespace clmem_core::object_table {

// Creates a handle for an object; the table keeps the object alive until remove().
[[nodiscard]] std::uint64_t add(token::type kind, std::shared_ptr<void> object);

// The object of a handle, or nullptr if the handle is not live or of another type.
[[nodiscard]] std::shared_ptr<void> find(token::type kind, std::uint64_t handle) noexcept;

// Makes a handle stale and returns its object, or nullptr as find() does.
[[nodiscard]] std::shared_ptr<void> remove(token::type kind, std::uint64_t handle) noexcept;

// Throws the error for a handle that is not live; `name` is the parameter, `noun` what it should be.
[[noreturn]] void fail_invalid(std::uint64_t handle, const char *name, const char *noun);

} // namespace clmem_core::object_table
