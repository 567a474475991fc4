# Tables and headers generated at build time. Each generator is a script of tools/ that writes only when its text changes.
set(VITRINE_GEN ${CMAKE_BINARY_DIR}/gen)
file(MAKE_DIRECTORY ${VITRINE_GEN})
find_package(Python3 REQUIRED COMPONENTS Interpreter)
