/* turns.h -- what stands before the shim, as vm/native/native.c writes it; here of no
 * walk, so that a compiler can read the shim. */
#ifndef COHORT_TURNS
/* The fault that must show, each 0 or 1; SPURIOUS: waits may end by themselves. */
enum {
    DEADLOCK = 0,
    GOES_ON = 0,
    MISUSE = 0,
    RACE = 0,
    CONFLICT = 0,
    OVERFLOWS = 0,
    EXCEPTION = 0,
    SPURIOUS = 0,
    SECONDS = 1
};
/* Lines of the accesses, one after the other; a turn has `count` of them. */
enum { LINES = 1, TURNS = 1 };
static const int lines[] = {0};
static const struct {
    int thread, count, first;
} turn[] = {{0, 0, 0}};
/* What was chosen, in the order of the walk. */
enum { SIGNALS = 1, RANGES = 1, MALLOCS = 1, WEAKS = 1, PARTS = 1, INPUTS = 1 };
static const int signals[] = {0}, ranges[] = {0}, mallocs[] = {0},
                 weaks[] = {0}, parts[] = {0};
static const unsigned long long inputs[] = {0};
#endif
