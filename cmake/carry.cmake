# For bindings, which keep everything in one folder: clmem_carry(FOLDER LOADER LICENSES) installs the library into FOLDER
# and, if LOADER is true, an OpenCL loader for machines without one. Each is a single file under the name by which it is
# loaded. Their licences are installed into the folder LICENSES, with those of what the toolchain links statically into
# them: CLMEM_TOOLCHAIN_LICENSES names a folder with files LICENSE.PROJECT.
function(clmem_carry folder loader licenses)
  get_target_property(core clmem SOURCE_DIR)
  get_target_property(name clmem SOVERSION)
  set_target_properties(clmem PROPERTIES VERSION ${name}) # the file itself has this name, without links
  install(TARGETS clmem LIBRARY DESTINATION ${folder} NAMELINK_SKIP)
  install(FILES ${core}/../LICENSE DESTINATION ${licenses})
  install(FILES ${core}/../third_party/opencl-headers/LICENSE DESTINATION ${licenses} RENAME LICENSE.opencl-headers)
  if(CLMEM_TOOLCHAIN_LICENSES)
    file(GLOB toolchain ${CLMEM_TOOLCHAIN_LICENSES}/LICENSE.*)
    if(NOT toolchain)
      message(FATAL_ERROR "${CLMEM_TOOLCHAIN_LICENSES} contains no licences, named LICENSE.PROJECT")
    endif()
    install(FILES ${toolchain} DESTINATION ${licenses})
  endif()
  if(loader)
    add_subdirectory(${core}/../third_party/opencl-icd-loader opencl-icd-loader)
    install(TARGETS clmem-opencl-loader LIBRARY DESTINATION ${folder} NAMELINK_SKIP)
    install(FILES ${core}/../third_party/opencl-icd-loader/LICENSE DESTINATION ${licenses} RENAME LICENSE.opencl-icd-loader)
  endif()
endfunction()
