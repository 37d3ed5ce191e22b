#include "matching.hpp"

#include <algorithm>
#include <functional>

namespace clmem::contract {

namespace {

bool equal(const values &names, const json &expected, const json &actual) {
    if (actual.is_number_float()) { return expected.is_number() && expected.get<double>() == actual.get<double>(); }
    if (actual.is_number() && !expected.is_null()) { return names.number(expected) == names.number(actual); }
    return expected == actual;
}

bool holds(const values &names, const std::string &rule, const json &bound, const json &actual) {
    if (rule == "not") { return !equal(names, bound, actual); }
    if (rule == "one_of") {
        return std::any_of(bound.begin(), bound.end(), [&](const json &each) { return equal(names, each, actual); });
    }
    if (rule == "contains") {
        return actual.is_string() && actual.get<std::string>().find(bound.get<std::string>()) != std::string::npos;
    }
    if (!actual.is_number()) { throw mismatch{"expected a number, got " + actual.dump()}; }
    if (rule == "at_least" && actual.is_number_float()) { return actual.get<double>() >= bound.get<double>(); }
    if (rule == "at_most" && actual.is_number_float()) { return actual.get<double>() <= bound.get<double>(); }
    const word number = names.number(actual);
    const word limit = names.number(bound);
    if (rule == "at_least") { return number >= limit; }
    if (rule == "at_most") { return number <= limit; }
    if (rule == "multiple_of") { return number % limit == 0; }
    if (rule == "has") { return (number & limit) == limit; }
    if (rule == "lacks") { return (number & limit) == 0; }
    throw fault{"unknown rule " + rule};
}

} // namespace

void match(const values &names, const json &expected, const json &actual, const std::string &what) {
    const json wanted = names.resolved(expected);
    if (wanted.is_object() && actual.is_object()) {
        for (const auto &[key, value] : wanted.items()) {
            if (!actual.contains(key)) { throw fault{what + " has no member " + key}; }
            match(names, value, actual[key], what + "." + key);
        }
    } else if (wanted.is_object()) {
        for (const auto &[rule, bound] : wanted.items()) {
            const json limit = names.resolved(bound);
            if (!holds(names, rule, limit, actual)) {
                throw mismatch{what + ": expected " + rule + " " + limit.dump() + ", got " + actual.dump()};
            }
        }
    } else if (wanted.is_array() && actual.is_array()) {
        if (wanted.size() != actual.size()) {
            throw mismatch{what + ": expected " + std::to_string(wanted.size()) + " elements, got " + actual.dump()};
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            match(names, wanted[i], actual[i], what + "." + std::to_string(i));
        }
    } else if (!equal(names, wanted, actual)) {
        throw mismatch{what + ": expected " + wanted.dump() + ", got " + actual.dump()};
    }
}

} // namespace clmem::contract
