#include "cl/loader.hpp"

#include "base/callback.hpp"
#include "base/error.hpp"
#include "base/fork.hpp"
#include "base/log.hpp"
#include "base/trusted_file.hpp"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <mutex>
#include <string>

namespace clmem_core::cl {

namespace {

constexpr const char *system_library = "libOpenCL.so.1";

// The address of a function in the library of a table, or from its callback.
void *address_in(const table &functions, const char *name) {
    if (functions.find == nullptr) { return ::dlsym(functions.library, name); }
    void *address = nullptr;
    const std::int32_t code = call_back("clmem_opencl_find_fn", functions.find, functions.find_user, name, &address);
    if (code != 0) {
        fail(CLMEM_ERROR_CALLBACK, "the callback clmem_opencl_find_fn failed for %s: expected 0, got %d", name, code);
    }
    return address;
}

template <class Function>
bool find(const table &functions, const char *name, Function &function) {
    function = reinterpret_cast<Function>(address_in(functions, name));
    return function != nullptr;
}

// Fills a table that knows where to find its functions, or returns the name of a missing one.
const char *fill(table &found) {
#define CLMEM_CL_FIND(name)                                                                                            \
    if (!find(found, #name, found.name)) { return #name; }
    CLMEM_CL_REQUIRED(CLMEM_CL_FIND)
#undef CLMEM_CL_FIND
#define CLMEM_CL_FIND(name) find(found, #name, found.name);
    CLMEM_CL_OPTIONAL(CLMEM_CL_FIND)
#undef CLMEM_CL_FIND
    return nullptr;
}

// The absolute path of the file that contains an address. Empty for the program itself, whose name its caller chooses,
// and for a file that was found by a relative path, which means another file after the working directory changes.
std::string file_of(const void *address) {
    Dl_info info{};
    link_map *object = nullptr;
    const auto object_of = reinterpret_cast<void **>(&object);
    if (::dladdr1(address, &info, object_of, RTLD_DL_LINKMAP) == 0) { return {}; }
    const std::string path = object->l_name;
    return path.starts_with('/') ? path : std::string{};
}

// A search for the library: fills the table at the first success, and until then records what was tried.
class search {
  public:
    explicit search(table &functions) : functions_{functions} {}

    bool open(const char *path, int flags = 0) {
        void *library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL | flags);
        if (library == nullptr) {
            const char *why = ::dlerror();     // NOLINT(concurrency-mt-unsafe): glibc keeps one for each thread
            note(why != nullptr ? why : path); // RTLD_NOLOAD gives no reason
            return false;
        }
        return use(library, path);
    }

    // Global symbols of the process: the program is linked to OpenCL, or a library was preloaded.
    bool take_global() {
        void *symbol = ::dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
        if (symbol == nullptr) { return false; }
        // Its loader may close it, but our table must stay valid. The program itself can be neither opened nor closed.
        const std::string file = file_of(symbol);
        if (!file.empty()) { (void)::dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE); }
        return use(RTLD_DEFAULT, "the symbols of the process");
    }

    // A copy that another library opened; packages may have changed its name after "libOpenCL".
    bool take_loaded() {
        std::string path;
        ::dl_iterate_phdr(
            [](dl_phdr_info *object, std::size_t, void *result) {
                const char *slash = std::strrchr(object->dlpi_name, '/');
                const char *file = slash != nullptr ? slash + 1 : object->dlpi_name;
                if (std::strncmp(file, "libOpenCL", 9) != 0 || (file[9] != '.' && file[9] != '-')) { return 0; }
                *static_cast<std::string *>(result) = object->dlpi_name;
                return 1;
            },
            &path);
        return !path.empty() && open(path.c_str(), RTLD_NOLOAD);
    }

    // A copy in the folder of clmem's library, if only those who could also have changed that library can have put it
    // there. There is no such folder if clmem is linked statically: its name would be argv[0], which the caller of a
    // set-uid program chooses.
    bool open_carried() {
        const std::string own = file_of(reinterpret_cast<const void *>(&load));
        if (own.empty()) { return false; }
        const std::string path = own.substr(0, own.rfind('/') + 1) + system_library;
        if (is_as_safe_as(path.c_str(), own.c_str())) { return open(path.c_str()); }
        note((path + ": is not there, or others may write to it or to its folder").c_str());
        return false;
    }

    // The library that the environment names: a file name, for which the linker searches, or an absolute path.
    bool open_wanted(const char *wanted) {
        if (wanted[0] == '/' || std::strchr(wanted, '/') == nullptr) { return open(wanted); }
        note((std::string{wanted} + ": expected an absolute path, got a relative one").c_str());
        return false;
    }

    [[nodiscard]] const char *attempts() const noexcept { return attempts_.c_str(); }

  private:
    bool use(void *library, const char *name) {
        table found;
        found.library = library;
        const char *missing = fill(found);
        if (missing != nullptr) {
            note((std::string{name} + ": has no " + missing).c_str());
            return false;
        }
        functions_ = found;
        return true;
    }

    void note(const char *attempt) {
        if (!attempts_.empty()) { attempts_ += "; "; }
        attempts_ += attempt;
    }

    table &functions_;
    std::string attempts_;
};

constinit std::mutex loading;
constinit std::atomic<bool> loaded{false};
constinit table shared;

void load_once() {
    watch_forks(); // before the lock, which a child forked meanwhile would never get
    {
        const std::lock_guard lock{loading};
        if (loaded.load(std::memory_order_relaxed)) { return; }
        load(shared);
        loaded.store(true, std::memory_order_release);
    }
    if (!log::is_on(log::level::info)) { return; }
    const std::string file = file_of(reinterpret_cast<const void *>(shared.clGetPlatformIDs));
    log::write(log::level::info, "OpenCL is loaded from %s", !file.empty() ? file.c_str() : "the program itself");
}

} // namespace

table &dispatch() {
    if (!loaded.load(std::memory_order_acquire)) { load_once(); }
    return shared;
}

void set_functions(find_function find, void *user) {
    const auto refuse_late_call = [] {
        if (loaded.load(std::memory_order_acquire)) {
            fail(CLMEM_ERROR_UNSUPPORTED,
                 "expected a call before clmem has OpenCL functions, got one after it; call it "
                 "before all functions that use OpenCL");
        }
    };
    refuse_late_call();
    watch_forks();
    table found;
    found.find = find;
    found.find_user = user;
    if (const char *missing = fill(found); missing != nullptr) {
        fail(CLMEM_ERROR_NO_OPENCL,
             "expected the callback to find every function of OpenCL 1.1, got none for %s; return its address",
             missing);
    }
    const std::lock_guard lock{loading};
    refuse_late_call(); // another thread may have come first
    shared = found;
    loaded.store(true, std::memory_order_release);
}

void *function(const char *name) {
    return address_in(dispatch(), name);
}

void load(table &functions) {
    search libraries{functions};
    const char *wanted = ::secure_getenv("CLMEM_OPENCL_LIBRARY");
    if (wanted != nullptr && *wanted != '\0') {
        if (libraries.open_wanted(wanted)) { return; }
        fail(CLMEM_ERROR_NO_OPENCL,
             "expected the environment variable CLMEM_OPENCL_LIBRARY to name an OpenCL library, got one that cannot be "
             "used (%s); correct the variable or unset it",
             libraries.attempts());
    }
    if (libraries.take_global() || libraries.take_loaded() || libraries.open(system_library) ||
        libraries.open_carried()) {
        return;
    }
    fail(CLMEM_ERROR_NO_OPENCL,
         "expected an OpenCL library (the ICD loader), got none that can be loaded (%s); install it and a driver, on "
         "Debian and Ubuntu the packages ocl-icd-libopencl1 and, for the CPU, pocl-opencl-icd",
         libraries.attempts());
}

} // namespace clmem_core::cl
