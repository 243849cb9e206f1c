/* around.c -- what lies behind the variables of a program that runs natively. */
#ifndef COHORT_FILL
#define COHORT_FILL 0ull
#endif
static unsigned char around[1 << 16];

__attribute__ ((constructor)) static void
fill (void)
{
    for (unsigned i = 0; i < sizeof around; i++)
        around[i] = (unsigned char) (COHORT_FILL
                                     >> ((unsigned long) &around[i] & 7) * 8);
}
