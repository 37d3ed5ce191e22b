// Records a pass of a replay, for the page of `clmem replay --view`.
#pragma once

#include "job.hpp"
#include "library.hpp"
#include "temporary_folder.hpp"

#include <clmem_extras.h>
#include <string>

namespace clmem::command {

class replay_recording {
  public:
    // Records the pool from now on, into a temporary file. Throws failure.
    explicit replay_recording(clmem_pool pool);

    // Stops, and returns what a page shows, with the times of the trace if it has some. Exactly the steps of the trace
    // must have been performed. Throws failure.
    [[nodiscard]] std::string page_data(const job &work);

  private:
    temporary_folder folder_;
    std::string path_;
    owner<clmem_recorder, clmem_recorder_release> recorder_; // ends before the folder is removed
};

} // namespace clmem::command
