# Target cuda-code: every starter, solution and experiment, compiled by nvcc where there is one, with a GPU or without:
# what only the emulator's clang has accepted may still not be CUDA. (Warning 177, an unused constant, is normal in
# starters.)
add_custom_target(cuda-code)
if(COURSE_CUDA_ROOT)
  # Not by course_glob: an editor that saves a lab's file in a new one would make CMake run again each time.
  file(GLOB sources ${PROJECT_SOURCE_DIR}/labs/*/*.cu ${PROJECT_SOURCE_DIR}/solutions/*/*.cu)
  set(objects)
  foreach(source ${sources})
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
    get_filename_component(folder ${name} DIRECTORY)
    # labs/labN_topic and solutions/labN_topic both include labs/labN_topic/topic.cuh
    get_filename_component(lab ${folder} NAME)
    string(REGEX REPLACE "cu$" "o" object ${PROJECT_BINARY_DIR}/nvcc/${name})
    course_nvcc(${object} ${source} FLAGS -std=c++17 -arch=sm_90 -I${PROJECT_SOURCE_DIR}/labs/${lab} -diag-suppress=177)
    list(APPEND objects ${object})
  endforeach()

  # Experiments are compiled as `./grade experiment` does it, and for it: a program that is there is not compiled again.
  file(GLOB experiments ${PROJECT_SOURCE_DIR}/experiments/*.cu)
  file(GLOB included ${PROJECT_SOURCE_DIR}/experiments/*.cuh ${PROJECT_SOURCE_DIR}/labs/*/*.cuh
       ${PROJECT_SOURCE_DIR}/solutions/*/*.cu ${PROJECT_SOURCE_DIR}/autograder/experiments/results.*
       ${PROJECT_SOURCE_DIR}/autograder/grader/statistics.* ${PROJECT_SOURCE_DIR}/autograder/experiments/gpu_main.cu)
  set(first) # it compiles what all experiments share
  foreach(source ${experiments})
    get_filename_component(name ${source} NAME_WLE)
    set(built ${PROJECT_BINARY_DIR}/nvcc/experiments/${name}.built)
    add_custom_command(OUTPUT ${built}
      COMMAND grade-experiment --root ${PROJECT_SOURCE_DIR} experiment ${name} --build
      COMMAND ${CMAKE_COMMAND} -E touch ${built}
      DEPENDS grade-experiment ${source} ${included} ${first} COMMENT "nvcc experiments/${name}.cu" VERBATIM)
    list(APPEND objects ${built})
    if(NOT first)
      set(first ${built})
    endif()
  endforeach()
  add_custom_target(cuda-objects DEPENDS ${objects})
  add_dependencies(cuda-code cuda-objects)

  # And all else that needs CUDA's headers: the grader's own code, and the tests' programs for a GPU.
  get_property(programs GLOBAL PROPERTY course_cuda_programs)
  if(TARGET truth)
    list(APPEND programs truth)
  endif()
  add_custom_target(all-cuda-code)
  add_dependencies(all-cuda-code cuda-code backends runner-cuda ${programs})
endif()
