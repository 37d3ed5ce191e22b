# Installs the built tree into FOLDER/prefix, then builds and runs the programs against it, by find_package and by
# pkg-config.
set(prefix ${FOLDER}/prefix)
set(flags "")
if(SANITIZE)
  set(flags -fsanitize=${SANITIZE})
endif()

include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${FOLDER})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

# Installed libraries search only next to themselves for others, and the licences are installed.
find_program(PYTHON NAMES python3 REQUIRED)
run(${PYTHON} ${PROJECT}/tests/install/shipped.py ${prefix})

# By find_package.
set(consumer ${PROJECT}/tests/install/consumer)
run(${CMAKE_COMMAND} -S ${consumer} -B ${FOLDER}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_FLAGS=${flags} -DCMAKE_CXX_FLAGS=${flags}
    -DCLMEM_OPENCL_INCLUDE=${OPENCL_INCLUDE} -DCLMEM_EXPECTED_VERSION=${VERSION})
run(${CMAKE_COMMAND} --build ${FOLDER}/build)
run(${FOLDER}/build/first)
run(${FOLDER}/build/program)

# By pkg-config.
find_program(PKG_CONFIG NAMES pkg-config pkgconf REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIBDIR}/pkgconfig)
execute_process(COMMAND ${PKG_CONFIG} --modversion clmem OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "clmem.pc says version ${version} instead of ${VERSION}")
endif()
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs clmem OUTPUT_VARIABLE options OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(options UNIX_COMMAND "${options}")
set(strict -Wall -Wextra -Wpedantic -Werror -idirafter ${OPENCL_INCLUDE})
set(ENV{LD_LIBRARY_PATH} ${prefix}/${LIBDIR})
run(${C} -std=c99 ${strict} ${flags} ${PROJECT}/examples/first.c -o ${FOLDER}/first ${options})
run(${FOLDER}/first)
run(${CXX} -std=c++17 ${strict} ${flags} ${consumer}/cpp/program.cpp -o ${FOLDER}/program ${options})
run(${FOLDER}/program)

# Without OpenCL's headers both must say what is missing.
set(missing ${CMAKE_COMMAND} -S ${consumer} -B ${FOLDER}/missing -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix}
            -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_IGNORE_PATH=${OPENCL_INCLUDE}
            -DCLMEM_EXPECTED_VERSION=${VERSION})
file(READ ${prefix}/${LIBDIR}/pkgconfig/clmem.pc pc)
if(pc MATCHES "Requires: OpenCL-Headers")
  fails("install OpenCL's headers" ${missing})
  set(ENV{PKG_CONFIG_LIBDIR} ${FOLDER})
  fails("OpenCL-Headers" ${PKG_CONFIG} --cflags clmem)
  unset(ENV{PKG_CONFIG_LIBDIR})
endif()

# Each component must contain its files.
function(has_files component)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/${component} --component ${component})
  file(GLOB_RECURSE files RELATIVE ${FOLDER}/${component} ${FOLDER}/${component}/*)
  list(FILTER files EXCLUDE REGEX "^include/clmem/|^share/man/")
  list(SORT files)
  if(NOT "${files}" STREQUAL "${ARGN}")
    message(FATAL_ERROR "the component ${component} has ${files}, not ${ARGN}")
  endif()
endfunction()
string(REGEX REPLACE "^(0\\.[0-9]+|[0-9]+)\\..*" "\\1" soversion ${VERSION})
has_files(clmem-runtime ${LIBDIR}/libclmem.so.${soversion} ${LIBDIR}/libclmem.so.${VERSION} share/doc/clmem/LICENSE
          share/doc/clmem/sbom.cdx.json)
has_files(clmem-command bin/clmem share/doc/clmem/LICENSE.uplot)
if(LAYER)
  has_files(clmem-layer ${LIBDIR}/clmem/libclmem_layer.so ${LIBDIR}/clmem/loader/libOpenCL.so.1
            ${LIBDIR}/clmem/loader/libclmem_audit.so share/doc/clmem/LICENSE.opencl-icd-loader)
endif()
has_files(clmem-development include/clmem.h include/clmem.hpp include/clmem_extras.h ${LIBDIR}/cmake/clmem/clmem-config-version.cmake
          ${LIBDIR}/cmake/clmem/clmem-config.cmake ${LIBDIR}/cmake/clmem/clmem-targets-${CONFIGURATION}.cmake
          ${LIBDIR}/cmake/clmem/clmem-targets.cmake ${LIBDIR}/libclmem.so ${LIBDIR}/pkgconfig/clmem.pc)

# The installed command must find the installed library without help, and its manual must list every option of --help.
unset(ENV{LD_LIBRARY_PATH})
foreach(command "" devices replay run record)
  if(NOT EXISTS ${prefix}/bin/clmem)
    break()
  endif()
  execute_process(COMMAND ${prefix}/bin/clmem ${command} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
  set(page ${prefix}/share/man/man1/clmem-${command}.1)
  string(REPLACE "-.1" ".1" page ${page})
  if(MANUAL)
    file(READ ${page} manual)
    string(REPLACE "\\-" "-" manual "${manual}")
    string(REGEX MATCHALL "--[a-z]+" options "${help}")
    foreach(option IN LISTS options)
      if(NOT manual MATCHES "${option}")
        message(FATAL_ERROR "${page} has no ${option}")
      endif()
    endforeach()
  endif()
endforeach()

# It must find the installed layer, too.
if(LAYER AND EXISTS ${prefix}/bin/clmem)
  execute_process(COMMAND ${prefix}/bin/clmem run -- printenv OPENCL_LAYERS OUTPUT_VARIABLE layers ERROR_QUIET
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT layers MATCHES "(^|:)${prefix}/${LIBDIR}/clmem/libclmem_layer.so\n$")
    message(FATAL_ERROR "the installed clmem run sets OPENCL_LAYERS=${layers}")
  endif()
endif()
