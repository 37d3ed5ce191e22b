#include "provider/residence.hpp"

#include "cl/query.hpp"
#include "device/creation.hpp"
#include "device/description.hpp"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace clmem_core {

namespace {

// Keeps the list of a migration that may not have started until the process ends: quirk::migration_keeps_list.
void keep(std::unique_ptr<cl_mem> list) {
    static std::mutex adding;
    static auto &kept = *new std::vector<std::unique_ptr<cl_mem>>;
    const std::lock_guard lock{adding};
    kept.push_back(std::move(list));
}

} // namespace

cl_int residence::make_real(cl_mem buffer, std::size_t bytes) {
    once_.run([this] {
        migrates_ = cl::dispatch().clEnqueueMigrateMemObjects != nullptr && opencl_version(device_) >= 120;
        queue_ = make_queue(context_, device_, 0);
    });
    return migrates_ ? migrate(buffer) : touch(buffer, bytes);
}

// Waits, since the program's queues are not ordered after this one. Drivers without memory fail at either call.
cl_int residence::migrate(cl_mem buffer) const {
    const cl::table &opencl = cl::dispatch();
    cl_event migrated = nullptr;
    auto list = std::make_unique<cl_mem>(buffer);
    cl_int code = opencl.clEnqueueMigrateMemObjects(queue_.get(), 1, list.get(),
                                                    CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, nullptr, &migrated);
    if (code != CL_SUCCESS) { return code; }
    const cl::event event{migrated};
    code = opencl.clWaitForEvents(1, &migrated);
    if (code != CL_SUCCESS && code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        keep(std::move(list));
        return code;
    }
    // The cause of a failure: quirk::wait_hides_failure.
    return cl::value<cl_int>(migrated, CLMEM_CL_ASK(CL_EVENT_COMMAND_EXECUTION_STATUS));
}

cl_int residence::touch(cl_mem buffer, std::size_t bytes) const {
    const auto write = cl::dispatch().clEnqueueWriteBuffer;
    const unsigned char zero = 0;
    const cl_int code = write(queue_.get(), buffer, CL_TRUE, 0, 1, &zero, 0, nullptr, nullptr);
    if (code != CL_SUCCESS) { return code; }
    return write(queue_.get(), buffer, CL_TRUE, bytes - 1, 1, &zero, 0, nullptr, nullptr);
}

} // namespace clmem_core
