// Values of a case, as JSON, and the same in the memory that a call sees.
#pragma once

#include "calls.hpp"
#include "interface.hpp"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace clmem::contract {

// Memory that lives as long as a case: arguments, results, and what a case asks for by itself.
class arena {
  public:
    // Zeroed, aligned for everything, with guards behind it.
    unsigned char *take(std::size_t bytes);

    // Throws if anything was written behind a piece.
    void check_guards() const;

  private:
    struct piece {
        std::unique_ptr<unsigned char[]> memory;
        unsigned char *begin;
        std::size_t bytes;
    };
    std::deque<piece> pieces_;
};

// Makes C functions of what a case says of callbacks.
class callback_source {
  public:
    virtual ~callback_source() = default;

    // A struct begins; gives the pointer that its callbacks are to be called with.
    virtual void *begin() = 0;

    // The function for a callback of that struct.
    virtual void *of(const std::string &type, const json &description) = 0;
};

// Reads and writes values by the descriptions of their types.
class values {
  public:
    values(const interface &api, arena &memory, callback_source &functions)
        : api_{api}, memory_{memory}, functions_{functions} {}

    // Names that "$name" stands for.
    std::map<std::string, json> variables;

    // What a case says, with its names put in: "$name", "$name.member", "$name.0", {"sum": [...]}.
    [[nodiscard]] json resolved(const json &value) const;

    // A number, or the name of one.
    [[nodiscard]] word number(const json &value) const;

    // Writes an argument to memory; what pointers point to comes from the arena.
    void write(unsigned char *at, const json &type, const json &value);

    // Reads a result. Objects and addresses are numbers, NULL is null.
    [[nodiscard]] json read(const unsigned char *at, const json &type) const;

    // A struct as its init function makes it, with the members that the case sets.
    unsigned char *structure(const std::string &name, const json &members);

    // A struct for a result: full of junk, but for its size.
    unsigned char *junk_structure(const std::string &name, const json &members);

  private:
    [[nodiscard]] json variable(const std::string &path) const;
    unsigned char *pointed_to(const json &target, const json &value);
    void write_number(unsigned char *at, std::size_t bytes, word value) const;

    const interface &api_;
    arena &memory_;
    callback_source &functions_;
};

// Bytes by their hexadecimal digits, blanks ignored.
std::vector<unsigned char> bytes_of(const std::string &digits);
std::string digits_of(const unsigned char *bytes, std::size_t count);

} // namespace clmem::contract
