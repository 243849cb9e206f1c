/* unwind_state.c -- states: copied where paths part, merged where they join. */
#include <assert.h>
#include <string.h>

#include "sat/internal.h"

static size_t
locals_of (const struct unwinding *x, const struct activation *c)
{
    return x->body[c->procedure].values;
}

static struct symbolic *
values_copy (const struct symbolic *from, size_t count)
{
    return memory_copy (from, (count + 1) * sizeof *from);
}

struct path_state *
state_copy (const struct unwinding *x, const struct activation *c,
            const struct path_state *s)
{
    struct path_state *made = NEW (struct path_state);
    made->guard = s->guard;
    made->global = values_copy (s->global, x->program->global.size);
    made->local = values_copy (s->local, locals_of (x, c));
    return made;
}

void
state_free (struct path_state *s)
{
    if (!s)
        return;
    memory_free (s->global);
    memory_free (s->local);
    memory_free (s);
}

void
states_clear (struct states *all)
{
    for (size_t i = 0; i < all->size; i++)
        state_free (all->at[i]);
    VEC_CLEAR (*all);
}

struct symbolic *
state_at (const struct unwinding *x, const struct activation *c,
          const struct path_state *s, const term *variable)
{
    const uintptr_t *number =
        term_map_get (&x->body[c->procedure].number, variable);
    if (number)
        return &s->local[*number - 1];
    number = term_map_get (&x->number, variable);
    return number ? &s->global[*number - 1] : NULL;
}

static void
values_merge (struct unwinding *x, const term *only, struct symbolic *a,
              const struct symbolic *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (symbolic_same (a[i], b[i]))
            continue;
        x->steps++;
        a[i] = cells_ite (&x->memory, only, a[i], b[i]);
    }
}

/* The two that share most, of neighbours: they joined last. */
static size_t
nearest (const struct states *all)
{
    size_t best = 0;
    uint32_t depth = 0;
    for (size_t i = 0; i + 1 < all->size; i++) {
        uint32_t shared =
            guard_shared (all->at[i]->guard, all->at[i + 1]->guard)->depth;
        if (!i || shared >= depth) {
            best = i;
            depth = shared;
        }
    }
    return best;
}

struct path_state *
states_merge (struct unwinding *x, const struct activation *c,
              struct states *all)
{
    while (all->size > 1) {
        size_t i = nearest (all);
        struct path_state *a = all->at[i], *b = all->at[i + 1];
        const term *only;
        a->guard = guard_or (&x->guards, a->guard, b->guard, &only);
        values_merge (x, only, a->global, b->global, x->program->global.size);
        values_merge (x, only, a->local, b->local, locals_of (x, c));
        state_free (b);
        memmove (all->at + i + 1, all->at + i + 2,
                 (all->size - i - 2) * sizeof *all->at);
        all->size--;
    }
    return all->size ? VEC_POP (*all) : NULL;
}
