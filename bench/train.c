/* train.c -- trains on a line under a radio block centre, as Horn clauses.
 *
 * In the style of the train-control benchmarks of Lopes and Rybalchenko (their
 * Table 1: 15 to 47 variables, 3,337 to 99,093 transitions): control is spread
 * over the data, as in automata compiled from specifications, so there are few
 * locations and very many transitions, each about one combination of ranges.
 *
 * Each train has a position, a speed, the end of its movement authority, a mode
 * and the time since its last report.  The centre's cycle has three locations,
 * all of them loops:
 *
 *   drive   a train whose distance to the end of its authority is in a higher
 *           bracket than its speed moves on; else it brakes.  One transition
 *           per train, speed bracket, distance bracket and mode.
 *   report  trains whose time is up report, and ask for more authority
 *   grant   the centre grants authority up to the rear of the next train
 *
 * Safe: no train ever comes nearer than a train's length to the next one.  The
 * proof relates position, authority and the next position at each location.
 * Unsafe: in one combination of brackets the train moves on though its speed
 * may be too high for its distance. */
#include "generate.h"

enum { LENGTH = 20, MODES = 8 };

static long trains = 4, brackets = 6, modes = 2, pairs = 1, unsafe = 0,
            clocks = 0, moving = 0, seed = 1;

static const struct parameter parameters[] = {
    {"trains", &trains, 2, 60, "trains on the line, five variables each"},
    {"brackets", &brackets, 2, 200, "ranges of speed and of distance"},
    {"modes", &modes, 1, MODES, "driving modes; width = brackets^2 * modes"},
    {"pairs", &pairs, 1, 59, "pairs of trains that the property is about"},
    {"clocks", &clocks, 0, 60, "trains whose time without report is bounded"},
    {"moving", &moving, 0, 1, "1: trains are on their way at the start"},
    {"unsafe", &unsafe, 0, 1, "1: one combination of brackets is wrong"},
    {"seed", &seed, 0, 1000000, "of the random constants"},
    {0}};

enum { STEP = 10, PATIENCE = 8 }; /* width of a bracket; reports are due */

struct line {
    struct clauses clauses;
    long *p, *v, *a, *m, *c; /* the variables of each train */
    uint64_t random;
};

static const char *
line_name (const struct line *l, long variable)
{
    return l->clauses.name[variable];
}

static void
line_init (struct line *l)
{
    *l = (struct line) {.random = (uint64_t) seed};
    long **all[] = {&l->p, &l->v, &l->a, &l->m, &l->c};
    static const char *const queued_message[] = {"p", "v", "a", "m", "c"};
    for (int k = 0; k < 5; k++) {
        *all[k] = malloc ((size_t) trains * sizeof **all[k]);
        if (!*all[k])
            exit (1);
    }
    for (long i = 0; i < trains; i++)
        for (int k = 0; k < 5; k++)
            (*all[k])[i] = variable_new (&l->clauses, queued_message[k], i);
}

static void
line_start (struct line *l)
{
    struct clauses *c = &l->clauses;
    clause_open (c, NULL, "");
    for (long i = 0; i < trains; i++) {
        const char *p = line_name (l, l->p[i]), *a = line_name (l, l->a[i]);
        const char *next = i + 1 < trains ? line_name (l, l->p[i + 1]) : NULL;
        printf (moving ? "(<= %s %s)(>= %s 0)(>= %s 0)(< %s %ld)"
                       : "(= %s %s)(= %s 0)(= %s 0)",
                p, a, line_name (l, l->v[i]), line_name (l, l->m[i]),
                line_name (l, l->m[i]), modes);
        printf ("(>= %s 0)(<= %s %d)", line_name (l, l->c[i]),
                line_name (l, l->c[i]), PATIENCE);
        if (next)
            printf ("(<= (+ %s %d) %s)", a, LENGTH, next);
    }
    clause_close (c, "drive");
}

/* One combination: train i at speed bracket s, distance bracket d. */
static void
line_drive (struct line *l, long i, long s, long d, long mode, bool wrong)
{
    struct clauses *c = &l->clauses;
    const char *p = line_name (l, l->p[i]), *v = line_name (l, l->v[i]),
               *a = line_name (l, l->a[i]), *m = line_name (l, l->m[i]),
               *clock = line_name (l, l->c[i]);
    bool last_speed = s + 1 == brackets, last_distance = d + 1 == brackets;
    clause_open (c, "drive", "");
    printf ("(= %s %ld)(< %s %d)(>= %s %ld)(>= (- %s %s) %ld)", m, mode, clock,
            PATIENCE, v, s * STEP, a, p, d * STEP);
    if (!last_speed)
        printf ("(< %s %ld)", v, (s + 1) * STEP);
    if (!last_distance)
        printf ("(< (- %s %s) %ld)", a, p, (d + 1) * STEP);
    clause_set (c, l->c[i], "(+ %s 1)", clock);
    if ((d > s && !last_speed) || wrong) {
        long more = random_below (&l->random, 2 * STEP + 1) - STEP;
        clause_set (c, l->p[i], "(+ %s %s)", p, v);
        if (s * STEP + more < 0)
            clause_set (c, l->v[i], "0");
        else if (more < 0)
            clause_set (c, l->v[i], "(- %s %ld)", v, -more);
        else
            clause_set (c, l->v[i], "(+ %s %ld)", v, more);
    } else {
        /* Braking takes at most half of what is left. */
        clause_set (c, l->p[i], "(+ %s %ld)", p, d * STEP / 2);
        clause_set (c, l->v[i], "%ld",
                    d ? random_below (&l->random, d * STEP) : 0);
        clause_set (c, l->m[i], "%ld", random_below (&l->random, modes));
    }
    clause_close (c, "drive");
}

static void
line_cycle (struct line *l)
{
    struct clauses *c = &l->clauses;
    long wrong_train = unsafe ? random_below (&l->random, pairs) : -1;
    long wrong = 1; /* the lowest speed at which it can go wrong */
    for (long i = 0; i < trains; i++)
        for (long s = 0; s < brackets; s++)
            for (long d = 0; d < brackets; d++)
                for (long m = 0; m < modes; m++)
                    line_drive (l, i, s, d, m,
                                i == wrong_train && s == wrong && d == wrong
                                    && !m);
    for (long i = 0; i < trains; i++) {
        const char *clock = line_name (l, l->c[i]);
        clause_open (c, "drive", "");
        printf ("(>= %s %d)", clock, PATIENCE);
        clause_close (c, "report");
        for (long m = 0; m < modes; m++) {
            clause_open (c, "report", "");
            printf ("(>= %s %d)(= %s %ld)", clock, PATIENCE - 2,
                    line_name (l, l->m[i]), m);
            clause_set (c, l->c[i], "0");
            clause_set (c, l->m[i], "%ld", modes);
            clause_close (c, "report");
        }
    }
    clause_open (c, "report", "");
    clause_close (c, "grant");
    for (long i = 0; i < trains; i++)
        for (long m = 0; m < modes; m++) {
            clause_open (c, "grant", "");
            printf ("(= %s %ld)", line_name (l, l->m[i]), modes);
            if (i + 1 < trains)
                clause_set (c, l->a[i], "(- %s %d)", line_name (l, l->p[i + 1]),
                            LENGTH);
            else
                clause_set (c, l->a[i], "(+ %s %ld)", line_name (l, l->a[i]),
                            random_below (&l->random, 10 * STEP));
            clause_set (c, l->m[i], "%ld", m);
            clause_close (c, "grant");
        }
    clause_open (c, "grant", "");
    clause_close (c, "drive");
}

static void
line_property (struct line *l)
{
    struct clauses *c = &l->clauses;
    for (long i = 0; i < pairs && i + 1 < trains; i++) {
        clause_open (c, "drive", "");
        printf ("(> (+ %s %d) %s)", line_name (l, l->p[i]), LENGTH,
                line_name (l, l->p[i + 1]));
        clause_close (c, NULL);
    }
    for (long i = 0; i < clocks && i < trains; i++) {
        clause_open (c, "drive", "");
        printf ("(> %s %d)", line_name (l, l->c[i]), PATIENCE);
        clause_close (c, NULL);
    }
}

int
main (int argc, char **argv)
{
    if (!parameters_parse (parameters, argc, argv))
        return 1;
    struct line l;
    line_init (&l);
    parameters_print ("train control", parameters);
    static const char *const location[] = {"drive", "report", "grant"};
    for (int i = 0; i < 3; i++)
        relation_print (&l.clauses, location[i]);
    line_start (&l);
    line_cycle (&l);
    line_property (&l);
    printf ("(check-sat)\n");
    fprintf (stderr, "%ld clauses, %ld variables\n", l.clauses.count,
             l.clauses.variables);
    free (l.p), free (l.v), free (l.a), free (l.m), free (l.c);
    return 0;
}
