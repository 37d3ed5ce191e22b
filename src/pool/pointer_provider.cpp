#include "pool/pointer_provider.hpp"

#include "pool/background_release.hpp"
#include "pool/byte_budget.hpp"

namespace clmem {

namespace {

class pointer_provider final : public provider {
  public:
    pointer_provider(const traits &t, std::unique_ptr<pointer_source> source)
        : provider{t}, source_{std::move(source)}, budget_{t.memory}, background_{
                                                                          [this](void *memory, std::size_t bytes) {
                                                                              source_->give_back(memory);
                                                                              budget_.give_back(bytes);
                                                                          }} {}

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        background_.wait(); // the driver must not hold more than the pool counts
        budget_.reserve(bytes);
        try {
            return source_->take(bytes);
        } catch (...) {
            budget_.give_back(bytes);
            throw;
        }
    }

    void release(void *memory, std::size_t bytes) noexcept override { background_.release(memory, bytes); }

  private:
    std::unique_ptr<pointer_source> source_;
    byte_budget budget_;
    background_release background_; // the last, so that it ends first: it uses the others
};

} // namespace

std::shared_ptr<provider> make_pointer_provider(provider::traits t, std::unique_ptr<pointer_source> source) {
    t.has_pointers = true;
    t.waits_for_nobody = true;
    return std::make_shared<pointer_provider>(t, std::move(source));
}

} // namespace clmem
