/* program.h -- small random programs with several ways to the error, of equal
 * and of different length, and a loop that ends. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "base/text.h"
#include "clauses.h"

enum { PROGRAM_LAYERS = 3, PROGRAM_WIDTH = 3 };

/* p<layer>_<place> (x, y), or the entry. */
static inline void
program_edge (struct dice *d, struct text *out, const char *from,
              const char *to)
{
    static const char *const guard[] = {
        "true", "true", "(> x 0)", "(<= x 0)", "(= x 1)", "(>= y x)", "(< y 2)",
    };
    static const char *const next_x[] = {"x", "x", "x", "(+ x 1)", "(- x y)"};
    static const char *const next_y[] = {"y", "y", "x", "1", "2", "(+ y 1)"};
    text_add (out, "(assert (forall ((x Int) (y Int)) (=> (and ");
    if (*from)
        text_print (out, "(%s x y) ", from);
    text_print (out, "%s) ", guard[dice_roll (d, 7)]);
    if (*to)
        text_print (out, "(%s %s %s)", to, next_x[dice_roll (d, 5)],
                    next_y[dice_roll (d, 6)]);
    else
        text_add (out, "false");
    text_add (out, ")))\n");
}

static inline void
program_error (struct dice *d, struct text *out, const char *from)
{
    static const char *const guard[] = {"(< y 1)", "(> x y)", "(= y 3)",
                                        "(< (+ x y) 0)"};
    text_print (out,
                "(assert (forall ((x Int) (y Int)) (=> (and (%s x y) %s) "
                "false)))\n",
                from, guard[dice_roll (d, 4)]);
}

static inline void
program_print (uint64_t number, struct text *out)
{
    struct dice d = {number * 0x9e3779b97f4a7c15u + 1};
    char from[20], to[20];
    for (int i = 0; i < 8; i++)
        dice_roll (&d, 2);
    text_add (out, "(set-logic HORN)\n");
    for (unsigned l = 0; l < PROGRAM_LAYERS; l++)
        for (unsigned p = 0; p < PROGRAM_WIDTH; p++)
            text_print (out, "(declare-fun p%u_%u (Int Int) Bool)\n", l, p);
    for (unsigned p = 0; p < PROGRAM_WIDTH; p++) {
        snprintf (to, sizeof to, "p0_%u", p);
        program_edge (&d, out, "", to);
    }
    for (unsigned l = 0; l < PROGRAM_LAYERS; l++)
        for (unsigned p = 0; p < PROGRAM_WIDTH; p++) {
            snprintf (from, sizeof from, "p%u_%u", l, p);
            /* Two ways on, sometimes with a layer left out; from the last
             * layer sometimes back to the first, with x nearer to its end. */
            for (unsigned k = 0; k < 2 && l + 1 < PROGRAM_LAYERS; k++) {
                unsigned skip =
                    dice_roll (&d, 5) == 0 && l + 2 < PROGRAM_LAYERS;
                snprintf (to, sizeof to, "p%u_%u", l + 1 + skip,
                          dice_roll (&d, PROGRAM_WIDTH));
                program_edge (&d, out, from, to);
            }
            if (l + 1 == PROGRAM_LAYERS && !dice_roll (&d, 3))
                text_print (out,
                            "(assert (forall ((x Int) (y Int)) (=> (and "
                            "(%s x y) (>= x 0) (< x 3)) (p1_%u (+ x 1) "
                            "y))))\n",
                            from, dice_roll (&d, PROGRAM_WIDTH));
            if (l + 1 == PROGRAM_LAYERS || !dice_roll (&d, 6))
                program_error (&d, out, from);
        }
    text_add (out, "(check-sat)\n");
}

#endif
