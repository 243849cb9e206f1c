/* shape.h -- how the words of a state are paired into a binary tree.
 *
 * Words are numbered 0 .. words-1; node k stands as words + k, and children
 * come before their parents, so the root is the last.  Each part of the state
 * has a balanced tree; the first part hangs right under the root, the others
 * are balanced beside it: what changes often is near the root. */
#ifndef SHAPE_H
#define SHAPE_H

#include <stddef.h>
#include <stdint.h>

struct shape_node {
    uint32_t left, right; /* a word, or words + a node */
};

struct shape {
    uint32_t words, nodes; /* at least 2 and 1 */
    struct shape_node *node;
    uint32_t *up; /* the node above a word or node; of the root: nodes */
};

/* `ends` of the parts in words; empty parts are fine.  At least two words in
 * all. */
void shape_init (struct shape *, const uint32_t ends[], size_t parts);
void shape_clear (struct shape *);

#endif
