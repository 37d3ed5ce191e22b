# The tarball: what `cmake --install` installs, in one folder that can lie anywhere. `./dev packages tarball` makes it
# with the toolchain of the shipped libraries (cmake/natives.cmake).
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME clmem)
set(CPACK_PACKAGE_VENDOR "The clmem authors")
set(CPACK_PACKAGE_FILE_NAME clmem-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_STRIP_FILES OFF) # the toolchain has linked them without symbols
set(CPACK_SOURCE_GENERATOR "")
set(CPACK_THREADS 0)
include(CPack)
