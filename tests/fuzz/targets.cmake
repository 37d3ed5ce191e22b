# The targets. The including file defines clmem_fuzz_main(TARGET FOLDER), which adds a main; FOLDER has the inputs.
set(clmem_fuzz_folder ${CMAKE_CURRENT_LIST_DIR})

# clmem_fuzz(NAME SOURCES ... LIBRARIES ... FOLDERS ...): the target of NAME_fuzz.cpp; FOLDERS are searched for headers.
function(clmem_fuzz name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES;FOLDERS")
  set(target clmem-fuzz-${name})
  add_executable(${target} ${clmem_fuzz_folder}/${name}_fuzz.cpp ${arg_SOURCES})
  target_include_directories(${target} PRIVATE ${clmem_fuzz_folder} ${arg_FOLDERS})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  set_target_properties(${target} PROPERTIES CXX_STANDARD 20)
  clmem_settings(${target})
  clmem_fuzz_main(${target} ${clmem_fuzz_folder}/corpus/${name})
endfunction()

clmem_fuzz(allocator SOURCES ${clmem_fuzz_folder}/allocator_model.cpp LIBRARIES clmem-objects)
if(CLMEM_SANITIZE MATCHES thread) # the others have one thread
  return()
endif()
clmem_fuzz(interface SOURCES ${clmem_fuzz_folder}/generated/calls.cpp LIBRARIES clmem-objects)
clmem_fuzz(texts SOURCES ${clmem_fuzz_folder}/../../layer/settings.cpp
                         ${clmem_fuzz_folder}/../../layer/fault_calls.cpp
           LIBRARIES clmem-objects FOLDERS ${clmem_fuzz_folder}/../..)
clmem_fuzz(transfer LIBRARIES clmem-objects)
