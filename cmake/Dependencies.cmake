# Finds Debian's libraries, and builds Manifold and Polyscope from their source packages on the
# Python package index: once per checkout, in build/deps, shared by all presets.
# -DMANIFOLD_SOURCE_DIR= and -DPOLYSCOPE_SOURCE_DIR= name local sources instead.

list(APPEND CMAKE_MODULE_PATH /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/cmake/OpenVDB)
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
block(PROPAGATE OpenVDB_VERSION) # its find module prints notes about Python parts of Imath that nobody uses
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
  find_package(OpenVDB REQUIRED COMPONENTS openvdb)
endblock()
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(tinyobjloader REQUIRED)
find_package(assimp REQUIRED)

set(OCTOMATCH_DEPS_DIR ${CMAKE_CURRENT_SOURCE_DIR}/build/deps CACHE PATH
    "Where Manifold and Polyscope are unpacked and built")
set(MANIFOLD_SOURCE_DIR "" CACHE PATH "Sources of Manifold 3.5.4; empty: fetch the source package with pip")
set(POLYSCOPE_SOURCE_DIR "" CACHE PATH "Sources of Polyscope 2.6.1; empty: fetch the source package with pip")

function(run_or_stop what log)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed OUTPUT_FILE ${log} ERROR_FILE ${log})
  if(failed)
    message(FATAL_ERROR "${what} failed; the log is ${log}")
  endif()
endfunction()

# Presets that are configured at the same time wait for each other here, until this file ends.
file(MAKE_DIRECTORY ${OCTOMATCH_DEPS_DIR})
file(LOCK ${OCTOMATCH_DEPS_DIR} DIRECTORY GUARD FILE)

# Unpacks PACKAGE-VERSION from the package index below build/deps/source, and sets RESULT to its folder and
# PACKAGE_VERSION.
function(fetch_source_package package result)
  set(sources ${OCTOMATCH_DEPS_DIR}/source)
  file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/requirements.txt pinned REGEX "^${package}==")
  string(REGEX MATCH "==([0-9.]+)" _ "${pinned}")
  set(folder ${sources}/${package}-${CMAKE_MATCH_1})
  if(NOT EXISTS ${folder}/.complete)
    message(STATUS "Fetching the source package ${package} ${CMAKE_MATCH_1}")
    find_program(PYTHON python3 REQUIRED)
    file(MAKE_DIRECTORY ${sources})
    file(WRITE ${sources}/${package}.txt "${pinned}\n")
    run_or_stop("Fetching ${package} with pip" ${sources}/${package}.log
      ${PYTHON} -m pip download --no-deps --no-binary ${package} --require-hashes
      -r ${sources}/${package}.txt -d ${sources})
    file(REMOVE_RECURSE ${folder})
    file(ARCHIVE_EXTRACT INPUT ${folder}.tar.gz DESTINATION ${sources})
    file(TOUCH ${folder}/.complete)
  endif()
  set(${package}_VERSION ${CMAKE_MATCH_1} PARENT_SCOPE)
  set(${result} ${folder} PARENT_SCOPE)
endfunction()

set(manifold3d_VERSION "from local sources")
set(polyscope_VERSION "from local sources")
set(manifold_source ${MANIFOLD_SOURCE_DIR})
if(NOT manifold_source)
  fetch_source_package(manifold3d manifold_source)
endif()
set(polyscope_source "")
if(OCTOMATCH_VIEWER)
  set(polyscope_source ${POLYSCOPE_SOURCE_DIR})
  if(NOT polyscope_source)
    fetch_source_package(polyscope polyscope_package)
    set(polyscope_source ${polyscope_package}/deps/polyscope)
  endif()
endif()

# One build folder with and one without the viewer, so that switching does not rebuild Polyscope.
set(deps_build ${OCTOMATCH_DEPS_DIR}/build)
if(NOT OCTOMATCH_VIEWER)
  set(deps_build ${OCTOMATCH_DEPS_DIR}/build-no-viewer)
endif()
file(MAKE_DIRECTORY ${deps_build})
message(STATUS "Building Manifold and Polyscope in ${deps_build} (the first time takes minutes)")
run_or_stop("Configuring the dependencies" ${deps_build}/configure.log
  ${CMAKE_COMMAND} -G ${CMAKE_GENERATOR} -S ${PROJECT_SOURCE_DIR}/cmake/deps -B ${deps_build}
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
  -DMANIFOLD_SOURCE_DIR=${manifold_source} -DPOLYSCOPE_SOURCE_DIR=${polyscope_source})
run_or_stop("Building the dependencies" ${deps_build}/build.log ${CMAKE_COMMAND} --build ${deps_build} --parallel)

include(${deps_build}/ManifoldTargets.cmake)
if(OCTOMATCH_VIEWER)
  include(${deps_build}/PolyscopeTargets.cmake)
endif()
