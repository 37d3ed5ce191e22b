// Device selectors, and where they come from if the program has none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clmem_core {

// The syntax of a selector.
enum class selector_syntax {
    clmem,    // PLATFORM:DEVICE, or a device's number in the list of all devices
    pyopencl, // the answers to pyopencl's questions: PLATFORM:DEVICE,DEVICE
    number,   // a device's number in the list of all devices, as in pycuda
};

struct device_selector {
    std::string text;
    selector_syntax syntax = selector_syntax::clmem;
    std::string origin; // for messages: "the selector", "the environment variable CLMEM_DEVICE"
    bool is_there = false;
};

// The selector of the user's environment: CLMEM_DEVICE, PYOPENCL_CTX, CUDA_DEVICE, ~/.clmem_device, ~/.cuda-device.
// Throws if a file has no readable selector.
[[nodiscard]] device_selector environment_selector();

// The same for tests: CLMEM_TEST, PYOPENCL_TEST.
[[nodiscard]] device_selector environment_test_selector();

// The parts of a text between separators; an empty text has one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// True if the whole text is a number.
[[nodiscard]] bool is_number(std::string_view text);

// Without leading and trailing white space.
[[nodiscard]] std::string_view trim(std::string_view text);

} // namespace clmem_core
