// A library that uses clmem.hpp, and hides its inline functions from the program, which has another copy of them.
#pragma once

#include <clmem.hpp>

namespace clmem::test {

// Passes on what the program uses as the last argument.
__attribute__((visibility("default"))) bool allocates(const pool &from, std::size_t bytes,
                                                      decltype(clmem::throws()) failure);

} // namespace clmem::test
