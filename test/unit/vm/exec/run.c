/* run.c -- random programs of two or three threads: the machine, with and
 * without reduction, finds the faults and the ends that a plain interpreter of
 * the same programs finds by trying every order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/text.h"
#include "effort.h"
#include "vm/machine.h"
#include "unit/vm/assemble.h"
#include "random.h"

/* ---- as code of the machine */

struct places {
    uint32_t global[SEEN], lock[LOCKS], shared, held;
    uint32_t reg[REGISTERS], flag, pointer, cell, local, holds, other;
};

static void
assemble_check (struct vm_code *c, const struct places *w, struct op o,
                const char *native)
{
    AS (c, .op = VM_ICMP, .width = 32, .flags = VM_NE, .result = w->flag,
        .a = w->reg[o.a], .b = as_number (c, o.b));
    AS (c, .op = VM_ZEXT, .width = 32, .c = 1, .result = w->other,
        .a = w->flag);
    as_native (c, native, 0, 0, 1, &w->other);
}

/* Over what follows if `flag` is so; the target is set when it is known. */
static uint32_t
assemble_if (struct vm_code *c, const struct places *w)
{
    return AS (c, .op = VM_BRANCH, .a = w->flag);
}

static void
assemble_fi (struct vm_code *c, uint32_t branch, bool skips_if)
{
    struct vm_function *f = &VEC_LAST (c->function);
    struct vm_instruction *i = &c->instruction.at[f->first + branch];
    *(skips_if ? &i->b : &i->c) = f->end - f->first;
    *(skips_if ? &i->c : &i->b) = branch + 1;
}

static void
assemble_unlock (struct vm_code *c, const struct places *w, struct op o)
{
    AS (c, .op = VM_LSHR, .width = 32, .result = w->other, .a = w->holds,
        .b = as_number (c, o.a));
    AS (c, .op = VM_TRUNC, .width = 1, .c = 32, .result = w->flag,
        .a = w->other);
    uint32_t branch = assemble_if (c, w);
    AS (c, .op = VM_AND, .width = 32, .result = w->holds, .a = w->holds,
        .b = as_number (c, 3u & ~(1u << o.a)));
    as_native (c, "pthread_mutex_unlock", w->other, 1, 1, &w->lock[o.a]);
    assemble_fi (c, branch, false);
}

static void
assemble_try (struct vm_code *c, const struct places *w, struct op o)
{
    as_native (c, "pthread_mutex_trylock", w->other, 1, 1, &w->lock[o.a]);
    AS (c, .op = VM_ICMP, .width = 32, .flags = VM_NE, .result = w->flag,
        .a = w->other, .b = as_number (c, 0));
    AS (c, .op = VM_ZEXT, .width = 32, .c = 1, .result = w->reg[0],
        .a = w->flag);
    uint32_t branch = assemble_if (c, w);
    AS (c, .op = VM_OR, .width = 32, .result = w->holds, .a = w->holds,
        .b = as_number (c, 1u << o.a));
    assemble_fi (c, branch, true);
}

static void
assemble_through (struct vm_code *c, const struct places *w, struct op o)
{
    as_native (c, "__cohort_begin_atomic", 0, 0, 0, NULL);
    AS (c, .op = VM_LOAD, .width = 64, .flags = VM_POINTER,
        .result = w->pointer, .a = w->shared);
    AS (c, .op = VM_ICMP, .width = 64, .flags = VM_EQ, .result = w->flag,
        .a = w->pointer, .b = as_number (c, 0));
    uint32_t branch = assemble_if (c, w);
    AS (c, .op = VM_LOAD, .width = 32, .result = w->reg[o.a], .a = w->pointer);
    assemble_fi (c, branch, true);
    as_native (c, "__cohort_end_atomic", 0, 0, 0, NULL);
}

static void
assemble_op (struct vm_code *c, const struct places *w, struct op o,
             bool atomic)
{
    uint32_t r = w->reg[is_lock (o.what) ? 0 : o.a];
    uint32_t bounds[] = {as_number (c, 0), as_number (c, 1)};
    switch (o.what) {
    case GET:
        AS (c, .op = VM_LOAD, .width = 32, .result = r, .a = w->global[o.b]);
        break;
    case PUT:
        AS (c, .op = VM_STORE, .width = 32, .a = w->global[o.b], .b = r);
        break;
    case SET:
        AS (c, .op = VM_MOVE, .width = 32, .result = r,
            .a = as_number (c, o.b));
        break;
    case ADD:
        AS (c, .op = VM_ADD, .width = 32, .result = r, .a = r,
            .b = w->reg[o.b]);
        AS (c, .op = VM_AND, .width = 32, .result = r, .a = r,
            .b = as_number (c, 3));
        break;
    case KEEP:
        AS (c, .op = VM_STORE, .width = 32, .a = w->local, .b = r);
        break;
    case RECALL:
        AS (c, .op = VM_LOAD, .width = 32, .result = r, .a = w->local);
        break;
    case ASSERT:
        assemble_check (c, w, o, "__VERIFIER_assert");
        break;
    case ASSUME:
        assemble_check (c, w, o, "__VERIFIER_assume");
        break;
    case LOCK:
        as_native (c, "pthread_mutex_lock", w->other, 1, 1, &w->lock[o.a]);
        AS (c, .op = VM_OR, .width = 32, .result = w->holds, .a = w->holds,
            .b = as_number (c, 1u << o.a));
        break;
    case TRY:
        assemble_try (c, w, o);
        break;
    case UNLOCK:
        assemble_unlock (c, w, o);
        break;
    case RANGE:
        as_native (c, "__cohort_range", r, 1, 2, bounds);
        break;
    case BEGIN:
        if (!atomic)
            as_native (c, "__cohort_begin_atomic", 0, 0, 0, NULL);
        break;
    case END:
        if (atomic)
            as_native (c, "__cohort_end_atomic", 0, 0, 0, NULL);
        break;
    case PUBLISH:
        AS (c, .op = VM_STORE, .width = 64, .a = w->shared, .b = w->cell);
        break;
    case CELL:
        AS (c, .op = VM_STORE, .width = 32, .a = w->cell, .b = r);
        break;
    case THROUGH:
        assemble_through (c, w, o);
        break;
    default:
        fail ();
    }
}

static uint32_t
assemble_thread (struct vm_code *c, struct places *w, const struct op *op,
                 unsigned length, unsigned thread)
{
    uint32_t function = as_function (c, "thread", 1);
    uint32_t at[LENGTH + 3], jump[LENGTH];
    for (unsigned i = 0; i < REGISTERS; i++)
        w->reg[i] = as_register (c, 32);
    w->flag = as_register (c, 1);
    w->other = as_register (c, 32);
    w->holds = as_register (c, 32);
    w->pointer = as_register (c, 0);
    w->cell = as_register (c, 0);
    w->local = as_register (c, 0);
    uint32_t zero = as_number (c, 0), four = as_number (c, 4);
    for (unsigned i = 0; i < REGISTERS; i++)
        AS (c, .op = VM_MOVE, .width = 32, .result = w->reg[i],
            .a = as_number (c, thread + 1 + i));
    AS (c, .op = VM_MOVE, .width = 32, .result = w->holds, .a = zero);
    AS (c, .op = VM_ALLOCA, .result = w->local, .a = as_number (c, 1),
        .b = four);
    AS (c, .op = VM_STORE, .width = 32, .a = w->local, .b = zero);
    uint32_t one_four[] = {as_number (c, 1), four};
    as_native (c, "calloc", w->cell, 1, 2, one_four);
    bool atomic = false;
    for (unsigned i = 0; i < length; i++) {
        at[i] = VEC_LAST (c->function).end - VEC_LAST (c->function).first;
        if (op[i].what == SKIP) {
            AS (c, .op = VM_ICMP, .width = 32, .flags = VM_NE,
                .result = w->flag, .a = w->reg[op[i].a], .b = zero);
            jump[i] = AS (c, .op = VM_BRANCH, .a = w->flag);
        } else
            assemble_op (c, w, op[i], atomic);
        atomic = op[i].what == BEGIN || (atomic && op[i].what != END);
    }
    at[length] = at[length + 1] = at[length + 2] =
        VEC_LAST (c->function).end - VEC_LAST (c->function).first;
    for (unsigned i = 0; i < length; i++)
        if (op[i].what == SKIP) {
            struct vm_instruction *b =
                &c->instruction.at[VEC_LAST (c->function).first + jump[i]];
            b->b = at[i + 1 + op[i].b];
            b->c = at[i + 1];
        }
    if (atomic)
        as_native (c, "__cohort_end_atomic", 0, 0, 0, NULL);
    AS (c, .op = VM_SHL, .width = 32, .result = w->other, .a = w->reg[0],
        .b = four);
    AS (c, .op = VM_OR, .width = 32, .result = w->other, .a = w->other,
        .b = w->reg[1]);
    AS (c, .op = VM_STORE, .width = 32, .a = w->global[GLOBALS + thread],
        .b = w->other);
    as_return (c, zero);
    return function;
}

static generator *
assemble (const struct program *p, uint32_t reductions)
{
    struct vm_code c;
    struct places w = {0};
    struct problem problem = {0};
    uint32_t function[THREADS];
    as_begin (&c);
    c.reductions = reductions;
    for (unsigned i = 0; i < SEEN; i++)
        w.global[i] = as_global (&c, "g", 4);
    for (unsigned i = 0; i < LOCKS; i++)
        w.lock[i] = as_global (&c, "m", 40);
    w.shared = as_global (&c, "p", 8);
    for (unsigned t = 0; t < p->threads; t++)
        function[t] = assemble_thread (&c, &w, p->op[t], p->length, t);
    as_main (&c, function, p->threads);
    generator *g = vm_machine_new (&c, &problem);
    assert_non_null (g);
    vm_code_clear (&c);
    return g;
}

/* ---- all states */

struct search {
    generator *g;
    struct VEC (struct buffer) queue;
    struct map seen;
    struct found found;
    struct vm_state end;
    struct vm_live live;
    size_t edges;
};

static void
search_add (struct search *s, struct bytes state)
{
    struct digest d = digest_of (state);
    if (map_get (&s->seen, d))
        return;
    map_put (&s->seen, d, 1);
    struct buffer b;
    buffer_init (&b);
    buffer_put (&b, state.data, state.size);
    VEC_PUSH (s->queue, b);
}

static void
search_edge (struct search *s, const struct edge *e)
{
    s->edges++;
    if (e->marks & EDGE_FAULT) {
        s->found.asserts |= e->fault == VM_FAULT_ASSERT;
        s->found.deadlock |= e->fault == VM_FAULT_DEADLOCK;
        s->found.other |=
            e->fault != VM_FAULT_ASSERT && e->fault != VM_FAULT_DEADLOCK;
        return;
    }
    assert_int_equal (e->marks & EDGE_CUT, 0);
    if (e->marks & EDGE_FINAL) {
        uint8_t seen[SEEN];
        vm_state_open (&s->end, e->target);
        for (unsigned i = 0; i < SEEN; i++)
            seen[i] = s->end.global[i].data[0];
        found_add (&s->found, seen);
    }
    search_add (s, e->target);
}

static void
search (struct search *s, generator *g)
{
    struct edge e;
    *s = (struct search) {.g = g};
    map_init (&s->seen);
    map_init (&s->found.ends);
    vm_live_init (&s->live, vm_machine_code (g));
    vm_state_init (&s->end, vm_machine_code (g), &s->live);
    generator_enter (g, (struct bytes) {0});
    while (generator_next (g, &e) == NEXT_EDGE)
        search_edge (s, &e);
    for (size_t i = 0; i < s->queue.size; i++) {
        uint32_t choice = 0;
        struct buffer b = s->queue.at[i];
        generator_enter (g, buffer_view (&b));
        while (generator_next (g, &e) == NEXT_EDGE) {
            assert_int_equal (e.choice, choice++);
            search_edge (s, &e);
        }
    }
}

static void
search_clear (struct search *s)
{
    for (size_t i = 0; i < s->queue.size; i++)
        buffer_clear (&s->queue.at[i]);
    VEC_CLEAR (s->queue);
    map_clear (&s->seen);
    map_clear (&s->found.ends);
    vm_state_clear (&s->end);
    vm_live_clear (&s->live);
    s->g->class->free (s->g);
}

/* ---- tests */

static void
program_print (const struct program *p)
{
    static const char *const name[] = {
        "GET",   "PUT",    "SET",    "ADD",     "KEEP", "RECALL",
        "SKIP",  "ASSERT", "ASSUME", "LOCK",    "TRY",  "UNLOCK",
        "RANGE", "BEGIN",  "END",    "PUBLISH", "CELL", "THROUGH"};
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length; i++)
            fprintf (stderr, "%s%s %u %u%s", i ? "; " : "",
                     name[p->op[t][i].what], p->op[t][i].a, p->op[t][i].b,
                     i + 1 < p->length ? "" : "\n");
}

static bool
ends_within (const struct found *some, const struct found *all)
{
    for (size_t i = 0; i < some->ends.size; i++)
        if (!map_get (&all->ends, some->ends.entry[i].key))
            return false;
    return true;
}

/* A fault ends its run, where others might have gone on: the machine may see it
 * earlier, and so miss another one, or an end. */
static void
compare (const struct program *p, const struct found *want,
         const struct found *have, const char *how)
{
    bool faulty = want->asserts || want->deadlock;
    bool same = !have->other && faulty == (have->asserts || have->deadlock)
                && want->asserts >= have->asserts
                && want->deadlock >= have->deadlock && ends_within (have, want)
                && (faulty || want->count == have->count);
    if (same)
        return;
    program_print (p);
    fail_msg ("%s: assert %d %d, deadlock %d %d, ends %zu %zu, other %d", how,
              want->asserts, have->asserts, want->deadlock, have->deadlock,
              want->count, have->count, have->other);
}

/* BEGIN within a section is none, and so is an END without. */
static bool
is_plain (const struct program *p)
{
    for (unsigned t = 0; t < p->threads; t++) {
        bool atomic = false;
        for (unsigned i = 0; i < p->length; i++) {
            enum what w = p->op[t][i].what;
            if ((w == BEGIN && atomic) || (w == END && !atomic)
                || (atomic && (w == SKIP || w == THROUGH)))
                return false;
            /* What is skipped must not open or close a section. */
            for (unsigned k = 1; w == SKIP && k <= p->op[t][i].b; k++)
                if (i + k < p->length
                    && (p->op[t][i + k].what == BEGIN
                        || p->op[t][i + k].what == END))
                    return false;
            atomic = w == BEGIN || (atomic && w != END);
        }
    }
    return true;
}

static void
machine_finds_what_trying_finds (void **state)
{
    unsigned done = 0, faulty = 0, stuck = 0, many = 0;
    size_t all = 0, reduced = 0;
    (void) state;
    for (uint64_t seed = 1; done < effort (ROUNDS); seed++) {
        struct program p = random_program (seed);
        if (!is_plain (&p))
            continue;
        struct found want = brute (&p);
        struct search none, local;
        search (&none, assemble (&p, 0));
        search (&local, assemble (&p, VM_REDUCE_LOCAL));
        compare (&p, &want, &none.found, "without reduction");
        compare (&p, &want, &local.found, "with reduction");
        all += none.queue.size;
        reduced += local.queue.size;
        faulty += want.asserts;
        stuck += want.deadlock;
        many += want.count > 3;
        done++;
        search_clear (&none);
        search_clear (&local);
        map_clear (&want.ends);
    }
    print_message ("%u programs, %u with failures, %u with deadlocks, %u with "
                   "many ends; %zu states, %zu with reduction\n",
                   done, faulty, stuck, many, all, reduced);
    assert_true (reduced < all);
    assert_true (faulty > effort (30) && stuck > effort (20)
                 && many > effort (100));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (machine_finds_what_trying_finds),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
