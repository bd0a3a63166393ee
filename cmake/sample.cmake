# Read by CTest after the lists of tests (add_course_test): labels the tests that `make check` leaves out as slow.
#
# The rule: `kept` tests of each kind, beside those that slow_tests.txt does not name. A kind is
#   a test that is made from the rows of a table (Suite.Test/row): of each lab, or of all rows where they name no lab;
#   a suite of the programs that compile kernels, which takes a second or more for each test.
# All tests of the other programs are kept. All this is fixed, so that two runs of `make check` run the same tests.
# Those that slow_tests.txt names are the longest, so CTest starts them first: a long test that begins last runs alone.
set(kept 2)
set(compiling_programs batch_test command_test experiments_test explanations_test explorers_test grade_simt_test
    hostile_simt_test lectures_test simt_core_test simt_emulate_test)

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/slow_tests.txt patterns REGEX "^[^#]")
list(JOIN patterns "|" patterns)

get_cmake_property(variables VARIABLES)
list(FILTER variables INCLUDE REGEX "^sampled_tests_of_")
foreach(variable ${variables})
  set(slow)
  set(long)
  string(REGEX REPLACE "^sampled_tests_of_" "" program "${variable}")
  list(FIND compiling_programs ${program} compiles)
  foreach(test IN LISTS ${variable})
    if(test MATCHES "^(${patterns})( |$)")
      list(APPEND slow "${test}")
      list(APPEND long "${test}")
    elseif(test MATCHES "^([^ ]+/[^ ]+)/(lab[0-9]+)?" OR (NOT compiles EQUAL -1 AND test MATCHES "^([^.]+)[.]"))
      string(MAKE_C_IDENTIFIER "seen_${CMAKE_MATCH_1}_${CMAKE_MATCH_2}" seen)
      math(EXPR ${seen} "0${${seen}} + 1")
      if(${seen} GREATER kept)
        list(APPEND slow "${test}")
      endif()
    endif()
  endforeach()
  # A browser opens the pages that another test builds.
  list(FIND ${variable} SitePages.OfTheSiteHaveNoFaultInABrowser pages)
  if(NOT pages EQUAL -1)
    set_tests_properties(SitePages.OfTheSiteHaveNoFaultInABrowser PROPERTIES
                         DEPENDS Site.IsBuiltWithoutAWarningAndEveryLinkLeadsSomewhere)
  endif()
  if(slow)
    set_tests_properties(${slow} PROPERTIES LABELS slow)
  endif()
  if(long)
    set_tests_properties(${long} PROPERTIES COST 10)
  endif()
  unset(${variable}) # CTest reads all folders in one scope
endforeach()
