# The program in README.md is examples/first.c from its first #include on: what a stranger copies is what is tested.
file(READ ${PROJECT}/README.md readme)
file(READ ${PROJECT}/examples/first.c program)
string(FIND "${program}" "#include" start)
string(SUBSTRING "${program}" ${start} -1 program)
string(FIND "${readme}" "```c\n${program}```\n" found)
if(found EQUAL -1)
  message(FATAL_ERROR "README.md does not show examples/first.c as it is, from its first #include to its end")
endif()
