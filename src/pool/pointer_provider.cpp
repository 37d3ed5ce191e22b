#include "pool/pointer_provider.hpp"

#include "base/error.hpp"
#include "pool/background_release.hpp"
#include "pool/byte_budget.hpp"

namespace clmem {

namespace {

class pointer_provider final : public provider {
  public:
    pointer_provider(const traits &t, std::unique_ptr<pointer_source> source)
        : provider{t}, source_{std::move(source)}, budget_{t.memory},
          ready_{[this](const background_release::load &given) { give_back(given); }},
          used_{[this](const background_release::load &given) { give_back(given); }} {}

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        ready_.wait(); // the driver must not hold more than the pool counts
        try {
            return take(bytes);
        } catch (const error &failure) {
            // Commands may wait for something that the program has to do, so that we wait for them last.
            if (!is_out_of_memory(failure.status()) || !used_.wait()) { throw; }
        }
        return take(bytes);
    }

    void release(void *memory, std::size_t bytes) noexcept override { ready_.release({memory, bytes, {}}); }
    void release_after(void *memory, std::size_t bytes, std::vector<cl_event> events) noexcept override {
        used_.release({memory, bytes, std::move(events)});
    }

  private:
    void *take(std::size_t bytes) {
        budget_.reserve(bytes);
        try {
            return source_->take(bytes);
        } catch (...) {
            budget_.give_back(bytes);
            throw;
        }
    }

    void give_back(const background_release::load &given) noexcept {
        for (cl_event event : given.events) {
            queues()->wait(event);
            queues()->release_event(event);
        }
        source_->give_back(given.memory);
        budget_.give_back(given.bytes);
    }

    std::unique_ptr<pointer_source> source_;
    byte_budget budget_;
    // The last ones, so that they end first: they use the others.
    background_release ready_;
    background_release used_; // by commands that are not complete yet
};

} // namespace

std::shared_ptr<provider> make_pointer_provider(provider::traits t, std::unique_ptr<pointer_source> source) {
    t.has_pointers = true;
    t.waits_for_nobody = true;
    return std::make_shared<pointer_provider>(t, std::move(source));
}

} // namespace clmem
