// Values of a case, as JSON and in the memory that a call uses.
#pragma once

#include "calls.hpp"
#include "interface.hpp"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace clmem::contract {

// Memory that lives as long as a case: for arguments, results, and what the case allocates itself.
class arena {
  public:
    // Zeroed memory, aligned for everything, with guards behind it.
    unsigned char *take(std::size_t bytes);

    // Throws if anything was written past the end of a piece.
    void check_guards() const;

  private:
    struct piece {
        std::unique_ptr<unsigned char[]> memory;
        unsigned char *begin;
        std::size_t bytes;
    };
    std::deque<piece> pieces_;
};

// Provides C functions for the callbacks that a case describes.
class callback_source {
  public:
    virtual ~callback_source() = default;

    // Starts a struct; returns the user pointer for its callbacks.
    virtual void *begin() = 0;

    // The function for a callback of that struct.
    virtual void *of(const std::string &type, const json &description) = 0;
};

// Reads and writes values by their types' descriptions.
class values {
  public:
    values(const interface &api, arena &memory, callback_source &functions)
        : api_{api}, memory_{memory}, functions_{functions} {}

    // The values of "$name".
    std::map<std::string, json> variables;

    // Evaluates a value of a case: "$name", "$name.member", "$name.0", {"sum": [...]}.
    [[nodiscard]] json resolved(const json &value) const;

    // A number, or the name of one.
    [[nodiscard]] word number(const json &value) const;

    // Writes an argument to memory; what pointers point to comes from the arena.
    void write(unsigned char *at, const json &type, const json &value);

    // Reads a result. Objects and addresses become numbers, NULL becomes null.
    [[nodiscard]] json read(const unsigned char *at, const json &type) const;

    // A struct as its *_INIT macro sets it, with the members that the case sets.
    unsigned char *structure(const std::string &name, const json &members);

    // A struct for a result: filled with junk, except for its size.
    unsigned char *junk_structure(const std::string &name, const json &members);

  private:
    [[nodiscard]] json variable(const std::string &path) const;
    unsigned char *pointed_to(const json &target, const json &value);
    void write_number(unsigned char *at, std::size_t bytes, word value) const;

    const interface &api_;
    arena &memory_;
    callback_source &functions_;
};

// Converts hexadecimal digits to bytes, ignoring blanks.
std::vector<unsigned char> bytes_of(const std::string &digits);
std::string digits_of(const unsigned char *bytes, std::size_t count);

} // namespace clmem::contract
