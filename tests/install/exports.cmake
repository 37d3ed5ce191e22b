# A library (-DLIBRARY) must export functions that match the patterns of -DFUNCTIONS, each of them some, and nothing else;
# it must name no folder in which to search for libraries, and not link OpenCL.
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n$" "" symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
list(FILTER symbols EXCLUDE REGEX " A ") # names of symbol versions
foreach(function IN LISTS FUNCTIONS)
  set(others ${symbols})
  list(FILTER others EXCLUDE REGEX "^${function}(@@?[^ ]+)? T ")
  if(others STREQUAL symbols)
    message(SEND_ERROR "${LIBRARY} exports no ${function}")
  endif()
  set(symbols ${others})
endforeach()
foreach(symbol IN LISTS symbols)
  message(SEND_ERROR "${LIBRARY} exports more than ${FUNCTIONS}: ${symbol}")
endforeach()

execute_process(COMMAND ${READELF} --dynamic ${LIBRARY} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
if(NOT dynamic MATCHES "SONAME")
  message(SEND_ERROR "${READELF} tells nothing about ${LIBRARY}")
endif()
if(dynamic MATCHES "NEEDED[^\n]*libOpenCL")
  message(SEND_ERROR "${LIBRARY} links libOpenCL: a program without OpenCL could not load it")
endif()
if(dynamic MATCHES "\\((RPATH|RUNPATH)\\)[^\n]*")
  message(SEND_ERROR "${LIBRARY} searches for libraries in a folder that it names: ${CMAKE_MATCH_0}")
endif()
