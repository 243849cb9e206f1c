/* inputs.h -- what stands before the harness, as csource/harness.c writes it; here of
 * no counterexample, so that a compiler can read the harness.  There may also be
 * COHORT_STDIN with the bytes cohort_stdin, and COHORT_CLEANUP. */
#ifndef COHORT_ERROR
#define COHORT_ERROR "cohort: error reached"
#define COHORT_ERROR_CODE 100
static const struct {
    const char *function;
    unsigned char bits[16];
} cohort_input[] = {{0}};
#endif
