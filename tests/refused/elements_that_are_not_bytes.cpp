// refused: expected a trivially copyable type
// A transfer copies bytes, which are not the elements of every vector.
#include <clmem.hpp>

void copied(const clmem::queue &queue, const clmem::buffer &block, std::string &text, std::vector<std::string> &texts) {
    clmem::copy(queue, block, text);
    static_cast<void>(texts);
#ifdef REFUSED
    clmem::copy(queue, block, texts);
#endif
}
