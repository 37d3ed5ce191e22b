// The calls of a case: arguments, results, and the rules that every call must obey.
#include "matching.hpp"
#include "script.hpp"

#include <algorithm>
#include <cstring>

namespace clmem::contract {

struct script::argument {
    const json *parameter;
    word value = 0;
    unsigned char *memory = nullptr; // of an output
    std::size_t count = 1;           // its elements
    std::size_t stride = 0;
    std::size_t struct_size = 0; // of an output struct, as the caller knows it
};

struct script::record {
    clmem_error error;
    std::string function;
    std::string message;

    static record now() {
        clmem_error error = CLMEM_ERROR_INIT;
        if (clmem_error_last(&error) != CLMEM_SUCCESS) { throw mismatch{"clmem_error_last() failed"}; }
        return {error, error.function, error.message};
    }
    bool operator==(const record &other) const {
        return error.status == other.error.status && error.opencl_code == other.error.opencl_code &&
               function == other.function && message == other.message;
    }
};

namespace {

std::string name_of(clmem_status status) {
    const char *name = nullptr;
    clmem_status_name(status, &name);
    return std::to_string(status) + " (" + (name != nullptr ? name : "") + ")";
}

} // namespace

std::string script::status_text(clmem_status status) {
    return name_of(status) + ": " + record::now().message;
}

void script::call(const json &one) {
    const std::string name = one["call"];
    const json &function = api_.function(name);
    const json with = one.value("with", json::object());
    std::vector<argument> arguments;
    std::vector<word> words;
    for (const auto &[key, value] : with.items()) {
        const auto &all = function["parameters"];
        if (std::none_of(all.begin(), all.end(), [&](const json &each) { return each["name"] == key; })) {
            throw fault{name + "() has no parameter " + key};
        }
    }
    for (const json &parameter : function["parameters"]) {
        arguments.push_back(is_output(parameter) ? output(function, parameter, with)
                                                 : input(function, parameter, with));
        words.push_back(arguments.back().value);
    }
    const record before = record::now();
    const std::uint64_t callbacks_before = callbacks_;
    const clmem_status status = calls().at(name)(words.data());
    const json expected = one.value("gives", json("CLMEM_SUCCESS"));
    const json choices = expected.is_array() ? expected : json::array({expected});
    if (std::none_of(choices.begin(), choices.end(),
                     [&](const json &each) { return static_cast<clmem_status>(values_.number(each)) == status; })) {
        throw mismatch{"expected " + expected.dump() + ", got " + status_text(status)};
    }
    check_record(one, name, status, before, callbacks_ != callbacks_before);
    if (status != CLMEM_SUCCESS) {
        check_zeroed(arguments);
    } else {
        own(arguments, words);
        check_tails(arguments);
    }
    json results = json::object();
    for (const argument &each : arguments) {
        if (each.memory != nullptr && status == CLMEM_SUCCESS) {
            results[(*each.parameter)["name"].get<std::string>()] = read_output(each);
        }
    }
    const json out = one.value("out", json::object());
    for (const auto &[key, value] : out.items()) {
        match(values_, value, results.at(key), key);
    }
    const json save = one.value("save", json::object());
    for (const auto &[key, variable] : save.items()) {
        values_.variables[variable] = results.at(key);
    }
}

script::argument script::input(const json &function, const json &parameter, const json &with) {
    const std::string name = parameter["name"];
    argument result{&parameter};
    if (with.contains(name)) {
        alignas(8) unsigned char place[8] = {};
        values_.write(place, parameter["type"], with[name]);
        std::memcpy(&result.value, place, sizeof result.value);
        if (parameter["type"]["kind"] == "status" || parameter["type"]["c"] == "int32_t") {
            result.value = static_cast<word>(static_cast<std::int32_t>(result.value));
        }
    } else if (!parameter["nullable"]) {
        result.value = default_of(function, parameter, with);
    }
    return result;
}

// Arguments that cases leave out: sizes of structs, and lengths of the lists that they pass.
word script::default_of(const json &function, const json &parameter, const json &with) const {
    const std::string name = parameter["name"];
    for (const json &other : function["parameters"]) {
        const std::string other_name = other["name"];
        const bool is_its_length = other["length"].is_string() && other["length"] == name;
        if (is_its_length && !is_output(other) && (!with.contains(other_name) || with[other_name].is_null())) {
            return 0;
        }
        if (is_its_length && with.contains(other_name) && with[other_name].is_string() &&
            target_of(other)["kind"] == "character") {
            return values_.resolved(with[other_name]).get_ref<const std::string &>().size();
        }
        if (is_its_length && with.contains(other_name) && with[other_name].is_array()) {
            return with[other_name].size();
        }
        const bool is_struct = other["type"]["kind"] == "pointer" && target_of(other)["kind"] == "struct";
        if (is_struct && (name == "struct_size" || (name == "stride_bytes" && other["length"].is_string()))) {
            return api_.size_of(target_of(other));
        }
    }
    throw fault{"the argument " + name + " is missing"};
}

word script::given_number(const json &function, const std::string &name, const json &with) const {
    if (!name.empty() && name.find_first_not_of("0123456789") == std::string::npos) { return std::stoul(name); }
    if (with.contains(name)) { return values_.number(with[name]); }
    for (const json &parameter : function["parameters"]) {
        if (parameter["name"] == name) { return default_of(function, parameter, with); }
    }
    throw fault{"there is no parameter " + name};
}

script::argument script::output(const json &function, const json &parameter, const json &with) {
    const std::string name = parameter["name"];
    const json &target = target_of(parameter);
    argument result{&parameter};
    if (with.contains(name) && with[name].is_null()) { return result; }
    if (with.contains(name) && with[name].is_string()) { // memory that the case allocated
        result.value = values_.number(with[name]);
        return result;
    }
    const json members = with.value(name, json::object());
    result.stride = api_.size_of(target);
    if (parameter["length"].is_string()) {
        result.count = given_number(function, parameter["length"], with);
        if (target["kind"] == "struct") { result.stride = given_number(function, "stride_bytes", with); }
        result.memory = memory_.take(result.count * std::max(result.stride, api_.size_of(target)));
    } else if (target["kind"] == "struct") {
        result.memory = values_.junk_structure(target["c"], members);
        const bool is_sized = members.contains("struct_size");
        result.struct_size = is_sized ? values_.number(members["struct_size"]) : result.stride;
    } else {
        result.memory = memory_.take(result.stride);
        std::memset(result.memory, 0xA5, result.stride);
    }
    result.value = to_word(result.memory);
    return result;
}

json script::read_output(const argument &each) const {
    const json &target = target_of(*each.parameter);
    if (!(*each.parameter)["length"].is_string()) { return values_.read(each.memory, target); }
    if (target["kind"] == "void") { return digits_of(each.memory, each.count); }
    if (target["kind"] == "character") {
        const auto *text = reinterpret_cast<const char *>(each.memory);
        return std::string{text, strnlen(text, each.count)};
    }
    json list = json::array();
    for (std::size_t i = 0; i < each.count; ++i) {
        list.push_back(values_.read(each.memory + i * each.stride, target));
    }
    return list;
}

// A failure must write the error record, with the function's name; a success must not, except for calls inside
// callbacks.
void script::check_record(const json &one, const std::string &name, clmem_status status, const record &before,
                          bool called_back) const {
    const record after = record::now();
    if (status == CLMEM_SUCCESS || name == "clmem_error_last") {
        if (!called_back && !(after == before)) { throw mismatch{"the error record was written: " + after.message}; }
        return;
    }
    if (after.error.status != status || after.function != name || after.message.empty()) {
        throw mismatch{"the error record says " + name_of(after.error.status) + " in " + after.function + ": " +
                       after.message};
    }
    if (one.contains("message")) { match(values_, one["message"], after.message, "the message"); }
    if (one.contains("opencl_code")) {
        match(values_, one["opencl_code"], json(after.error.opencl_code), "the record's opencl_code");
    }
}

// A failure must zero every output, except a struct's size.
void script::check_zeroed(const std::vector<argument> &arguments) const {
    for (const argument &each : arguments) {
        if (each.memory == nullptr || (*each.parameter)["length"].is_string()) { continue; }
        const json &target = target_of(*each.parameter);
        const std::size_t known = api_.size_of(target);
        const bool is_struct = target["kind"] == "struct";
        const bool is_none = each.struct_size < known || each.struct_size > 65536;
        if (is_struct && is_none) { continue; }
        const unsigned char *const end = each.memory + known;
        const unsigned char *begin = each.memory + (is_struct ? sizeof(std::uint32_t) : 0);
        if (!std::all_of(begin, end, [](unsigned char byte) { return byte == 0; })) {
            throw mismatch{(*each.parameter)["name"].get<std::string>() + " is not zeroed"};
        }
    }
}

// Members that only a newer program's struct has must be zero.
void script::check_tails(const std::vector<argument> &arguments) const {
    for (const argument &each : arguments) {
        if (each.struct_size == 0) { continue; }
        const unsigned char *const end = each.memory + each.struct_size;
        const unsigned char *const begin =
            each.memory + std::min(each.struct_size, api_.size_of(target_of(*each.parameter)));
        if (!std::all_of(begin, end, [](unsigned char byte) { return byte == 0; })) {
            throw mismatch{(*each.parameter)["name"].get<std::string>() + " is not zero after the known members"};
        }
    }
}

// Tracks the objects that the case must release.
void script::own(const std::vector<argument> &arguments, const std::vector<word> &words) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const json &parameter = *arguments[i].parameter;
        if (parameter["ownership"] != "owned") { continue; }
        if (!is_output(parameter)) {
            const auto found = std::find_if(owned_.rbegin(), owned_.rend(), [&](const owned &each) {
                return each.value == words[i]; // whatever its type: a buffer may be released as memory
            });
            if (found != owned_.rend()) { owned_.erase(std::next(found).base()); }
            continue;
        }
        const std::string kind = target_of(parameter)["kind"];
        word value = 0;
        if (arguments[i].memory == nullptr || (kind != "handle" && kind != "opencl")) { continue; }
        std::memcpy(&value, arguments[i].memory, sizeof value);
        if (value != 0) { owned_.push_back({target_of(parameter)["c"], value}); }
    }
}

} // namespace clmem::contract
