// Reads hostile recordings for libFuzzer: `./dev test --fuzz` builds it with Clang. The environment variable
// CLMEM_FUZZ_EXTENSION names the format, since not every file says what it is. What can be read is written in each
// format, and its blocks are followed as for a report.
#include "failure.hpp"
#include "formats/convert.hpp"
#include "formats/read.hpp"
#include "reports/history.hpp"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

namespace {

using namespace clmem::command;

struct files {
    std::string folder;
    std::string in;
    files() {
        std::string name = "/dev/shm/clmem-fuzz-XXXXXX";
        if (mkdtemp(name.data()) == nullptr) { std::abort(); }
        folder = name;
        const char *const extension = std::getenv("CLMEM_FUZZ_EXTENSION");
        in = folder + "/in." + (extension != nullptr ? extension : "clmem");
    }
};

void use(const files &in, std::size_t bytes) {
    static_cast<void>(history_of(read_recording(in.in)));
    static_cast<void>(read_as_trace(in.in));
    constexpr std::array formats{"clmem", "pickle", "json", "rmm.csv", "csv"};
    const std::string out = in.folder + "/out." + formats[bytes % formats.size()];
    convert({.from = in.in, .to = out});
    // Whatever clmem writes, it reads.
    try {
        static_cast<void>(read_recording(out));
    } catch (const failure &error) {
        std::fprintf(stderr, "clmem does not read what it has written: %s\n", error.what());
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t bytes) {
    static const files where;
    std::ofstream{where.in, std::ios::binary}.write(reinterpret_cast<const char *>(data),
                                                    static_cast<std::streamsize>(bytes));
    try {
        use(where, bytes);
    } catch (const failure &) {
        // A clear error is one of the two good answers.
    }
    return 0;
}
