// The interface as build/docs/api.json describes it, for runners that make calls from data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace clmem::contract {

using json = nlohmann::json;

// The case is invalid: it names an unknown function, or lacks an argument's value.
struct fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A call did not do what the case expects.
struct mismatch : std::runtime_error {
    using std::runtime_error::runtime_error;
};

json read_json(const std::filesystem::path &file);

class interface {
  public:
    explicit interface(const std::filesystem::path &file);

    [[nodiscard]] const json &function(const std::string &name) const;
    [[nodiscard]] const json &callback(const std::string &name) const;
    [[nodiscard]] const json &structure(const std::string &name) const;

    // The value of an enumerator, a constant or a status.
    [[nodiscard]] std::int64_t constant(const std::string &name) const;
    void add_constants(const json &values);

    // The name of the function that releases objects of a C type.
    [[nodiscard]] const std::string &release_of(const std::string &type) const;

    // The size of a value in memory, from its description.
    [[nodiscard]] std::size_t size_of(const json &type) const;

  private:
    json description_;
    std::map<std::string, const json *> functions_;
    std::map<std::string, const json *> callbacks_;
    std::map<std::string, const json *> structs_;
    std::map<std::string, std::int64_t> constants_;
    std::map<std::string, std::string> releases_;
};

// Whether a parameter is an output.
inline bool is_output(const json &parameter) {
    return parameter["direction"] == "out";
}
inline const json &target_of(const json &parameter) {
    return parameter["type"]["target"];
}

} // namespace clmem::contract
