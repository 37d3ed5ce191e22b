#include "cpp_library.hpp"

bool clmem::test::allocates(const pool &from, std::size_t bytes, decltype(clmem::throws()) failure) {
    return static_cast<bool>(from.allocate(bytes, nullptr, failure));
}
