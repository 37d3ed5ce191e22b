#include "provider/pointer_provider.hpp"

#include "base/error.hpp"
#include "provider/byte_budget.hpp"
#include "queue/background_release.hpp"

namespace clmem_core {

namespace {

// Frees memory, possibly after the provider's end.
struct pointer_resources {
    pointer_resources(std::unique_ptr<pointer_source> from, cl_context context, std::size_t bound)
        : source{std::move(from)}, queues{context}, budget{bound} {}

    void release(const background_release::load &given) noexcept {
        if (!queues.wait_for(given.uses)) { return; } // the driver keeps what commands may still use
        source->release(given.memory);
        budget.release(given.bytes);
    }

    std::unique_ptr<pointer_source> source;
    opencl_queues queues; // of the source's context
    byte_budget budget;
};

class pointer_provider final : public provider {
  public:
    pointer_provider(const traits &t, std::unique_ptr<pointer_source> source)
        : provider{t}, resources_{std::make_shared<pointer_resources>(std::move(source), t.context, t.memory)},
          ready_{background_release::at_end::wait, by(resources_.get())}, used_{background_release::at_end::leave,
                                                                                by(resources_.get())} {}

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        ready_.wait(); // the driver must not have more allocated than the pool counts
        try {
            return take(bytes);
        } catch (const error &failure) {
            // Commands may wait for something that the program has yet to do, so wait for them last.
            if (!is_out_of_memory(failure.status()) || !used_.wait()) { throw; }
        }
        return take(bytes);
    }

    void release(void *memory, std::size_t bytes) noexcept override { ready_.release({memory, bytes, {}, nullptr}); }
    void release_after(void *memory, std::size_t bytes, last_uses uses) noexcept override {
        used_.release({memory, bytes, std::move(uses), resources_});
    }
    void finish_releases() noexcept override { ready_.wait(); }

  private:
    static background_release::free_memory by(pointer_resources *resources) {
        return [resources](const background_release::load &given) { resources->release(given); };
    }

    void *take(std::size_t bytes) {
        resources_->budget.reserve(bytes);
        try {
            return resources_->source->take(bytes);
        } catch (...) {
            resources_->budget.release(bytes);
            throw;
        }
    }

    std::shared_ptr<pointer_resources> resources_;
    background_release ready_;
    background_release used_; // used by commands that are not complete yet
};

} // namespace

std::shared_ptr<provider> make_pointer_provider(provider::traits t, std::unique_ptr<pointer_source> source) {
    t.has_pointers = true;
    t.release_does_not_wait = true;
    return std::make_shared<pointer_provider>(t, std::move(source));
}

} // namespace clmem_core
