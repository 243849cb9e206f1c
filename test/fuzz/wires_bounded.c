/* wires_bounded.c -- what master and workers of bounded search hand over. */
#include "wires.h"

#include "bounded/hydra/wire.h"
#include "sim/toy.h"

enum { INPUTS = 2000 }; /* then terms are made anew */

static struct toy toy;
static struct passive_program passive;
static unsigned inputs;

static struct passive_program *
program_get (void)
{
    if (inputs++ % INPUTS)
        return &passive;
    if (inputs > 1)
        passive_clear (&passive);
    toy_make (&toy, 3);
    toy_passive (&toy, &passive);
    return &passive;
}

static void
read_bounded_program (struct bytes b)
{
    struct bounded_program o;
    struct passive_program p;
    if (!bounded_program_read (&o, &p, b))
        return;
    passive_clear (&p);
    memory_free (o.broken);
}

static void
read_search (struct bytes b)
{
    struct search_item s;
    struct confirm_item c;
    struct reader r;
    struct buffer again;
    buffer_init (&again);
    reader_init (&r, b);
    if (search_item_read (&s, program_get (), &r)) {
        search_item_write (&s, &again);
        search_item_clear (&s);
    }
    reader_init (&r, b);
    if (confirm_item_read (&c, program_get (), &r)) {
        confirm_item_write (&c.partition, c.bound, c.bounded, &again);
        confirm_item_clear (&c);
    }
    buffer_clear (&again);
}

static void
read_answer (struct bytes b)
{
    struct search_answer a;
    struct buffer one, two;
    if (!search_answer_read (&a, program_get (), b))
        return;
    buffer_init (&one);
    buffer_init (&two);
    search_answer_write (&a, &one);
    search_answer_clear (&a);
    require (search_answer_read (&a, &passive, buffer_view (&one)),
             "an answer, written");
    search_answer_write (&a, &two);
    require (bytes_equal (buffer_view (&one), buffer_view (&two)),
             "an answer that changes when it is written");
    search_answer_clear (&a);
    buffer_clear (&one);
    buffer_clear (&two);
}

/* Doings, and two partitions. */
static void
read_hydra (struct bytes b)
{
    struct hydra_doings d = {0};
    struct partition one, two;
    struct reader r;
    struct text t;
    reader_init (&r, b);
    text_init (&t);
    if (hydra_doings_read (&d, &r)
        && partition_read (&one, program_get (), &r)) {
        hydra_describe (&one, &passive, &t);
        if (partition_read (&two, &passive, &r)) {
            partition_common (&one, &two);
            hydra_splits (&one, &two);
            hydra_returns (&one, &two);
            if (two.chosen.size)
                hydra_flip (&two);
            partition_clear (&two);
        }
        partition_clear (&one);
    }
    text_clear (&t);
    hydra_doings_clear (&d);
}

const struct wire wires_bounded[] = {
    {'B', read_bounded_program},
    {'S', read_search},
    {'N', read_answer},
    {'H', read_hydra},
    {0},
};

static void
candidates_hydra (seed_saver *save, const struct partition *p)
{
    struct buffer b;
    struct hydra_doings d = {.work_ns = 7, .check_ns = 5};
    buffer_init (&b);
    VEC_PUSH (d.marks, 12345);
    hydra_doings_write (&d, &b);
    partition_write (p, &b);
    partition_write (p, &b);
    save ("hydra", 'H', buffer_view (&b));
    hydra_doings_clear (&d);
    buffer_clear (&b);
}

static void
candidates_answer (seed_saver *save, const struct partition *p)
{
    struct buffer b;
    struct search_answer a = {.kind = ANSWER_SPLIT, .steps = 3};
    buffer_init (&b);
    VEC_PUSH (a.site, 1);
    partition_copy (&a.partition, p);
    search_answer_write (&a, &b);
    save ("bounded-split", 'N', buffer_view (&b));
    buffer_reset (&b);
    a.kind = ANSWER_SAFE;
    search_answer_write (&a, &b);
    save ("bounded-safe", 'N', buffer_view (&b));
    buffer_reset (&b);
    a.kind = ANSWER_UNSAFE;
    trail_init (&a.trail);
    VEC_PUSH (a.trail.visit, (struct trail_visit) {.procedure = 1});
    search_answer_write (&a, &b);
    save ("bounded-unsafe", 'N', buffer_view (&b));
    search_answer_clear (&a);
    buffer_clear (&b);
}

void
candidates_bounded (seed_saver *save)
{
    struct buffer b;
    struct bounded_program o = {.bound = 2, .seed = 3};
    struct search_item s = {.budget = 100, .bound = 2, .ways = 1};
    buffer_init (&b);
    bounded_program_write (&o, program_get (), &b);
    save ("bounded-program", 'B', buffer_view (&b));
    buffer_reset (&b);
    partition_init (&s.partition);
    VEC_PUSH (s.partition.site, ((struct site) {0, 0}));
    VEC_PUSH (s.partition.chosen, ((struct chosen) {MUST_REACH, 1}));
    search_item_write (&s, &b);
    save ("bounded-search", 'S', buffer_view (&b));
    buffer_reset (&b);
    confirm_item_write (&s.partition, 2, true, &b);
    save ("bounded-confirm", 'S', buffer_view (&b));
    candidates_answer (save, &s.partition);
    candidates_hydra (save, &s.partition);
    search_item_clear (&s);
    buffer_clear (&b);
}
