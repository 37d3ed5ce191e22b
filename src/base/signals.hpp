// Signal masks for code that starts threads.
#pragma once

#include <csignal>
#include <pthread.h>

namespace clmem_core {

// The program's signals are for the program's threads: new threads inherit the mask set here. But faults of the thread
// itself must reach the program's handler; otherwise the process would die silently.
class signals_blocked {
  public:
    signals_blocked() noexcept {
        sigset_t all;
        sigfillset(&all);
        for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) {
            sigdelset(&all, fault);
        }
        pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~signals_blocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    signals_blocked(const signals_blocked &) = delete;
    signals_blocked &operator=(const signals_blocked &) = delete;

  private:
    sigset_t before_;
};

} // namespace clmem_core
