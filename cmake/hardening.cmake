# clmem_harden(TARGET): makes faults that are left in a library or program harder to exploit: canaries on the stack,
# checked copies, tables that are read-only after loading, and return addresses that the processor compares with a copy
# (its shadow stack). A hit takes the same time within a per cent.
#
# On ARM the targets of indirect jumps are marked too, so that a jump to anything else ends the program. On x86-64 Linux
# does not check such marks in programs, and they cost 3 to 7 % of a hit on a Zen 4 EPYC, so they are left out.
#
# Both need every part of the file, also the compiler's start files and C++ library, to be compiled for it: Ubuntu's
# are, Debian 12's and Zig's are not. The linker then marks the file as one without, and nothing is checked.
option(CLMEM_HARDENING "Compile with stack protection, checked copies and return addresses that are checked" ON)

function(clmem_harden target)
  if(NOT CLMEM_HARDENING)
    return()
  endif()
  target_compile_options(${target} PRIVATE -fstack-protector-strong -fstack-clash-protection)
  if(NOT CLMEM_SANITIZE) # sanitizers check copies themselves; without optimisation the checks do nothing but warn
    target_compile_options(${target} PRIVATE "$<$<NOT:$<CONFIG:Debug>>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>")
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    target_compile_options(${target} PRIVATE -fcf-protection=return)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    target_compile_options(${target} PRIVATE -mbranch-protection=standard)
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "OBJECT|STATIC")
    target_link_options(${target} PRIVATE -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
  endif()
endfunction()
