# clmem_settings(TARGET): warnings, sanitizers, hardening and calling conventions for every target of the project.
include(${CMAKE_CURRENT_LIST_DIR}/hardening.cmake)
function(clmem_settings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
                                           $<$<BOOL:${CLMEM_WERROR}>:-Werror>)
  if(NOT CMAKE_UNITY_BUILD) # a unity build shows one file's declarations to the next
    target_compile_options(${target} PRIVATE -Wshadow)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fno-plt) # calls reach the library without a jump through a table
  endif()
  clmem_harden(${target})
  if(CLMEM_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${CLMEM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${CLMEM_SANITIZE})
  endif()
endfunction()
