/* variables.h -- what is known at a step as a tree: "ring[0]", "ring[1]" and "s.next.x"
 * are below "ring" and "s", and values such as "[1 := 2, * := 0]" and "{a = 1}" have
 * parts. */
#ifndef DAP_VARIABLES_H
#define DAP_VARIABLES_H

#include "report/trace.h"

/* Whose values. */
struct variables_scope {
    bool global;
    unsigned thread; /* of the others */
    uint32_t frame;  /* from the outermost, 0 */
};

struct dap_variable {
    char *name;  /* as it stands in the tree: "ring", "[0]", ".x"; owned */
    char *path;  /* the whole: "ring[0]"; null: a part of a value; owned */
    char *value; /* owned */
    bool parts;  /* there is something below */
};
struct vec_dap_variable VEC (struct dap_variable);

/* What is below `path` (null: all), by name; numbers in names by their value. */
void variables_below (const struct trace *, size_t at,
                      const struct variables_scope *, const char *path,
                      struct vec_dap_variable *);
/* The parts of a value, in its order; none if it has none. */
void variables_parts (const char *value, struct vec_dap_variable *);
/* What `path` is; false: nothing is known of it. */
bool variables_find (const struct trace *, size_t at,
                     const struct variables_scope *, const char *path,
                     struct dap_variable *);
void variable_clear (struct dap_variable *);
void variables_clear (struct vec_dap_variable *);

#endif
