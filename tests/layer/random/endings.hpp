// What random programs do besides their threads' steps: contexts with failing or unset user events, processes, exit handlers.
#pragma once

#include "actor.hpp"

// A context whose user events are set to errors. It stays, as drivers may crash when it ends.
void use_failing_events(const machine &on, dice &random, transcript &out);
// A context with commands that never run, since the user event that they wait for is never set. It stays.
void leave_commands_held_back(const machine &on, dice &random, transcript &out);
// Uses OpenCL in an exit handler.
void use_in_exit_handler(const machine &on, dice &random);
// Starts a process that runs a random program: one that has not used OpenCL yet, or one of this program again.
void fork_before_use(dice &random, transcript &out, int (*run)(std::uint64_t seed, std::size_t steps));
void fork_after_use(dice &random, transcript &out, const char *program);
