/* flow.c -- which instruction may follow which.
 *
 * Returns are matched with calls: the function of a call is what can be reached
 * from its target without entering further calls, and every return in there goes
 * behind that call. */
#include "micro/reduce/flow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "micro/class.h"

struct flow_pair {
    uint32_t from, to;
};

struct flow_builder {
    const struct micro_program *program;
    struct micro_flow *flow;
    struct VEC (uint32_t) stack;
    struct VEC (struct flow_pair) call; /* target, behind the call */
    struct VEC (uint32_t) indirect;     /* behind each indirect call */
    struct VEC (struct flow_pair) edge;
    uint32_t *seen; /* number of the last function that came here */
    bool wild;      /* a jump or call goes who knows where */
};

static int
compare (const void *a, const void *b)
{
    const struct flow_pair *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static void
reach (struct flow_builder *b, uint32_t pc)
{
    if (pc >= b->flow->words || b->flow->mark[pc] & FLOW_REACHED)
        return;
    b->flow->mark[pc] |= FLOW_REACHED;
    VEC_PUSH (b->stack, pc);
}

static void
link_to (struct flow_builder *b, uint32_t from, uint32_t to)
{
    assert (from < b->flow->words);
    if (to < b->flow->words)
        VEC_PUSH (b->edge, ((struct flow_pair) {from, to}));
}

static void
note_call (struct flow_builder *b, const struct micro_turn *t)
{
    reach (b, t->behind);
    if (t->kind == TURN_CALL_INDIRECT)
        VEC_PUSH (b->indirect, t->behind);
    else
        VEC_PUSH (b->call, ((struct flow_pair) {t->target[0], t->behind}));
}

static bool
is_call (const struct micro_turn *t)
{
    return t->kind == TURN_CALL || t->kind == TURN_CALL_INDIRECT;
}

static struct micro_turn
turn_at (const struct flow_builder *b, uint32_t pc)
{
    struct micro_turn t = {.targets = 0};
    assert (pc < b->flow->words);
    b->program->class->turn (b->program, pc, &t);
    assert (t.targets <= 2);
    return t;
}

static void
visit (struct flow_builder *b, uint32_t pc)
{
    assert (b->flow->mark[pc] & FLOW_REACHED);
    struct micro_turn t = turn_at (b, pc);
    for (size_t k = 0; k < t.targets; k++) {
        reach (b, t.target[k]);
        link_to (b, pc, t.target[k]);
    }
    if (is_call (&t))
        note_call (b, &t);
    bool wild = t.kind == TURN_INDIRECT || t.kind == TURN_CALL_INDIRECT;
    b->wild |= wild;
    if (wild || t.kind == TURN_RESUME)
        b->flow->mark[pc] |= FLOW_ANYWHERE;
}

static void
visit_all (struct flow_builder *b)
{
    while (b->stack.size)
        visit (b, VEC_POP (b->stack));
}

static void
find_reached (struct flow_builder *b)
{
    const struct micro_class *class = b->program->class;
    const void *device = class->device (b->program);
    unsigned vectors = class->vectors (device);
    for (unsigned v = 0; v < vectors; v++)
        reach (b, class->entry (b->program, v));
    visit_all (b);
    for (uint32_t pc = 0; b->wild && pc < b->flow->words; pc++) {
        reach (b, pc);
        visit_all (b);
    }
}

static void
enter_function (struct flow_builder *b, uint32_t pc, uint32_t number)
{
    if (pc >= b->flow->words || b->seen[pc] == number)
        return;
    b->seen[pc] = number;
    VEC_PUSH (b->stack, pc);
}

/* Every return of the function goes behind the calls [from, to). */
static void
match_returns (struct flow_builder *b, size_t from, size_t to, uint32_t number)
{
    assert (from < to && to <= b->call.size && number);
    enter_function (b, b->call.at[from].from, number);
    while (b->stack.size) {
        uint32_t pc = VEC_POP (b->stack);
        struct micro_turn t = turn_at (b, pc);
        if (t.kind == TURN_RETURN)
            for (size_t c = from; c < to; c++)
                link_to (b, pc, b->call.at[c].to);
        if (is_call (&t)) {
            enter_function (b, t.behind, number);
            continue;
        }
        for (size_t k = 0; k < t.targets; k++)
            enter_function (b, t.target[k], number);
    }
}

static void
find_returns (struct flow_builder *b)
{
    uint32_t number = 0;
    b->seen = NEW_ARRAY (uint32_t, b->flow->words + 1);
    if (b->call.size)
        qsort (b->call.at, b->call.size, sizeof *b->call.at, compare);
    for (size_t i = 0, j; i < b->call.size; i = j) {
        for (j = i;
             j < b->call.size && b->call.at[j].from == b->call.at[i].from;)
            j++;
        match_returns (b, i, j, ++number);
    }
    for (uint32_t pc = 0; pc < b->flow->words; pc++) {
        if (!(b->flow->mark[pc] & FLOW_REACHED)
            || turn_at (b, pc).kind != TURN_RETURN)
            continue;
        if (!b->seen[pc])
            b->flow->mark[pc] |= FLOW_ANYWHERE;
        for (size_t k = 0; k < b->indirect.size; k++)
            link_to (b, pc, b->indirect.at[k]);
    }
}

static void
make_index (struct flow_builder *b)
{
    struct micro_flow *f = b->flow;
    size_t kept = 0;
    if (b->edge.size)
        qsort (b->edge.at, b->edge.size, sizeof *b->edge.at, compare);
    f->first = NEW_ARRAY (uint32_t, f->words + 1);
    f->target = NEW_ARRAY (uint32_t, b->edge.size + 1);
    for (size_t i = 0; i < b->edge.size; i++) {
        if (i && !compare (&b->edge.at[i], &b->edge.at[i - 1]))
            continue;
        f->target[kept++] = b->edge.at[i].to;
        f->first[b->edge.at[i].from + 1]++;
    }
    for (uint32_t pc = 0; pc < f->words; pc++)
        f->first[pc + 1] += f->first[pc];
    assert (f->first[f->words] == kept);
}

void
micro_flow_init (struct micro_flow *f, const struct micro_program *p)
{
    struct flow_builder b = {.program = p, .flow = f};
    f->words = p->class->words (p);
    f->mark = NEW_ARRAY (uint8_t, f->words + 1);
    find_reached (&b);
    find_returns (&b);
    make_index (&b);
    VEC_CLEAR (b.stack);
    VEC_CLEAR (b.call);
    VEC_CLEAR (b.indirect);
    VEC_CLEAR (b.edge);
    memory_free (b.seen);
}

void
micro_flow_clear (struct micro_flow *f)
{
    memory_free (f->mark);
    memory_free (f->first);
    memory_free (f->target);
    memset (f, 0, sizeof *f);
}
