# The flags that every target must share, and the one way to declare a module.
# Eigen types cross module borders, so no target may have architecture flags of its own.

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

if(OCTOMATCH_ARCH MATCHES "^x86-64-v3$" AND EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo avx2 REGEX "[ \t]avx2[ \t]" LIMIT_COUNT 1)
  if(NOT avx2)
    message(WARNING "this processor has no AVX2: building for the compiler's default architecture")
    set(OCTOMATCH_ARCH "" CACHE STRING "" FORCE)
  endif()
endif()

add_library(octomatch_options INTERFACE)
add_library(octomatch::options ALIAS octomatch_options)
set_target_properties(octomatch_options PROPERTIES EXPORT_NAME options)
target_compile_features(octomatch_options INTERFACE cxx_std_20)
# No contraction to fused multiply-adds, by the compiler or by Eigen's own kernels:
# results must not depend on the compiler or on the width of vectors.
target_compile_options(octomatch_options INTERFACE -ffp-contract=off
  $<$<BOOL:${OCTOMATCH_ARCH}>:-march=${OCTOMATCH_ARCH}>)
target_compile_definitions(octomatch_options INTERFACE EIGEN_DONT_VECTORIZE)
if(OCTOMATCH_SANITIZE)
  target_compile_options(octomatch_options INTERFACE
    -fsanitize=${OCTOMATCH_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  target_link_options(octomatch_options INTERFACE -fsanitize=${OCTOMATCH_SANITIZE})
endif()
if(OCTOMATCH_SANITIZE MATCHES "undefined")
  # Checks of every pointer double the time of build and tests; what they find, the address sanitizer stops at too.
  target_compile_options(octomatch_options INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
endif()
if(OCTOMATCH_SANITIZE MATCHES "thread")
  # The stock libtbb gives false reports; core/parallel.cpp has a std::thread back end for this build.
  target_compile_definitions(octomatch_options INTERFACE OCTOMATCH_STD_THREADS)
endif()

# Warnings are errors, in our own code only.
add_library(octomatch_warnings INTERFACE)
target_compile_options(octomatch_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Werror
  -Wno-missing-field-initializers # settings are aggregates with defaults, set by name
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>) # GCC 12 sees overlaps in "text" + string that are not there (its bug 105651)

# octomatch_module(NAME SOURCES a.cpp ... USES public libraries ... HIDES private libraries ...)
function(octomatch_module name)
  cmake_parse_arguments(module "" "" "SOURCES;USES;HIDES" ${ARGN})
  add_library(octomatch_${name} STATIC ${module_SOURCES})
  add_library(octomatch::${name} ALIAS octomatch_${name})
  set_target_properties(octomatch_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(octomatch_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/octomatch>)
  target_link_libraries(octomatch_${name} PUBLIC octomatch_options ${module_USES}
    PRIVATE $<BUILD_INTERFACE:octomatch_warnings> ${module_HIDES})
  set_property(GLOBAL APPEND PROPERTY OCTOMATCH_MODULES ${name})
endfunction()
