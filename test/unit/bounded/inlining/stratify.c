/* stratify.c -- stratified inlining over hand-made passive programs: the
 * paper's example, bounds, partitions and turning. */
#include "bounded/inlining/leaf.h"
#include "bounded/inlining/leaf_set.h"
#include "unit/bounded/passive_build.h"
#include "effort.h"

/* ---- running */

static enum search_step
run (search *s)
{
    for (;;) {
        uint64_t inlined = search_inlined (s);
        enum search_step step = search_step (s);
        if (step != STEP_INLINED)
            return step;
        assert_true (search_inlined (s) > inlined);
    }
}

static enum search_step
run_fresh (struct passive_program *p, const struct partition *from,
           uint32_t bound, const char *broken)
{
    struct partition main;
    assert_true (passive_sound (p));
    partition_init (&main);
    struct search_options o = {
        .bound = bound, .look_beyond = true, .broken = broken};
    search *s = search_new (p, from ? from : &main, &o);
    enum search_step step = run (s);
    search_free (s);
    partition_clear (&main);
    return step;
}

/* ---- the paper's example */

/* The first step of a search inlines these two calls of main, the second one
 * finds the error. */
static void
check_table (struct passive_program *p, const char *first, const char *other)
{
    struct partition main;
    struct text story, wanted;
    partition_init (&main);
    text_init (&story);
    text_init (&wanted);
    struct search_options o = {.bound = 3, .leftmost = true, .story = &story};
    search *s = search_new (p, &main, &o);
    assert_int_equal (search_step (s), STEP_INLINED);
    assert_int_equal (search_step (s), STEP_UNSAFE);
    struct trail trail;
    bool candidate;
    assert_true (search_trail (s, &trail, &candidate) && !candidate);
    trail_clear (&trail);
    search_free (s);
    text_print (
        &wanted,
        "step 0\n"
        "open: [main, (L1,foo)], [main, (L2,bar)], [main, (L3,baz)]\n"
        "inlined: [main]\n"
        "step 1\nunder: UNSAT\nover: SAT\n"
        "inline: [main, (%s)]\ninline: [main, (L3,baz)]\nopen: [main, (%s)]\n"
        "inlined: [main], [main, (%s)], [main, (L3,baz)]\n"
        "step 2\nunder: SAT\nanswer: UNSAFE\n",
        first, other, first);
    assert_string_equal (text_view (&story), text_view (&wanted));
    text_clear (&wanted);
    text_clear (&story);
    partition_clear (&main);
}

/* Table I; and what it would be if the other branch came first, or if the first
 * one could not be. */
static void
test_table (void **state)
{
    (void) state;
    struct passive_program p;
    make_figure (&p, false);
    check_table (&p, "L1,foo", "L2,bar");
    passive_clear (&p);
    make_figure (&p, false);
    EDGES (&p, &p.procedure[0], 0, 2, 1);
    check_table (&p, "L2,bar", "L1,foo");
    passive_clear (&p);
    make_figure (&p, false);
    p.procedure[0].block[1].assume = term_false (p.terms);
    check_table (&p, "L2,bar", "L1,foo");
    passive_clear (&p);
}

static void
test_figure_safe (void **state)
{
    (void) state;
    struct passive_program p;
    make_figure (&p, true);
    assert_int_equal (run_fresh (&p, NULL, 1, NULL), STEP_SAFE);
    passive_clear (&p);
}

/* The run's visits are those of the blocks it passes, in order. */
static void
test_trail (void **state)
{
    (void) state;
    struct passive_program p;
    make_figure (&p, false);
    /* L1 uses up x before the call and z after it, going on in the block. */
    struct passive_block *b = &p.procedure[0].block[1];
    const term *x = integer (&p, "x"), *z = integer (&p, "z");
    b->visit = arena_new (&p.arena, 2 * sizeof *b->visit);
    b->visit[0] = (struct passive_visit) {0, 1, 0, &x, 1};
    b->visit[1] = (struct passive_visit) {0, 1, 2, &z, 1};
    b->visits = 2;
    b->after = 1;
    p.procedure[0].block[2].assume = term_false (p.terms);
    const term *f = term_apply (p.terms, "f", sort_int (p.terms), &z, 1);
    b->assume = term_eq (p.terms, f, term_int (p.terms, 11));
    struct partition main;
    partition_init (&main);
    struct search_options o = {.bound = 1};
    search *s = search_new (&p, &main, &o);
    assert_int_equal (run (s), STEP_UNSAFE);
    struct trail t;
    bool candidate;
    assert_true (search_trail (s, &t, &candidate));
    assert_false (candidate);
    assert_string_equal (t.entry, "main");
    static const uint32_t visit[][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 99},
                                        {1, 3}, {0, 3}, {3, 0}, {0, 4}};
    assert_int_equal (t.visit.size, 8);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal (t.visit.at[i].procedure, visit[i][0]);
        if (visit[i][1] != 99)
            assert_int_equal (t.visit.at[i].block, visit[i][1]);
    }
    assert_int_equal (t.value.size, 2);
    assert_int_equal (t.visit.at[1].values, 1);
    assert_int_equal (t.visit.at[4].first, 1);
    assert_int_equal (t.visit.at[4].values, 1); /* after the callee's blocks */
    int64_t from, to;
    assert_true (term_int64 (t.value.at[0], &from));
    assert_true (term_int64 (t.value.at[1], &to));
    assert_true (to == from + 1 || to == from - 1);
    assert_int_equal (t.point.size, 1);
    assert_ptr_equal (t.point.at[0].application->arg[0], t.value.at[1]);
    assert_ptr_equal (t.point.at[0].value, term_int (p.terms, 11));
    trail_clear (&t);
    search_free (s);
    partition_clear (&main);
    passive_clear (&p);
}

/* ---- bounds */

static void
test_bounds (void **state)
{
    (void) state;
    for (uint32_t bound = 1; bound <= 3; bound++)
        for (int wanted = -1; wanted <= 3; wanted++)
            for (int spec = 0; spec < 2; spec++) {
                struct passive_program p;
                make_recursive (&p, wanted, spec);
                enum search_step step = run_fresh (&p, NULL, bound, NULL);
                bool reached = wanted >= 0 && wanted < (int) bound;
                assert_int_equal (step, reached              ? STEP_UNSAFE
                                        : spec && wanted < 0 ? STEP_SAFE
                                                             : STEP_BOUNDED);
                passive_clear (&p);
            }
}

/* Without looking beyond, BOUNDED is said where SAFE might be found. */
static void
test_no_look_beyond (void **state)
{
    (void) state;
    struct passive_program p;
    make_recursive (&p, 3, false);
    struct partition main;
    partition_init (&main);
    struct search_options o = {.bound = 2};
    search *s = search_new (&p, &main, &o);
    assert_int_equal (run (s), STEP_BOUNDED);
    assert_false (search_beyond (s));
    struct vec_target core = {0};
    search_core (s, &core);
    assert_int_equal (core.size, 3); /* main and both instances of rec */
    VEC_CLEAR (core);
    search_free (s);
    partition_clear (&main);
    passive_clear (&p);
}

static void
test_random_whole (void **state)
{
    (void) state;
    uint64_t seed = 4711;
    int count[STEP_INTERRUPTED + 1] = {0};
    for (int i = 0; i < (int) effort (120); i++) {
        struct guess g;
        struct passive_program p;
        guess_make (&g, &seed);
        guess_passive (&g, &p);
        uint32_t bound = 1 + (uint32_t) i % 3;
        enum search_step step = run_fresh (&p, NULL, bound, NULL);
        assert_int_equal (step, brute_verdict (&g, bound));
        count[step]++;
        passive_clear (&p);
    }
    assert_true (count[STEP_SAFE] > (int) effort (10));
    assert_true (count[STEP_BOUNDED] > (int) effort (10));
    assert_true (count[STEP_UNSAFE] > (int) effort (10));
}

/* The story of a search along leftmost runs, and its end.  `busy`: the solver
 * has something else to think of, too. */
static enum search_step
run_leftmost (struct passive_program *p, uint32_t bound, bool busy,
              struct text *story)
{
    struct partition main;
    partition_init (&main);
    const term *a = integer (p, "busy1"), *b = integer (p, "busy2");
    const term *axiom[] = {term_lt (p->terms, a, b),
                           term_not (p->terms, equal (p, b, a, 1))};
    p->axiom = axiom;
    p->axioms = busy ? 2 : 0;
    struct search_options o = {
        .bound = bound, .look_beyond = true, .leftmost = true, .story = story};
    search *s = search_new (p, &main, &o);
    enum search_step step = run (s);
    search_free (s);
    partition_clear (&main);
    p->axioms = 0;
    return step;
}

/* What is inlined is a matter of the program, not of the models. */
static void
test_random_leftmost (void **state)
{
    (void) state;
    uint64_t seed = 31;
    for (int i = 0; i < (int) effort (60); i++) {
        struct guess g;
        struct text story[2];
        guess_make (&g, &seed);
        uint32_t bound = 1 + (uint32_t) i % 3;
        for (int k = 0; k < 2; k++) {
            struct passive_program p;
            guess_passive (&g, &p);
            text_init (&story[k]);
            assert_int_equal (run_leftmost (&p, bound, k, &story[k]),
                              brute_verdict (&g, bound));
            passive_clear (&p);
        }
        assert_string_equal (text_view (&story[0]), text_view (&story[1]));
        text_clear (&story[0]);
        text_clear (&story[1]);
    }
}

/* A closed partition is refuted again by the sites of its core alone. */
static void
confirm (struct passive_program *p, const search *s, uint32_t bound,
         enum search_step step)
{
    struct vec_target core = {0};
    struct partition needed;
    search_core (s, &core);
    partition_restrict (&needed, search_partition (s), core.at, core.size);
    assert_int_equal (needed.chosen.size, search_partition (s)->chosen.size);
    uint64_t units;
    assert_int_equal (
        leaf_check (p, &needed, bound, step == STEP_BOUNDED, NULL, &units),
        SOLVER_UNSAT);
    partition_clear (&needed);
    VEC_CLEAR (core);
}

/* Splits after `steps` steps, as long as there is something to split at; each
 * part in a fresh search.  The verdict of the whole. */
static enum search_step
run_split (struct passive_program *p, const struct partition *from,
           uint32_t bound, const char *broken, uint64_t *seed)
{
    struct search_options o = {
        .bound = bound, .look_beyond = true, .broken = broken};
    search *s = search_new (p, from, &o);
    enum search_step step = STEP_INLINED;
    for (uint64_t n = 1 + next_random (seed) % 2; n && step == STEP_INLINED;
         n--)
        step = search_step (s);
    uint32_t site;
    bool random = next_random (seed) % 2;
    if (step == STEP_INLINED
        && (random ? search_choose_nth (s, next_random (seed), &site)
                   : search_choose (s, &site))) {
        struct partition part;
        partition_copy (&part, search_partition (s));
        VEC_PUSH (part.chosen, ((struct chosen) {MUST_AVOID, site}));
        step = run_split (p, &part, bound, broken, seed);
        VEC_LAST (part.chosen).decision = MUST_REACH;
        step = worse (step, run_split (p, &part, bound, broken, seed));
        partition_clear (&part);
    } else if (step == STEP_INLINED)
        step = run (s);
    else if (!broken && (step == STEP_SAFE || step == STEP_BOUNDED))
        confirm (p, s, bound, step);
    search_free (s);
    return step;
}

static int
random_splits (int programs, const char *broken)
{
    uint64_t seed = 99;
    int wrong = 0;
    for (int i = 0; i < programs; i++) {
        struct guess g;
        struct passive_program p;
        struct partition main;
        guess_make (&g, &seed);
        guess_passive (&g, &p);
        partition_init (&main);
        uint32_t bound = 1 + (uint32_t) i % 3;
        wrong += run_split (&p, &main, bound, broken, &seed)
                 != brute_verdict (&g, bound);
        partition_clear (&main);
        passive_clear (&p);
    }
    return wrong;
}

static void
test_random_split (void **state)
{
    (void) state;
    assert_int_equal (random_splits (60, NULL), 0);
    assert_true (random_splits (30, "reach-as-printed") > 0);
}

/* main calls one, which calls two, or goes straight to its end; only the latter
 * works.  A run must reach two in one: there is none, although one itself has
 * such a run. */
static void
test_reach_through_callers (void **state)
{
    (void) state;
    struct passive_program p;
    make (&p, 3);
    const term *v = integer (&p, "v"), *w = integer (&p, "w");
    struct passive_procedure *q = make_procedure (&p, 0, "main", 4, 1);
    VEC_PUSH (q->local, v);
    EDGES (&p, q, 0, 1, 2);
    EDGES (&p, q, 1, 3);
    EDGES (&p, q, 2, 3);
    make_call (&p, q, 0, 1, 1, "L1", term_int (p.terms, 1), v);
    q->block[2].assume = term_eq (p.terms, v, term_int (p.terms, 2));
    q->block[3].assume = q->block[2].assume;
    q = make_procedure (&p, 1, "one", 4, 1);
    VEC_PUSH (q->in, integer (&p, "in1"));
    VEC_PUSH (q->out, integer (&p, "out1"));
    VEC_PUSH (q->local, w);
    EDGES (&p, q, 0, 1, 2);
    EDGES (&p, q, 1, 3);
    EDGES (&p, q, 2, 3);
    make_call (&p, q, 0, 1, 2, "L1", q->in.at[0], w);
    q->block[3].assume = term_eq (p.terms, q->in.at[0], q->out.at[0]);
    q = make_procedure (&p, 2, "two", 1, 0);
    VEC_PUSH (q->in, integer (&p, "in2"));
    VEC_PUSH (q->out, integer (&p, "out2"));
    struct partition part;
    partition_init (&part);
    VEC_PUSH (part.site, ((struct site) {0, 0}));
    VEC_PUSH (part.site, ((struct site) {1, 0}));
    VEC_PUSH (part.chosen, ((struct chosen) {MUST_REACH, 2}));
    assert_int_equal (run_fresh (&p, &part, 1, NULL), STEP_SAFE);
    part.chosen.at[0].decision = MUST_AVOID;
    assert_int_equal (run_fresh (&p, &part, 1, NULL), STEP_UNSAFE);
    part.chosen.at[0].site = 1;
    assert_int_equal (run_fresh (&p, &part, 1, NULL), STEP_UNSAFE);
    partition_clear (&part);
    passive_clear (&p);
}

/* ---- turning: one warm solver for part after part, as hydra's clients have */

/* The search is about what `part` says, and one decision more. */
static void
turn (search *s, const struct partition *part, enum decision decision,
      uint32_t site)
{
    struct partition to;
    partition_copy (&to, part);
    VEC_PUSH (to.chosen, ((struct chosen) {decision, site}));
    search_turn (s, &to, true);
    partition_clear (&to);
}

/* Beside other claims the answer is the same as that of a fresh solver. */
static bool
confirm_beside (struct passive_program *p, const struct partition *claim,
                uint32_t bound, bool blocked, leaf_set **set)
{
    uint64_t units;
    bool refuted =
        leaf_check (p, claim, bound, blocked, NULL, &units) == SOLVER_UNSAT;
    assert_int_equal (
        leaf_set_check (set, p, claim, bound, blocked, NULL, &units)
            == SOLVER_UNSAT,
        refuted);
    return refuted;
}

/* What was refuted is, from nothing but the decisions and sites in its core; and
 * what says less, perhaps. */
static void
confirm_needed (struct passive_program *p, const search *s, uint32_t bound,
                enum search_step step, leaf_set **set)
{
    struct vec_target core = {0};
    struct partition all, needed;
    size_t kept = 0;
    partition_copy (&all, search_partition (s));
    for (size_t i = 0; i < all.chosen.size; i++)
        if (search_needs (s, i))
            all.chosen.at[kept++] = all.chosen.at[i];
    all.chosen.size = kept;
    search_core (s, &core);
    partition_restrict (&needed, &all, core.at, core.size);
    bool blocked = step == STEP_BOUNDED;
    assert_true (confirm_beside (p, &needed, bound, blocked, set));
    confirm_beside (p, &needed, bound, !blocked, set);
    for (; needed.chosen.size; needed.chosen.size--)
        confirm_beside (p, &needed, bound, blocked, set);
    partition_clear (&all);
    partition_clear (&needed);
    VEC_CLEAR (core);
}

/* A site that every run passes, if it was said that none avoids it. */
static void
check_passed (struct passive_program *p, const search *s, uint32_t bound,
              uint32_t site)
{
    struct partition part;
    partition_copy (&part, search_partition (s));
    VEC_PUSH (part.chosen, ((struct chosen) {MUST_AVOID, site}));
    enum search_step step = run_fresh (p, &part, bound, NULL);
    assert_true (step == STEP_SAFE
                 || (step == STEP_BOUNDED && !search_beyond (s)));
    partition_clear (&part);
}

static enum search_step
run_warm (struct passive_program *p, search *s, uint32_t bound, unsigned depth,
          uint64_t *seed, leaf_set **set)
{
    enum search_step step = search_step (s);
    uint32_t site, next;
    for (int blocked = 0; step == STEP_INLINED && blocked < 2; blocked++)
        confirm_beside (p, search_partition (s), bound, blocked, set);
    if (step == STEP_INLINED && depth && search_choose (s, &site)) {
        struct partition part;
        partition_copy (&part, search_partition (s));
        enum decision first = (enum decision) (next_random (seed) % 2);
        bool avoids = next_random (seed) % 2;
        if (avoids && !search_avoid (s, site)) {
            check_passed (p, s, bound, site);
            assert_int_equal (search_partition (s)->chosen.size,
                              part.chosen.size);
            assert_true (!search_choose (s, &next) || next != site);
            partition_clear (&part);
            return run_warm (p, s, bound, depth - 1, seed, set);
        }
        if (avoids)
            first = MUST_AVOID;
        else
            turn (s, &part, first, site);
        step = run_warm (p, s, bound, depth - 1, seed, set);
        turn (s, &part, (enum decision) !first, site);
        step = worse (step, run_warm (p, s, bound, depth - 1, seed, set));
        partition_clear (&part);
        return step;
    }
    if (step == STEP_INLINED)
        step = run (s);
    if (step == STEP_SAFE || step == STEP_BOUNDED)
        confirm_needed (p, s, bound, step, set);
    return step;
}

static void
test_random_warm (void **state)
{
    (void) state;
    uint64_t seed = 1234567;
    for (int i = 0; i < (int) effort (50); i++) {
        struct guess g;
        struct passive_program p;
        struct partition main;
        guess_make (&g, &seed);
        guess_passive (&g, &p);
        partition_init (&main);
        uint32_t bound = 1 + (uint32_t) i % 3;
        struct search_options o = {.bound = bound,
                                   .look_beyond = true,
                                   .explain = true,
                                   .follow = i % 2};
        search *s = search_new (&p, &main, &o);
        leaf_set *set = NULL;
        enum search_step parts = run_warm (&p, s, bound, 4, &seed, &set);
        leaf_set_free (set);
        assert_int_equal (parts, brute_verdict (&g, bound));
        search_turn (s, &main, true);
        assert_int_equal (search_partition (s)->chosen.size, 0);
        enum search_step whole = run (s);
        assert_int_equal (whole, parts);
        search_free (s);
        partition_clear (&main);
        passive_clear (&p);
    }
}

/* What is inlined stays, whether the part that inlined it is left or not; what
 * was avoided from the start is made when it is wanted. */
static void
test_turn_keeps (void **state)
{
    (void) state;
    struct passive_program p;
    make_recursive (&p, 3, false);
    struct partition main, part;
    partition_init (&main);
    partition_init (&part);
    VEC_PUSH (part.site, ((struct site) {0, 0}));
    VEC_PUSH (part.site, ((struct site) {1, 0}));
    VEC_PUSH (part.chosen, ((struct chosen) {MUST_AVOID, 1}));
    struct search_options o = {
        .bound = 3, .look_beyond = true, .explain = true};
    search *s = search_new (&p, &part, &o);
    assert_int_equal (run (s), STEP_SAFE); /* main calls rec in any case */
    assert_int_equal (search_partition (s)->site.size, 3);
    assert_int_equal (search_inlined (s), 0);
    part.chosen.at[0].decision = MUST_REACH;
    search_turn (s, &part, true);
    assert_int_equal (run (s), STEP_BOUNDED);
    assert_true (search_beyond (s));
    assert_int_equal (search_partition (s)->site.size, 4);
    assert_int_equal (search_inlined (s), 1);
    search_turn (s, &main, true);
    assert_false (search_beyond (s));
    assert_int_equal (search_partition (s)->site.size, 4);
    assert_int_equal (run (s), STEP_BOUNDED);
    assert_int_equal (search_inlined (s), 1);
    search_free (s);
    partition_clear (&part);
    partition_clear (&main);
    passive_clear (&p);
}

/* A quantified axiom: models of the search's solver are candidates, and the
 * solver that looks for a real one takes its place. */
static void
make_quantified (struct passive_program *p)
{
    make_figure (p, false);
    terms *t = p->terms;
    const term *u = integer (p, "u"), *z = integer (p, "z");
    const term *fu = term_apply (t, "f", sort_int (t), &u, 1);
    const term *fz = term_apply (t, "f", sort_int (t), &z, 1);
    const term *pattern = term_pattern (t, &fu, 1);
    const term *axiom = term_quantify_with (t, OP_FORALL, &u, 1, &pattern, 1,
                                            term_lt (t, term_int (t, 0), fu));
    p->axiom = arena_copy (&p->arena, &axiom, sizeof axiom);
    p->axioms = 1;
    p->quantified = true;
    struct passive_block *end = &p->procedure[0].block[4];
    end->assume = term_and2 (t, end->assume, term_eq (t, fz, term_int (t, 5)));
}

static enum search_step
run_decided (search *s, const struct partition *part, enum decision decision,
             uint32_t site)
{
    turn (s, part, decision, site);
    return run (s);
}

/* Whichever solver a search has in the end, what it turns to does not inherit
 * the decisions before. */
static void
test_turn_candidate (void **state)
{
    (void) state;
    struct passive_program p;
    make_quantified (&p);
    struct partition main, part;
    struct text story;
    partition_init (&main);
    text_init (&story);
    struct search_options o = {
        .bound = 1, .follow = true, .explain = true, .story = &story};
    search *s = search_new (&p, &main, &o);
    assert_int_equal (search_step (s), STEP_INLINED);
    partition_copy (&part, search_partition (s));
    assert_int_equal (run_decided (s, &part, MUST_REACH, 1), STEP_UNSAFE);
    assert_non_null (strstr (text_view (&story), "model: SAT\n"));
    assert_int_equal (run_decided (s, &part, MUST_AVOID, 1), STEP_UNSAFE);
    uint32_t other = (uint32_t) search_partition (s)->site.size - 1;
    assert_int_equal (search_partition (s)->site.at[other].parent, 0);
    partition_clear (&part);
    partition_copy (&part, search_partition (s));
    for (int i = 0; i < 2; i++)
        assert_int_equal (run_decided (s, &part, MUST_AVOID, other), STEP_SAFE);
    search_turn (s, &main, false);
    assert_int_equal (run (s), STEP_UNSAFE);
    search_free (s);
    text_clear (&story);
    partition_clear (&part);
    partition_clear (&main);
    passive_clear (&p);
}

/* ---- limits: giving up is no answer, and leaves nothing behind */

static enum search_step
run_limited (struct passive_program *p, uint32_t bound, const char *broken,
             int *undecided)
{
    struct partition main;
    partition_init (&main);
    struct search_options o = {
        .bound = bound, .look_beyond = true, .broken = broken};
    search *s = search_new (p, &main, &o);
    enum search_step step = STEP_INLINED;
    for (uint64_t limit = 1; step == STEP_INLINED || step == STEP_UNDECIDED;
         limit = step == STEP_UNDECIDED ? 3 * limit : limit / 3 + 1) {
        search_limit (s, limit);
        step = search_step (s);
        *undecided += step == STEP_UNDECIDED;
        /* A model that is none shows here, or in a wrong verdict. */
        if (step == STEP_UNDECIDED && limit > 1000000)
            break;
    }
    search_free (s);
    partition_clear (&main);
    return step;
}

static void
test_limits (void **state)
{
    (void) state;
    uint64_t seed = 2718;
    int undecided = 0;
    for (int i = 0; i < (int) effort (40); i++) {
        struct guess g;
        struct passive_program p;
        guess_make (&g, &seed);
        guess_passive (&g, &p);
        uint32_t bound = 1 + (uint32_t) i % 3;
        assert_int_equal (run_limited (&p, bound, NULL, &undecided),
                          brute_verdict (&g, bound));
        passive_clear (&p);
    }
    assert_true (undecided > (int) effort (40));
}

/* ---- choosing */

static void
test_choose (void **state)
{
    (void) state;
    struct passive_program p;
    make_recursive (&p, 3, false);
    struct partition main, all;
    partition_init (&main);
    struct search_options o = {.bound = 3, .explain = true};
    search *s = search_new (&p, &main, &o);
    uint32_t site = 99;
    assert_false (search_choose (s, &site));
    assert_false (search_choose_nth (s, 5, &site));
    while (search_partition (s)->site.size < 4)
        assert_int_equal (search_step (s), STEP_INLINED);
    assert_true (search_choose (s, &site));
    assert_int_equal (site, 1); /* most of the core is below */
    assert_true (search_choose_nth (s, 4, &site));
    assert_int_equal (site, 2);
    struct vec_target some = {0};
    search_choose_some (s, 3, &some); /* all others are above or below it */
    assert_int_equal (some.size, 1);
    assert_int_equal (some.at[0], 1);
    VEC_CLEAR (some);
    search_decide (s, MUST_REACH, 2); /* 1 is reached, too */
    assert_true (search_choose (s, &site));
    assert_int_equal (site, 3);
    search_decide (s, MUST_AVOID, 3);
    assert_false (search_choose (s, &site));
    partition_copy (&all, search_partition (s));
    all.chosen.size = 0;
    turn (s, &all, MUST_AVOID, 1);
    partition_clear (&all);
    assert_false (search_choose (s, &site));
    search_free (s);
    partition_clear (&main);
    passive_clear (&p);
}

/* `calls` calls of the callee, one after the other, and the end. */
static void
make_chain (struct passive_program *p, uint32_t number, const char *name,
            uint32_t calls, uint32_t callee)
{
    struct passive_procedure *q =
        make_procedure (p, number, name, calls + 1, calls);
    char label[16];
    VEC_PUSH (q->in, integer (p, name));
    snprintf (label, sizeof label, "%s'", name);
    VEC_PUSH (q->out, integer (p, label));
    for (uint32_t i = 0; i < calls; i++) {
        EDGES (p, q, i, i + 1);
        snprintf (label, sizeof label, "%c%u", *name, i);
        make_call (p, q, i, i, callee, label, q->in.at[0], q->out.at[0]);
    }
}

/* One call, which there is no way around: but that has to be found out. */
static void
make_fork (struct passive_program *p, uint32_t number, const char *name,
           uint32_t callee)
{
    struct passive_procedure *q = make_procedure (p, number, name, 4, 1);
    char out[8];
    snprintf (out, sizeof out, "%s'", name);
    VEC_PUSH (q->in, integer (p, name));
    VEC_PUSH (q->out, integer (p, out));
    EDGES (p, q, 0, 1, 2);
    EDGES (p, q, 1, 3);
    EDGES (p, q, 2, 3);
    q->block[2].assume = term_lt (p->terms, q->in.at[0], q->in.at[0]);
    make_call (p, q, 0, 1, callee, "L", q->in.at[0], q->out.at[0]);
}

/* main calls a, whose tree is large and does not matter, though a itself does: it
 * says what it returns.  Then it calls b, which calls c and so on: the proof that
 * there is no run yet is most of all about b. */
static void
test_choose_by_core (void **state)
{
    (void) state;
    enum { MAIN, A, LEAF, B, C, D };
    struct passive_program p;
    make (&p, 6);
    make_chain (&p, A, "a", 4, LEAF);
    make_chain (&p, LEAF, "leaf", 0, 0);
    make_fork (&p, B, "b", C);
    make_fork (&p, C, "c", D);
    make_chain (&p, D, "d", 0, 0);
    struct passive_procedure *q = &p.procedure[A];
    q->block[4].assume = term_eq (p.terms, q->in.at[0], q->out.at[0]);
    q = &p.procedure[B];
    q->block[2].assume = term_lt (p.terms, q->in.at[0], term_int (p.terms, 0));
    q = make_procedure (&p, MAIN, "main", 3, 2);
    const term *u = integer (&p, "u"), *v = integer (&p, "v");
    VEC_PUSH (q->local, u);
    VEC_PUSH (q->local, v);
    EDGES (&p, q, 0, 1);
    EDGES (&p, q, 1, 2);
    make_call (&p, q, 0, 0, A, "L0", term_int (p.terms, 0), u);
    make_call (&p, q, 1, 1, B, "L1", u, v);
    struct partition main;
    partition_init (&main);
    struct search_options o = {.bound = 1};
    search *s = search_new (&p, &main, &o);
    for (int i = 0; i < 3; i++) /* a, b; the leaves, c; d */
        assert_int_equal (search_step (s), STEP_INLINED);
    uint32_t site = 0;
    const struct partition *t = search_partition (s);
    assert_int_equal (t->site.size, 1 + 5 + 3);
    assert_true (search_choose (s, &site));
    assert_int_equal (partition_procedure (t, &p, site), B);
    search_free (s);
    partition_clear (&main);
    passive_clear (&p);
}

/* main calls a or b, and these are forks, so that each step inlines one. */
static void
make_either (struct passive_program *p, uint32_t a, uint32_t b)
{
    struct passive_procedure *q = make_procedure (p, 0, "main", 4, 2);
    const term *u = integer (p, "u"), *v = integer (p, "v");
    VEC_PUSH (q->local, u);
    VEC_PUSH (q->local, v);
    EDGES (p, q, 0, 1, 2);
    EDGES (p, q, 1, 3);
    EDGES (p, q, 2, 3);
    make_call (p, q, 0, 1, a, "L0", term_int (p->terms, 0), u);
    make_call (p, q, 1, 2, b, "L1", term_int (p->terms, 0), v);
}

/* A split has two sides only if there may be a run that avoids the site: there
 * is one through the call that is open, and none once that must be reached. */
static void
test_avoid (void **state)
{
    (void) state;
    enum { MAIN, A, B, LEAF };
    struct passive_program p;
    make (&p, 4);
    make_fork (&p, A, "a", LEAF);
    make_fork (&p, B, "b", LEAF);
    make_chain (&p, LEAF, "leaf", 0, 0);
    make_either (&p, A, B);
    struct partition main;
    partition_init (&main);
    struct search_options o = {.bound = 1, .explain = true};
    search *s = search_new (&p, &main, &o);
    assert_int_equal (search_step (s), STEP_INLINED);
    const struct partition *t = search_partition (s);
    assert_int_equal (t->site.size, 2);
    assert_true (search_avoid (s, 1));
    assert_int_equal (t->chosen.size, 1);
    assert_int_equal (t->site.size, 3); /* it goes on through the other */
    assert_false (search_avoid (s, 2));
    assert_int_equal (t->chosen.size, 1);
    uint32_t site;
    assert_false (search_choose (s, &site)); /* every run passes 2 */
    assert_int_equal (run (s), STEP_UNSAFE);
    search_turn (s, &main, true);
    assert_true (search_choose (s, &site));
    assert_int_equal (run (s), STEP_UNSAFE);
    search_free (s);
    partition_clear (&main);
    passive_clear (&p);
}

/* ---- partitions */

static void
test_partition (void **state)
{
    (void) state;
    struct passive_program p;
    make_recursive (&p, 3, false);
    struct partition t;
    partition_init (&t);
    VEC_PUSH (t.site, ((struct site) {0, 0}));
    VEC_PUSH (t.site, ((struct site) {1, 0}));
    VEC_PUSH (t.chosen, ((struct chosen) {MUST_REACH, 2}));
    assert_true (partition_site_compare (&t, 1, 2) < 0);
    assert_true (partition_site_compare (&t, 2, 0) > 0);
    assert_int_equal (partition_site_compare (&t, 2, 2), 0);
    assert_true (partition_below (&t, 2, 1) && !partition_below (&t, 1, 2));
    assert_int_equal (partition_procedure (&t, &p, 2), 1);
    struct text text;
    text_init (&text);
    partition_site_print (&t, &p, 2, &text);
    assert_string_equal (text_view (&text), "[main, (L0,rec), (L2,rec)]");
    text_clear (&text);
    struct buffer b;
    buffer_init (&b);
    partition_write (&t, &b);
    struct reader r;
    struct partition back;
    reader_init (&r, buffer_view (&b));
    assert_true (partition_read (&back, &p, &r));
    assert_int_equal (back.site.size, 3);
    assert_int_equal (back.chosen.at[0].site, 2);
    partition_clear (&back);
    /* A site twice, a call that is not there, a decision on main. */
    static const uint8_t bad[][8] = {{3, 0, 0, 0, 0, 0}, {2, 0, 1, 0},
                                     {2, 0, 0, 1, 1, 0}, {3, 0, 0, 2, 0, 0},
                                     {2, 0, 0, 1, 2, 1}, {0, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        reader_init (&r, (struct bytes) {bad[i], 8});
        assert_false (partition_read (&back, &p, &r));
    }
    buffer_clear (&b);
    partition_clear (&t);
    passive_clear (&p);
}

/* Interrupted work has no answer; the next item is not touched by it. */
static void
test_interrupt (void **state)
{
    (void) state;
    struct passive_program p;
    make_recursive (&p, 2, false);
    struct solver_watch watch;
    struct partition main;
    solver_watch_init (&watch);
    partition_init (&main);
    struct search_options o = {.bound = 3, .watch = &watch};
    search *s = search_new (&p, &main, &o);
    assert_int_equal (search_step (s), STEP_INLINED);
    solver_watch_interrupt (&watch);
    assert_int_equal (search_step (s), STEP_INTERRUPTED);
    search_free (s);
    solver_watch_reset (&watch);
    s = search_new (&p, &main, &o);
    assert_int_equal (run (s), STEP_UNSAFE);
    search_free (s);
    partition_clear (&main);
    solver_watch_clear (&watch);
    passive_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_table),
        cmocka_unit_test (test_figure_safe),
        cmocka_unit_test (test_trail),
        cmocka_unit_test (test_bounds),
        cmocka_unit_test (test_no_look_beyond),
        cmocka_unit_test (test_random_whole),
        cmocka_unit_test (test_random_leftmost),
        cmocka_unit_test (test_random_split),
        cmocka_unit_test (test_reach_through_callers),
        cmocka_unit_test (test_random_warm),
        cmocka_unit_test (test_turn_keeps),
        cmocka_unit_test (test_turn_candidate),
        cmocka_unit_test (test_limits),
        cmocka_unit_test (test_choose),
        cmocka_unit_test (test_choose_by_core),
        cmocka_unit_test (test_avoid),
        cmocka_unit_test (test_partition),
        cmocka_unit_test (test_interrupt),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
