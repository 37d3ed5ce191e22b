# Install rules: the library, the headers, find_package(clmem) and pkg-config's clmem.pc, the command with its manual.
# The components are clmem-runtime, clmem-development, clmem-opencl-headers, clmem-layer and clmem-command.
include(CMakePackageConfigHelpers)

install(TARGETS clmem EXPORT clmem-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT clmem-runtime NAMELINK_COMPONENT clmem-development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT clmem-development)
# What is inside, and under which licences.
set(CLMEM_SBOM ${PROJECT_SOURCE_DIR}/sbom.cdx.json CACHE FILEPATH "The SBOM to install")
set(CLMEM_NOTICES "" CACHE PATH "Folder of the licences of what is linked statically, to install them")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT clmem-runtime)
install(FILES ${CLMEM_SBOM} DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME sbom.cdx.json COMPONENT clmem-runtime)
if(CLMEM_NOTICES)
  install(DIRECTORY ${CLMEM_NOTICES}/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT clmem-runtime)
endif()
if(TARGET clmem-layer) # programs name its path to OpenCL's loader; nothing links it
  install(TARGETS clmem-layer LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/clmem COMPONENT clmem-layer)
  if(CLMEM_SYSTEM_LAYER) # loaders open it in every program, where it does nothing without CLMEM_RUN=1
    file(WRITE ${PROJECT_BINARY_DIR}/clmem.lay "${CMAKE_INSTALL_FULL_LIBDIR}/clmem/libclmem_layer.so\n")
    install(FILES ${PROJECT_BINARY_DIR}/clmem.lay DESTINATION ${CMAKE_INSTALL_FULL_SYSCONFDIR}/OpenCL/layers
            COMPONENT clmem-layer)
  endif()
endif()
if(TARGET clmem-command)
  install(TARGETS clmem-command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT clmem-command)
  # The page of clmem view, inside the command, contains uPlot.
  install(FILES ${PROJECT_SOURCE_DIR}/third_party/uplot/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
          RENAME LICENSE.uplot COMPONENT clmem-command)
endif()
if(TARGET clmem-audit) # with which `clmem run` replaces loaders without layers
  install(TARGETS clmem-opencl-loader clmem-audit LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/clmem/loader
          COMPONENT clmem-layer NAMELINK_SKIP)
  install(FILES ${PROJECT_SOURCE_DIR}/third_party/opencl-icd-loader/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
          RENAME LICENSE.opencl-icd-loader COMPONENT clmem-layer)
endif()
if(TARGET clmem-manual)
  get_target_property(pages clmem-manual clmem_pages)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT clmem-command)
elseif(CLMEM_PAGES) # a cross build has no manual of its own
  install(DIRECTORY ${CLMEM_PAGES}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT clmem-command)
endif()

# Files for developers.
macro(clmem_install_for_developers)
  install(${ARGN} COMPONENT clmem-development)
endmacro()
clmem_install_for_developers(FILES ${PROJECT_SOURCE_DIR}/include/clmem.h ${PROJECT_SOURCE_DIR}/include/clmem_extras.h
                                   ${PROJECT_SOURCE_DIR}/include/clmem.hpp
                             DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
clmem_install_for_developers(DIRECTORY ${PROJECT_SOURCE_DIR}/include/clmem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# clmem.h includes <CL/cl.h>. If the system has none, clmem's copy is installed next to clmem.h; otherwise clmem.pc and
# clmem-config.cmake require the system's package.
set(headers ${PROJECT_SOURCE_DIR}/third_party/opencl-headers)
set(CLMEM_HAS_OPENCL_HEADERS FALSE)
set(CLMEM_PC_REQUIRES "")
set(CLMEM_PC_CFLAGS "")
if(CLMEM_OPENCL_INCLUDE STREQUAL headers)
  set(CLMEM_HAS_OPENCL_HEADERS TRUE)
  install(DIRECTORY ${headers}/CL DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT clmem-opencl-headers)
  install(FILES ${headers}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE.opencl-headers
          COMPONENT clmem-opencl-headers)
else()
  find_package(PkgConfig QUIET)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(CLMEM_OPENCL_HEADERS QUIET OpenCL-Headers)
  endif()
  if(CLMEM_OPENCL_HEADERS_FOUND)
    set(CLMEM_PC_REQUIRES OpenCL-Headers)
  else()
    set(CLMEM_PC_CFLAGS " -I${CLMEM_OPENCL_INCLUDE}")
  endif()
endif()
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/clmem)
clmem_install_for_developers(EXPORT clmem-targets NAMESPACE clmem:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/clmem-config.cmake.in ${PROJECT_BINARY_DIR}/clmem-config.cmake
                              INSTALL_DESTINATION ${package})
set(same SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(same SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/clmem-config-version.cmake COMPATIBILITY ${same})
clmem_install_for_developers(FILES ${PROJECT_BINARY_DIR}/clmem-config.cmake ${PROJECT_BINARY_DIR}/clmem-config-version.cmake
                             DESTINATION ${package})
file(RELATIVE_PATH CLMEM_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # so that the installation can be moved
# The system libraries that a static library needs, including the C++ library.
set(CLMEM_PC_LIBS "")
if(NOT CLMEM_SHARED)
  list(TRANSFORM CLMEM_CXX_LIBRARIES PREPEND -l OUTPUT_VARIABLE libraries)
  list(JOIN libraries " " libraries)
  set(CLMEM_PC_LIBS " ${libraries} ${CMAKE_THREAD_LIBS_INIT} -ldl -Wl,-z,nodelete")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/clmem.pc.in ${PROJECT_BINARY_DIR}/clmem.pc @ONLY)
clmem_install_for_developers(FILES ${PROJECT_BINARY_DIR}/clmem.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
