// refused: deleted
// A vector that is gone before the transfer is no source.
#include <clmem.hpp>
#include <string_view>

void copied(const clmem::queue &queue, const clmem::buffer &block) {
    clmem::copy(queue, std::string_view{"elements that stay"}, block);
#ifdef REFUSED
    const clmem::const_place from{std::vector<int>(1024, 9)};
    clmem::copy(queue, from, block);
#endif
}
