// Which drivers' faults the code asks for, by what a platform says its name is.
#include "cl/quirks.hpp"
#include "device_answers.hpp"

#include <gtest/gtest.h>

namespace {

using namespace clmem_core;
using cl::quirk;

class quirks_of_platforms : public clmem_core::test::device_answers {};

TEST_F(quirks_of_platforms, pocl_has_those_that_are_its_own) {
    platform_answer(CL_PLATFORM_NAME, "Portable Computing Language");
    const cl::quirk_set found = cl::ask_quirks(subject);
    EXPECT_TRUE(found.has(quirk::map_needs_event));
    EXPECT_TRUE(found.has(quirk::boxes_of_parts_crash));
    EXPECT_FALSE(found.has(quirk::large_fill_fails)) << "its workaround is in force everywhere";
}

TEST_F(quirks_of_platforms, nvidia_has_those_that_are_its_own) {
    platform_answer(CL_PLATFORM_NAME, "NVIDIA CUDA");
    const cl::quirk_set found = cl::ask_quirks(subject);
    EXPECT_TRUE(found.has(quirk::sub_buffers_race));
    EXPECT_FALSE(found.has(quirk::map_needs_event));
}

TEST_F(quirks_of_platforms, others_have_none_that_the_code_checks) {
    platform_answer(CL_PLATFORM_NAME, "rusticl");
    const cl::quirk_set found = cl::ask_quirks(subject);
    for (const cl::quirk_entry &entry : cl::all_quirks()) {
        EXPECT_FALSE(found.has(entry.name)) << entry.symptom;
    }
}

} // namespace
