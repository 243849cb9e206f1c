/* tree_layout.c -- see tree_layout.h. */
#include "store/tree_layout.h"

#include <assert.h>

#include "base/memory.h"

static uint32_t
tree_layout_join (struct tree_layout *s, uint32_t left, uint32_t right)
{
    assert (left < s->words + s->nodes && right < s->words + s->nodes);
    s->node[s->nodes] = (struct tree_layout_node) {left, right};
    s->up[left] = s->up[right] = s->nodes;
    return s->words + s->nodes++;
}

/* Neighbours are paired, then the pairs, until one is left; an odd one is
 * carried up.  Gives the top. */
static uint32_t
tree_layout_balance (struct tree_layout *s, uint32_t list[], uint32_t n)
{
    assert (n > 0);
    while (n > 1) {
        uint32_t half = n / 2;
        for (uint32_t i = 0; i < half; i++)
            list[i] = tree_layout_join (s, list[2 * i], list[2 * i + 1]);
        if (n % 2)
            list[half] = list[n - 1];
        n = half + n % 2;
    }
    return list[0];
}

void
tree_layout_init (struct tree_layout *s, const uint32_t ends[], size_t parts)
{
    assert (parts > 0 && ends[parts - 1] >= 2);
    s->words = ends[parts - 1];
    s->nodes = 0;
    s->node = NEW_ARRAY (struct tree_layout_node, s->words - 1);
    s->up = NEW_ARRAY (uint32_t, 2 * (size_t) s->words);
    uint32_t *list = NEW_ARRAY (uint32_t, s->words + parts), *tops = list;
    uint32_t top = 0;
    for (size_t i = 0; i < parts; i++) {
        uint32_t first = i ? ends[i - 1] : 0, n = ends[i] - first;
        assert (ends[i] >= first);
        for (uint32_t j = 0; j < n; j++)
            tops[top + j] = first + j;
        if (n) {
            tops[top] = tree_layout_balance (s, tops + top, n);
            top++;
        }
    }
    if (top > 1)
        tree_layout_join (s, tops[0],
                          tree_layout_balance (s, tops + 1, top - 1));
    assert (s->nodes == s->words - 1);
    s->up[s->words + s->nodes - 1] = s->nodes;
    memory_free (list);
}

void
tree_layout_clear (struct tree_layout *s)
{
    memory_free (s->node);
    memory_free (s->up);
    *s = (struct tree_layout) {0};
}
