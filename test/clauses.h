/* clauses.h -- Horn clauses for tests: from text, at random, judged by z3. */
#ifndef CLAUSES_H
#define CLAUSES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/horn/horn.h"

static inline void
clauses_read (struct horn *h, const char *text)
{
    struct problem problem = {0};
    horn_init (h, "test.smt2");
    if (!horn_read (h, text, strlen (text), "test.smt2", &problem)) {
        fprintf (stderr, "%s\n%s\n", problem.message, text);
        abort ();
    }
}

/* What z3 prints for an SMT-LIB text, at most `seconds` later. */
static inline char *
clauses_z3 (const char *text, unsigned seconds)
{
    char name[] = "/tmp/clauses-XXXXXX";
    int fd = mkstemp (name);
    FILE *file = fd < 0 ? NULL : fdopen (fd, "w");
    if (!file)
        abort ();
    fputs (text, file);
    fclose (file);
    struct text command, out;
    text_init (&command);
    text_init (&out);
    text_print (&command, "z3 -T:%u %s 2>&1", seconds, name);
    FILE *pipe = popen (text_view (&command), "r");
    if (!pipe)
        abort ();
    char chunk[4096];
    size_t got;
    while ((got = fread (chunk, 1, sizeof chunk, pipe)))
        text_add_n (&out, chunk, got);
    pclose (pipe);
    unlink (name);
    text_clear (&command);
    return text_take (&out);
}

/* 's' sat, 'u' unsat, '?' undecided; anything else is an error: aborts. */
static inline char
clauses_verdict (const char *text, unsigned seconds)
{
    char *said = clauses_z3 (text, seconds);
    char verdict = strncmp (said, "sat", 3) == 0       ? 's'
                   : strncmp (said, "unsat", 5) == 0   ? 'u'
                   : strncmp (said, "unknown", 7) == 0 ? '?'
                   : strncmp (said, "timeout", 7) == 0 ? '?'
                                                       : 'e';
    if (verdict == 'e') {
        fprintf (stderr, "z3 says: %s\n%s\n", said, text);
        abort ();
    }
    memory_free (said);
    return verdict;
}

/* ---- random clauses over linear integer arithmetic */

struct dice {
    uint64_t state;
};

static inline unsigned
dice_roll (struct dice *d, unsigned sides)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned) (d->state >> 33) % sides;
}

static inline void
random_sum (struct dice *d, struct text *out, const char *const *var,
            unsigned vars)
{
    switch (dice_roll (d, 6)) {
    case 0:
        text_print (out, "%u", dice_roll (d, 4));
        break;
    case 1:
        text_print (out, "(+ %s %u)", var[dice_roll (d, vars)],
                    1 + dice_roll (d, 3));
        break;
    case 2:
        text_print (out, "(- %s %s)", var[dice_roll (d, vars)],
                    var[dice_roll (d, vars)]);
        break;
    case 3:
        text_print (out, "(ite (< %s %u) %s %u)", var[dice_roll (d, vars)],
                    dice_roll (d, 5), var[dice_roll (d, vars)],
                    dice_roll (d, 3));
        break;
    default:
        text_add (out, var[dice_roll (d, vars)]);
    }
}

static inline void
random_formula (struct dice *d, struct text *out, const char *const *var,
                unsigned vars, unsigned depth)
{
    static const char *const join[] = {"and", "or", "=", "and"};
    static const char *const compare[] = {"<=", "<",  "=",
                                          "=",  ">=", "distinct"};
    if (depth && dice_roll (d, 3)) {
        text_print (out, "(%s ", join[dice_roll (d, 4)]);
        random_formula (d, out, var, vars, depth - 1);
        text_char (out, ' ');
        random_formula (d, out, var, vars, depth - 1);
        text_char (out, ')');
        return;
    }
    text_print (out, "(%s ", compare[dice_roll (d, 6)]);
    random_sum (d, out, var, vars);
    text_char (out, ' ');
    random_sum (d, out, var, vars);
    text_char (out, ')');
}

/* A few relations of a few arguments; clauses along a random graph. */
static inline void
random_clauses (struct dice *d, struct text *out)
{
    static const char *const var[] = {"a", "b", "c", "d", "e", "f"};
    enum { VARS = 6 };
    unsigned relations = 1 + dice_roll (d, 5), args[6];
    text_add (out, "(set-logic HORN)\n");
    for (unsigned i = 0; i < relations; i++) {
        args[i] = dice_roll (d, 4);
        text_print (out, "(declare-fun P%u (%s) Bool)\n", i,
                    "Int Int Int" + 4 * (3 - args[i]) - (args[i] == 0));
    }
    unsigned clauses = relations + 2 + dice_roll (d, relations + 3);
    for (unsigned i = 0; i < clauses; i++) {
        int body = i == 0 ? -1 : (int) dice_roll (d, relations);
        int head = i == 0             ? 0
                   : i + 1 == clauses ? -1
                                      : (int) dice_roll (d, relations + 1) - 1;
        if (head < 0)
            body = body < 0 ? 0 : body;
        text_add (out, "(assert (forall ((a Int) (b Int) (c Int) (d Int) "
                       "(e Int) (f Int))\n  (=> (and ");
        if (body >= 0) {
            text_print (out, args[body] ? "(P%d" : "P%d", body);
            for (unsigned k = 0; k < args[body]; k++)
                text_print (out, " %s",
                            var[dice_roll (d, 4) ? k : dice_roll (d, VARS)]);
            text_add (out, args[body] ? ") " : " ");
        }
        unsigned conjuncts = 1 + dice_roll (d, 3);
        for (unsigned k = 0; k < conjuncts; k++) {
            random_formula (d, out, var, VARS, k ? 0 : 1 + dice_roll (d, 2));
            text_char (out, ' ');
        }
        text_add (out, ") ");
        if (head < 0)
            text_add (out, "false");
        else {
            text_print (out, args[head] ? "(P%d" : "P%d", head);
            for (unsigned k = 0; k < args[head]; k++) {
                text_char (out, ' ');
                random_sum (d, out, var, VARS);
            }
            text_add (out, args[head] ? ")" : "");
        }
        text_add (out, ")))\n");
    }
}

#endif
