/* check.c -- symbolic execution says of random programs what all their states do:
 * jumps in all directions, loops with several ways in, maps, words of all
 * operators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/text.h"
#include "effort.h"
#include "frontend/boogie/boogie.h"
#include "sat/check.h"
#include "states.h"

enum { UNITS = 4000 };

/* Locals have any value at first, and nobody jumps to the entry. */
static void
fit (struct program *p)
{
    struct procedure *q = &p->procedure.at[0];
    struct vec_statement all = {0};
    for (size_t i = 0; i < q->local.size; i++) {
        struct statement s = {.kind = STATEMENT_HAVOC,
                              .target =
                                  programs_list (p, &q->local.at[i].term, 1),
                              .targets = 1};
        VEC_PUSH (all, s);
    }
    for (size_t i = 0; i < q->block.at[0].statement.size; i++)
        VEC_PUSH (all, q->block.at[0].statement.at[i]);
    VEC_CLEAR (q->block.at[0].statement);
    q->block.at[0].statement = all;
    for (size_t b = 0; b < q->block.size; b++)
        for (size_t i = 0; i < q->block.at[b].target.size; i++)
            if (!q->block.at[b].target.at[i])
                q->block.at[b].target.at[i] = 1;
}

/* *reason (owned): of UNKNOWN. */
static enum verdict
verdict_of (struct program *p, uint32_t entry, char **reason)
{
    struct options options;
    struct log log;
    struct outcome o;
    struct problem problem = {0};
    options_init (&options);
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    outcome_init (&o);
    struct engine_context engine = {.options = &options, .log = &log};
    sat_check *c = sat_check_new (&engine, p, entry, &problem);
    if (!c)
        fail_msg ("%s", problem.message);
    sat_check_go (c, UNITS, &o);
    enum verdict verdict = o.verdict;
    assert_true (verdict != VERDICT_SAFE || o.proof);
    *reason = memory_string (o.reason ? o.reason : "");
    sat_check_free (c);
    outcome_clear (&o);
    return verdict;
}

/* It is not said that something failed, or held, and then taken back. */
static bool
fair (const char *reason)
{
    return !strcmp (reason, "") || !strcmp (reason, "budget")
           || !strcmp (reason, "loops go on");
}

static void
all_states_agree (bool with_map)
{
    size_t said[3] = {0};
    unsigned rounds = effort (500);
    for (unsigned seed = 0; seed < rounds; seed++) {
        struct dice d = {seed * 71 + 13 + with_map};
        struct program p;
        struct maker m;
        make_program_with (&m, &p, &d, with_map);
        fit (&p);
        bool fails = program_fails (&m, &p);
        char *reason;
        enum verdict verdict = verdict_of (&p, 0, &reason);
        if (verdict == (fails ? VERDICT_SAFE : VERDICT_UNSAFE)
            || !fair (reason))
            fail_msg ("program %u: %s", seed,
                      *reason ? reason
                      : fails ? "SAFE"
                              : "UNSAFE");
        memory_free (reason);
        said[verdict]++;
        program_clear (&p);
    }
    printf ("%zu SAFE, %zu UNSAFE, %zu UNKNOWN\n", said[VERDICT_SAFE],
            said[VERDICT_UNSAFE], said[VERDICT_UNKNOWN]);
    assert_true (said[VERDICT_SAFE] > rounds / 6);
    assert_true (said[VERDICT_UNSAFE] > rounds / 8);
}

static void
words_agree (void **unused)
{
    (void) unused;
    all_states_agree (false);
}

static void
maps_agree (void **unused)
{
    (void) unused;
    all_states_agree (true);
}

/* ---- programs of which the verdict is known */

static const char scene[] =
    "var g, h: bv8; var i, j: bv64; var m: [bv64]bv8;\n"
    "function {:bvbuiltin \"bvadd\"} add(bv8, bv8): bv8;\n"
    "function {:bvbuiltin \"bvsub\"} sub(bv8, bv8): bv8;\n"
    "function {:bvbuiltin \"bvmul\"} mul(bv8, bv8): bv8;\n"
    "function {:bvbuiltin \"bvult\"} less(bv8, bv8): bool;\n"
    "function {:bvbuiltin \"bvadd\"} far(bv64, bv64): bv64;\n"
    "function {:bvbuiltin \"bvult\"} below(bv64, bv64): bool;\n"
    "function {:bvbuiltin \"bvule\"} most(bv64, bv64): bool;\n";

static const struct {
    const char *text; /* procedures, after the scene */
    enum verdict verdict;
} known[] = {
    /* Failures after more rounds than are looked at first. */
    {"procedure {:entrypoint} main() modifies g; { a: g := 0bv8; goto b;"
     " b: goto c, d; c: g := add(g, 1bv8); goto b;"
     " d: assert g != 7bv8; return; }",
     VERDICT_UNSAFE},
    {"procedure {:entrypoint} main() modifies g; { a: g := 0bv8; goto b;"
     " b: goto c, d; c: assume less(g, 7bv8); g := add(g, 1bv8); goto b;"
     " d: assert g != 8bv8; return; }",
     VERDICT_SAFE},
    /* A loop that is entered in its middle only, by one of two ways in. */
    {"procedure {:entrypoint} main() modifies g; { a: g := 0bv8; goto p, q;"
     " p: assume g != 0bv8; goto b; q: assume g == 0bv8; goto c;"
     " b: assume less(g, 3bv8); goto c; c: g := add(g, 1bv8);"
     " assert g != 1bv8; goto b; }",
     VERDICT_UNSAFE},
    {"procedure {:entrypoint} main() modifies g; { a: g := 0bv8; goto p, q;"
     " p: assume g == 0bv8; goto b; q: assume g != 0bv8; goto c;"
     " b: assume less(g, 3bv8); goto c; c: g := add(g, 1bv8);"
     " assert g != 1bv8; goto b; }",
     VERDICT_UNSAFE},
    /* Recursion as deep. */
    {"procedure f() modifies g; { a: goto c, d; c: g := add(g, 1bv8);"
     " call f(); goto d; d: return; }"
     "procedure {:entrypoint} main() modifies g; { a: g := 0bv8; call f();"
     " assert g != 7bv8; return; }",
     VERDICT_UNSAFE},
    {"procedure f(x: bv8) returns (r: bv8) { a: goto c, d;"
     " c: assume less(x, 7bv8); call r := f(add(x, 1bv8));"
     " r := add(r, 2bv8); return; d: assume !less(x, 7bv8); r := x;"
     " return; }"
     "procedure {:entrypoint} main() modifies g; { a: call g := f(h);"
     " assert less(h, 8bv8) ==> g == sub(21bv8, mul(2bv8, h)); return; }",
     VERDICT_SAFE},
    /* The same cell at first, whatever it is; any value, but no other. */
    {"procedure {:entrypoint} main() { a: assert m[i] == m[j]; return; }",
     VERDICT_UNSAFE},
    {"procedure {:entrypoint} main() { a: assume i == j;"
     " assert m[i] == m[j]; return; }",
     VERDICT_SAFE},
    {"procedure {:entrypoint} main() { a: assert m[i] == 0bv8; return; }",
     VERDICT_UNSAFE},
    /* What a bound says of an index, and what it does not. */
    {"procedure {:entrypoint} main() modifies m; { a: m[3bv64] := 1bv8;"
     " m[4bv64] := 1bv8; m[5bv64] := 1bv8; assume most(i, 2bv64);"
     " m[far(i, 3bv64)] := 2bv8;"
     " assert m[3bv64] == 1bv8; return; }",
     VERDICT_UNSAFE},
    {"procedure {:entrypoint} main() modifies m; { a: m[3bv64] := 1bv8;"
     " m[4bv64] := 1bv8; m[5bv64] := 1bv8; assume below(i, 3bv64);"
     " m[far(i, 3bv64)] := 2bv8;"
     " assert m[5bv64] == 1bv8; return; }",
     VERDICT_UNSAFE},
    {"procedure {:entrypoint} main() modifies m; { a: m[3bv64] := 1bv8;"
     " m[4bv64] := 1bv8; m[5bv64] := 1bv8; assume !most(3bv64, i);"
     " m[far(i, 3bv64)] := 2bv8;"
     " assert m[5bv64] == 1bv8; return; }",
     VERDICT_UNSAFE},
    {"procedure {:entrypoint} main() modifies m; { a: m[6bv64] := 1bv8;"
     " assume below(i, 3bv64); m[far(i, 3bv64)] := 2bv8;"
     " assert m[6bv64] == 1bv8 && m[far(i, 3bv64)] == 2bv8; return; }",
     VERDICT_SAFE},
    /* What came from where. */
    {"procedure {:entrypoint} main() modifies g, m; { a: goto b, c;"
     " b: assume less(h, 9bv8); g := 1bv8; m[i] := 1bv8; goto d;"
     " c: assume !less(h, 9bv8); g := 2bv8; m[j] := 2bv8; goto d;"
     " d: assert (g == 1bv8) == less(h, 9bv8);"
     " assert g == (if less(h, 9bv8) then m[i] else m[j]); return; }",
     VERDICT_SAFE},
    /* Two values at once. */
    {"procedure {:entrypoint} main() modifies g, h; { a: assume g != h;"
     " g, h := h, g; assert g != h; return; }",
     VERDICT_SAFE},
    /* A procedure without a body changes what it may. */
    {"procedure f(); modifies g; procedure {:entrypoint} main() modifies g; {"
     " a: g := 1bv8; call f(); assert g == 1bv8; return; }",
     VERDICT_UNSAFE}};

static void
known_programs (void **unused)
{
    (void) unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct program p;
        struct problem problem = {0};
        struct text text;
        char *reason;
        uint32_t entry = 0;
        text_init (&text);
        text_print (&text, "%s", scene);
        text_add (&text, known[i].text);
        program_init (&p, "t.bpl");
        if (!boogie_read (&p, text_view (&text), text.size, "t.bpl", &problem))
            fail_msg ("%zu: %s", i, problem.message);
        while (strcmp (p.procedure.at[entry].name, "main"))
            entry++;
        enum verdict verdict = verdict_of (&p, entry, &reason);
        if (verdict != known[i].verdict)
            fail_msg ("%zu: %d %s", i, verdict, reason);
        memory_free (reason);
        program_clear (&p);
        text_clear (&text);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (words_agree),
                                       cmocka_unit_test (maps_agree),
                                       cmocka_unit_test (known_programs)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
