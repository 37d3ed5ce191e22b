// Destructor callbacks of pooled objects, and of objects over them. As in OpenCL, they are called when the object's
// commands are complete, the last one first, and those of a part come before those of its parent.
#pragma once

#include <CL/cl.h>
#include <atomic>
#include <memory>
#include <vector>

namespace clmem::layer {

// The callbacks of one object. Whatever they wait for holds this; the last one to release it calls them.
class farewell {
  public:
    explicit farewell(cl_mem handle);
    ~farewell();
    farewell(const farewell &) = delete;
    farewell &operator=(const farewell &) = delete;

    using function = void(CL_CALLBACK *)(cl_mem, void *);
    void add(function called, void *user) { callbacks_.push_back({called, user}); }
    // The callbacks of the object that this one lies over wait for these.
    void precede(std::shared_ptr<farewell> parent) noexcept { parent_ = std::move(parent); }
    // Whether the callbacks have returned: until then, no other object may have the handle.
    [[nodiscard]] const std::shared_ptr<std::atomic<bool>> &over() const noexcept { return over_; }

  private:
    struct callback {
        function called;
        void *user;
    };
    cl_mem handle_;
    std::vector<callback> callbacks_;
    std::shared_ptr<farewell> parent_;
    std::shared_ptr<std::atomic<bool>> over_;
};

// Lets the callbacks wait for an event.
void wait_for_event(const std::shared_ptr<farewell> &waiting, cl_event event);
// Lets them wait until the driver deletes an object, which is about to be released.
void wait_for_deletion(const std::shared_ptr<farewell> &waiting, cl_mem handle);

} // namespace clmem::layer
