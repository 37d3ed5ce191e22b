# Puts the bytes of a file into a program: `name` becomes a std::string_view of clmem::command, which a header declares.
# The source is made at build time, when the file has changed, by CMake alone.
if("${CMAKE_SCRIPT_MODE_FILE}" STREQUAL "${CMAKE_CURRENT_LIST_FILE}")
  file(READ "${from}" bytes HEX)
  # Escapes stand for any byte, and compilers read one long literal much faster than a list of numbers.
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  set(line "")
  foreach(at RANGE 1 32)
    string(APPEND line "\\\\x..")
  endforeach()
  string(REGEX REPLACE "(${line})" "\\1\"\n    \"" bytes "${bytes}")
  file(WRITE "${to}" "#include <string_view>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \"-Woverlength-strings\"
namespace clmem::command {
namespace {
constexpr char ${name}_bytes[] =
    \"${bytes}\";
} // namespace
extern const std::string_view ${name};
const std::string_view ${name}{${name}_bytes, sizeof ${name}_bytes - 1};
} // namespace clmem::command
#pragma GCC diagnostic pop
")
  return()
endif()

set(clmem_embed_script ${CMAKE_CURRENT_LIST_FILE})
function(clmem_embed target file name)
  set(made ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${CMAKE_COMMAND} -Dfrom=${file} -Dto=${made} -Dname=${name} -P ${clmem_embed_script}
    DEPENDS ${file} ${clmem_embed_script}
    VERBATIM)
  target_sources(${target} PRIVATE ${made})
endfunction()
