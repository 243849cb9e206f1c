// verdict: UNSAFE assertion failed
// options: --search=directed --estimate=priority --beam=20
/* The 15-puzzle: RANGE chooses which tile moves into the gap; that the tiles are
 * in order is what must not happen, so the counterexample is a solution.  The
 * nearer the tiles are to their places, the sooner a state is looked at.
 *
 * -DSHUFFLE=N: moves from the goal to the start; -DWIDE=3: the 8-puzzle. */
#include <cohort.h>

#ifndef SHUFFLE
#define SHUFFLE 60
#endif
#ifndef WIDE
#define WIDE 4
#endif
enum { CELLS = WIDE * WIDE };

static unsigned char tile[CELLS]; /* 0: the gap */
static int gap;
int cohort_priority;

static int
apart (int a, int b)
{
    int rows = a / WIDE - b / WIDE, columns = a % WIDE - b % WIDE;
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

/* How many moves are missing at the least: the sum over all tiles. */
static int
missing (void)
{
    int sum = 0;
    for (int i = 0; i < CELLS; i++)
        if (tile[i])
            sum += apart (i, tile[i]);
    return sum;
}

/* The tile beside the gap comes into it; 0: there is none on that side. */
static int
move (int side)
{
    static const signed char row[] = {-1, 0, 1, 0}, column[] = {0, 1, 0, -1};
    int r = gap / WIDE + row[side], c = gap % WIDE + column[side];
    if (r < 0 || r >= WIDE || c < 0 || c >= WIDE)
        return 0;
    int from = r * WIDE + c;
    tile[gap] = tile[from];
    tile[from] = 0;
    gap = from;
    return 1;
}

static void
shuffle (void)
{
    unsigned seed = 12345;
    int last = -1;
    for (int i = 0; i < CELLS; i++)
        tile[i] = (unsigned char) i;
    for (int moved = 0; moved < SHUFFLE;) {
        seed = seed * 1103515245u + 12345;
        int side = (int) (seed >> 16) % 4;
        if (last >= 0 && side == (last + 2) % 4)
            continue; /* not back again */
        if (move (side)) {
            moved++;
            last = side;
        }
    }
}

int
main (void)
{
    shuffle ();
    for (;;) {
        int side;
        cohort_priority = -missing ();
        VASSERT (cohort_priority < 0);
        RANGE (side, 0, 3);
        if (!move (side))
            return 0;
    }
}
