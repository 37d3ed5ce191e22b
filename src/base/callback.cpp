#include "base/callback.hpp"

#include "base/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace clmem::detail {

namespace {

// Passes the text of the current exception to `use`.
template <class Use>
void with_text(Use &&use) {
    try {
        throw;
    } catch (const std::exception &thrown) { use(thrown.what()); } catch (...) {
        use("an exception that is no std::exception");
    }
}

} // namespace

void fail_callback(const char *name) {
    with_text([name](const char *text) {
        fail(CLMEM_ERROR_CALLBACK, "the callback %s threw an exception (%s): C calls it, so that it must not throw",
             name, text);
    });
    std::abort(); // not reached
}

void end_process(const char *name) noexcept {
    with_text([name](const char *text) {
        std::fprintf(stderr, "clmem: the callback %s threw an exception (%s): it must not throw\n", name, text);
    });
    std::abort();
}

} // namespace clmem::detail
