# Tables and headers generated at build time. Each generator is a script of tools/ that writes only when its text changes.
set(VITRINE_GEN ${CMAKE_BINARY_DIR}/gen)
file(MAKE_DIRECTORY ${VITRINE_GEN})
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# The table of every RULE and the embedded rule pages.
file(GLOB_RECURSE VITRINE_RULE_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/*.cc ${CMAKE_SOURCE_DIR}/src/*.h)
file(GLOB_RECURSE VITRINE_RULE_PAGES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/rules/*.page)
add_custom_command(
  OUTPUT ${VITRINE_GEN}/rules.cc ${VITRINE_GEN}/pages.cc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/rules.py
          --out-rules ${VITRINE_GEN}/rules.cc --out-pages ${VITRINE_GEN}/pages.cc
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/rules.py ${VITRINE_RULE_SOURCES} ${VITRINE_RULE_PAGES}
  COMMENT "Generating the rule table" VERBATIM)
add_custom_target(vitrine_generated DEPENDS ${VITRINE_GEN}/rules.cc ${VITRINE_GEN}/pages.cc)
if(VITRINE_TESTS)
  add_test(NAME webgpu_h COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_webgpu_h.py --check)
  add_test(NAME webgpu_cpp_h COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_webgpu_cpp.py --check)
  add_test(NAME api_facts COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/compare_api.py)
  set_tests_properties(api_facts PROPERTIES SKIP_RETURN_CODE 77)
endif()

# Names of WGSL and its builtin functions.
add_custom_command(
  OUTPUT ${VITRINE_GEN}/lang/tables.h
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_wgsl_tables.py ${CMAKE_SOURCE_DIR}/defs/wgsl.def ${VITRINE_GEN}/lang/tables.h
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_wgsl_tables.py ${CMAKE_SOURCE_DIR}/defs/wgsl.def
  VERBATIM)
add_custom_target(vitrine_gen_wgsl DEPENDS ${VITRINE_GEN}/lang/tables.h)
add_dependencies(vitrine_generated vitrine_gen_wgsl)
add_custom_command(
  OUTPUT ${VITRINE_GEN}/lang/builtins.h ${VITRINE_GEN}/lang/builtins_table.inc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_builtins.py ${CMAKE_SOURCE_DIR}/defs/builtins.def ${VITRINE_GEN}/lang
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_builtins.py ${CMAKE_SOURCE_DIR}/defs/builtins.def
  VERBATIM)
add_custom_target(vitrine_gen_builtins DEPENDS ${VITRINE_GEN}/lang/builtins.h ${VITRINE_GEN}/lang/builtins_table.inc)
add_dependencies(vitrine_generated vitrine_gen_builtins)

# Known faults of drivers.
add_custom_command(
  OUTPUT ${VITRINE_GEN}/hal/blocklist.inc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_blocklist.py ${CMAKE_SOURCE_DIR}/defs/blocklist.def ${VITRINE_GEN}/hal/blocklist.inc
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_blocklist.py ${CMAKE_SOURCE_DIR}/defs/blocklist.def
  VERBATIM)
add_custom_target(vitrine_gen_blocklist DEPENDS ${VITRINE_GEN}/hal/blocklist.inc)
add_dependencies(vitrine_generated vitrine_gen_blocklist)

# The shapes of the WebIDL.
add_custom_command(
  OUTPUT ${VITRINE_GEN}/webidl_tables.cc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_webidl.py --output ${VITRINE_GEN}/webidl_tables.cc
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_webidl.py ${CMAKE_SOURCE_DIR}/tools/gen_webgpu_h.py ${CMAKE_SOURCE_DIR}/api/webidl.json
          ${CMAKE_SOURCE_DIR}/api/webgpu.json ${CMAKE_SOURCE_DIR}/api/vitrine.json
  VERBATIM)

# One wrapper for each function of webgpu.h, which records the calls of a program.
add_custom_command(
  OUTPUT ${VITRINE_GEN}/trace_record.cc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_record.py --output ${VITRINE_GEN}/trace_record.cc
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_record.py ${CMAKE_SOURCE_DIR}/tools/gen_webidl.py ${CMAKE_SOURCE_DIR}/tools/gen_webgpu_h.py
          ${CMAKE_SOURCE_DIR}/api/webidl.json ${CMAKE_SOURCE_DIR}/api/webgpu.json ${CMAKE_SOURCE_DIR}/api/vitrine.json
  VERBATIM)
# The table behind wgpuGetProcAddress.
add_custom_command(
  OUTPUT ${VITRINE_GEN}/capi/procs.inc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_procs.py ${VITRINE_GEN}/capi/procs.inc
          ${CMAKE_SOURCE_DIR}/include/webgpu/webgpu.h ${CMAKE_SOURCE_DIR}/include/webgpu/vitrine.h
          ${CMAKE_SOURCE_DIR}/include/webgpu/compat.h
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_procs.py ${CMAKE_SOURCE_DIR}/include/webgpu/webgpu.h
          ${CMAKE_SOURCE_DIR}/include/webgpu/vitrine.h ${CMAKE_SOURCE_DIR}/include/webgpu/compat.h
  VERBATIM)
add_custom_target(vitrine_gen_procs DEPENDS ${VITRINE_GEN}/capi/procs.inc)
add_dependencies(vitrine_generated vitrine_gen_procs)

# Every function of webgpu.h with random arguments: fuzz/api.cc and a test.
add_custom_command(
  OUTPUT ${VITRINE_GEN}/random_calls.inc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_random_calls.py --output ${VITRINE_GEN}/random_calls.inc
  DEPENDS ${CMAKE_SOURCE_DIR}/tools/gen_random_calls.py ${CMAKE_SOURCE_DIR}/tools/gen_webgpu_h.py ${CMAKE_SOURCE_DIR}/api/webgpu.json
  VERBATIM)
add_custom_target(vitrine_gen_random_calls DEPENDS ${VITRINE_GEN}/random_calls.inc)
