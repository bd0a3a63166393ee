# Read by CTest after the lists of tests (add_course_test): labels the tests that `make check` leaves out as slow.
#
# The rule: of a test that is made from the rows of a table (Suite.Test/row), the first `rows_kept` rows of each lab are
# kept, or the first `rows_kept` where the rows name no lab; of all other tests those that slow_tests.txt does not name.
# Both are fixed, so that two runs of `make check` run the same tests.
# Those that slow_tests.txt names are the longest, so CTest starts them first: a long test that begins last runs alone.
set(rows_kept 4)

file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/slow_tests.txt patterns REGEX "^[^#]")
list(JOIN patterns "|" patterns)

get_cmake_property(variables VARIABLES)
list(FILTER variables INCLUDE REGEX "^sampled_tests_of_")
foreach(variable ${variables})
  set(slow)
  set(long)
  foreach(test IN LISTS ${variable})
    if(test MATCHES "^(${patterns})( |$)")
      list(APPEND slow "${test}")
      list(APPEND long "${test}")
    elseif(test MATCHES "^([^ ]+/[^ ]+)/(lab[0-9]+)?")
      string(MAKE_C_IDENTIFIER "rows_${CMAKE_MATCH_1}_${CMAKE_MATCH_2}" rows)
      math(EXPR ${rows} "0${${rows}} + 1")
      if(${rows} GREATER rows_kept)
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
