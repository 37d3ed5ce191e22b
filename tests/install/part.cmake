# clmem as a part of another project, as a static library: by FetchContent; installed from there, by find_package and
# pkg-config; and the OpenCL headers that come with clmem for systems without them.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${FOLDER}/prefix)
set(tools -G ${GENERATOR} -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=${BUILD_TYPE})
set(consumer ${PROJECT}/tests/install/consumer)

# A toolchain of conan sets the standard that the user's profile names.
file(WRITE ${FOLDER}/toolchain.cmake "set(CMAKE_CXX_STANDARD 14)\n")
set(part ${CMAKE_COMMAND} -S ${consumer} -B ${FOLDER}/part ${tools} -DCLMEM_SOURCE=${PROJECT} -DBUILD_SHARED_LIBS=OFF -DCLMEM_INSTALL=ON
    -DCLMEM_WERROR=${WERROR} -DCLMEM_OPENCL_INCLUDE=${OPENCL_INCLUDE} -DCMAKE_INSTALL_LIBDIR=${LIBDIR}
    -DCMAKE_TOOLCHAIN_FILE=${FOLDER}/toolchain.cmake)
run(${part} -DONLY_C=ON) # the C compiler links the C++ library only if clmem names it
run(${CMAKE_COMMAND} --build ${FOLDER}/part)
run(${FOLDER}/part/first)
run(${part} -DONLY_C=OFF)
run(${CMAKE_COMMAND} --build ${FOLDER}/part)
run(${FOLDER}/part/first)
run(${FOLDER}/part/program)

set(prefix ${FOLDER}/prefix)
run(${CMAKE_COMMAND} --install ${FOLDER}/part --prefix ${prefix})
if(NOT EXISTS ${prefix}/${LIBDIR}/libclmem.a OR EXISTS ${prefix}/${LIBDIR}/libclmem.so)
  message(FATAL_ERROR "BUILD_SHARED_LIBS=OFF did not install a static library alone")
endif()
foreach(only_c ON OFF)
  run(${CMAKE_COMMAND} -S ${consumer} -B ${FOLDER}/found ${tools} -DCMAKE_PREFIX_PATH=${prefix} -DCLMEM_EXPECTED_VERSION=${VERSION}
      -DCLMEM_OPENCL_INCLUDE=${OPENCL_INCLUDE} -DONLY_C=${only_c})
  run(${CMAKE_COMMAND} --build ${FOLDER}/found)
  run(${FOLDER}/found/first)
endforeach()
run(${FOLDER}/found/program)
find_program(PKG_CONFIG NAMES pkg-config pkgconf REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${prefix}/${LIBDIR}/pkgconfig)
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs clmem OUTPUT_VARIABLE options OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(options UNIX_COMMAND "${options}")
run(${C} ${PROJECT}/examples/first.c -o ${FOLDER}/first ${options})
run(${FOLDER}/first)

# Where the system has no headers; this builds nothing.
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${FOLDER}/headers ${tools} -DCLMEM_BUILD_COMMAND=OFF
    -DCLMEM_OPENCL_INCLUDE=${PROJECT}/third_party/opencl-headers)
run(${CMAKE_COMMAND} --install ${FOLDER}/headers --prefix ${prefix} --component clmem-opencl-headers)
file(READ ${FOLDER}/headers/clmem.pc pc)
if(NOT EXISTS ${prefix}/include/CL/cl.h OR NOT EXISTS ${prefix}/share/doc/clmem/LICENSE.opencl-headers OR pc MATCHES "OpenCL-Headers")
  message(FATAL_ERROR "the OpenCL headers of third_party, which clmem was built with, are not installed with it")
endif()
