// refused: this event would be released before the command waits for it
// A temporary wrapper of the OpenCL C++ bindings cannot be waited for.
#include <clmem.hpp>

struct wrapper {
    const cl_event &operator()() const { return raw; }
    cl_event raw;
};

void wait_for(const wrapper &named) {
    const clmem::wait_list kept{named};
#ifdef REFUSED
    const clmem::wait_list gone{wrapper{nullptr}};
#endif
}
