// Arguments for any function of the C interface: handles that are live, stale, of another type, random or NULL, structs
// of any size, numbers, and outputs that are NULL or exactly as long as they must be.
#pragma once

#include "bytes.hpp"

#include <clmem_extras.h>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace clmem::fuzz {

// The number of a type of handles.
template <class T>
inline constexpr int kind_of = -1;
template <>
inline constexpr int kind_of<clmem_provider> = 0;
template <>
inline constexpr int kind_of<clmem_pool> = 1;
template <>
inline constexpr int kind_of<clmem_buffer> = 2;
template <>
inline constexpr int kind_of<clmem_memory> = 3;
template <>
inline constexpr int kind_of<clmem_image> = 4;
template <>
inline constexpr int kind_of<clmem_pipe> = 5;
template <>
inline constexpr int kind_of<clmem_sampler> = 6;
template <>
inline constexpr int kind_of<clmem_program> = 7;
template <>
inline constexpr int kind_of<clmem_kernel> = 8;
template <>
inline constexpr int kind_of<clmem_map> = 9;
template <>
inline constexpr int kind_of<clmem_cache> = 10;
template <>
inline constexpr int kind_of<clmem_recorder> = 11;

// A handle that a call has returned; it may be stale by now.
struct known_handle {
    int kind;
    void *bits;
};

class arguments {
  public:
    arguments(bytes &in, std::vector<known_handle> &known) noexcept : in_{in}, known_{known} {}

    template <class T>
    T handle() {
        const std::size_t how = in_.below(16);
        if (how == 0) { return nullptr; }
        if (how == 1) { return reinterpret_cast<T>(static_cast<std::uintptr_t>(in_.word())); }
        if (how == 2) { return reinterpret_cast<T>(reinterpret_cast<std::uintptr_t>(any(-1)) ^ 1U << in_.below(32)); }
        return reinterpret_cast<T>(any(how < 5 ? -1 : kind_of<T>));
    }
    // clmem has no OpenCL here, so objects of OpenCL are never looked at.
    template <class T>
    T opencl() {
        return reinterpret_cast<T>(in_.below(4) << 6);
    }
    template <class T>
    T number() {
        const std::uint8_t how = in_.byte();
        if (how < 64) { return static_cast<T>(how); }
        return static_cast<T>(how < 192 ? in_.size() : in_.word());
    }
    template <class T>
    T count() {
        return static_cast<T>(in_.below(5));
    }

    void *data() { return in_.below(4) == 0 ? nullptr : allocate(4096); }
    const char *text() {
        if (in_.below(8) == 0) { return nullptr; }
        const std::string chosen = in_.text(in_.below(80));
        return static_cast<const char *>(std::memcpy(allocate(chosen.size() + 1), chosen.c_str(), chosen.size() + 1));
    }
    // A file that cannot be written.
    const char *path() { return in_.flag() ? nullptr : "/dev/null/none"; }

    template <class T>
    T *array(std::size_t count) {
        if (in_.below(8) == 0) { return nullptr; }
        T *const made = static_cast<T *>(allocate(count * sizeof(T)));
        for (std::size_t i = 0; i < count; ++i) {
            if constexpr (kind_of<T> >= 0) {
                made[i] = handle<T>();
            } else if constexpr (std::is_arithmetic_v<T>) {
                made[i] = static_cast<T>(in_.byte());
            }
        }
        return made;
    }
    // Structs that are as far apart as the program says.
    std::size_t stride() { return in_.below(400); }
    template <class T>
    T *elements(std::size_t count, std::size_t stride) {
        return in_.below(8) == 0 ? nullptr : static_cast<T *>(allocate(count * stride));
    }
    template <class T>
    T *output() {
        if (in_.below(16) == 0) { return nullptr; }
        void *const made = allocate(sizeof(T));
        if constexpr (kind_of<T> >= 0) { outputs_.push_back({kind_of<T>, made}); }
        return static_cast<T *>(made);
    }
    template <class T>
    T *output_struct() {
        if (in_.below(16) == 0) { return nullptr; }
        return reinterpret_cast<T *>(of_size(choose_size<T>()));
    }
    // A valid struct, of which a few bytes may be changed.
    template <class T>
    const T *options() {
        if (in_.below(8) == 0) { return nullptr; }
        T value = initial<T>();
        auto *const raw = reinterpret_cast<unsigned char *>(&value);
        for (std::size_t changes = in_.below(4); changes != 0; --changes) {
            const std::size_t at = in_.below(sizeof(T) / sizeof(std::uint32_t)) * sizeof(std::uint32_t);
            const std::uint64_t word = number<std::uint64_t>();
            std::memcpy(raw + at, &word, std::min(sizeof word, sizeof(T) - at));
        }
        repair(value);
        const std::uint32_t size = choose_size<T>();
        value.struct_size = size;
        unsigned char *const made = of_size(size);
        std::memcpy(made, &value, std::min(std::size_t{std::max(size, least_size)}, sizeof(T)));
        if (size > sizeof(T)) { made[size - 1] = in_.below(4) == 0 ? 1 : 0; }
        return reinterpret_cast<const T *>(made);
    }
    // Replaces what must not be random: pointers, handles, and the sizes of lists.
    template <class T>
    void repair(T &in);
    template <class T>
    static T initial();
    template <class Count, class List>
    void set_list(Count &count, List &list) {
        const std::size_t chosen = in_.below(4);
        list = nullptr;
        if (chosen == 0) { return; }
        count = static_cast<Count>(chosen);
        list = static_cast<List>(allocate(chosen * sizeof *list));
    }

    // After the call: a failure has a message, and handles that a success returns are used from now on.
    void check(const char *name, clmem_status status) {
        for (const known_handle &out : outputs_) {
            void *made = nullptr;
            std::memcpy(&made, out.bits, sizeof made);
            if (status == CLMEM_SUCCESS && made != nullptr) { known_.push_back({out.kind, made}); }
        }
        if (status == CLMEM_SUCCESS) { return; }
        clmem_error record = CLMEM_ERROR_INIT;
        expect(clmem_error_last(&record) == CLMEM_SUCCESS, "there is no error record");
        expect(status != CLMEM_ERROR_INTERNAL, "%s: %s", name, record.message);
        expect(record.status == status && std::strcmp(record.function, name) == 0 && *record.message != '\0',
               "%s gave status %d, but the error record is of %s, with status %d", name, status, record.function,
               record.status);
    }
    // The function that does not write the record.
    void check_silent(const char *name, clmem_status status) {
        expect(status == CLMEM_SUCCESS || status == CLMEM_ERROR_INVALID_ARGUMENT, "%s gave status %d", name, status);
    }

  private:
    static constexpr std::uint32_t least_size = sizeof(std::uint32_t); // struct_size itself is always there

    // A handle of a kind, or of any.
    void *any(int kind) {
        std::vector<void *> chosen;
        for (const known_handle &k : known_) {
            if (kind < 0 || k.kind == kind) { chosen.push_back(k.bits); }
        }
        return chosen.empty() ? nullptr : chosen[in_.below(chosen.size())];
    }
    template <class T>
    std::uint32_t choose_size() {
        const std::uint8_t how = in_.byte();
        return how < 200 ? std::uint32_t{sizeof(T)} : static_cast<std::uint32_t>(in_.below(256));
    }
    unsigned char *of_size(std::uint32_t size) {
        auto *const made = static_cast<unsigned char *>(allocate(std::max(size, least_size)));
        std::memcpy(made, &size, sizeof size);
        return made;
    }
    // Exactly so many bytes, until the call is over.
    void *allocate(std::size_t bytes) {
        memory_.push_back(std::make_unique<unsigned char[]>(bytes));
        return memory_.back().get();
    }

    bytes &in_;
    std::vector<known_handle> &known_;
    std::vector<known_handle> outputs_; // where calls write handles
    std::vector<std::unique_ptr<unsigned char[]>> memory_;
};

// tests/fuzz/generated/calls.cpp
using caller = void (*)(arguments &);
[[nodiscard]] const std::vector<caller> &callers();

} // namespace clmem::fuzz
