#include "interface.hpp"

#include <fstream>

namespace clmem::contract {

namespace {

template <class Value>
const Value &find(const std::map<std::string, Value> &all, const std::string &name, const char *what) {
    const auto found = all.find(name);
    if (found == all.end()) { throw fault{std::string{"there is no "} + what + " " + name}; }
    return found->second;
}

} // namespace

json read_json(const std::filesystem::path &file) {
    std::ifstream stream{file};
    if (!stream) {
        throw fault{"cannot read " + file.string() + " (./dev generate writes the description of the interface)"};
    }
    try {
        return json::parse(stream);
    } catch (const json::exception &error) { throw fault{file.string() + ": " + error.what()}; }
}

interface::interface(const std::filesystem::path &file) : description_(read_json(file)) {
    for (const json &function : description_["functions"]) {
        const std::string name = function["name"];
        functions_.emplace(name, &function);
        for (const json &error : function["errors"]) {
            constants_.emplace(error["status"], error["value"].get<std::int64_t>());
        }
        if (name.ends_with("_release") && function["parameters"].size() == 1) {
            releases_.emplace(function["parameters"][0]["type"]["c"], name);
        }
    }
    for (const json &callback : description_["callbacks"]) {
        callbacks_.emplace(callback["name"], &callback);
    }
    for (const json &structure : description_["structs"]) {
        structs_.emplace(structure["name"], &structure);
        constants_.emplace("sizeof " + structure["name"].get<std::string>(), structure["size"].get<std::int64_t>());
    }
    for (const json &constant : description_["constants"]) {
        constants_.emplace(constant["name"], constant["value"].get<std::int64_t>());
    }
    for (const json &enumeration : description_["enums"]) {
        for (const json &value : enumeration["values"]) {
            constants_.emplace(value["name"], value["value"].get<std::int64_t>());
        }
    }
}

const json &interface::function(const std::string &name) const {
    return *find(functions_, name, "function");
}

const json &interface::callback(const std::string &name) const {
    return *find(callbacks_, name, "callback");
}

const json &interface::structure(const std::string &name) const {
    return *find(structs_, name, "struct");
}

std::int64_t interface::constant(const std::string &name) const {
    return find(constants_, name, "constant");
}

void interface::add_constants(const json &values) {
    for (const auto &[name, value] : values.items()) {
        constants_.emplace(name, value.get<std::int64_t>());
    }
}

const std::string &interface::release_of(const std::string &type) const {
    return find(releases_, type, "function that releases");
}

std::size_t interface::size_of(const json &type) const {
    static const std::map<std::string, std::size_t> numbers = {
        {"int8_t", 1},       {"uint8_t", 1}, {"int16_t", 2},  {"uint16_t", 2}, {"int32_t", 4}, {"uint32_t", 4},
        {"clmem_status", 4}, {"int64_t", 8}, {"uint64_t", 8}, {"size_t", 8},   {"double", 8},  {"float", 4},
    };
    const std::string kind = type["kind"];
    const std::string c = type["c"];
    if (kind == "struct") { return structure(c)["size"]; }
    if (kind == "array") { return type["length"].get<std::size_t>() * size_of(type["element"]); }
    if (kind == "character" || kind == "void") { return 1; }
    if (kind == "integer" || kind == "status" || kind == "number") { return find(numbers, c, "number type"); }
    return sizeof(void *); // handles, OpenCL objects, pointers, callbacks
}

} // namespace clmem::contract
