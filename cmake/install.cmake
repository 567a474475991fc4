# What `cmake --install` puts where a program that links Vitrine looks for it.
include(GNUInstallDirs)
install(TARGETS vitrine RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET vitrine_shared)
  install(TARGETS vitrine_shared vitrine_record LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY include/webgpu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  configure_file(cmake/vitrine.pc.in ${CMAKE_BINARY_DIR}/vitrine.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/vitrine.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
