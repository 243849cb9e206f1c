/* probe.c -- schedules that are tried: which faults they come to, and that they
 * give a path to them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>
#include <string.h>

#include "explore/guided/probe.h"

/* Two processes that count; a state is how far each has come, who went last, and
 * how often that changed.  Process 0 ends the program at the end. */
struct counting {
    generator base;
    uint8_t state[4];
    uint8_t target[4];
    uint32_t next; /* edge */
    bool (*fails) (const uint8_t state[4]);
};
enum { FIRST, SECOND, LAST, CHANGES, MOST = 20 };

static void
counting_enter (generator *g, struct bytes state)
{
    struct counting *c = (struct counting *) g;
    memset (c->state, 0, sizeof c->state);
    if (state.size)
        memcpy (c->state, state.data, sizeof c->state);
    c->next = 0;
}

static enum next
counting_next (generator *g, struct edge *e)
{
    struct counting *c = (struct counting *) g;
    while (c->next < 2 && c->state[c->next] > (c->next ? MOST - 1 : MOST))
        c->next++;
    if (c->next == 2 || c->state[FIRST] > MOST)
        return NEXT_END;
    uint32_t who = c->next++;
    memcpy (c->target, c->state, sizeof c->target);
    c->target[who]++;
    c->target[CHANGES] += c->state[LAST] != who;
    c->target[LAST] = (uint8_t) who;
    *e = (struct edge) {.target = {c->target, sizeof c->target},
                        .choice = who,
                        .process = who,
                        .steps = 1,
                        .marks = c->target[FIRST] > MOST ? EDGE_FINAL : 0};
    if (c->fails (c->target))
        e->marks |= EDGE_FAULT;
    return NEXT_EDGE;
}

static const struct generator_class counting_class = {
    .name = "counting", .enter = counting_enter, .next = counting_next};

static bool
one_after_the_other (const uint8_t state[4])
{
    return state[SECOND] == MOST && !state[FIRST];
}

static bool
in_turns (const uint8_t state[4])
{
    return state[CHANGES] == 2 * MOST - 1;
}

static bool
in_turns_of_three (const uint8_t state[4])
{
    return state[CHANGES] == 13 && state[FIRST] + state[SECOND] == 40;
}

static bool
all_ends (const uint8_t state[4])
{
    return state[FIRST] > MOST && state[SECOND] == MOST;
}

static bool
never (const uint8_t state[4])
{
    (void) state;
    return false;
}

static bool
some_probe (bool (*fails) (const uint8_t state[4]))
{
    struct counting c = {.base.class = &counting_class, .fails = fails};
    struct path path = {0};
    bool found = false;
    for (unsigned i = 0; i < PROBES && !found; i++)
        found = probe_run (&c.base, i, &path);
    /* Its choices lead there again. */
    if (found) {
        struct edge e = {0};
        uint8_t state[4] = {0};
        for (size_t i = 0; i < path.choice.size; i++) {
            counting_enter (&c.base, (struct bytes) {state, sizeof state});
            while (counting_next (&c.base, &e) == NEXT_EDGE
                   && e.choice != path.choice.at[i])
                ;
            memcpy (state, e.target.data, sizeof state);
        }
        assert_true (e.marks & EDGE_FAULT);
        assert_int_equal (path.fault, e.fault);
    }
    path_clear (&path);
    return found;
}

static void
regular_schedules_are_tried (void **state)
{
    (void) state;
    assert_true (some_probe (one_after_the_other));
    assert_true (some_probe (in_turns));
    assert_true (some_probe (in_turns_of_three));
}

static void
the_end_comes_last (void **state)
{
    (void) state;
    assert_true (some_probe (all_ends));
}

static void
without_a_fault_there_is_none (void **state)
{
    (void) state;
    assert_false (some_probe (never));
}

/* ---- what goes round: process 0 between states 0 and 1, process 1 from 0 to 2,
 * and from there to the fault, if there is one */
struct round {
    generator base;
    uint8_t state, target;
    uint32_t next;
    unsigned seen; /* states */
    bool fails;
};

static void
round_enter (generator *g, struct bytes state)
{
    struct round *r = (struct round *) g;
    r->state = state.size ? *state.data : 0;
    r->next = 0;
    r->seen++;
}

static enum next
round_next (generator *g, struct edge *e)
{
    struct round *r = (struct round *) g;
    uint32_t who = r->next++;
    if (who > 1)
        return NEXT_END;
    r->target = !who ? r->state ^ 1 : r->state == 0 ? 2 : r->state;
    *e = (struct edge) {.target = {&r->target, 1},
                        .choice = who,
                        .process = who,
                        .steps = 1,
                        .marks =
                            r->state == 2 && who && r->fails ? EDGE_FAULT : 0};
    return NEXT_EDGE;
}

static const struct generator_class round_class = {
    .name = "round", .enter = round_enter, .next = round_next};

static void
what_goes_round_ends (void **state)
{
    (void) state;
    struct path path = {0};
    for (unsigned i = 0; i < PROBES; i++) {
        struct round r = {.base.class = &round_class};
        assert_false (probe_run (&r.base, i, &path));
        assert_true (r.seen < 100);
    }
    path_clear (&path);
}

/* Turns of four: state 1 comes twice before it is the turn of process 1. */
static void
the_same_state_in_another_turn_is_another (void **state)
{
    (void) state;
    struct path path = {0};
    struct round r = {.base.class = &round_class, .fails = true};
    assert_true (probe_run (&r.base, PROBES - 4, &path));
    path_clear (&path);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (regular_schedules_are_tried),
        cmocka_unit_test (the_end_comes_last),
        cmocka_unit_test (without_a_fault_there_is_none),
        cmocka_unit_test (what_goes_round_ends),
        cmocka_unit_test (the_same_state_in_another_turn_is_another),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
