/* machine_inclusion.c -- every run of simavr is a path of the generator, with
 * all reductions.
 *
 * core/step_inclusion.c follows single steps; here the edges are followed that
 * searches see, walks and forgotten values included.  A run is recorded first
 * (avr_record.h).  Then a node is a stored state that can have been reached
 * after so many recorded states; each of its edges is gone along step by step,
 * and every state on it must admit the recorded one.  The run is included if
 * some edge goes on where the record ends.  Besides,
 * - right after SREG.I was set no edge may begin with an interrupt;
 * - a walk may not go on behind a change of an observed byte.
 *
 * What stays unnoticed here: a dead value is made unknown, so one that is
 * wrongly taken as dead (BROKEN_DEAD) admits more runs, never fewer.
 *
 * COHORT_INCLUSION=N,STEPS,FIRMWARE does N runs per firmware and device instead
 * of 12, in turn in each mode of the machine, of so many instructions instead
 * of 1000, or 200. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "avr.h"
#include "unit/micro/firmware.h"
#include "avr_record.h"
#include "frontend/elf/elf.h"
#include "avr/avr.h"
#include "avr/reduce/flow.h"
#include "micro/machine_internal.h"

enum { RUNS = 12, STEPS = 1000, BRIEF = 200, NODES = 4096 };

struct node {
    size_t at;      /* recorded states before it and its own */
    uint8_t *state; /* owned; null: the root */
};

struct follow {
    generator *list, *walk; /* the same machine twice: edges; steps of one */
    struct micro_core probe;
    struct avr_record record;
    struct VEC (struct node) open; /* distinct */
    /* Of the edge that is gone along: */
    size_t at;
    struct edge edge;
    bool admitted;
    bool thorough; /* every edge, to see how far it goes */
    /* Of the run: */
    size_t furthest; /* recorded states that were admitted */
    bool early, hidden;
    /* Of all runs: */
    uint64_t nodes, edges, states, most;
};

struct mode {
    enum micro_memory memory;
    unsigned reductions;
    bool observes;
};

enum {
    ALL = MICRO_DELAY | MICRO_LAZY_FLAGS | MICRO_LAZY_STACK | MICRO_DEAD
          | MICRO_PATH,
};

/* Flags are lazy in all of them: core/step_inclusion.c has them eager, too. */
static const struct mode modes[] = {
    {MICRO_EXACT, ALL, false},
    {MICRO_EXACT, ALL, true},
    {MICRO_BITS, ALL, false},
    {MICRO_BITS, ALL, true},
    {MICRO_BYTES, ALL, false},
    {MICRO_BYTES, ALL, true},
    {MICRO_SYMBOLIC_STACK, ALL, false},
    {MICRO_SYMBOLIC_STACK, ALL, true},
    {MICRO_EXACT, MICRO_LAZY_FLAGS | MICRO_PATH, true},
    {MICRO_EXACT, MICRO_LAZY_FLAGS | MICRO_DEAD, false},
    {MICRO_BITS, ALL & ~MICRO_DEAD, false},
    {MICRO_SYMBOLIC_STACK, ALL & ~MICRO_PATH, true},
};

enum { MODES = sizeof modes / sizeof *modes };

/* ---- firmware */

struct firmware {
    const char *name, *device, *level;
    const char *invariant; /* holds always: says what is observed */
    bool calm;             /* enables no interrupt */
    bool brief; /* a run is of BRIEF instructions, unless more are asked for */
};

static const struct firmware firmware[] = {
    {"inclusion_timers", "atmega16", "-Os", "overflows + last >= 0", false,
     false},
    {"inclusion_timers", "atmega128", "-Os", "overflows + last >= 0", false,
     false},
    {"inclusion_adc", "atmega16", "-Os", "count >= 0", false, false},
    {"inclusion_adc", "atmega128", "-Os", "count >= 0", false, false},
    {"inclusion_uart", "atmega16", "-Os", "head < 256", false, false},
    {"inclusion_uart", "atmega128", "-Os", "head < 256", false, false},
    {"inclusion_events", "atmega16", "-Os", "edges >= 0", false, false},
    {"inclusion_events", "atmega128", "-Os", "edges >= 0", false, false},
    {"inclusion_polling", "atmega16", "-Os", "seen >= 0", false, false},
    {"inclusion_polling", "atmega128", "-Os", "seen >= 0", false, false},
    {"distance", "atmega16", "-Os", "next >= 0 && lights >= 0", true, false},
    {"distance", "atmega128", "-Os", "next >= 0 && lights >= 0", true, false},
    {"lift", "atmega16", "-Os", "position <= 8", false, false},
    {"inclusion_timers", "atmega128", "-O0", "overflows + last >= 0", false,
     false},
    {"inclusion_events", "atmega16", "-O0", "edges >= 0", false, false},
    {"inclusion_timers", "atmega328p", "-Os", "overflows + last >= 0", false,
     true},
    {"inclusion_adc", "atmega328p", "-Os", "count >= 0", false, true},
    {"inclusion_uart", "atmega328p", "-Os", "head < 256", false, true},
    {"inclusion_events", "atmega328p", "-Os", "edges >= 0", false, true},
    {"inclusion_polling", "atmega328p", "-Os", "seen >= 0", false, true},
    {"inclusion_timers", "atmega2560", "-Os", "overflows + last >= 0", false,
     true},
    {"inclusion_adc", "atmega2560", "-Os", "count >= 0", false, true},
    {"inclusion_uart", "atmega2560", "-Os", "head < 256", false, true},
    {"inclusion_events", "atmega2560", "-Os", "edges >= 0", false, true},
    {"inclusion_polling", "atmega2560", "-Os", "seen >= 0", false, true},
    {"inclusion_timers", "attiny85", "-Os", "overflows + last >= 0", false,
     true},
    {"inclusion_adc", "attiny85", "-Os", "count >= 0", false, true},
    {"inclusion_events", "attiny85", "-Os", "edges >= 0", false, true},
};

static void
image_make (struct micro_image *image, const struct firmware *w)
{
    struct problem problem = {0};
    char path[128], options[128];
    size_t size;
    snprintf (path, sizeof path, "test/firmware/%s.c", w->name);
    snprintf (options, sizeof options, "-mmcu=%s %s -std=gnu99 -gdwarf-4",
              w->device, w->level);
    char *source = text_file (path, &size);
    assert_non_null (source);
    char *elf = firmware_compile (source, options, &size);
    assert_non_null (elf);
    assert_true (elf_read (image, elf, size, path, NULL, &problem));
    memory_free (source);
    memory_free (elf);
}

static void
program_make (struct avr_program *p, const struct micro_image *image,
              const struct firmware *w, const struct mode *m, unsigned broken)
{
    struct problem problem = {0};
    uint32_t words = (image->code_end + 1) / 2;
    uint16_t *code = NEW_ARRAY (uint16_t, words);
    for (uint32_t i = 0; i < words; i++)
        code[i] = (uint16_t) (image->code[2 * i] | image->code[2 * i + 1] << 8);
    bench_program (p, w->device, code, words);
    memory_free (code);
    p->data_end = image->data_end;
    p->micro.begin =
        micro_symbols_find_label (&image->symbols, "main")->address / 2;
    p->micro.memory = m->memory;
    p->micro.reductions = m->reductions;
    p->micro.broken = broken;
    if (m->observes)
        assert_true (micro_property_read (&p->micro.property, image,
                                          w->invariant, &problem));
    avr_program_finish (p);
}

/* ---- following a record */

static void
open_put (struct follow *f, size_t at, const uint8_t *state)
{
    size_t size = f->probe.size;
    for (size_t i = 0; i < f->open.size; i++)
        if (f->open.at[i].at == at
            && !memcmp (f->open.at[i].state, state, size))
            return;
    assert_true (f->open.size < NODES);
    struct node n = {at, memory_copy (state, size)};
    VEC_PUSH (f->open, n);
}

/* The one that the fewest recorded states lead to. */
static struct node
open_take (struct follow *f)
{
    size_t least = 0;
    assert (f->open.size);
    if (f->open.size > f->most)
        f->most = f->open.size;
    for (size_t i = 1; i < f->open.size; i++)
        if (f->open.at[i].at < f->open.at[least].at)
            least = i;
    struct node n = f->open.at[least];
    f->open.at[least] = VEC_LAST (f->open);
    f->open.size--;
    return n;
}

/* Does the recorded state with this number differ from the one before in what
 * the invariant reads? */
static bool
observed_changes (const struct follow *f, size_t at)
{
    const struct avr_device *d = avr_of (&f->probe)->device;
    const struct micro_property *p = &f->probe.program->property;
    if (!at || !p->observed)
        return false;
    for (uint32_t a = d->sram_first; a <= d->sram_last; a++)
        if (micro_property_observes (p, (uint16_t) a)
            && f->record.view.at[at].data[a]
                   != f->record.view.at[at - 1].data[a])
            return true;
    return false;
}

static void
visit (void *context, struct micro_walk *w, const struct micro_event *event,
       uint32_t step)
{
    struct follow *f = context;
    size_t at = f->at + step;
    if (!f->admitted || at == f->record.view.size) {
        f->admitted = false;
        return;
    }
    assert_true (!event || event->kind != EVENT_FLAG);
    if (event && event->kind == EVENT_INTERRUPT)
        f->early |= record_shadow (&f->record, at - 1);
    f->admitted = agrees (&w->core, &f->record.view.at[at]);
    if (!f->admitted)
        return;
    f->states++;
    if (at + 1 > f->furthest)
        f->furthest = at + 1;
    if (step + 1 < f->edge.steps && core_begun (&w->core))
        f->hidden |= observed_changes (f, at);
}

/* The target has forgotten what is dead, so it admits what the last step of the
 * edge does, at least. */
static bool
target_agrees (struct follow *f, const struct edge *e, size_t end)
{
    assert (end && end <= f->record.view.size);
    memcpy (f->probe.state, e->target.data, e->target.size);
    return agrees (&f->probe, &f->record.view.at[end - 1]);
}

/* Is it worth to go along this edge? */
static bool
is_promising (struct follow *f, const struct node *n, const struct edge *e)
{
    size_t end = n->at + e->steps;
    if (f->thorough || end > f->record.view.size
        || (n->at && record_shadow (&f->record, n->at - 1)))
        return true;
    return target_agrees (f, e, end);
}

static void
follow_edge (struct follow *f, const struct node *n, uint32_t choice)
{
    struct bytes source = {n->state, n->state ? f->probe.size : 0};
    f->at = n->at;
    f->admitted = true;
    assert_true (
        micro_machine_replay (f->walk, source, choice, visit, f, &f->edge));
    f->edges++;
    size_t end = n->at + f->edge.steps;
    if (!f->admitted || !target_agrees (f, &f->edge, end))
        return;
    assert_int_equal (f->edge.marks & (EDGE_CUT | EDGE_FAULT), 0);
    open_put (f, end, f->edge.target.data);
}

static void
follow_node (struct follow *f, const struct node *n)
{
    struct edge e;
    generator_enter (f->list,
                     (struct bytes) {n->state, n->state ? f->probe.size : 0});
    while (generator_next (f->list, &e) == NEXT_EDGE)
        if (is_promising (f, n, &e))
            follow_edge (f, n, e.choice);
    f->nodes++;
}

/* Is the record a path? */
static bool
follow_record (struct follow *f)
{
    struct node n = {0, NULL};
    f->furthest = 0;
    f->early = f->hidden = false;
    follow_node (f, &n);
    while (f->open.size) {
        n = open_take (f);
        if (f->furthest < f->record.view.size)
            follow_node (f, &n);
        memory_free (n.state);
    }
    return f->furthest == f->record.view.size;
}

static void
follow_begin (struct follow *f, struct avr_program *adopted)
{
    f->list = avr_machine_new (adopted);
    f->walk = f->list->class->clone (f->list);
    core_init (&f->probe, micro_machine_program (f->list));
    core_enter (&f->probe, memory_new (f->probe.size));
}

static void
follow_end (struct follow *f)
{
    memory_free (f->probe.state);
    f->list->class->free (f->list);
    f->walk->class->free (f->walk);
}

static bool
follow_run (struct follow *f, uint64_t seed, unsigned steps)
{
    const struct avr_program *p = avr_of (&f->probe);
    record_run (&f->record, p->device, p->code, p->code_words, seed, steps);
    return follow_record (f);
}

static void
follow_clear (struct follow *f)
{
    VEC_CLEAR (f->open);
    VEC_CLEAR (f->record.view);
    memory_free (f);
}

/* ---- tests */

static void
check_run (struct follow *f, const struct firmware *w, size_t mode,
           uint64_t seed, bool included)
{
    const struct view *v = f->record.view.at;
    f->thorough = !included;
    if (!included)
        follow_record (f);
    size_t at = f->furthest;
    if (!included)
        fail_msg ("%s, %s %s, mode %zu, run %u: state %zu at 0x%x after 0x%x",
                  w->name, w->device, w->level, mode, (unsigned) seed, at,
                  v[at].pc * 2, at ? v[at - 1].pc * 2 : 0);
    if (f->early || f->hidden)
        fail_msg ("%s, %s %s, mode %zu, run %u: %s", w->name, w->device,
                  w->level, mode, (unsigned) seed,
                  f->early ? "an interrupt right after SREG.I was set"
                           : "a change inside a walk");
}

static void
includes (const struct firmware *w, struct extent e)
{
    struct micro_image image;
    struct follow *f = NEW (struct follow);
    image_make (&image, w);
    for (size_t m = 0; m < MODES; m++) {
        struct avr_program program;
        program_make (&program, &image, w, &modes[m], 0);
        follow_begin (f, &program);
        for (unsigned i = (unsigned) m; i < e.runs; i += MODES)
            check_run (f, w, m, i, follow_run (f, i, e.steps));
        follow_end (f);
    }
    print_message (
        "%s, %s %s: %u runs, %llu states on %llu edges from %llu "
        "nodes, %llu interrupts, %llu sleeps, at most %llu nodes at "
        "once\n",
        w->name, w->device, w->level, e.runs, (unsigned long long) f->states,
        (unsigned long long) f->edges, (unsigned long long) f->nodes,
        (unsigned long long) f->record.interrupts,
        (unsigned long long) f->record.sleeps, (unsigned long long) f->most);
    assert_true (f->record.interrupts || w->calm || e.steps < STEPS);
    follow_clear (f);
    micro_image_clear (&image);
}

static void
needs_compiler (void)
{
    if (system ("avr-gcc --version > /dev/null 2>&1"))
        skip ();
}

static void
runs_are_paths (void **state)
{
    (void) state;
    struct extent e = extent_asked (0, 0);
    needs_compiler ();
    for (size_t i = 0; i < sizeof firmware / sizeof *firmware; i++)
        if (!*e.only || !strcmp (e.only, firmware[i].name))
            includes (&firmware[i],
                      extent_asked (RUNS, firmware[i].brief ? BRIEF : STEPS));
}

/* ---- broken rules */

enum notice { MISSING = 1, EARLY = 2, HIDDEN = 4 };

struct twin {
    unsigned broken;
    enum notice notice;
};

/* All show in inclusion_timers. */
static const struct twin twins[] = {
    {BROKEN_INTERRUPT, MISSING},  {BROKEN_SEI_DELAY, EARLY},
    {BROKEN_DELAY, MISSING},      {BROKEN_LAZY_FLAGS, MISSING},
    {BROKEN_LAZY_STACK, MISSING}, {BROKEN_PATH, HIDDEN},
};

/* Does the mode have what is broken? */
static bool
may_show (unsigned broken, const struct mode *m)
{
    switch (broken) {
    case BROKEN_DELAY:
        return m->memory != MICRO_EXACT;
    case BROKEN_LAZY_STACK:
        return m->memory == MICRO_SYMBOLIC_STACK;
    case BROKEN_PATH:
        return m->reductions & MICRO_PATH && m->observes;
    default:
        return true;
    }
}

static bool
is_noticed (struct follow *f, const struct twin *t,
            const struct micro_image *image, const struct mode *m)
{
    struct avr_program program;
    unsigned found = 0;
    program_make (&program, image, &firmware[0], m, t->broken);
    follow_begin (f, &program);
    for (unsigned i = 0; i < 12 && !(found & t->notice); i++) {
        found |= follow_run (f, i, 4000) ? 0 : MISSING;
        found |= f->early ? EARLY : 0;
        found |= f->hidden ? HIDDEN : 0;
    }
    follow_end (f);
    return found & t->notice;
}

static void
broken_rules_are_noticed (void **state)
{
    (void) state;
    struct micro_image image;
    needs_compiler ();
    struct follow *f = NEW (struct follow);
    image_make (&image, &firmware[0]);
    for (size_t t = 0; t < sizeof twins / sizeof *twins; t++)
        for (size_t m = 0; m < MODES; m++)
            if (may_show (twins[t].broken, &modes[m])
                && !is_noticed (f, &twins[t], &image, &modes[m]))
                fail_msg ("broken rule %u, mode %zu", twins[t].broken, m);
    micro_image_clear (&image);
    follow_clear (f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (runs_are_paths),
        cmocka_unit_test (broken_rules_are_noticed),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
