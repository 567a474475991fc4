# The standard headers are precompiled once for all layers and once for all test programs (which are built with -fPIE).
if(VITRINE_PCH)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/pch.cc CONTENT "")
  set(VITRINE_PCH_HEADERS <algorithm> <array> <atomic> <chrono> <condition_variable> <cstdint> <cstring> <functional> <map>
    <memory> <mutex> <optional> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
  add_library(vitrine_pch OBJECT ${CMAKE_BINARY_DIR}/pch.cc)
  target_link_libraries(vitrine_pch PRIVATE fmt::fmt)
  target_precompile_headers(vitrine_pch PRIVATE ${VITRINE_PCH_HEADERS} <fmt/format.h>)
  if(VITRINE_TESTS)
    add_library(vitrine_test_pch OBJECT ${CMAKE_BINARY_DIR}/pch.cc)
    set_target_properties(vitrine_test_pch PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(vitrine_test_pch PRIVATE -fPIE)
    target_link_libraries(vitrine_test_pch PRIVATE GTest::gtest)
    target_precompile_headers(vitrine_test_pch PRIVATE <gtest/gtest.h> ${VITRINE_PCH_HEADERS})
  endif()
endif()

# What the sanitizers are told about drivers, where a program is built for one.
function(vitrine_sanitized program)
  if(TARGET vitrine_sanitizers)
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:vitrine_sanitizers>)
    target_link_options(${program} PRIVATE LINKER:--export-dynamic-symbol=dlclose)
  endif()
endfunction()

# One static library for each layer of src/, its arrows as docs/map.md draws them. A layer owns every .cc below its
# folder; *_test.cc beside them become one test program, `<layer>_test`. A folder named in another layer of its own
# (hal/vulkan) is not part of its parent.
set(VITRINE_LAYERS "")
function(vitrine_layer name folder)
  cmake_parse_arguments(L "" "" "DEPS;LIBS;TEST_LIBS;EXCEPT;INCLUDES;GENERATED" ${ARGN})
  if(NOT IS_DIRECTORY ${CMAKE_SOURCE_DIR}/src/${folder})
    return()
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cc)
  foreach(except ${L_EXCEPT})
    list(FILTER sources EXCLUDE REGEX "/src/${except}(/|$)")
  endforeach()
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  set(deps "")
  foreach(dep ${L_DEPS})
    if(TARGET vitrine_${dep})
      list(APPEND deps vitrine_${dep})
    endif()
  endforeach()
  if(sources)
    add_library(vitrine_${name} STATIC ${sources} ${L_GENERATED})
    set(scope PUBLIC)
    if(VITRINE_PCH)
      target_precompile_headers(vitrine_${name} REUSE_FROM vitrine_pch)
    endif()
  else()
    add_library(vitrine_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(vitrine_${name} ${scope} ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include ${VITRINE_GEN} ${L_INCLUDES})
  target_link_libraries(vitrine_${name} ${scope} ${deps} ${L_LIBS} fmt::fmt)
  if(TARGET vitrine_generated)
    add_dependencies(vitrine_${name} vitrine_generated)
  endif()
  if(tests AND VITRINE_TESTS)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE vitrine_${name} ${L_TEST_LIBS} GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE VITRINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    vitrine_sanitized(${name}_test)
    if(VITRINE_PCH)
      target_precompile_headers(${name}_test REUSE_FROM vitrine_test_pch)
    endif()
    add_test(NAME ${name} COMMAND ${name}_test --gtest_brief=1)
  endif()
endfunction()

vitrine_layer(base base)
vitrine_layer(diag diag DEPS base LIBS nlohmann_json::nlohmann_json utf8proc GENERATED ${VITRINE_GEN}/rules.cc)
vitrine_layer(printf printf DEPS base diag)
vitrine_layer(lang lang DEPS base diag)
vitrine_layer(ir ir DEPS lang printf)
vitrine_layer(wgsl wgsl DEPS lang ir printf)
vitrine_layer(spirv spirv DEPS ir printf TEST_LIBS SPIRV-Tools)
vitrine_layer(msl msl DEPS ir printf)
vitrine_layer(hal hal DEPS diag ir EXCEPT hal/vulkan hal/null)
vitrine_layer(hal_null hal/null DEPS hal)
vitrine_layer(hal_vulkan hal/vulkan DEPS hal spirv LIBS ${CMAKE_DL_LIBS} Threads::Threads TEST_LIBS SPIRV-Tools)
vitrine_layer(gpu gpu DEPS wgsl ir printf hal LIBS Threads::Threads)
vitrine_layer(webidl webidl DEPS diag GENERATED ${VITRINE_GEN}/webidl_tables.cc)
vitrine_layer(capi capi DEPS gpu webidl hal_null hal_vulkan LIBS dw ${CMAKE_DL_LIBS})
target_compile_definitions(vitrine_capi PRIVATE WGPU_SHARED_LIBRARY WGPU_IMPLEMENTATION)
vitrine_layer(trace trace DEPS webidl)
vitrine_layer(cli cli DEPS diag lang capi trace wgsl spirv msl LIBS CLI11::CLI11 SPIRV-Tools-static EXCEPT cli/main.cc GENERATED ${VITRINE_GEN}/pages.cc)

add_executable(vitrine src/cli/main.cc)
target_link_libraries(vitrine PRIVATE vitrine_cli)
target_compile_definitions(vitrine_cli PRIVATE VITRINE_VERSION="${PROJECT_VERSION}" VITRINE_LIBRARY_ARCHITECTURE="${CMAKE_LIBRARY_ARCHITECTURE}")

# The library that programs link: exactly what webgpu.h and vitrine.h export.
file(WRITE ${CMAKE_BINARY_DIR}/empty.cc.new "")
file(COPY_FILE ${CMAKE_BINARY_DIR}/empty.cc.new ${CMAKE_BINARY_DIR}/empty.cc ONLY_IF_DIFFERENT)
add_library(vitrine_shared SHARED ${CMAKE_BINARY_DIR}/empty.cc)
set_target_properties(vitrine_shared PROPERTIES OUTPUT_NAME vitrine SOVERSION 0)
target_link_libraries(vitrine_shared PRIVATE -Wl,--whole-archive vitrine_capi -Wl,--no-whole-archive
                      -Wl,--version-script=${CMAKE_SOURCE_DIR}/src/capi/exports.map)
# It has threads of its own, and drivers that open libraries on them: dlclose() leaves it where it is.
target_link_options(vitrine_shared PRIVATE -Wl,-z,nodelete)
target_include_directories(vitrine_shared INTERFACE ${CMAKE_SOURCE_DIR}/include)

# What is left to the C interface is tested on it.
if(VITRINE_TESTS)
  target_link_libraries(webidl_test PRIVATE vitrine_capi)
  target_link_libraries(trace_test PRIVATE vitrine_capi)
  add_dependencies(cli_test vitrine)
  target_compile_definitions(cli_test PRIVATE VITRINE_PROGRAM="$<TARGET_FILE:vitrine>")
endif()

# Stands before the library a program links and writes its calls as text: LD_PRELOAD, VITRINE_TRACE.
add_library(vitrine_record SHARED ${VITRINE_GEN}/trace_record.cc)
target_link_libraries(vitrine_record PRIVATE vitrine_trace ${CMAKE_DL_LIBS} -Wl,-Bsymbolic)
if(VITRINE_TESTS)
  add_executable(record_program tests/trace/record_program.cc)
  target_link_libraries(record_program PRIVATE vitrine_shared)
  vitrine_sanitized(record_program)
  add_dependencies(trace_test record_program vitrine_record)
  add_test(NAME exec COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/trace/exec_test.py $<TARGET_FILE:vitrine> $<TARGET_FILE:record_program>)
  target_compile_definitions(trace_test PRIVATE VITRINE_RECORD_LIBRARY="$<TARGET_FILE:vitrine_record>" VITRINE_RECORD_PROGRAM="$<TARGET_FILE:record_program>")
endif()

# Each file of examples/ is a program on the C interface alone.
add_custom_target(examples)
file(GLOB examples CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/examples/*.cc)
foreach(file ${examples})
  get_filename_component(example ${file} NAME_WE)
  add_executable(example_${example} ${file})
  set_target_properties(example_${example} PROPERTIES OUTPUT_NAME ${example} RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/examples)
  target_link_libraries(example_${example} PRIVATE vitrine_shared)
  add_dependencies(examples example_${example})
endforeach()
if(VITRINE_TESTS)
  add_test(NAME example_double COMMAND example_double)
  set_tests_properties(example_double PROPERTIES SKIP_RETURN_CODE 2)
  add_test(NAME demo COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/demo.py ${CMAKE_BINARY_DIR} --check)
endif()

# What pages of docs/ show is run.
if(VITRINE_TESTS)
  add_test(NAME docs_printf COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/docs/commands_test.py $<TARGET_FILE:vitrine>
                                    ${CMAKE_SOURCE_DIR}/docs/printf.md)
endif()

# The pages of tests/rules.
if(VITRINE_TESTS)
  add_executable(rules_test tests/rules/runner.cc)
  target_link_libraries(rules_test PRIVATE vitrine_wgsl vitrine_trace vitrine_capi)
  target_compile_definitions(rules_test PRIVATE VITRINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME rules COMMAND rules_test)
endif()

# A folder of shaders through the compiler and spirv-val; see tests/shaders/corpus.cc.
if(VITRINE_TESTS)
  add_executable(corpus_test tests/shaders/corpus.cc)
  target_link_libraries(corpus_test PRIVATE vitrine_wgsl vitrine_spirv SPIRV-Tools)
  add_test(NAME corpus COMMAND corpus_test)
  set_tests_properties(corpus PROPERTIES SKIP_RETURN_CODE 77)
endif()

# The same folder, every entry point as a pipeline of a device; see tests/shaders/pipelines.cc.
if(VITRINE_TESTS AND TARGET vitrine_capi)
  add_executable(pipelines_test EXCLUDE_FROM_ALL tests/shaders/pipelines.cc)
  target_link_libraries(pipelines_test PRIVATE vitrine_wgsl vitrine_capi)
endif()

# Chosen shaders and what they become; see tests/shaders/golden.cc.
if(VITRINE_TESTS)
  add_executable(golden_test tests/shaders/golden.cc)
  target_link_libraries(golden_test PRIVATE vitrine_wgsl vitrine_spirv vitrine_msl SPIRV-Tools GTest::gtest_main)
  target_compile_definitions(golden_test PRIVATE VITRINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME golden COMMAND golden_test --gtest_brief=1)
endif()

# The second software driver, where Chromium brings it along: fewer descriptor sets, other limits.
set(SWIFTSHADER /usr/lib/chromium/vk_swiftshader_icd.json)
if(VITRINE_TESTS AND TARGET hal_vulkan_test AND EXISTS ${SWIFTSHADER})
  add_test(NAME hal_vulkan_swiftshader COMMAND hal_vulkan_test --gtest_brief=1)
  set_tests_properties(hal_vulkan_swiftshader PROPERTIES ENVIRONMENT VK_ICD_FILENAMES=${SWIFTSHADER})
endif()

# The same once more with the layer's checks of synchronization.
if(VITRINE_TESTS AND TARGET hal_vulkan_test)
  add_test(NAME hal_vulkan_synchronization COMMAND hal_vulkan_test --gtest_brief=1)
  set_tests_properties(hal_vulkan_synchronization PROPERTIES ENVIRONMENT
    VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT)
endif()

# Programs of tests/gpu: each needs a process and a device of its own. What prints by the validation layer does so by that of
# the system and by a newer one, where Chromium brings it along.
if(VITRINE_TESTS)
  set(newer_layer /usr/lib/chromium/libVkLayer_khronos_validation.so)
  if(EXISTS ${newer_layer})
    file(WRITE ${CMAKE_BINARY_DIR}/layer/VkLayer_khronos_validation.json [[{
  "file_format_version": "1.2.0",
  "layer": {
    "name": "VK_LAYER_KHRONOS_validation",
    "type": "GLOBAL",
    "library_path": "/usr/lib/chromium/libVkLayer_khronos_validation.so",
    "api_version": "1.4.300",
    "implementation_version": "1",
    "description": "Khronos Validation Layer",
    "instance_extensions": [
      {"name": "VK_EXT_debug_utils", "spec_version": "2"},
      {"name": "VK_EXT_layer_settings", "spec_version": "2"},
      {"name": "VK_EXT_validation_features", "spec_version": "6"}
    ]
  }
}
]])
  endif()
  file(GLOB gpu_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/gpu/*_test.cc)
  foreach(file ${gpu_tests})
    get_filename_component(name ${file} NAME_WE)
    add_executable(${name} ${file})
    target_link_libraries(${name} PRIVATE vitrine_shared ${CMAKE_DL_LIBS} GTest::gtest_main)
    vitrine_sanitized(${name})
    if(VITRINE_PCH)
      target_precompile_headers(${name} REUSE_FROM vitrine_test_pch)
    endif()
    add_test(NAME gpu_${name} COMMAND ${name} --gtest_brief=1)
    if(name MATCHES "^print_" AND EXISTS ${SWIFTSHADER})
      add_test(NAME gpu_${name}_swiftshader COMMAND ${name} --gtest_brief=1)
      set_tests_properties(gpu_${name}_swiftshader PROPERTIES ENVIRONMENT VK_ICD_FILENAMES=${SWIFTSHADER})
    endif()
    if(name MATCHES "^print_(table|extension|run)_" AND EXISTS ${newer_layer})
      add_test(NAME gpu_${name}_newer_layer COMMAND ${name} --gtest_brief=1 --gtest_filter=*Native*)
      set_tests_properties(gpu_${name}_newer_layer PROPERTIES ENVIRONMENT
        "VK_LAYER_PATH=${CMAKE_BINARY_DIR}/layer;VITRINE_TEST_NEWER_LAYER=1")
    endif()
  endforeach()
  # With what is generated for it.
  target_include_directories(random_calls_test PRIVATE ${VITRINE_GEN} ${CMAKE_SOURCE_DIR}/fuzz)
  add_dependencies(random_calls_test vitrine_gen_random_calls)
  # Windows of Wayland too.
  find_library(WAYLAND_SERVER wayland-server)
  find_library(WAYLAND_CLIENT wayland-client)
  if(WAYLAND_SERVER AND WAYLAND_CLIENT)
    target_link_libraries(surface_test PRIVATE ${WAYLAND_SERVER} ${WAYLAND_CLIENT})
    target_compile_definitions(surface_test PRIVATE HAS_WAYLAND=1)
  endif()
  # With the layer's checks of synchronization.
  set_tests_properties(gpu_scene_test gpu_memory_test gpu_commands_test gpu_barriers_test gpu_sequences_test gpu_surface_test PROPERTIES ENVIRONMENT
    VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT)
  # The same picture on both software drivers.
  if(EXISTS ${SWIFTSHADER})
    foreach(name scene_test commands_test barriers_test sequences_test)
      add_test(NAME gpu_${name}_swiftshader COMMAND ${name} --gtest_brief=1)
      set_tests_properties(gpu_${name}_swiftshader PROPERTIES ENVIRONMENT VK_ICD_FILENAMES=${SWIFTSHADER})
    endforeach()
  endif()
  # Opens and closes the library itself.
  add_executable(ending_test tests/gpu/ending.cc)
  target_include_directories(ending_test PRIVATE ${CMAKE_SOURCE_DIR}/include)
  target_compile_definitions(ending_test PRIVATE VITRINE_LIBRARY="$<TARGET_FILE:vitrine_shared>")
  target_link_libraries(ending_test PRIVATE ${CMAKE_DL_LIBS} GTest::gtest_main)
  add_dependencies(ending_test vitrine_shared)
  vitrine_sanitized(ending_test)
  add_test(NAME gpu_ending_test COMMAND ending_test --gtest_brief=1)
  # The driver is to compile each time.
  set_tests_properties(gpu_ending_test PROPERTIES ENVIRONMENT MESA_SHADER_CACHE_DISABLE=true)
  # The header is C99.
  add_executable(c_program_test tests/gpu/c_program_test.c)
  set_target_properties(c_program_test PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  target_link_libraries(c_program_test PRIVATE vitrine_shared)
  vitrine_sanitized(c_program_test)
  add_test(NAME gpu_c_program_test COMMAND c_program_test)
  set_tests_properties(gpu_c_program_test PROPERTIES SKIP_RETURN_CODE 77)
endif()

# What runs threads of the program or of ours: `./x test --tsan` runs these under ThreadSanitizer.
if(VITRINE_TESTS)
  if(EXISTS ${SWIFTSHADER})
    add_test(NAME capi_threads_swiftshader COMMAND capi_test --gtest_brief=1 --gtest_filter=*Stress*)
    set_tests_properties(capi_threads_swiftshader PROPERTIES ENVIRONMENT VK_ICD_FILENAMES=${SWIFTSHADER} LABELS threads)
  endif()
  set_tests_properties(capi trace hal_vulkan gpu_print_run_test gpu_watchdog_test gpu_surface_test gpu_webgpu_cpp_test gpu_random_calls_test
    PROPERTIES LABELS threads)
  add_custom_target(threaded_tests DEPENDS capi_test trace_test hal_vulkan_test print_run_test watchdog_test surface_test webgpu_cpp_test
    random_calls_test)
endif()
