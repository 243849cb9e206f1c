/* constant_propagation.c -- constants, copies and conditions, forward, over branches that
 * can be taken (Wegman, Zadeck 1991).
 *
 * A fact is x = c or x = y or x = a small condition, with x live; where paths
 * meet, the facts that all have stay.  What was not reached yet has every fact,
 * so loops lose only what they change. */
#include "program/passes/simplify_cfg.h"

enum { THREAD_STATEMENTS = 8, CARRY_NODES = 12 };

struct tidy_carry_fact {
    uint32_t of; /* number of a variable */
    const term *value;
};
struct facts {
    bool reached;
    struct tidy_carry_fact *at; /* by number */
    size_t size;
};

struct carrying {
    struct program *program;
    struct procedure *procedure;
    struct live *live;
    struct facts *entry; /* per block */
    /* at the place that is being looked at */
    const term **value;    /* per variable, or null */
    uint32_t *copies;      /* per variable: how many facts read it */
    struct vec_read known; /* variables that may have a value */
    bool changed;          /* a statement */
};

/* Counts the facts that name what the value reads, up or down. */
static void
fact_count (struct carrying *c, const term *value, int by)
{
    struct live_set reads = live_reads (c->live, value);
    for (size_t i = 0; i < reads.size; i++)
        c->copies[reads.at[i]] += (uint32_t) by;
}

static void
fact_forget (struct carrying *c, uint32_t of)
{
    if (c->value[of])
        fact_count (c, c->value[of], -1);
    c->value[of] = NULL;
}

static bool
term_reads (struct carrying *c, const term *t, uint32_t variable)
{
    struct live_set reads = live_reads (c->live, t);
    for (size_t i = 0; i < reads.size; i++)
        if (reads.at[i] == variable)
            return true;
    return false;
}

static void
fact_add (struct carrying *c, uint32_t of, const term *value)
{
    assert (value->sort == c->live->variable.at[of]->sort);
    assert (!c->value[of] && !term_reads (c, value, of));
    c->value[of] = value;
    VEC_PUSH (c->known, of);
    fact_count (c, value, 1);
}

/* The variable gets another value. */
static void
fact_kill (struct carrying *c, uint32_t of)
{
    fact_forget (c, of);
    for (size_t i = 0; c->copies[of] && i < c->known.size; i++) {
        uint32_t other = c->known.at[i];
        if (c->value[other] && term_reads (c, c->value[other], of))
            fact_forget (c, other);
    }
    assert (!c->copies[of]);
}

static void
facts_load (struct carrying *c, const struct facts *f)
{
    for (size_t i = 0; i < c->known.size; i++)
        fact_forget (c, c->known.at[i]);
    c->known.size = 0;
    for (size_t i = 0; i < f->size; i++)
        fact_add (c, f->at[i].of, f->at[i].value);
}

static const term *
carry_term (struct carrying *c, const term *t)
{
    struct live_set reads = live_reads (c->live, t);
    struct term_vec from = {0}, to = {0};
    for (size_t i = 0; i < reads.size; i++)
        if (c->value[reads.at[i]]) {
            VEC_PUSH (from, c->live->variable.at[reads.at[i]]);
            VEC_PUSH (to, c->value[reads.at[i]]);
        }
    if (from.size)
        t = term_substitute (c->program->terms, t, from.at, to.at, from.size);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return t;
}

/* What holds after it was assumed. */
static void
carry_assumed (struct carrying *c, const term *t)
{
    terms *store = c->program->terms;
    const term *variable = t, *value = NULL;
    if (t->op == OP_AND) {
        for (uint32_t i = 0; i < t->args; i++)
            if (t->arg[i]->op != OP_AND)
                carry_assumed (c, t->arg[i]);
        return;
    }
    if (t->op == OP_VAR)
        value = term_true (store);
    else if (t->op == OP_NOT) {
        variable = t->arg[0];
        value = term_false (store);
    } else if (t->op == OP_EQ && term_is_constant (t->arg[1])) {
        variable = t->arg[0];
        value = t->arg[1];
    }
    if (!value || variable->op != OP_VAR)
        return;
    uint32_t of = live_number (c->live, variable);
    if (of != PROGRAM_NONE && !c->value[of])
        fact_add (c, of, value);
}

/* A condition, or a number that is one of two constants; small. */
static bool
is_condition (const term *t)
{
    bool numbers = t->op == OP_ITE && term_is_constant (t->arg[1])
                   && term_is_constant (t->arg[2]);
    if (!numbers && t->sort->kind != SORT_BOOL)
        return false;
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&t, 1, &place, &order);
    bool small = order.size <= CARRY_NODES, plain = true;
    for (size_t i = 0; i < order.size && plain; i++)
        plain = order.at[i]->op != OP_FORALL && order.at[i]->op != OP_EXISTS
                && order.at[i]->sort->kind != SORT_ARRAY;
    term_map_clear (&place);
    VEC_CLEAR (order);
    return small && plain;
}

static bool
is_carried (struct carrying *c, const struct statement *s, const term *value)
{
    if (term_is_constant (value))
        return true;
    if (value->op != OP_VAR && !is_condition (value))
        return false;
    for (uint32_t i = 0; i < s->targets; i++)
        if (term_reads (c, value, live_number (c->live, s->target[i])))
            return false;
    return true;
}

/* `s` has its values as carried. */
static void
carry_assign (struct carrying *c, const struct statement *s)
{
    for (uint32_t i = 0; i < s->targets; i++)
        fact_kill (c, live_number (c->live, s->target[i]));
    for (uint32_t i = 0; i < s->values; i++) {
        if (is_carried (c, s, s->value[i]))
            fact_add (c, live_number (c->live, s->target[i]), s->value[i]);
    }
}

static struct statement
carry_values (struct carrying *c, const struct statement *s)
{
    struct statement now = *s;
    const term **value =
        s->values ? arena_new (&c->program->arena, s->values * sizeof *value)
                  : NULL;
    for (uint32_t i = 0; i < s->values; i++) {
        value[i] = carry_term (c, s->value[i]);
        c->changed |= value[i] != s->value[i];
    }
    now.value = value;
    return now;
}

/* The statement as it is with the facts before it; false: nothing comes after
 * it. */
static bool
carry_statement (struct carrying *c, const struct statement *s,
                 struct statement *now)
{
    assert (s->kind != STATEMENT_CALL);
    *now = *s;
    switch (s->kind) {
    case STATEMENT_HAVOC:
        for (uint32_t i = 0; i < s->targets; i++)
            fact_kill (c, live_number (c->live, s->target[i]));
        return true;
    case STATEMENT_ASSIGN:
        *now = carry_values (c, s);
        carry_assign (c, now);
        return true;
    default:
        now->term = carry_term (c, s->term);
        c->changed |= now->term != s->term;
        carry_assumed (c, now->term);
        return !term_is_false (now->term);
    }
}

static bool
carry_block (struct carrying *c, const struct block *b)
{
    bool goes_on = true;
    struct statement now;
    for (size_t i = 0; i < b->statement.size && goes_on; i++)
        goes_on = carry_statement (c, &b->statement.at[i], &now);
    return goes_on;
}

/* The facts at hand, those of what is live there, reach the block; conditions
 * not into a loop, where one value would become all that it is made of. */
static bool
facts_meet (struct carrying *c, const struct flow *flow, uint32_t block)
{
    struct facts *f = &c->entry[block];
    if (f->reached) {
        size_t kept = 0, before = f->size;
        for (size_t i = 0; i < before; i++)
            if (c->value[f->at[i].of] == f->at[i].value)
                f->at[kept++] = f->at[i];
        f->size = kept;
        return kept < before;
    }
    const struct live_set *live = &c->live->entry[block];
    f->reached = true;
    f->at = NEW_ARRAY (struct tidy_carry_fact, live->size + 1);
    for (size_t i = 0; i < live->size; i++) {
        const term *value = c->value[live->at[i]];
        bool condition =
            value && value->op != OP_VAR && !term_is_constant (value);
        if (value && !(condition && flow->head[block]))
            f->at[f->size++] = (struct tidy_carry_fact) {live->at[i], value};
    }
    return true;
}

static void
facts_solve (struct carrying *c, const struct flow *f)
{
    bool *dirty = NEW_ARRAY (bool, f->blocks), again = true;
    dirty[0] = true;
    c->entry[0].reached = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < f->reachable; i++) {
            const struct block *b = &c->procedure->block.at[f->order[i]];
            if (!dirty[f->order[i]])
                continue;
            dirty[f->order[i]] = false;
            facts_load (c, &c->entry[f->order[i]]);
            bool goes_on = carry_block (c, b);
            for (size_t j = 0; j < b->target.size && goes_on; j++)
                if (facts_meet (c, f, b->target.at[j]))
                    dirty[b->target.at[j]] = again = true;
        }
    }
    memory_free (dirty);
}

/* Heads keep their facts; from there on the other blocks are gone through once
 * more, in order: all that goes to them came before.  What was a constant in
 * the first round of a loop and lost may be a condition now. */
static void
facts_again (struct carrying *c, const struct flow *f)
{
    struct facts *old = c->entry;
    c->entry = NEW_ARRAY (struct facts, f->blocks + 1);
    for (uint32_t i = 0; i < f->blocks; i++)
        if (!i || f->head[i])
            c->entry[i] = old[i];
        else
            memory_free (old[i].at);
    memory_free (old);
    for (uint32_t i = 0; i < f->reachable; i++) {
        uint32_t at = f->order[i];
        const struct block *b = &c->procedure->block.at[at];
        if (!c->entry[at].reached)
            continue;
        facts_load (c, &c->entry[at]);
        bool goes_on = carry_block (c, b);
        for (size_t j = 0; j < b->target.size && goes_on; j++)
            if (!f->head[b->target.at[j]])
                facts_meet (c, f, b->target.at[j]);
    }
}

static void
block_rewrite (struct carrying *c, uint32_t block)
{
    struct block *b = &c->procedure->block.at[block];
    size_t kept = 0, size = b->statement.size;
    bool goes_on = c->entry[block].reached;
    facts_load (c, &c->entry[block]);
    for (size_t i = 0; i < size && goes_on; i++) {
        struct statement now;
        goes_on = carry_statement (c, &b->statement.at[i], &now);
        if (!statement_says_nothing (&now))
            b->statement.at[kept++] = now;
    }
    c->changed |= kept < size || (!goes_on && b->target.size);
    b->statement.size = kept;
    if (!goes_on)
        b->target.size = 0;
}

/* ---- threads (Mueller, Whalley 1995: conditional branches avoided) */

/* Does the block begin with something that the facts at hand make false? */
static bool
block_refuses (struct carrying *c, const struct block *b)
{
    for (size_t i = 0; i < b->statement.size; i++) {
        const struct statement *s = &b->statement.at[i];
        if (s->kind != STATEMENT_ASSUME)
            return false;
        if (term_is_false (carry_term (c, s->term)))
            return true;
    }
    return false;
}

static bool
block_is_small (const struct block *b)
{
    for (size_t i = 0; i < b->statement.size; i++)
        if (statement_is_check (&b->statement.at[i]))
            return false;
    return b->statement.size <= THREAD_STATEMENTS;
}

/* The block that a thread from here would go over. */
static uint32_t
block_over (const struct carrying *c, const struct flow *f, uint32_t from)
{
    const struct vec_target *to = &c->procedure->block.at[from].target;
    uint32_t over = to->size == 1 ? to->at[0] : 0;
    bool fits = over && over != from && !f->head[over]
                && f->first[over + 1] - f->first[over] > 1
                && block_is_small (&c->procedure->block.at[over]);
    for (size_t i = 0; fits && i < c->procedure->block.at[from].statement.size;
         i++)
        fits =
            !statement_is_check (&c->procedure->block.at[from].statement.at[i]);
    return fits ? over : PROGRAM_NONE;
}

static void
thread_find (struct carrying *c, const struct flow *f, uint32_t from,
             struct vec_thread *list)
{
    const struct block *b = c->procedure->block.at;
    struct thread t = {.from = from, .over = block_over (c, f, from)};
    const struct vec_target *to = &b[from].target;
    facts_load (c, &c->entry[from]);
    bool goes_on = carry_block (c, &b[from]);
    if (goes_on && t.over != PROGRAM_NONE) {
        to = &b[t.over].target;
        goes_on = carry_block (c, &b[t.over]);
    }
    for (size_t i = 0; i < to->size && goes_on; i++)
        if (!block_refuses (c, &b[to->at[i]]))
            VEC_PUSH (t.to, to->at[i]);
    if (t.to.size < to->size)
        VEC_PUSH (*list, t);
    else
        VEC_CLEAR (t.to);
}

bool
tidy_carry (struct program *p, struct procedure *q, const struct flow *f,
            struct live *live, struct vec_thread *threads)
{
    assert (f->blocks == q->block.size && live->blocks == f->blocks);
    size_t variables = live->variable.size;
    struct carrying c = {.program = p,
                         .procedure = q,
                         .live = live,
                         .entry = NEW_ARRAY (struct facts, f->blocks),
                         .value = NEW_ARRAY (const term *, variables + 1),
                         .copies = NEW_ARRAY (uint32_t, variables + 1)};
    facts_solve (&c, f);
    facts_again (&c, f);
    c.changed = false;
    for (uint32_t i = 0; i < f->blocks; i++)
        block_rewrite (&c, i);
    bool changed = c.changed;
    for (uint32_t i = 0; i < f->reachable; i++)
        if (c.entry[f->order[i]].reached
            && q->block.at[f->order[i]].target.size)
            thread_find (&c, f, f->order[i], threads);
    for (uint32_t i = 0; i < f->blocks; i++)
        memory_free (c.entry[i].at);
    memory_free (c.entry);
    memory_free (c.value);
    memory_free (c.copies);
    VEC_CLEAR (c.known);
    return changed;
}
