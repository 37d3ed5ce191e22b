// Stands for an OpenCL program whose calls the layer counts, without OpenCL: each argument is a step.
//   work        two allocations, one of them freed
//   fork        the next steps happen in a child, the steps after `join` in the parent
//   exit=N, _exit=N, kill=N    end the process
//   await=N     print "ready", then wait for signal N and print "got N"
//   close       as the first step: close all inherited descriptors before the layer is loaded
#include "layer/record.hpp"
#include "layer/report.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace clmem::layer;

void work() {
    const auto context = reinterpret_cast<cl_context>(std::uintptr_t{64});
    report::driver_call(report::driver_function::create, context, 1 << 20, 4000);
    report::created(kind::buffer, context, 1000, true, true, 5000);
    report::created(kind::buffer, context, 3000, true, false, 40);
    const std::uint64_t first = record::allocated(1000);
    [[maybe_unused]] const std::uint64_t second = record::allocated(3000);
    report::released(kind::buffer, context, 1000, true, false, 30);
    record::freed(first, 1);
}

void await(int number) {
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, number);
    sigprocmask(SIG_BLOCK, &awaited, nullptr);
    std::puts("ready");
    std::fflush(stdout);
    int got = 0;
    sigwait(&awaited, &got);
    std::printf("got %d\n", got);
}

// The steps of a child end at `join`; its parent goes on after it.
int run(char **step, char **end);

char **run_child(char **step, char **end) {
    char **join = step;
    while (join != end && std::string_view{*join} != "join") {
        ++join;
    }
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) { std::exit(run(step, join)); }
    ::waitpid(child, nullptr, 0);
    return join == end ? end : join + 1;
}

int run(char **step, char **end) {
    while (step != end) {
        const std::string_view word{*step++};
        const std::size_t equals = word.find('=');
        const int number = equals == std::string_view::npos ? 0 : std::atoi(word.data() + equals + 1);
        const std::string_view name = word.substr(0, equals);
        if (name == "work") { work(); }
        if (name == "fork") { step = run_child(step, end); }
        if (name == "exit") { std::exit(number); }
        if (name == "_exit") { ::_exit(number); }
        if (name == "kill") { ::raise(number); }
        if (name == "await") { await(number); }
    }
    return 0;
}

} // namespace

int main(int count, char **words) {
    if (count > 1 && std::string_view{words[1]} == "close") { ::closefrom(3); }
    report::loaded();
    return run(words + 1, words + count);
}
