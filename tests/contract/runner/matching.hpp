// What comes back, beside what a case expects.
#pragma once

#include "values.hpp"

#include <string>

namespace clmem::contract {

// Throws a mismatch. Expected are: a value; of a struct some of its members; or rules: {"at_least": 1, "multiple_of": 8}.
void match(const values &names, const json &expected, const json &actual, const std::string &what);

} // namespace clmem::contract
