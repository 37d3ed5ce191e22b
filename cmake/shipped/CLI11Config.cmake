# The headers of CLI11 that tools/packages/tarball.sh has copied: the system's lie among those
# of its newer glibc.
add_library(CLI11::CLI11 INTERFACE IMPORTED)
set_target_properties(CLI11::CLI11 PROPERTIES INTERFACE_INCLUDE_DIRECTORIES $ENV{CLMEM_NEEDED}/include)
