/* recipe.h -- one substitution, done again and again.
 *
 * A recipe is made once for some terms and the variables that are replaced in
 * them.  Running it costs the nodes that hold such variables and no search: a
 * table of steps is replayed.  The results are those of term_substitute. */
#ifndef LOGIC_TERM_RECIPE_H
#define LOGIC_TERM_RECIPE_H

#include "logic/term/term.h"

typedef struct term_recipe term_recipe;

/* `from`: distinct variables.  The terms may hold others. */
term_recipe *term_recipe_new (terms *, const term *const *root, size_t roots,
                              const term *const *from, size_t count);
void term_recipe_free (term_recipe *); /* null is fine */
/* `to` as many as `from`, of the same sorts; `result` as many as roots. */
void term_recipe_run (term_recipe *, const term *const *to,
                      const term **result);

#endif
