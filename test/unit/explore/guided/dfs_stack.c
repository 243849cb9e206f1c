/* dfs_stack.c -- the stack of a depth-first search: what is taken, and the way, are
 * those of a list that is all in memory, however small its blocks are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "explore/guided/dfs_stack.h"

struct listed {
    state_ref state;
    uint32_t choice;
    bool taken;
};
struct list VEC (struct listed);

static uint64_t
draw (uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

static void
both_push (struct dfs_stack *d, struct list *list, uint64_t *seed)
{
    struct listed one = {draw (seed), (uint32_t) draw (seed), false};
    VEC_PUSH (*list, one);
    assert_true (dfs_stack_push (d, one.state, one.choice));
}

/* False: there is nothing to take. */
static bool
both_take (struct dfs_stack *d, struct list *list)
{
    state_ref state = 0;
    bool none;
    while (list->size && VEC_LAST (*list).taken)
        list->size--;
    assert_true (dfs_stack_take (d, &state, &none));
    assert_int_equal (none, !list->size);
    if (none)
        return false;
    assert_int_equal (state, VEC_LAST (*list).state);
    VEC_LAST (*list).taken = true;
    return true;
}

static void
same_way (struct dfs_stack *d, const struct list *list)
{
    struct path way = {0};
    size_t at = 0;
    assert_true (dfs_stack_way (d, &way));
    for (size_t i = 0; i < list->size; i++)
        if (list->at[i].taken) {
            assert_true (at < way.choice.size);
            assert_int_equal (way.choice.at[at++], list->at[i].choice);
        }
    assert_int_equal (at, way.choice.size);
    path_clear (&way);
}

/* Up, then down: as far as the seed goes. */
static void
ups_and_downs (size_t room, uint64_t seed)
{
    struct dfs_stack d;
    struct list list = {0};
    bool filed = false;
    dfs_stack_init (&d, room, NULL);
    for (int turn = 0; turn < 400; turn++) {
        for (uint64_t n = draw (&seed) % (turn % 100 < 50 ? 6 : 2); n; n--)
            both_push (&d, &list, &seed);
        if (!both_take (&d, &list))
            both_push (&d, &list, &seed);
        filed |= d.filed > 0;
    }
    assert_true (filed || room > 16);
    if (seed % 2)
        while (both_take (&d, &list))
            ;
    same_way (&d, &list);
    dfs_stack_clear (&d);
    VEC_CLEAR (list);
}

static void
blocks_of_all_sizes (void **state)
{
    (void) state;
    for (uint64_t seed = 1; seed <= effort (40); seed++)
        for (size_t room = 1; room < 100; room += room)
            ups_and_downs (room, seed * 99);
}

static void
no_room_is_said (void **state)
{
    (void) state;
    struct dfs_stack d;
    unsigned pushed = 0;
    dfs_stack_init (&d, 4, "/nowhere/at/all");
    while (pushed < 100 && dfs_stack_push (&d, pushed, 0))
        pushed++;
    assert_int_equal (pushed, 8);
    assert_int_equal (d.problem.kind, PROBLEM_RESOURCE);
    dfs_stack_clear (&d);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (blocks_of_all_sizes),
        cmocka_unit_test (no_room_is_said),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
