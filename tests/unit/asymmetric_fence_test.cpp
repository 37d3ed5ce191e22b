// The kernel may refuse membarrier() after it has allowed it: in a sandbox entered late, or in a restored checkpoint.
#include "base/bias.hpp"
#include "pool/thread_cache.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <thread>

namespace clmem_core {
namespace {

// Forbids some system calls from now on, for the calling thread and those that it starts.
void forbid(long first, long second) {
    const auto number = [](long call) { return static_cast<unsigned>(call); };
    sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number(first), 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number(second), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program{static_cast<unsigned short>(std::size(steps)), steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        std::_Exit(77);
    }
}

void expect(bool holds, int code) {
    if (!holds) { std::_Exit(code); }
}

// Runs in a child process. `also` is another call that is forbidden.
[[noreturn]] void lose_membarrier(long also) {
    asymmetric::prepare();
    expect(asymmetric::can_be_had(), 77);
    bias right;
    right.share();
    expect(right.enter(), 1);
    right.leave();
    known_queue queue;
    thread_cache cache{nullptr, queue, 1, size_classes{64}, {}};
    expect(cache.close(), 2); // its owner relies on membarrier
    cache.open();

    forbid(__NR_membarrier, also);
    std::thread{[&] { right.share(); }}.join(); // revokes an existing bias without membarrier
    expect(!right.enter(), 3);
    expect(!asymmetric::can_be_had(), 4);
    asymmetric::prepare(); // every new pool calls this
    expect(!asymmetric::can_be_had(), 5);
    bias later;
    later.share();
    expect(!later.enter(), 6); // no thread has the bias any more

    expect(cache.close(), 7); // its owner does not know yet
    expect(!cache.enter(), 8);
    cache.open();
    expect(cache.enter(), 9);
    cache.leave();
    expect(!cache.close(), 10); // from now on it uses full fences
    expect(!cache.enter(), 11);
    thread_cache next{nullptr, queue, 1, size_classes{64}, {}};
    expect(!next.close(), 12);
    std::_Exit(0);
}

void expect_full_fences(long also) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        lose_membarrier(also),
        [](int status) { return WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77); }, "");
}

TEST(asymmetric_fence, gives_way_to_full_fences_when_the_kernel_refuses_it) {
    expect_full_fences(__NR_membarrier);
}

TEST(asymmetric_fence, gives_way_where_no_processor_may_be_chosen_either) {
    expect_full_fences(__NR_sched_setaffinity);
}

} // namespace
} // namespace clmem_core
