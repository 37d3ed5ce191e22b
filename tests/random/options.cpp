#include "options.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace random_programs {

namespace {

[[noreturn]] void fail_usage(const char *what) {
    std::fprintf(
        stderr,
        "%s\nusage: clmem-random-programs [--steps N] [--threads N] [--memory KIND] [--faults] [--early-markers] "
        "[--seed N] [--round N]\n"
        "Runs random programs over the mock OpenCL. KIND: buffer, immediate, user, coarse, fine, pinned, or all "
        "(the default).\n--early-markers: markers of out-of-order queues fail before all that they wait for is "
        "over.\nA round is a pool with its program; --round N runs the N-th of a seed alone.\n",
        what);
    std::exit(2);
}

std::uint64_t read_number(const char *text) {
    char *end = nullptr;
    const std::uint64_t number = std::strtoull(text, &end, 10);
    if (*text == '\0' || *end != '\0') { fail_usage("expected a number"); }
    return number;
}

} // namespace

std::string_view name_of(memory_kind kind) noexcept {
    switch (kind) {
    case memory_kind::buffer:
        return "buffer";
    case memory_kind::immediate:
        return "immediate";
    case memory_kind::user:
        return "user";
    case memory_kind::coarse:
        return "coarse";
    case memory_kind::fine:
        return "fine";
    case memory_kind::pinned:
        return "pinned";
    case memory_kind::usm_device:
        return "usm-device";
    case memory_kind::usm_host:
        return "usm-host";
    case memory_kind::usm_shared:
        return "usm-shared";
    }
    return "";
}

options read_options(int count, char **arguments) {
    options read;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        if (name == "--faults") {
            read.faults = true;
            continue;
        }
        if (name == "--early-markers") {
            read.early_markers = true;
            continue;
        }
        if (i + 1 == count) { fail_usage("expected a known option with its value"); }
        const char *const value = arguments[++i];
        if (name == "--steps") {
            read.steps = read_number(value);
        } else if (name == "--threads") {
            read.threads = static_cast<unsigned>(read_number(value));
        } else if (name == "--seed") {
            read.seed = read_number(value);
        } else if (name == "--round") {
            read.round = read_number(value);
        } else if (name == "--memory") {
            for (const memory_kind kind : all_kinds) {
                if (name_of(kind) != value) { continue; }
                read.kind = kind;
                read.has_kind = true;
            }
            if (!read.has_kind && std::string_view{value} != "all") { fail_usage("unknown kind of memory"); }
        } else {
            fail_usage("unknown option");
        }
    }
    if (read.threads == 0) { fail_usage("--threads is at least 1"); }
    return read;
}

} // namespace random_programs
