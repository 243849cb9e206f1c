/* Accesses that fail, each for a reason of its own (-DWAY=n). */
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);

struct pair {
    int first, second;
};

static int
get (char *m, int i)
{
    return m[i];
}

int
main (void)
{
#if WAY == 0
    int i = __VERIFIER_nondet_int ();
    char *m = malloc (4);
    return m && i >= -1 && i < 4 ? get (m, i) : 0;
#elif WAY == 1
    char *m = malloc (4);
    m[0] = 1;
#elif WAY == 2
    struct pair *p = calloc (2, sizeof *p);
    if (p)
        p[2].second = 1;
#elif WAY == 3
    int *q = malloc (4);
    free (q);
    if (q)
        *q = 3;
#elif WAY == 4
    int a[3], i = __VERIFIER_nondet_int ();
    if (i >= 0 && i <= 3)
        a[i] = 1;
#elif WAY == 5
    const char *s = "abc";
    *(char *) s = 1;
#elif WAY == 6
    int *q = malloc (4);
    if (q) {
        q = realloc (q, 8);
        q[1] = 0;
    }
#elif WAY == 7
    int a = __VERIFIER_nondet_int (), b = __VERIFIER_nondet_int ();
#ifdef SURE
    if (!b)
        return 0;
#endif
    return a / b;
#endif
    return 0;
}
