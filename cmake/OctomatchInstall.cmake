# cmake --install: the program, and the libraries with a config package: find_package(octomatch) gives
# octomatch::core, octomatch::octree and octomatch::io. The viewer's library stays out, because Polyscope has no
# package of its own that ours could refer to; the installed program does contain it.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/octomatch)
set(library_modules core octree io)

list(TRANSFORM library_modules PREPEND octomatch_ OUTPUT_VARIABLE library_targets)
install(TARGETS octomatch_options ${library_targets} EXPORT octomatchTargets)
install(EXPORT octomatchTargets NAMESPACE octomatch:: DESTINATION ${package_dir})
# Headers keep their module's folder: #include "core/vec.h" is the path here and there.
install(DIRECTORY ${library_modules} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/octomatch FILES_MATCHING PATTERN "*.h")

# Manifold is linked into no archive, so it goes along; the config file declares deps::manifold again.
set(manifold_dir ${CMAKE_INSTALL_LIBDIR}/octomatch)
install(FILES $<TARGET_FILE:deps::manifold> DESTINATION ${manifold_dir})

configure_package_config_file(cmake/octomatchConfig.cmake.in ${PROJECT_BINARY_DIR}/octomatchConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS manifold_dir)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/octomatchConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/octomatchConfig.cmake ${PROJECT_BINARY_DIR}/octomatchConfigVersion.cmake
  DESTINATION ${package_dir})
