#include "python_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <dlfcn.h>

namespace clmem::layer {
namespace {

struct object;       // PyObject, and what derives from it
struct thread_state; // PyThreadState

// Functions of Python's C API, found in the process, which may have no Python.
struct python {
    int (*holds_lock)() = nullptr;
    thread_state *(*current_thread)() = nullptr;
    object *(*frame_of)(thread_state *) = nullptr;
    object *(*code_of)(object *frame) = nullptr;
    object *(*caller_of)(object *frame) = nullptr;
    int (*line_of)(object *frame) = nullptr;
    object *(*attribute)(object *, const char *) = nullptr;
    const char *(*text_of)(object *, std::ptrdiff_t *) = nullptr;
    void (*release)(object *) = nullptr;
    object *(*error)() = nullptr;
    void (*clear_error)() = nullptr;
    int (*stop_collector)() = nullptr;
    int (*start_collector)() = nullptr;

    [[nodiscard]] bool is_there() const noexcept {
        return holds_lock != nullptr && current_thread != nullptr && frame_of != nullptr && code_of != nullptr &&
               caller_of != nullptr && line_of != nullptr && attribute != nullptr && text_of != nullptr &&
               release != nullptr && error != nullptr && clear_error != nullptr && stop_collector != nullptr &&
               start_collector != nullptr;
    }
};

template <class Function>
void find(Function *&out, const char *name) noexcept {
    out = reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

python find_python() noexcept {
    python found;
    find(found.holds_lock, "PyGILState_Check");
    find(found.current_thread, "PyThreadState_Get");
    find(found.frame_of, "PyThreadState_GetFrame");
    find(found.code_of, "PyFrame_GetCode");
    find(found.caller_of, "PyFrame_GetBack");
    find(found.line_of, "PyFrame_GetLineNumber");
    find(found.attribute, "PyObject_GetAttrString");
    find(found.text_of, "PyUnicode_AsUTF8AndSize");
    find(found.release, "Py_DecRef");
    find(found.error, "PyErr_Occurred");
    find(found.clear_error, "PyErr_Clear");
    find(found.stop_collector, "PyGC_Disable");
    find(found.start_collector, "PyGC_Enable");
    return found;
}

// A text of a code object, which owns it; NULL if it has none of this name.
const char *text(const python &api, object *code, const char *name) noexcept {
    object *const value = api.attribute(code, name);
    const char *found = value != nullptr ? api.text_of(value, nullptr) : nullptr;
    if (value != nullptr) { api.release(value); }
    if (found == nullptr) { api.clear_error(); }
    return found;
}

std::uint32_t walk(const python &api, std::uint32_t capacity, const char **out_functions, const char **out_files,
                   std::uint32_t *out_lines) noexcept {
    std::uint32_t count = 0;
    object *frame = api.frame_of(api.current_thread());
    while (frame != nullptr && count < capacity) {
        object *const code = api.code_of(frame);
        // From Python 3.11 on there are the names of classes, too.
        const char *const qualified = text(api, code, "co_qualname");
        out_functions[count] = qualified != nullptr ? qualified : text(api, code, "co_name");
        out_files[count] = text(api, code, "co_filename");
        const int line = api.line_of(frame);
        out_lines[count] = line > 0 ? static_cast<std::uint32_t>(line) : 0;
        ++count;
        api.release(code);
        object *const caller = api.caller_of(frame);
        api.release(frame);
        frame = caller;
    }
    if (frame != nullptr) { api.release(frame); }
    return count;
}

} // namespace

std::uint32_t CLMEM_CALL describe_python_stack(void * /*user*/, std::uint32_t capacity, const char **out_functions,
                                               const char **out_files, std::uint32_t *out_lines) {
    static const python api = find_python();
    if (!api.is_there() || api.holds_lock() == 0 || api.error() != nullptr) { return 0; }
    // The collector could run the program's code, which could call OpenCL.
    const bool was_on = api.stop_collector() != 0;
    const std::uint32_t count = walk(api, capacity, out_functions, out_files, out_lines);
    if (was_on) { (void)api.start_collector(); }
    return count;
}

} // namespace clmem::layer
