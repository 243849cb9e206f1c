/* gasburner.c -- gas burners with phases and clocks, as Horn clauses.
 *
 * The hybrid system of Lopes and Rybalchenko's `gasburner` (19 variables, 3,124
 * transitions, 64 refinements), in whole time units.  Every burner goes round
 * its phases; in the last one gas leaks.  A phase has a least and a greatest
 * duration.  Control stands in the locations: one per combination of phases,
 * each with a loop in which time passes.
 *
 * Variables: the time of the window that is observed; per burner the clock of
 * its phase and the leak so far; per sensor a reading, which phase changes
 * compare and change (`width` ranges of each reading: that many transitions).
 *
 * Safe: within a window no burner leaks more than so many leaks can; unsafe:
 * the bound is one less, and is exceeded at the very end of the window. */
#include "generate.h"

static long burners = 1, phases = 3, leaks = 2, sensors = 1, width = 1,
            gap = 10, unsafe = 0, seed = 1;

static const struct parameter parameters[] = {
    {"burners", &burners, 1, 6, "burners side by side"},
    {"phases", &phases, 2, 12, "of each burner; locations = phases^burners"},
    {"leaks", &leaks, 1, 20, "that fit into the window that is observed"},
    {"gap", &gap, 2, 1000, "time units from one leak to the next, at least"},
    {"sensors", &sensors, 1, 100, "readings that phase changes depend on"},
    {"width", &width, 1, 10000, "transitions per phase change"},
    {"unsafe", &unsafe, 0, 1, "1: the bound can be exceeded"},
    {"seed", &seed, 0, 1000000, "of the random constants"},
    {0}};

enum { NAME = 40, RANGE = 10, LEAK = 1 };

struct plant {
    struct clauses clauses;
    long t;          /* time in the window */
    long x[8], l[8]; /* clock and leak of each burner */
    long s[100];     /* readings */
    long locations;
    uint64_t random;
};

static long
phase_of (long location, long burner)
{
    while (burner--)
        location /= phases;
    return location % phases;
}

static long
phase_moved (long location, long burner)
{
    long unit = 1, phase = phase_of (location, burner);
    for (long b = 0; b < burner; b++)
        unit *= phases;
    return location + ((phase + 1) % phases - phase) * unit;
}

static bool
phase_leaks (long phase)
{
    return phase + 1 == phases;
}

/* Least duration: the gap is shared by the phases that do not leak. */
static long
phase_least (long phase)
{
    long calm = phases - 1;
    return phase_leaks (phase) ? 0 : gap / calm + (phase < gap % calm);
}

static long
plant_window (void)
{
    return (leaks - 1) * gap + leaks * LEAK;
}

static void
location_name (long location, char name[NAME])
{
    snprintf (name, NAME, "L%ld", location);
}

static const char *
plant_name (const struct plant *p, long variable)
{
    return p->clauses.name[variable];
}

static void
plant_init (struct plant *p)
{
    *p = (struct plant) {.locations = 1, .random = (uint64_t) seed};
    p->t = variable_new (&p->clauses, "t", 0);
    for (long b = 0; b < burners; b++) {
        p->x[b] = variable_new (&p->clauses, "x", b);
        p->l[b] = variable_new (&p->clauses, "l", b);
        p->locations *= phases;
    }
    for (long i = 0; i < sensors; i++)
        p->s[i] = variable_new (&p->clauses, "s", i);
}

/* Every burner starts to leak when the window opens: the worst case. */
static void
plant_start (struct plant *p)
{
    char name[NAME];
    location_name (p->locations - 1, name);
    clause_open (&p->clauses, NULL, "");
    printf ("(= %s 0)", plant_name (p, p->t));
    for (long b = 0; b < burners; b++)
        printf ("(= %s 0)(= %s 0)", plant_name (p, p->x[b]),
                plant_name (p, p->l[b]));
    clause_close (&p->clauses, name);
}

static void
plant_time (struct plant *p, long location)
{
    struct clauses *c = &p->clauses;
    char name[NAME];
    location_name (location, name);
    clause_open (c, name, "(d Int)");
    printf ("(>= d 1)(<= (+ %s d) %ld)", plant_name (p, p->t), plant_window ());
    clause_set (c, p->t, "(+ %s d)", plant_name (p, p->t));
    for (long b = 0; b < burners; b++) {
        const char *x = plant_name (p, p->x[b]);
        clause_set (c, p->x[b], "(+ %s d)", x);
        if (!phase_leaks (phase_of (location, b)))
            continue;
        printf ("(<= (+ %s d) %d)", x, LEAK);
        clause_set (c, p->l[b], "(+ %s d)", plant_name (p, p->l[b]));
    }
    clause_close (c, name);
}

static void
plant_change (struct plant *p, long location, long burner, long variant)
{
    struct clauses *c = &p->clauses;
    char name[NAME], next[NAME];
    location_name (location, name);
    location_name (phase_moved (location, burner), next);
    clause_open (c, name, "");
    printf ("(>= %s %ld)", plant_name (p, p->x[burner]),
            phase_least (phase_of (location, burner)));
    clause_set (c, p->x[burner], "0");
    if (width > 1) {
        long s = p->s[variant % sensors], from = variant / sensors * RANGE;
        printf ("(>= %s %ld)(< %s %ld)", plant_name (p, s), from,
                plant_name (p, s), from + RANGE);
        clause_set (c, s, "(+ %s %ld)", plant_name (p, s),
                    random_below (&p->random, RANGE));
    }
    clause_close (c, next);
}

static void
plant_property (struct plant *p, long location)
{
    char name[NAME];
    location_name (location, name);
    for (long b = 0; b < burners; b++) {
        clause_open (&p->clauses, name, "");
        printf ("(> %s %ld)", plant_name (p, p->l[b]),
                leaks * LEAK - (unsafe ? 1 : 0));
        clause_close (&p->clauses, NULL);
    }
}

int
main (int argc, char **argv)
{
    if (!parameters_parse (parameters, argc, argv))
        return 1;
    if (gap <= leaks * LEAK || gap < phases - 1) {
        fprintf (stderr, "gap must be larger than leaks and phases - 1\n");
        return 1;
    }
    struct plant p;
    plant_init (&p);
    parameters_print ("gas burners", parameters);
    for (long i = 0; i < p.locations; i++) {
        char name[NAME];
        location_name (i, name);
        relation_print (&p.clauses, name);
    }
    plant_start (&p);
    for (long i = 0; i < p.locations; i++) {
        plant_time (&p, i);
        for (long b = 0; b < burners; b++)
            for (long w = 0; w < width; w++)
                plant_change (&p, i, b, w);
        plant_property (&p, i);
    }
    printf ("(check-sat)\n");
    fprintf (stderr, "%ld clauses, %ld variables\n", p.clauses.count,
             p.clauses.variables);
    return 0;
}
