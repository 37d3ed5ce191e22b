// A line on stderr that says what a test was doing when it crashed, with the stack, or when alarm() ended it because it
// hung.
#pragma once

namespace clmem::test {

// What the test is doing now.
extern char now_text[512];
// From now on a crash or an alarm prints that, before it ends the process as it would without.
void print_last_words();

} // namespace clmem::test
