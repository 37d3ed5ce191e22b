# Writes the newest glibc that the installed libraries need into the jar's manifest. CMakeLists.txt sets folder, manifest and
# readelf.
file(GLOB libraries $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${folder}/*.so*)
set(newest 0)
foreach(library IN LISTS libraries)
  execute_process(COMMAND ${readelf} --wide --version-info ${library} OUTPUT_VARIABLE versions
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "GLIBC_[0-9.]+" versions "${versions}")
  foreach(version IN LISTS versions)
    string(REPLACE GLIBC_ "" version ${version})
    if(version VERSION_GREATER newest)
      set(newest ${version})
    endif()
  endforeach()
endforeach()
if(newest EQUAL 0)
  message(FATAL_ERROR "expected libraries that need glibc in ${folder}, found none: ${libraries}")
endif()
file(WRITE ${manifest} "Clmem-Needs-Glibc: ${newest}\n")
