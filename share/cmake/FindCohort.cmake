# FindCohort.cmake -- cohort as tests of a CMake project.
#
#     list (APPEND CMAKE_MODULE_PATH /usr/share/cohort/cmake)
#     find_package (Cohort REQUIRED)
#     cohort_test (queue_is_safe SOURCES queue.c harness.c OPTIONS --check=overflow)
#
# cohort_test adds a test that passes if the verdict is SAFE; UNSAFE and UNKNOWN fail, and
# say why.  With TARGET the definitions and include folders are those of a target.  Next to
# the test's name stand NAME.sarif and NAME.html in the build folder.
find_program (COHORT_EXECUTABLE cohort)
include (FindPackageHandleStandardArgs)
find_package_handle_standard_args (Cohort REQUIRED_VARS COHORT_EXECUTABLE)

function (cohort_test name)
    cmake_parse_arguments (PARSE_ARGV 1 ask "" "TARGET" "SOURCES;OPTIONS")
    set (flags "")
    if (ask_TARGET)
        set (defined "$<TARGET_PROPERTY:${ask_TARGET},COMPILE_DEFINITIONS>")
        set (included "$<TARGET_PROPERTY:${ask_TARGET},INCLUDE_DIRECTORIES>")
        set (flags "$<$<BOOL:${defined}>:-D$<JOIN:${defined},$<SEMICOLON>-D>>"
            "$<$<BOOL:${included}>:-I$<JOIN:${included},$<SEMICOLON>-I>>")
    endif ()
    add_test (NAME ${name}
        COMMAND ${COHORT_EXECUTABLE}
            --sarif=${CMAKE_CURRENT_BINARY_DIR}/${name}.sarif
            --html=${CMAKE_CURRENT_BINARY_DIR}/${name}.html
            ${flags} ${ask_OPTIONS} ${ask_SOURCES}
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} COMMAND_EXPAND_LISTS)
endfunction ()
