# The toolchain of the shipped libraries: Zig's Clang with its own C++ library, for glibc 2.17 and newer. CLMEM_COMPILERS
# names a folder with the compilers ARCH-cc and ARCH-c++, CLMEM_ARCH the processor: x86_64 or aarch64. `./dev natives`
# sets both.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $ENV{CLMEM_ARCH})
set(CMAKE_C_COMPILER $ENV{CLMEM_COMPILERS}/$ENV{CLMEM_ARCH}-cc)
set(CMAKE_CXX_COMPILER $ENV{CLMEM_COMPILERS}/$ENV{CLMEM_ARCH}-c++)
# The system's OpenCL headers lie among the headers of its newer glibc.
set(CLMEM_OPENCL_INCLUDE ${CMAKE_CURRENT_LIST_DIR}/../third_party/opencl-headers CACHE PATH "Folder that holds CL/cl.h")
set(CLMEM_SBOM $ENV{CLMEM_COMPILERS}/sbom.cdx.json CACHE FILEPATH "The SBOM to install")
set(CLMEM_TOOLCHAIN_LICENSES $ENV{CLMEM_COMPILERS}/licenses)
foreach(kind SHARED MODULE EXE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT -s) # Zig's C++ library has ten times its size in debug information
endforeach()
