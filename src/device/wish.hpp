// Wishes for a device, and where they come from when the program has none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmem {

// How a wish is spelled.
enum class wish_syntax {
    clmem,    // PLATFORM:DEVICE, or a number: a device's in the list of all
    pyopencl, // the answers that pyopencl would ask for: PLATFORM:DEVICE,DEVICE
    number,   // a device's number in the list of all, as pycuda has it
};

struct wish {
    std::string text;
    wish_syntax syntax = wish_syntax::clmem;
    std::string origin; // for messages: "the wish", "the environment variable CLMEM_DEVICE"
    bool is_there = false;
};

// The wish of the user's surroundings for a device: CLMEM_DEVICE, PYOPENCL_CTX, CUDA_DEVICE, ~/.clmem_device, ~/.cuda-device.
// Throws if a file has none that can be read.
[[nodiscard]] wish surrounding_wish();

// The same for the devices of tests: CLMEM_TEST, PYOPENCL_TEST.
[[nodiscard]] wish surrounding_test_wish();

// The parts of a text between separators; an empty text has one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// True for a text that is a number and nothing else.
[[nodiscard]] bool is_number(std::string_view text);

// Without the white space at its ends.
[[nodiscard]] std::string_view trim(std::string_view text);

} // namespace clmem
