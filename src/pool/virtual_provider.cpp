#include "pool/virtual_provider.hpp"

#include "base/error.hpp"
#include "pool/byte_budget.hpp"

#include <bit>

namespace clmem {

namespace {

class virtual_provider final : public provider {
  public:
    explicit virtual_provider(const traits &t) : provider{t}, budget_{t.memory} {}

    void *allocate(std::size_t bytes) override {
        check_size(bytes);
        budget_.reserve(bytes);
        return nullptr;
    }

    void release(void *, std::size_t bytes) noexcept override { budget_.give_back(bytes); }

  private:
    byte_budget budget_;
};

} // namespace

std::shared_ptr<provider> make_virtual_provider(const clmem_virtual_options &options) {
    if (options.reserved != 0) { fail(CLMEM_ERROR_INVALID_ARGUMENT, "options has a reserved member that is not zero"); }
    if (!std::has_single_bit(options.alignment_bytes)) {
        fail(CLMEM_ERROR_INVALID_ARGUMENT, "alignment_bytes is %zu, which is not a power of two",
             options.alignment_bytes);
    }
    return std::make_shared<virtual_provider>(provider::traits{.kind = CLMEM_PROVIDER_VIRTUAL,
                                                               .alignment = options.alignment_bytes,
                                                               .max_allocation = options.max_allocation_bytes,
                                                               .memory = options.memory_bytes,
                                                               .free_of_cost = true});
}

} // namespace clmem
