# The headers of fmt that tools/packages/tarball.sh has copied: the system's lie among those
# of its newer glibc.
add_library(fmt::fmt INTERFACE IMPORTED)
set_target_properties(fmt::fmt PROPERTIES INTERFACE_INCLUDE_DIRECTORIES $ENV{CLMEM_NEEDED}/include)
set_target_properties(fmt::fmt PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY)
