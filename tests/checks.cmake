# Tests of the project itself rather than of its code.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# octomatch_check(NAME command ...)
function(octomatch_check name)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS quick TIMEOUT ${octomatch_quick_timeout})
endfunction()

octomatch_check(layers ${Python3_EXECUTABLE} tests/check_layers.py)
octomatch_check(layers.self_test ${Python3_EXECUTABLE} tests/check_layers.py --self-test)
octomatch_check(docs ${Python3_EXECUTABLE} tests/check_docs.py $<TARGET_FILE:octomatch>)
octomatch_check(docs.self_test ${Python3_EXECUTABLE} tests/check_docs.py --self-test)
octomatch_check(install.a_consumer_project_builds_and_runs ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR}
  -DSOURCE=${PROJECT_SOURCE_DIR} -DWORK=${PROJECT_BINARY_DIR}/consumer_test -DGENERATOR=${CMAKE_GENERATOR}
  -DCOMPILER=${CMAKE_CXX_COMPILER} -P ${PROJECT_SOURCE_DIR}/tests/consumer/consumer_test.cmake)
octomatch_check(experiments.all_run_in_their_smallest_form $<TARGET_FILE:octomatch> run --all --quick
  --out ${PROJECT_BINARY_DIR}/quick_report)
