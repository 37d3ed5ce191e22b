# The headers of nlohmann_json that tools/packages/tarball.sh has copied: the system's lie among those
# of its newer glibc.
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
set_target_properties(nlohmann_json::nlohmann_json PROPERTIES INTERFACE_INCLUDE_DIRECTORIES $ENV{CLMEM_NEEDED}/include)
