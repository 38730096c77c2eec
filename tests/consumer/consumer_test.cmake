# Installs the build BUILD to a folder below WORK, moves it, and builds and runs a project that finds it there.
# cmake -DBUILD= -DSOURCE= -DWORK= -DGENERATOR= -DCOMPILER= -P consumer_test.cmake

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/installed)
file(RENAME ${WORK}/installed ${WORK}/moved)

file(GLOB_RECURSE package ${WORK}/moved/*.cmake)
foreach(file ${package})
  file(STRINGS ${file} leaks REGEX "${SOURCE}|${WORK}/installed")
  if(leaks)
    message(FATAL_ERROR "${file} names a folder of the build machine: ${leaks}")
  endif()
endforeach()

run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${WORK}/moved)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
message(STATUS "${output}")
run(${WORK}/moved/bin/octomatch --version)
message(STATUS "${output}")
file(REMOVE_RECURSE ${WORK})
