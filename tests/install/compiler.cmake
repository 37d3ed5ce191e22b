# Without a C++20 compiler the build must say what to install: that of the library, and that of the Python package,
# which pip runs.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/old-compiler "#!/bin/sh\nexec ${CXX} \"$@\" -std=c++14\n")
file(CHMOD ${FOLDER}/old-compiler PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
unset(ENV{CXX})
unset(ENV{CC})
foreach(source . bindings/python)
  set(configure ${CMAKE_COMMAND} -S ${PROJECT}/${source} -G ${GENERATOR} -DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM})
  fails("lacks C++20. clmem needs a compiler for C++20, GCC 11" ${configure} -B ${FOLDER}/old/${source}
        -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${FOLDER}/old-compiler)
  set(path $ENV{PATH})
  set(ENV{PATH} ${FOLDER})
  fails("there is no compiler for C. clmem needs a compiler for C++20, GCC 11" ${configure} -B ${FOLDER}/none/${source})
  set(ENV{PATH} ${path})
endforeach()
