/* tree_layout.h -- how the words of a state are paired into a binary tree.
 *
 * Words are numbered 0 .. words-1; node k stands as words + k, and children
 * come before their parents, so the root is the last.  Each part of the state
 * has a balanced tree; the first part hangs right under the root, the others
 * are balanced beside it: what changes often is near the root. */
#ifndef STORE_TREE_LAYOUT_H
#define STORE_TREE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

struct tree_layout_node {
    uint32_t left, right; /* a word, or words + a node */
};

struct tree_layout {
    uint32_t words, nodes; /* at least 2 and 1 */
    struct tree_layout_node *node;
    uint32_t *up; /* the node above a word or node; of the root: nodes */
};

/* `ends` of the parts in words; empty parts are fine.  At least two words in
 * all. */
void tree_layout_init (struct tree_layout *, const uint32_t ends[],
                       size_t parts);
void tree_layout_clear (struct tree_layout *);

#endif
