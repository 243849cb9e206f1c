/* Other than it is read, for whoever compiles it otherwise; and what it does then,
 * or when it is run, it should not be able to do. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

#ifndef __clang__
#define EVIL
#endif

#ifdef EVIL
__attribute__ ((constructor)) static void
escape (void)
{
    close (open (OUTSIDE "/written", O_WRONLY | O_CREAT, 0600));
    if (!fork ()) {
        setsid ();
        if (!fork ()) {
            sleep (1);
            close (open (OUTSIDE "/left", O_WRONLY | O_CREAT, 0600));
        }
        _exit (0);
    }
}
#endif

int
main (void)
{
    if (__VERIFIER_nondet_int () == 42)
        reach_error ();
    return 0;
}
