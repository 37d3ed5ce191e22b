#include "formats/read.hpp"

#include "formats/clmem_format.hpp"

namespace clmem::command {

recording read_recording(const std::string &path) {
    return read_clmem(path);
}

} // namespace clmem::command
