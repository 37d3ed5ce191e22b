#include "last_words.hpp"

#include <csignal>
#include <cstring>
#include <execinfo.h>
#include <initializer_list>
#include <iterator>
#include <unistd.h>

namespace clmem::test {

char now_text[512];

namespace {

void print_now(int signal) {
    const char *const what = signal == SIGALRM ? "hangs: " : "crashes: ";
    (void)!::write(STDERR_FILENO, what, std::strlen(what));
    (void)!::write(STDERR_FILENO, now_text, std::strlen(now_text));
    (void)!::write(STDERR_FILENO, "\n", 1);
    void *frames[64];
    if (signal != SIGALRM) { ::backtrace_symbols_fd(frames, ::backtrace(frames, std::size(frames)), STDERR_FILENO); }
    (void)std::signal(signal, SIG_DFL);
    (void)std::raise(signal);
}

} // namespace

void print_last_words() {
    void *frame = nullptr;
    ::backtrace(&frame, 1); // loads what it needs, which must not be done in a handler
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM}) {
        (void)std::signal(signal, print_now);
    }
}

} // namespace clmem::test
