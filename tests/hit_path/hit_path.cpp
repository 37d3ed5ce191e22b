// Counts the instructions that a hit executes: of clmem_pool_allocate() and clmem_buffer_release(), without a recorder
// and after one has stopped. The parent steps through the calls of its child. Instructions of other libraries do not
// count, since they differ between systems. Prints a JSON object, or with status 77 why this system
// cannot count.
#include <algorithm>
#include <clmem_extras.h>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <linux/membarrier.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int skipped = 77;
constexpr int pairs = 8; // counted ones in each state of the recorder
constexpr std::size_t bytes = 4096;

[[noreturn]] void fail(const char *what) {
    std::fprintf(stderr, "%s\n", what);
    std::exit(1);
}

void require(bool is_right, const char *what) {
    if (!is_right) { fail(what); }
}

int skip(const char *why) {
    std::printf("skipped: %s\n", why);
    std::fflush(stdout);
    return skipped;
}

// Without it, a pool's caches use full fences, and a hit has other instructions.
bool has_barriers_of_processes() {
    const long commands = ::syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0);
    return commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
}

// The child.

void allocate_and_release(clmem_pool pool) {
    clmem_buffer block = nullptr;
    require(clmem_pool_allocate(pool, nullptr, bytes, &block) == CLMEM_SUCCESS, "cannot allocate");
    require(clmem_buffer_release(block) == CLMEM_SUCCESS, "cannot release");
}

std::uint64_t misses_of(clmem_pool pool) {
    clmem_statistics statistics = CLMEM_STATISTICS_INIT;
    require(clmem_pool_statistics(pool, &statistics) == CLMEM_SUCCESS, "cannot get the statistics");
    return statistics.misses;
}

// Each stop tells the parent that the next pair counts.
void make_hits(clmem_pool pool) {
    constexpr int warm_up = 1000;
    for (int at = 0; at < warm_up; ++at) {
        allocate_and_release(pool);
    }
    const std::uint64_t before = misses_of(pool);
    for (int at = 0; at < pairs; ++at) {
        ::raise(SIGSTOP);
        allocate_and_release(pool);
    }
    require(misses_of(pool) == before, "expected hits only, got misses");
}

void record(clmem_pool pool) {
    clmem_recorder_options options = CLMEM_RECORDER_OPTIONS_INIT;
    clmem_recorder recorder = nullptr;
    require(clmem_recorder_create(&options, &recorder) == CLMEM_SUCCESS, "cannot create a recorder");
    require(clmem_recorder_start(recorder, pool) == CLMEM_SUCCESS, "cannot start the recorder");
    allocate_and_release(pool);
    require(clmem_recorder_stop(recorder, pool) == CLMEM_SUCCESS, "cannot stop the recorder");
    require(clmem_recorder_release(recorder) == CLMEM_SUCCESS, "cannot release the recorder");
}

int run_child() {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) {
        return skip("this system does not let a process step through its child (ptrace)");
    }
    ::raise(SIGSTOP);
    clmem_provider provider = nullptr;
    clmem_pool pool = nullptr;
    require(clmem_provider_create_virtual(nullptr, &provider) == CLMEM_SUCCESS, "cannot create a provider");
    require(clmem_pool_create(provider, nullptr, &pool) == CLMEM_SUCCESS, "cannot create a pool");
    make_hits(pool);
    record(pool);
    make_hits(pool);
    require(clmem_pool_release(pool) == CLMEM_SUCCESS, "cannot release the pool");
    return clmem_provider_release(provider) == CLMEM_SUCCESS ? 0 : 1;
}

// The parent. The child was forked, so it has everything at the same addresses.

struct range {
    std::uint64_t begin = 0, end = 0;
    [[nodiscard]] bool contains(std::uint64_t at) const noexcept { return at >= begin && at < end; }
};

// The function in the library itself, not the program's stub for it.
std::uint64_t address_of(const char *function) {
    void *const found = ::dlsym(RTLD_DEFAULT, function);
    require(found != nullptr, "a function is not in a shared library");
    return reinterpret_cast<std::uint64_t>(found);
}

// The part of the library's code that contains an address.
range code_around(std::uint64_t address) {
    struct search {
        std::uint64_t address;
        range found;
    } sought{address, {}};
    ::dl_iterate_phdr(
        [](dl_phdr_info *object, std::size_t, void *to) {
            auto &seeker = *static_cast<search *>(to);
            for (int at = 0; at < object->dlpi_phnum; ++at) {
                const auto &part = object->dlpi_phdr[at];
                const range covered{object->dlpi_addr + part.p_vaddr, object->dlpi_addr + part.p_vaddr + part.p_memsz};
                if (part.p_type == PT_LOAD && covered.contains(seeker.address)) { seeker.found = covered; }
            }
            return 0;
        },
        &sought);
    return sought.found;
}

class stepped_child {
  public:
    explicit stepped_child(pid_t pid) : pid_{pid} {}

    // False at its end.
    bool continue_to_stop() {
        require(::ptrace(PTRACE_CONT, pid_, nullptr, nullptr) == 0, "cannot continue the child");
        return wait();
    }
    bool wait() {
        require(::waitpid(pid_, &status_, 0) == pid_, "cannot wait for the child");
        return WIFSTOPPED(status_);
    }
    void kill_with_parent() {
        require(::ptrace(PTRACE_SETOPTIONS, pid_, nullptr, PTRACE_O_EXITKILL) == 0, "cannot set options of the child");
    }
    [[nodiscard]] int exit_status() const { return WIFEXITED(status_) ? WEXITSTATUS(status_) : 1; }

    // The instructions in `code` from the function's first one until it has returned.
    std::uint64_t count_call(std::uint64_t function, const range &code) {
        constexpr int most = 1'000'000;
        int steps = 0;
        for (; registers().rip != function; ++steps) {
            require(steps < most, "the child does not call the function");
            step();
        }
        const std::uint64_t stack = registers_.rsp;
        const auto back = static_cast<std::uint64_t>(::ptrace(PTRACE_PEEKDATA, pid_, stack, nullptr));
        std::uint64_t count = 0;
        for (; registers_.rip != back || registers_.rsp <= stack; ++steps) {
            require(steps < most, "the function does not return");
            if (code.contains(registers_.rip)) { ++count; }
            step();
            (void)registers();
        }
        return count;
    }

  private:
    void step() {
        require(::ptrace(PTRACE_SINGLESTEP, pid_, nullptr, nullptr) == 0 && wait(), "cannot step through the child");
    }
    const user_regs_struct &registers() {
        require(::ptrace(PTRACE_GETREGS, pid_, nullptr, &registers_) == 0, "cannot read the child's registers");
        return registers_;
    }

    pid_t pid_;
    int status_ = 0;
    user_regs_struct registers_{};
};

struct counts {
    std::uint64_t allocate = UINT64_MAX, release = UINT64_MAX;
};

// The least of several pairs: a pool may have other work to do now and then.
counts count_pairs(stepped_child &child) {
    static const std::uint64_t allocate = address_of("clmem_pool_allocate");
    static const std::uint64_t release = address_of("clmem_buffer_release");
    static const range code = code_around(allocate);
    counts least;
    for (int at = 0; at < pairs; ++at) {
        require(child.continue_to_stop(), "the child has ended early");
        least.allocate = std::min(least.allocate, child.count_call(allocate, code));
        least.release = std::min(least.release, child.count_call(release, code));
    }
    return least;
}

void print_counts(const char *name, const counts &of) {
    std::printf("\"%s\": {\"clmem_pool_allocate\": %llu, \"clmem_buffer_release\": %llu}", name,
                static_cast<unsigned long long>(of.allocate), static_cast<unsigned long long>(of.release));
}

int run_parent(pid_t pid) {
    stepped_child child{pid};
    if (!child.wait()) { return child.exit_status(); }
    child.kill_with_parent();
    const counts before = count_pairs(child), after = count_pairs(child);
    require(!child.continue_to_stop(), "the child has not ended");
    if (child.exit_status() != 0) { return child.exit_status(); }
    std::printf("{");
    print_counts("without a recorder", before);
    std::printf(", ");
    print_counts("after a recorder", after);
    std::printf("}\n");
    return 0;
}

} // namespace

int main() {
    if (!has_barriers_of_processes()) { return skip("this system has no membarrier"); }
    const pid_t pid = ::fork();
    require(pid >= 0, "cannot start a process");
    return pid == 0 ? run_child() : run_parent(pid);
}
