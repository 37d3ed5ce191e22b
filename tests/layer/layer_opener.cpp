// Opens the layer whose path is its argument, as OpenCL's loader does, and prints what becomes of the functions: they
// are "replaced" or "passed on". A set-uid program prints "secure" before that.
#include <CL/cl_layer.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/auxv.h>

// Stands for every OpenCL function.
static void never_called() {
    std::abort();
}

int main(int, char **words) {
    std::array<void *, sizeof(cl_icd_dispatch) / sizeof(void *)> functions{};
    functions.fill(reinterpret_cast<void *>(&never_called));
    cl_icd_dispatch target{};
    std::memcpy(&target, functions.data(), sizeof target);

    void *const layer = ::dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    const auto init = reinterpret_cast<pfn_clInitLayer>(layer != nullptr ? ::dlsym(layer, "clInitLayer") : nullptr);
    cl_uint count = 0;
    const cl_icd_dispatch *table = nullptr;
    if (init == nullptr || init(functions.size(), &target, &count, &table) != CL_SUCCESS) {
        std::puts("no layer");
        return 1;
    }
    const bool is_same = count == functions.size() && std::memcmp(table, &target, sizeof target) == 0;
    std::printf("%s%s\n", ::getauxval(AT_SECURE) != 0 ? "secure, " : "", is_same ? "passed on" : "replaced");
}
