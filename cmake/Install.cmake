# Installs the programs, the scheduler scripts, the shipped configurations, and the libraries that others may link:
# find_package(plateau) gives plateau::scaling and plateau::record (and plateau::base beneath them).
include(CMakePackageConfigHelpers)

set(plateau_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/plateau)
install(TARGETS plateau_base plateau_record plateau_scaling EXPORT plateauTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT plateauTargets NAMESPACE plateau:: DESTINATION ${plateau_package_dir})
foreach(module base record scaling)
  install(DIRECTORY lib/${module} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/plateau FILES_MATCHING PATTERN "*.hpp")
endforeach()
configure_package_config_file(cmake/plateauConfig.cmake.in ${PROJECT_BINARY_DIR}/plateauConfig.cmake
  INSTALL_DESTINATION ${plateau_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/plateauConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/plateauConfig.cmake ${PROJECT_BINARY_DIR}/plateauConfigVersion.cmake
  DESTINATION ${plateau_package_dir})

foreach(program plateau analyzer curve-fitter trainer lr-tuner)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endforeach()
install(DIRECTORY configs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/plateau/configs FILES_MATCHING PATTERN "*.yaml")
