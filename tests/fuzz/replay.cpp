// Runs a target on the files of some folders, without libFuzzer: the tests of every build do that with the corpus.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t bytes);

int main(int count, char **arguments) {
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < count; ++i) {
        for (const auto &entry : std::filesystem::directory_iterator{arguments[i]}) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path &file : files) {
        std::printf("%s\n", file.c_str());
        std::fflush(stdout); // the last line names the file that ends the process
        std::ifstream in{file, std::ios::binary};
        const std::string input{std::istreambuf_iterator<char>{in}, {}};
        // A copy of exactly its size, so that AddressSanitizer sees reads beyond it.
        const std::vector<std::uint8_t> exact{input.begin(), input.end()};
        static_cast<void>(LLVMFuzzerTestOneInput(exact.data(), exact.size()));
    }
    if (files.empty()) { std::fprintf(stderr, "expected folders with inputs, got none\n"); }
    return files.empty() ? 1 : 0;
}
