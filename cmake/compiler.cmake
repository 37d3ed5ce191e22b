# Finds compilers for C and C++20, or fails with a message that says which to install.
set(CLMEM_COMPILERS_WANTED "clmem needs a compiler for C++20, GCC 11 or Clang 14 or newer: on Debian and Ubuntu the package g++. \
CXX=COMMAND names another one")
include(CheckLanguage)
foreach(language C CXX)
  if(NOT CMAKE_${language}_COMPILER_LOADED)
    check_language(${language})
    if(NOT CMAKE_${language}_COMPILER)
      message(FATAL_ERROR "there is no compiler for ${language}. ${CLMEM_COMPILERS_WANTED}")
    endif()
    enable_language(${language})
  endif()
endforeach()

# A project that includes clmem may have set another standard, which the check would use.
set(CMAKE_CXX_STANDARD 20)
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("
#include <array>
#include <bit>
#include <concepts>
#include <span>
#include <string_view>
constinit int number = 0;
template <std::integral Number> Number twice(Number value) { return 2 * value; }
int main() {
    constexpr std::array<int, 2> two{1, 2};
    const std::span<const int> all{two};
    return std::string_view{\"a\"}.starts_with('b') + twice(number) + std::countr_zero(all.size()) - 1;
}" CLMEM_HAS_CXX20)
if(NOT CLMEM_HAS_CXX20)
  message(FATAL_ERROR "${CMAKE_CXX_COMPILER} (${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}) lacks C++20. ${CLMEM_COMPILERS_WANTED}")
endif()

# The C++ library, for programs in C that link clmem statically: their linker does not add it.
set(CLMEM_CXX_LIBRARIES ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER CLMEM_CXX_LIBRARIES INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi)$")
list(REMOVE_DUPLICATES CLMEM_CXX_LIBRARIES)
