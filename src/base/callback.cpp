#include "base/callback.hpp"

#include "base/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

namespace clmem_core::detail {

namespace {

// Passes the text of the current exception to `use`.
template <class Use>
void with_text(Use &&use) {
    try {
        throw;
    } catch (const std::exception &thrown) { use(thrown.what()); } catch (...) {
        use("an exception that is not a std::exception");
    }
}

} // namespace

void fail_callback(const char *name) {
    with_text([name](const char *text) {
        fail(CLMEM_ERROR_CALLBACK,
             "expected the callback %s to return, got an exception (%s); catch it in the callback, which C calls", name,
             text);
    });
    std::abort(); // not reached
}

void end_process(const char *name) noexcept {
    with_text([name](const char *text) {
        std::fprintf(stderr,
                     "clmem: expected the callback %s to return, got an exception (%s); catch it in the callback\n",
                     name, text);
    });
    std::abort();
}

} // namespace clmem_core::detail
