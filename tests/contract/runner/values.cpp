#include "values.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>

namespace clmem::contract {

namespace {

constexpr std::size_t alignment = 4096; // a page, which suffices for every kind of host memory
constexpr std::size_t guard_bytes = 64;
constexpr unsigned char guard = 0xC7;
constexpr unsigned char junk = 0xA5;

const json &member(const json &structure, const std::string &name) {
    for (const json &field : structure["fields"]) {
        if (field["name"] == name) { return field; }
    }
    throw fault{structure["name"].get<std::string>() + " has no member " + name};
}

json characters(const std::string &text) {
    return std::vector<unsigned char>(text.begin(), text.end());
}

// An element by its index or as the last one, or a member by its name; a discarded value if there is none.
json part_of(const json &whole, const std::string &name) {
    if (whole.is_object() && whole.contains(name)) { return json(whole[name]); }
    if (!whole.is_array() || whole.empty()) { return json(json::value_t::discarded); }
    if (name == "last") { return json(whole.back()); }
    std::size_t index = 0;
    const char *const end = name.data() + name.size();
    const bool is_index = std::from_chars(name.data(), end, index).ptr == end && index < whole.size();
    return is_index ? json(whole[index]) : json(json::value_t::discarded);
}

// Whether the member is a callbacks' user pointer, by its name.
bool holds_user(const json &field) {
    const std::string name = field["name"];
    return field["type"]["c"] == "void *" && (name == "user" || name.ends_with("_user"));
}

} // namespace

// ---- arena -----------------------------------------------------------------------------------------------------------

unsigned char *arena::take(std::size_t bytes) {
    const std::size_t whole = alignment + bytes + guard_bytes;
    auto memory = std::make_unique<unsigned char[]>(whole);
    const auto address = reinterpret_cast<std::uintptr_t>(memory.get());
    unsigned char *begin = memory.get() + (alignment - address % alignment) % alignment;
    std::memset(begin + bytes, guard, guard_bytes);
    pieces_.push_back({std::move(memory), begin, bytes});
    return begin;
}

void arena::check_guards() const {
    for (const piece &each : pieces_) {
        const unsigned char *end = each.begin + each.bytes;
        if (!std::all_of(end, end + guard_bytes, [](unsigned char byte) { return byte == guard; })) {
            throw mismatch{"something was written behind an argument of " + std::to_string(each.bytes) + " bytes"};
        }
    }
}

// ---- names -----------------------------------------------------------------------------------------------------------

json values::variable(const std::string &path) const {
    std::size_t end = path.find('.');
    const auto found = variables.find(path.substr(0, end));
    if (found == variables.end()) { throw fault{"nothing is named $" + path.substr(0, end)}; }
    json value = found->second;
    while (end != std::string::npos) {
        const std::size_t begin = end + 1;
        end = path.find('.', begin);
        const std::string part = path.substr(begin, end == std::string::npos ? end : end - begin);
        value = part_of(value, part);
        if (value.is_discarded()) { throw fault{"$" + path + " does not exist"}; }
    }
    return value;
}

json values::resolved(const json &value) const {
    if (value.is_string()) {
        const auto &text = value.get_ref<const std::string &>();
        return text.starts_with("$") ? variable(text.substr(1)) : value;
    }
    if (value.is_object() && value.size() == 1 && value.contains("sum")) {
        word sum = 0;
        for (const json &part : value["sum"]) {
            sum += number(part);
        }
        return sum;
    }
    return value;
}

word values::number(const json &value) const {
    const json plain = resolved(value);
    if (plain.is_null()) { return 0; }
    if (plain.is_string()) { return static_cast<word>(api_.constant(plain)); }
    if (plain.is_number_unsigned()) { return plain.get<word>(); }
    if (plain.is_number_integer()) { return static_cast<word>(plain.get<std::int64_t>()); }
    if (plain.is_array()) { // bits
        word bits = 0;
        for (const json &bit : plain) {
            bits |= number(bit);
        }
        return bits;
    }
    throw fault{"expected a number, got " + plain.dump()};
}

// ---- to memory -------------------------------------------------------------------------------------------------------

void values::write_number(unsigned char *at, std::size_t bytes, word value) const {
    std::memcpy(at, &value, bytes); // little-endian
}

void values::write(unsigned char *at, const json &type, const json &value) {
    const std::string kind = type["kind"];
    const json plain = resolved(value);
    if (kind == "struct") {
        const std::string name = type["c"];
        std::memcpy(at, structure(name, plain), api_.size_of(type));
    } else if (kind == "array") {
        const json list = plain.is_string() ? characters(plain) : plain;
        if (list.size() > type["length"].get<std::size_t>()) {
            throw fault{"too much for " + type["c"].get<std::string>()};
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            write(at + i * api_.size_of(type["element"]), type["element"], list[i]);
        }
    } else if (kind == "callback") {
        void *function = plain.is_null() ? nullptr : functions_.of(type["c"], plain);
        std::memcpy(at, &function, sizeof function);
    } else if (kind == "pointer") {
        const bool is_address = plain.is_null() || plain.is_number();
        const word address =
            is_address ? number(plain) : reinterpret_cast<std::uintptr_t>(pointed_to(type["target"], plain));
        write_number(at, sizeof(void *), address);
    } else if (type["c"] == "double" || type["c"] == "float") {
        const double wide = plain.is_string() ? static_cast<double>(api_.constant(plain)) : plain.get<double>();
        const auto narrow = static_cast<float>(wide);
        std::memcpy(at, api_.size_of(type) == sizeof wide ? static_cast<const void *>(&wide) : &narrow,
                    api_.size_of(type));
    } else {
        write_number(at, api_.size_of(type), number(plain));
    }
}

unsigned char *values::pointed_to(const json &target, const json &value) {
    if (value.is_string()) {
        if (target["kind"] != "character") { return pointed_to(target, json{{"hex", value}}); }
        const auto &text = value.get_ref<const std::string &>();
        unsigned char *copy = memory_.take(text.size() + 1);
        std::memcpy(copy, text.data(), text.size());
        return copy;
    }
    if (value.is_object() && value.contains("hex")) {
        const auto bytes = bytes_of(value["hex"]);
        unsigned char *copy = memory_.take(bytes.size());
        std::copy(bytes.begin(), bytes.end(), copy);
        return copy;
    }
    if (value.is_array()) {
        const std::size_t size = api_.size_of(target);
        unsigned char *list = memory_.take(value.size() * size);
        for (std::size_t i = 0; i < value.size(); ++i) {
            write(list + i * size, target, value[i]);
        }
        return list;
    }
    if (target["kind"] != "struct") { throw fault{"no value for a pointer: " + value.dump()}; }
    return structure(target["c"], value);
}

unsigned char *values::structure(const std::string &name, const json &members) {
    const json &layout = api_.structure(name);
    const std::size_t known = layout["size"];
    const std::size_t stated = members.contains("struct_size") ? number(members["struct_size"]) : known;
    unsigned char *memory = memory_.take(std::max(known, stated));
    write_number(memory, sizeof(std::uint32_t), known);
    void *const user = functions_.begin();
    bool has_callback = false;
    if (members.contains("wait_events") && !members.contains("wait_count")) {
        throw fault{name + ": expected wait_count with wait_events, got none: then no event counts"};
    }
    for (const auto &[key, value] : members.items()) {
        if (key == "beyond") { // the first byte after the known members
            write_number(memory + known, 1, number(value));
            continue;
        }
        const json &field = member(layout, key);
        has_callback |= field["type"]["kind"] == "callback" && !value.is_null();
        write(memory + field["offset"].get<std::size_t>(), field["type"], value);
    }
    for (const json &field : layout["fields"]) {
        if (has_callback && holds_user(field) && !members.contains(field["name"].get<std::string>())) {
            std::memcpy(memory + field["offset"].get<std::size_t>(), &user, sizeof user);
        }
    }
    return memory;
}

unsigned char *values::junk_structure(const std::string &name, const json &members) {
    const json &layout = api_.structure(name);
    const std::size_t known = layout["size"];
    const std::size_t stated = members.contains("struct_size") ? number(members["struct_size"]) : known;
    unsigned char *memory = memory_.take(std::max(known, stated));
    std::memset(memory, junk, std::max(known, stated));
    write_number(memory, sizeof(std::uint32_t), stated);
    return memory;
}

// ---- from memory -----------------------------------------------------------------------------------------------------

json values::read(const unsigned char *at, const json &type) const {
    const std::string kind = type["kind"];
    const std::string c = type["c"];
    if (kind == "struct") {
        json members = json::object();
        for (const json &field : api_.structure(c)["fields"]) {
            members[field["name"].get<std::string>()] = read(at + field["offset"].get<std::size_t>(), field["type"]);
        }
        return members;
    }
    if (kind == "array" && type["element"]["kind"] == "character") {
        const auto *text = reinterpret_cast<const char *>(at);
        return std::string{text, strnlen(text, type["length"].get<std::size_t>())};
    }
    if (kind == "array") {
        json list = json::array();
        for (std::size_t i = 0; i < type["length"].get<std::size_t>(); ++i) {
            list.push_back(read(at + i * api_.size_of(type["element"]), type["element"]));
        }
        return list;
    }
    word bits = 0;
    const std::size_t size = api_.size_of(type);
    std::memcpy(&bits, at, size);
    if (kind == "integer" || kind == "status" || kind == "number") {
        if (c == "double" || c == "float") {
            double wide = 0;
            float narrow = 0;
            std::memcpy(size == sizeof wide ? static_cast<void *>(&wide) : &narrow, at, size);
            return size == sizeof wide ? wide : static_cast<double>(narrow);
        }
        const bool is_signed = kind == "status" || c.starts_with("int");
        if (!is_signed) { return bits; }
        const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
        const std::int64_t value = static_cast<std::int64_t>(bits << unused) >> unused;
        return value < 0 ? json(value) : json(static_cast<word>(value));
    }
    if (kind == "character") { return bits; }
    if (bits == 0) { return nullptr; }
    if (kind == "pointer" && type["target"]["kind"] == "character") {
        return std::string{from_word<const char *>(bits)};
    }
    return bits;
}

// ---- bytes -----------------------------------------------------------------------------------------------------------

std::vector<unsigned char> bytes_of(const std::string &digits) {
    std::string plain;
    std::copy_if(digits.begin(), digits.end(), std::back_inserter(plain),
                 [](unsigned char c) { return !std::isspace(c); });
    std::vector<unsigned char> bytes(plain.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const char *begin = plain.data() + 2 * i;
        if (std::from_chars(begin, begin + 2, bytes[i], 16).ptr != begin + 2) {
            throw fault{"not hexadecimal: " + digits};
        }
    }
    if (plain.size() % 2 != 0) { throw fault{"expected pairs of digits, got " + digits}; }
    return bytes;
}

std::string digits_of(const unsigned char *bytes, std::size_t count) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += digits[bytes[i] / 16];
        text += digits[bytes[i] % 16];
    }
    return text;
}

} // namespace clmem::contract
