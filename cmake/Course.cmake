# The few build functions of this project: a folder's library, its tests, the CUDA toolkit.
include(CTest)

set(COURSE_INCLUDE_DIRS ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/autograder)

# course_library(name SOURCES … LINKS …): a static library of one folder. Files of autograder/ are included as
# "<folder>/file.hpp", those of simt/ and support/ by their path from the top.
function(course_library name)
  cmake_parse_arguments(LIBRARY "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${LIBRARY_SOURCES})
  target_include_directories(${name} PUBLIC ${COURSE_INCLUDE_DIRS})
  target_link_libraries(${name} PUBLIC ${LIBRARY_LINKS})
  course_flags(${name})
  course_headers(${name})
endfunction()

# What students get (setup/student-archive.sh) has no tests, experiments or batches. Without GoogleTest, tests are not
# there either: their folders set properties of test programs.
macro(course_subdirectory_if_here folder)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt AND (GTest_FOUND OR NOT "${folder}" MATCHES "tests$"))
    add_subdirectory(${folder})
  endif()
endmacro()

# What nearly every file includes, compiled once, with the first library.
function(course_headers target)
  if(TARGET files AND NOT target STREQUAL "files")
    target_precompile_headers(${target} REUSE_FROM files)
  else()
    target_precompile_headers(${target} PRIVATE <algorithm> <chrono> <filesystem> <functional> <fstream> <map> <memory>
                                                <optional> <sstream> <string> <vector>)
  endif()
endfunction()

# For what runs per element or per memory access. GCC's precompiled headers hold for one level of optimisation only.
function(course_hot target)
  # Functions start at cache lines: otherwise a change elsewhere moves the hot ones, and their speed by some per cent.
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Course>:-O2;-falign-functions=64>")
  set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
endfunction()

# With -Og, GCC warns of variables without a value where all have one.
function(course_flags target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Werror -Wno-maybe-uninitialized>)
  if(COURSE_SANITIZE)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-fsanitize=address,undefined>)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
  endif()
endfunction()

# course_glob(variable pattern…): the files that match, sorted; CMake runs again when one is added or removed. CMake's own
# CONFIGURE_DEPENDS does this by a script at the start of every build, which makes ninja unable to say "no work to do"
# beforehand (setup/build.sh asks for that). Here the build depends on the folders: adding a file changes their time.
function(course_glob variable)
  set(files)
  foreach(pattern ${ARGN})
    get_filename_component(pattern ${pattern} ABSOLUTE)
    file(GLOB found ${pattern})
    list(APPEND files ${found})
    set(wildcard "*")
    while(wildcard) # the last folder may have a wildcard; then the ones above it matter, too
      get_filename_component(pattern ${pattern} DIRECTORY)
      file(GLOB folders LIST_DIRECTORIES true ${pattern})
      foreach(folder ${folders})
        if(IS_DIRECTORY ${folder})
          set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder})
        endif()
      endforeach()
      string(FIND "${pattern}" "*" at)
      if(at EQUAL -1)
        set(wildcard "")
      endif()
    endwhile()
  endforeach()
  list(SORT files)
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# course_nvcc(object source FLAGS …): one CUDA file, compiled by nvcc. nvcc lists the headers it read, so that a changed
# header compiles it again.
function(course_nvcc object source)
  cmake_parse_arguments(NVCC "" "" "FLAGS" ${ARGN})
  get_filename_component(source ${source} ABSOLUTE)
  get_filename_component(folder ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
  add_custom_command(OUTPUT ${object}
    COMMAND ${COURSE_CUDA_ROOT}/bin/nvcc ${NVCC_FLAGS} -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
    DEPENDS ${source} DEPFILE ${object}.d COMMENT "nvcc ${name}" VERBATIM)
endfunction()

# What nearly every test includes, compiled once for all test programs: most of a test's compile time was GoogleTest's
# headers. It belongs to an executable, because GCC accepts a precompiled header only for equal flags (-fPIE here), and
# {fmt} is linked to every test for the same reason (it defines FMT_SHARED).
function(course_test_headers target)
  target_link_libraries(${target} PRIVATE fmt::fmt GTest::gmock GTest::gtest GTest::gtest_main)
  if(NOT TARGET test_headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/test_headers.cpp CONTENT "int main() {}\n")
    add_executable(test_headers EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/test_headers.cpp)
    target_link_libraries(test_headers PRIVATE fmt::fmt GTest::gmock GTest::gtest GTest::gtest_main)
    target_precompile_headers(test_headers PRIVATE
      <algorithm> <array> <chrono> <cmath> <cstdint> <cstring> <filesystem> <fstream> <functional> <map> <memory> <optional>
      <random> <set> <sstream> <string> <thread> <vector> <fmt/format.h> <gmock/gmock.h> <gtest/gtest.h>)
    course_flags(test_headers)
  endif()
  target_precompile_headers(${target} REUSE_FROM test_headers)
endfunction()

# add_course_test(name SOURCES … LINKS … [LABELS gpu|slow] [UNTIMED filter] [SEPARATE]): a GoogleTest program; every TEST
# in it is a CTest test. Its files are compiled eight at a time, because most of their time is in headers they share; with
# SEPARATE one by one, because they have helpers of the same names. Without a label, sample.cmake decides which of them
# are slow. On a GPU a test runs alone, because most of them time something, but for those that `filter` names.
function(add_course_test name)
  cmake_parse_arguments(TEST "SEPARATE" "UNTIMED" "SOURCES;LINKS;LABELS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LINKS})
  course_test_headers(${name})
  target_include_directories(${name} PRIVATE ${COURSE_INCLUDE_DIRS})
  target_compile_definitions(${name} PRIVATE COURSE_ROOT="${PROJECT_SOURCE_DIR}" COURSE_BUILD="${PROJECT_BINARY_DIR}")
  course_flags(${name})
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 8)
  if(TEST_SEPARATE)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  add_dependencies(tests ${name})
  # Of a machine that is busy with other work as well.
  set(properties TIMEOUT 3000)
  set(tests_of_program TEST_LIST sampled_tests_of_${name})
  if(TEST_LABELS)
    list(APPEND properties LABELS "${TEST_LABELS}")
    set(tests_of_program TEST_LIST labelled_tests_of_${name})
  endif()
  if(TEST_UNTIMED)
    gtest_discover_tests(${name} TEST_FILTER ${TEST_UNTIMED} TEST_LIST untimed_tests_of_${name} PROPERTIES ${properties})
    set(others TEST_FILTER -${TEST_UNTIMED})
  endif()
  if("gpu" IN_LIST TEST_LABELS)
    list(APPEND properties RUN_SERIAL TRUE)
  endif()
  gtest_discover_tests(${name} ${others} ${tests_of_program} PROPERTIES ${properties})
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_SOURCE_DIR}/cmake/sample.cmake)
endfunction()

# Where the CUDA toolkit is (empty: nowhere), and what to compile kernels for: the GPU that is here, else sm_90
# and code that any driver can finish. The grader's own then come as the latter alone, to be compiled once.
function(find_cuda_toolkit)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/setup/find-cuda.sh OUTPUT_VARIABLE root
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE capability
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE missing)
  if(NOT missing AND capability MATCHES "^([0-9]+)\\.([0-9]+)")
    set(sm ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
    set(targets -gencode=arch=compute_${sm},code=sm_${sm})
    set(own_targets ${targets})
  else()
    set(targets -gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_75,code=compute_75)
    set(own_targets -gencode=arch=compute_75,code=compute_75)
  endif()
  set(COURSE_CUDA_ROOT "${root}" PARENT_SCOPE)
  set(COURSE_CUDA_TARGETS ${targets} PARENT_SCOPE)
  set(COURSE_OWN_CUDA_TARGETS ${own_targets} PARENT_SCOPE)
  if(root)
    unset(COURSE_CUDART CACHE) # of the toolkit that was found before
    find_library(COURSE_CUDART cudart PATHS ${root}/lib64 ${root}/lib NO_DEFAULT_PATH REQUIRED)
    add_library(course_cudart INTERFACE)
    target_include_directories(course_cudart SYSTEM INTERFACE ${root}/include)
    target_link_libraries(course_cudart INTERFACE ${COURSE_CUDART})
  endif()
endfunction()
