// PyTorch's memory snapshots: the pickles that torch.cuda.memory._dump_snapshot() writes and pytorch.org/memory_viz
// shows.
#pragma once

#include "formats/recording.hpp"

#include <cstdint>
#include <string>

namespace clmem::command {

class output_file;

constexpr std::uint64_t pytorch_time_bound_us = std::uint64_t{1} << 53;

// Each device becomes a pool, each stream a queue, each segment a slab. Throws failure (bad_input), whose message starts
// with "FILE:OFFSET: ".
[[nodiscard]] recording read_pytorch(const std::string &path);

void write_pytorch(const recording &from, output_file &file);

} // namespace clmem::command
