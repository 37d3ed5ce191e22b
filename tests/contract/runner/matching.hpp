// Compares results with what a case expects.
#pragma once

#include "values.hpp"

#include <string>

namespace clmem::contract {

// Throws a mismatch unless `actual` is as expected: a value; some members of a struct; or rules such as {"at_least": 1,
// "multiple_of": 8}.
void match(const values &names, const json &expected, const json &actual, const std::string &what);

} // namespace clmem::contract
