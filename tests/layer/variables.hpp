// Environment variables that a test sets for the layer's settings.
#pragma once

#include <map>
#include <string>

namespace clmem::layer {

inline std::map<std::string, std::string> variables;

inline const char *find(const char *name) {
    const auto entry = variables.find(name);
    return entry == variables.end() ? nullptr : entry->second.c_str();
}

} // namespace clmem::layer
