#include "doctor_text.hpp"

#include "figures.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>

namespace clmem::command {
namespace {

using json = nlohmann::ordered_json;

std::string words_of(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

// Further lines of a text are indented below the first one, and nothing can move the cursor.
std::string one_text(std::string text, std::size_t indent) {
    text.erase(text.find_last_not_of(" \n") + 1);
    std::string result;
    for (const char c : text) {
        if (c == '\n') {
            result += '\n' + std::string(indent, ' ');
        } else {
            result += (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f' ? '?' : c;
        }
    }
    return result;
}

bool is_figure(const json &value) {
    return value.is_object() && value.contains("bytes") && value.contains("source");
}

std::string text_of_value(const std::string &name, const json &value, std::size_t indent) {
    if (value.is_null()) { return "unknown"; }
    if (value.is_boolean()) { return value.get<bool>() ? "yes" : "no"; }
    if (value.is_number_unsigned() && name.ends_with("bytes")) { return human_bytes(value.get<std::uint64_t>()); }
    if (is_figure(value)) {
        if (value["bytes"].is_null()) { return "unknown"; }
        return fmt::format("{} ({})", human_bytes(value["bytes"].get<std::uint64_t>()),
                           value["source"].get<std::string>());
    }
    if (value.is_string()) { return one_text(value.get<std::string>(), indent); }
    if (!value.is_array()) { return value.dump(); }
    std::string list;
    for (const json &each : value) {
        constexpr std::size_t short_size = 40; // longer ones get a line each
        const bool is_long = each.get<std::string>().size() > short_size;
        if (!list.empty()) { list += is_long ? '\n' + std::string(indent, ' ') : ", "; }
        list += one_text(each.get<std::string>(), indent);
    }
    return list.empty() ? "none" : list;
}

std::string rows_of(const json &members, std::size_t indent) {
    std::size_t width = 0;
    for (const auto &[name, value] : members.items()) {
        width = std::max(width, name.size());
    }
    std::string text;
    for (const auto &[name, value] : members.items()) {
        // Variables keep their underscores.
        const bool is_variable = std::all_of(name.begin(), name.end(), [](char c) { return c < 'a' || c > 'z'; });
        text += fmt::format("{:{}}{:{}}  {}\n", "", indent, is_variable ? name : words_of(name), width,
                            text_of_value(name, value, indent + width + 2));
    }
    return text;
}

} // namespace

std::string text_of_report(const json &report) {
    constexpr std::size_t indent = 2;
    std::string text;
    for (const auto &[heading, section] : report.items()) {
        text += (text.empty() ? "" : "\n") + words_of(heading) + '\n';
        if (section.empty()) {
            text += "  none\n";
        } else if (section.is_object()) {
            text += rows_of(section, indent);
        } else if (section.is_array()) {
            std::string blocks;
            for (const json &each : section) {
                blocks += (blocks.empty() ? "" : "\n") + rows_of(each, indent);
            }
            text += blocks;
        } else {
            text += "  " + text_of_value(heading, section, indent) + '\n';
        }
    }
    return text;
}

} // namespace clmem::command
