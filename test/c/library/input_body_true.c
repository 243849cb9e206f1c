// A function with the name of an input that returns a pointer and has a body is what
// the body says; of numbers, every value is meant.
#include <stdlib.h>
extern void reach_error (void);

int
__VERIFIER_nondet_int (void)
{
    return 3;
}

char *
__VERIFIER_nondet_text (void)
{
    int n = __VERIFIER_nondet_int ();
    if (n < 1 || n > 3)
        n = 1;
    char *s = malloc (n);
    if (!s)
        exit (0);
    for (int i = 0; i < n; i++)
        s[i] = (char) (i + 1 < n ? 'a' : 0);
    return s;
}

int
main (void)
{
    char *s = __VERIFIER_nondet_text ();
    int size = 0;
    while (s[size])
        size++;
    if (size > 2)
        reach_error ();
    free (s);
    return 0;
}
