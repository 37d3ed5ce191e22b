# The library must export clmem_* only, and not link OpenCL, which it loads at the first use.
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n$" "" symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
set(functions 0)
foreach(symbol IN LISTS symbols)
  if(symbol MATCHES "^clmem_[a-z_]+(@@?[^ ]+)? T ")
    math(EXPR functions "${functions} + 1")
  elseif(NOT symbol MATCHES " A ") # names of symbol versions
    message(SEND_ERROR "exported, but no function of clmem.h: ${symbol}")
  endif()
endforeach()
if(functions EQUAL 0)
  message(SEND_ERROR "${LIBRARY} exports no function")
endif()

execute_process(COMMAND ${READELF} --dynamic ${LIBRARY} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
if(NOT dynamic MATCHES "SONAME")
  message(SEND_ERROR "${READELF} tells nothing about ${LIBRARY}")
endif()
if(dynamic MATCHES "NEEDED[^\n]*libOpenCL")
  message(SEND_ERROR "${LIBRARY} links libOpenCL: a program without OpenCL could not load it")
endif()
