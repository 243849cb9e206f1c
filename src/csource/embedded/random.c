/* random.c -- numbers of rand are anything, but the same seed gives the same once
 * more: then it ends, because the table may say otherwise.  It stands behind
 * harness.c. */
static void cohort_end (const char *what, int code);
static unsigned cohort_seed = 1, cohort_drawn[64], cohort_draws;

static void
cohort_draw (void)
{
    if (!cohort_draws || cohort_drawn[cohort_draws - 1] != cohort_seed)
        cohort_drawn[cohort_draws++] = cohort_seed;
}

void
srand (unsigned seed)
{
    for (unsigned i = 0; i < cohort_draws; i++)
        if (cohort_draws == 64 || cohort_drawn[i] == seed)
            cohort_end ("cohort: random numbers begin again", 106);
    cohort_seed = seed;
}

void
srandom (unsigned seed)
{
    srand (seed);
}
