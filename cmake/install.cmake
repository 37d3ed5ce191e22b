# Install rules: the library, the header, the command, find_package(clmem) and pkg-config's clmem.pc.
include(CMakePackageConfigHelpers)

install(TARGETS clmem EXPORT clmem-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${PROJECT_SOURCE_DIR}/include/clmem.h ${PROJECT_SOURCE_DIR}/include/clmem.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/clmem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT clmem-targets NAMESPACE clmem:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clmem)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/clmem-config.cmake.in ${PROJECT_BINARY_DIR}/clmem-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clmem)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/clmem-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/clmem-config.cmake ${PROJECT_BINARY_DIR}/clmem-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clmem)
file(RELATIVE_PATH CLMEM_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # so that the installation may be moved
configure_file(${PROJECT_SOURCE_DIR}/cmake/clmem.pc.in ${PROJECT_BINARY_DIR}/clmem.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/clmem.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET clmem-command)
  install(TARGETS clmem-command DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
