/* check.c -- cohort as a library: cc check.c -lcohort && ./a.out [OPTION].. FILE..
 *
 * Shows how far the check is, then the verdict and the counterexample. */
#include <libcohort.h>
#include <stdio.h>
#include <stdlib.h>

/* After so many seconds it is enough. */
static int
show (void *most, const struct cohort_progress *p)
{
    fprintf (stderr, "%6.1f s  %s: %s\n", p->seconds, p->phase, p->text);
    return p->seconds > *(double *) most;
}

int
main (int argc, char **argv)
{
    const char *limit = getenv ("MOST");
    double most = limit ? atof (limit) : 60;
    struct cohort_callbacks callbacks = {.progress = show, .context = &most};
    (void) argc;
    struct cohort_outcome *o =
        cohort_check ((const char *const *) argv + 1, &callbacks);
    if (!o)
        return 1;
    switch (o->verdict) {
    case COHORT_SAFE:
        printf ("SAFE (%s)\n", o->engine);
        break;
    case COHORT_UNSAFE:
        printf ("%s: %s, at %s:%u\n", "UNSAFE", o->rule, o->file, o->line);
        for (size_t i = 0; i < o->steps; i++)
            printf ("%4zu  %s  %s%s%s%s\n", i + 1, o->step[i].place,
                    o->step[i].what, *o->step[i].values ? " {" : "",
                    o->step[i].values, *o->step[i].values ? "}" : "");
        break;
    case COHORT_UNKNOWN:
        printf ("UNKNOWN: %s\n", o->reason);
        break;
    case COHORT_ERROR:
        printf ("no verdict: %s", o->said);
        break;
    }
    int code = o->exit_code;
    cohort_free (o);
    return code;
}
