// Static thread-local storage is scarce: a library that uses much of it cannot be loaded twice, nor next to similar
// ones.
#include <clmem.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>

namespace clmem::test {
namespace {

TEST(thread_storage, of_the_library_is_a_few_words) {
    Dl_info library{};
    ASSERT_NE(dladdr(reinterpret_cast<void *>(&clmem_pool_allocate), &library), 0);
    struct search {
        const void *base;
        std::size_t bytes;
    } found{library.dli_fbase, 0};
    dl_iterate_phdr(
        [](dl_phdr_info *object, std::size_t, void *data) {
            auto *const wanted = static_cast<search *>(data);
            for (int i = 0; i < object->dlpi_phnum; ++i) {
                const ElfW(Phdr) &part = object->dlpi_phdr[i];
                const bool is_it = reinterpret_cast<const void *>(object->dlpi_addr) == wanted->base;
                if (is_it && part.p_type == PT_TLS) { wanted->bytes = part.p_memsz; }
            }
            return 0;
        },
        &found);
    EXPECT_GT(found.bytes, 0U);
    EXPECT_LE(found.bytes, 128U);
}

} // namespace
} // namespace clmem::test
