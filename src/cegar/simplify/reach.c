/* reach.c -- what no path from entry to error touches goes away. */
#include "cegar/simplify/steps.h"

#include "cegar/system/guard.h"

/* Locations that `start` reaches over transitions, along or against them; along, all
 * premises must be reached. */
static bool *
reach_mark (const struct system *s, uint32_t start, bool backwards)
{
    bool *mark = NEW_ARRAY (bool, s->location.size);
    struct vec_index *edges = NEW_ARRAY (struct vec_index, s->location.size);
    size_t *open = NEW_ARRAY (size_t, s->transition.size + 1);
    for (uint32_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        VEC_PUSH (edges[backwards ? t->to : t->from], i);
        for (size_t p = 0; !backwards && p < t->more.size; p++)
            VEC_PUSH (edges[t->more.at[p].location], i);
        open[i] = backwards ? 1 : 1 + t->more.size;
    }
    struct vec_index stack = {0};
    mark[start] = true;
    VEC_PUSH (stack, start);
    while (stack.size) {
        uint32_t l = VEC_POP (stack);
        for (size_t i = 0; i < edges[l].size; i++) {
            const struct transition *t = &s->transition.at[edges[l].at[i]];
            if (--open[edges[l].at[i]])
                continue;
            for (size_t p = 0; p <= (backwards ? t->more.size : 0); p++) {
                uint32_t next = !backwards ? t->to
                                : p        ? t->more.at[p - 1].location
                                           : t->from;
                if (!mark[next])
                    VEC_PUSH (stack, next);
                mark[next] = true;
            }
        }
    }
    memory_free (open);
    for (size_t i = 0; i < s->location.size; i++)
        VEC_CLEAR (edges[i]);
    memory_free (edges);
    VEC_CLEAR (stack);
    return mark;
}

bool
simplify_reach (struct system *s, simplification *done)
{
    bool *reached = reach_mark (s, SYSTEM_ENTRY, false);
    bool *reaches = reach_mark (s, SYSTEM_ERROR, true);
    bool changed = false;
    for (uint32_t i = 2; i < s->location.size; i++) {
        struct location *l = &s->location.at[i];
        if (l->gone || (reached[i] && reaches[i]))
            continue;
        simplification_note (done, reached[i] ? UNDO_TRUE : UNDO_FALSE, i);
        l->gone = true;
        changed = true;
    }
    bool *drop = NEW_ARRAY (bool, s->transition.size + 1);
    for (size_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        drop[i] = s->location.at[t->from].gone || s->location.at[t->to].gone;
        for (size_t p = 0; p < t->more.size; p++)
            drop[i] = drop[i] || s->location.at[t->more.at[p].location].gone;
    }
    changed = transitions_drop (s, drop) || changed;
    memory_free (drop);
    memory_free (reached);
    memory_free (reaches);
    return changed;
}

/* A loop that changes nothing adds no state, whatever its guard. */
static bool
transition_idle (const struct system *s, const struct transition *t)
{
    bool idle = t->from == t->to;
    for (size_t i = 0; idle && i < t->update.size; i++)
        idle = t->update.at[i] == s->location.at[t->to].vars.at[i];
    return idle;
}

bool
simplify_false (struct system *s)
{
    bool *drop = NEW_ARRAY (bool, s->transition.size + 1);
    for (size_t i = 0; i < s->transition.size; i++)
        drop[i] = transition_idle (s, &s->transition.at[i])
                  || guard_false (s->terms, s->transition.at[i].guard);
    bool changed = transitions_drop (s, drop);
    memory_free (drop);
    return changed;
}

bool
simplify_prune (struct system *s, simplification *done)
{
    bool *drop = NEW_ARRAY (bool, s->transition.size + 1);
    for (size_t i = 0; i < s->transition.size; i++)
        drop[i] = transition_dead (s->terms, &s->transition.at[i], done);
    bool changed = transitions_drop (s, drop);
    memory_free (drop);
    return changed;
}
