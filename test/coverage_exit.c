/* coverage_exit.c -- with MODE=coverage, workers that end by _exit say first which of
 * their lines were executed. */
#include <unistd.h>

void __gcov_dump (void);

_Noreturn void
coverage_exit (int code)
{
    __gcov_dump ();
    _exit (code);
}
