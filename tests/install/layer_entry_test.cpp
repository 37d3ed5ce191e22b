// The layer's exported functions, called as OpenCL's loader calls them, without OpenCL.
#include <CL/cl_layer.h>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace {

constexpr std::size_t functions = sizeof(cl_icd_dispatch) / sizeof(void *);

// Stands for every OpenCL function.
void never_called() {
    std::abort();
}

cl_icd_dispatch never_called_table() {
    std::array<void *, functions> pointers{};
    pointers.fill(reinterpret_cast<void *>(&never_called));
    cl_icd_dispatch table{};
    std::memcpy(&table, pointers.data(), sizeof table);
    return table;
}

// CL/cl_layer.h declares them from 2025 on.
using initialise_with_properties = cl_int(CL_API_CALL *)(cl_uint, const cl_icd_dispatch *, cl_uint *,
                                                         const cl_icd_dispatch **, const cl_properties *);
using deinitialise = cl_int(CL_API_CALL *)();

class layer_entry : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        // A setting would let the layer map memory.
        for (const char *name : {"CLMEM_RUN_REPORT", "CLMEM_RUN_RECORD", "CLMEM_RUN_PAGE"}) {
            ::unsetenv(name);
        }
        library = ::dlopen(LAYER, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library, nullptr) << ::dlerror();
        get_info = reinterpret_cast<pfn_clGetLayerInfo>(::dlsym(library, "clGetLayerInfo"));
        init = reinterpret_cast<pfn_clInitLayer>(::dlsym(library, "clInitLayer"));
        init_with_properties =
            reinterpret_cast<initialise_with_properties>(::dlsym(library, "clInitLayerWithProperties"));
        deinit = reinterpret_cast<deinitialise>(::dlsym(library, "clDeinitLayer"));
        ASSERT_TRUE(get_info != nullptr && init != nullptr && init_with_properties != nullptr && deinit != nullptr);
    }

    static inline void *library = nullptr;
    static inline pfn_clGetLayerInfo get_info = nullptr;
    static inline pfn_clInitLayer init = nullptr;
    static inline initialise_with_properties init_with_properties = nullptr;
    static inline deinitialise deinit = nullptr;
};

std::set<std::string> mapped_files() {
    std::set<std::string> files;
    std::ifstream maps{"/proc/self/maps"};
    for (std::string line; std::getline(maps, line);) {
        if (const std::size_t path = line.find('/'); path != std::string::npos) { files.insert(line.substr(path)); }
    }
    return files;
}

std::ptrdiff_t entries(const char *folder) {
    return std::distance(std::filesystem::directory_iterator{folder}, std::filesystem::directory_iterator{});
}

TEST_F(layer_entry, names_its_version_and_itself) {
    cl_layer_api_version version = 0;
    std::size_t bytes = 0;
    EXPECT_EQ(get_info(CL_LAYER_API_VERSION, sizeof version, &version, &bytes), CL_SUCCESS);
    EXPECT_EQ(version, static_cast<cl_layer_api_version>(CL_LAYER_API_VERSION_100));
    EXPECT_EQ(bytes, sizeof version);

    char name[16]{};
    EXPECT_EQ(get_info(CL_LAYER_NAME, 0, nullptr, &bytes), CL_SUCCESS);
    EXPECT_EQ(bytes, sizeof "clmem");
    EXPECT_EQ(get_info(CL_LAYER_NAME, bytes, name, nullptr), CL_SUCCESS);
    EXPECT_STREQ(name, "clmem");
}

TEST_F(layer_entry, refuses_other_questions_and_small_answers) {
    char answer[16]{};
    std::size_t bytes = 77;
    EXPECT_EQ(get_info(0, sizeof answer, answer, &bytes), CL_INVALID_VALUE);
    EXPECT_EQ(get_info(CL_LAYER_NAME, sizeof "clmem" - 1, answer, &bytes), CL_INVALID_VALUE);
    EXPECT_EQ(get_info(CL_LAYER_API_VERSION, sizeof(cl_layer_api_version) - 1, answer, &bytes), CL_INVALID_VALUE);
    EXPECT_EQ(bytes, 77u);
    EXPECT_EQ(answer[0], '\0');
}

TEST_F(layer_entry, refuses_missing_arguments) {
    const cl_icd_dispatch below = never_called_table();
    const cl_icd_dispatch *table = nullptr;
    cl_uint count = 0;
    EXPECT_EQ(init(functions, nullptr, &count, &table), CL_INVALID_VALUE);
    EXPECT_EQ(init(functions, &below, nullptr, &table), CL_INVALID_VALUE);
    EXPECT_EQ(init(functions, &below, &count, nullptr), CL_INVALID_VALUE);
}

// A loader may hold locks while it initialises layers, and a program may fork right after it. This loader is older than
// OpenCL 3.0: its table ends before clCreateBufferWithProperties.
TEST_F(layer_entry, initialising_calls_opens_and_starts_nothing) {
    const cl_icd_dispatch below = never_called_table();
    const auto end = offsetof(cl_icd_dispatch, clCreateBufferWithProperties) / sizeof(void *);
    const cl_icd_dispatch *table = nullptr;
    cl_uint count = 0;
    const std::set<std::string> files = mapped_files();
    const std::ptrdiff_t descriptors = entries("/proc/self/fd");
    const std::ptrdiff_t threads = entries("/proc/self/task"); // with those of a sanitizer
    ASSERT_EQ(init(static_cast<cl_uint>(end), &below, &count, &table), CL_SUCCESS);
    EXPECT_EQ(mapped_files(), files);
    EXPECT_EQ(entries("/proc/self/fd"), descriptors);
    EXPECT_EQ(entries("/proc/self/task"), threads);

    ASSERT_EQ(count, functions);
    EXPECT_NE(table->clCreateBuffer, below.clCreateBuffer);
    EXPECT_NE(table->clReleaseMemObject, below.clReleaseMemObject);
    EXPECT_EQ(table->clCreateBufferWithProperties, nullptr);
    // The layer costs nothing where it has nothing to do.
    EXPECT_EQ(table->clFlush, below.clFlush);
    EXPECT_EQ(table->clGetEventInfo, below.clGetEventInfo);
    EXPECT_EQ(table->clEnqueueMarker, below.clEnqueueMarker);
}

void another_function() {}

// A program's own loader, besides the system's.
TEST_F(layer_entry, a_second_loader_gets_a_table_of_its_own) {
    const cl_icd_dispatch below = never_called_table();
    const cl_icd_dispatch *first = nullptr;
    cl_uint count = 0;
    ASSERT_EQ(init(functions, &below, &count, &first), CL_SUCCESS);
    cl_icd_dispatch other = below;
    other.clFlush = reinterpret_cast<cl_api_clFlush>(&another_function);
    const cl_icd_dispatch *second = nullptr;
    ASSERT_EQ(init(functions, &other, &count, &second), CL_SUCCESS);
    EXPECT_NE(first, second);
    EXPECT_EQ(first->clFlush, below.clFlush);
    EXPECT_EQ(second->clFlush, other.clFlush);
    EXPECT_NE(second->clCreateBuffer, below.clCreateBuffer);
    EXPECT_EQ(second->clReleaseMemObject, first->clReleaseMemObject);
}

TEST_F(layer_entry, may_get_a_list_of_no_properties) {
    const cl_icd_dispatch below = never_called_table();
    const cl_icd_dispatch *table = nullptr;
    cl_uint count = 0;
    const cl_properties none = 0;
    const cl_properties unknown[] = {0x7777, 1, 0};
    EXPECT_EQ(init_with_properties(functions, &below, &count, &table, nullptr), CL_SUCCESS);
    EXPECT_EQ(init_with_properties(functions, &below, &count, &table, &none), CL_SUCCESS);
    EXPECT_NE(table->clCreateBuffer, below.clCreateBuffer);
    EXPECT_EQ(init_with_properties(functions, &below, &count, &table, unknown), CL_INVALID_PROPERTY);
    EXPECT_EQ(init_with_properties(functions, nullptr, &count, &table, nullptr), CL_INVALID_VALUE);
}

// A loader calls it at exit, perhaps without a call of clInitLayer that succeeded.
TEST_F(layer_entry, is_closed_at_any_time) {
    EXPECT_EQ(deinit(), CL_SUCCESS);
    EXPECT_EQ(deinit(), CL_SUCCESS);
}

} // namespace
