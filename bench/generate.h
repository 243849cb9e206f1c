/* generate.h -- what the generators of benchmarks share: parameters, random
 * numbers from a seed, and Horn clauses on stdout.
 *
 * A generator has a table of parameters, `name=number` on the command line.
 * The same parameters give the same bytes. */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parameter {
    const char *name; /* null ends the table */
    long *value;      /* preset to the default */
    long least, most;
    const char *help;
};

static inline void
parameters_help (const char *program, const struct parameter *p)
{
    fprintf (stderr, "usage: %s [name=number]... >FILE.smt2\n", program);
    for (; p->name; p++)
        fprintf (stderr, "  %-12s %s (%ld..%ld, default %ld)\n", p->name,
                 p->help, p->least, p->most, *p->value);
}

static inline bool
parameter_set (const struct parameter *p, const char *word)
{
    size_t size = strcspn (word, "=");
    for (; p->name; p++) {
        if (strlen (p->name) != size || strncmp (p->name, word, size))
            continue;
        char *end = NULL;
        long value = word[size] ? strtol (word + size + 1, &end, 10) : 0;
        if (!end || end == word + size + 1 || *end || value < p->least
            || value > p->most)
            return false;
        *p->value = value;
        return true;
    }
    return false;
}

/* False: wrong usage, said on stderr. */
static inline bool
parameters_parse (const struct parameter *p, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!parameter_set (p, argv[i])) {
            parameters_help (argv[0], p);
            return false;
        }
    return true;
}

/* The parameters as comments at the head of the file. */
static inline void
parameters_print (const char *what, const struct parameter *p)
{
    printf ("; %s:", what);
    for (; p->name; p++)
        printf (" %s=%ld", p->name, *p->value);
    printf ("\n(set-logic HORN)\n");
}

/* splitmix64 (Steele, Lea, Flood 2014). */
static inline uint64_t
random_next (uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline long
random_below (uint64_t *state, long limit)
{
    return (long) (random_next (state) % (uint64_t) limit);
}

/* ---- clauses over one vector of integer variables
 *
 * A clause is printed as it is built: clause_open, guards, clause_head with
 * the variables that change.  Names are short because 50,000 clauses of 40
 * variables are many bytes. */

enum { VARIABLES_MOST = 400, NAME_ROOM = 24, TERM_ROOM = 80 };

struct clauses {
    long variables;
    char name[VARIABLES_MOST][NAME_ROOM];
    char after[VARIABLES_MOST][TERM_ROOM]; /* "": unchanged */
    long count;                            /* clauses so far */
};

static inline long
variable_new (struct clauses *c, const char *queued_message, long index)
{
    if (c->variables == VARIABLES_MOST) {
        fprintf (stderr, "more than %d variables\n", VARIABLES_MOST);
        exit (1);
    }
    snprintf (c->name[c->variables], NAME_ROOM, "%s%ld", queued_message, index);
    return c->variables++;
}

static inline void
relation_print (const struct clauses *c, const char *name)
{
    printf ("(declare-fun %s (", name);
    for (long i = 0; i < c->variables; i++)
        printf (i ? " Int" : "Int");
    printf (") Bool)\n");
}

/* `extra`: binders of further variables, e.g. "(d Int)".  `from` null: a fact,
 * whose guard begins with true. */
static inline void
clause_open (struct clauses *c, const char *from, const char *extra)
{
    printf ("(assert(forall(");
    for (long i = 0; i < c->variables; i++) {
        printf ("(%s Int)", c->name[i]);
        c->after[i][0] = 0;
    }
    printf ("%s)(=>(and ", extra);
    if (!from)
        printf ("true");
    else {
        printf ("(%s", from);
        for (long i = 0; i < c->variables; i++)
            printf (" %s", c->name[i]);
        printf (")");
    }
}

static inline void __attribute__ ((format (printf, 3, 4)))
clause_set (struct clauses *c, long variable, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    vsnprintf (c->after[variable], TERM_ROOM, format, list);
    va_end (list);
}

/* `to` null: a query. */
static inline void
clause_close (struct clauses *c, const char *to)
{
    printf (")");
    if (!to)
        printf ("false");
    else {
        printf ("(%s", to);
        for (long i = 0; i < c->variables; i++)
            printf (" %s", c->after[i][0] ? c->after[i] : c->name[i]);
        printf (")");
    }
    printf (")))\n");
    c->count++;
}

#endif
