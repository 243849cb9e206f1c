/* execute.c -- runs a program of cohort-llvm with given inputs, by evaluation.
 *
 *     execute [--as=read|flat|integers] PROGRAM [INPUT...]
 *
 * Arbitrary values are the inputs, in order, where they are marked so, and zero
 * everywhere else (program/trail/execute.h).  Prints one line: `returns V..`, `fails
 * PLACE CHECK`, `blocked`, `cut PLACE WHY`, `stuck`, `too many steps`; exit code
 * 0, 10, 4, 5, 3, 3.
 *
 * With --as the passes on the way to predicate abstraction are done first: what
 * they make must do the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "program/trail/execute.h"
#include "program/passes/flatten.h"
#include "program/abstract/integers.h"
#include "program/attributes.h"
#include "program/passes/passes.h"
#include "program/program_wire.h"

enum { MOST_STEPS = 20000000, MOST_CALLS = 10000 };

struct given {
    terms *terms;
    char **input;
    int inputs, used;
};

static const term *
choose (void *context, const struct statement *s, const term *v)
{
    struct given *g = context;
    if (!mark_string (s->attribute, MARK_INPUT) || g->used >= g->inputs)
        return NULL;
    const char *text = g->input[g->used++];
    if (v->sort->kind == SORT_BOOL)
        return term_bool (g->terms, strcmp (text, "0") != 0);
    if (v->sort->kind != SORT_BV)
        return term_number (g->terms, v->sort, text);
    uint64_t bits = (uint64_t) strtoll (text, NULL, 10);
    if (v->sort->width < 64)
        bits &= ((uint64_t) 1 << v->sort->width) - 1;
    char decimal[24];
    snprintf (decimal, sizeof decimal, "%" PRIu64, bits);
    return term_bits (g->terms, v->sort->width, decimal);
}

static int
tell_failure (const struct statement *s)
{
    const char *cut = mark_string (s->attribute, MARK_CUT);
    const char *check = mark_string (s->attribute, MARK_CHECK);
    printf ("%s %s:%u %s\n", cut ? "cut" : "fails",
            s->place.file ? s->place.file : "?", s->place.line,
            cut     ? cut
            : check ? check
                    : "");
    return cut ? 5 : 10;
}

static int
tell (const execution *x, const struct procedure *q, enum execution_end end)
{
    struct text t;
    switch (end) {
    case EXECUTION_RETURNED:
        text_init (&t);
        text_add (&t, "returns");
        for (size_t i = 0; i < q->out.size; i++) {
            text_char (&t, ' ');
            term_print (&t, execution_result (x, i));
        }
        puts (text_view (&t));
        text_clear (&t);
        return 0;
    case EXECUTION_FAILED:
        return tell_failure (execution_statement (x));
    case EXECUTION_BLOCKED:
        puts ("blocked");
        return 4;
    case EXECUTION_STUCK:
        puts ("stuck");
        return 3;
    case EXECUTION_SPENT:
        puts ("too many steps");
        return 3;
    }
    return 3;
}

static bool
change (struct program *p, const char *as, uint32_t *entry,
        struct problem *problem)
{
    if (!program_expand (p, problem))
        return false;
    if (strcmp (as, "read") == 0)
        return true;
    *entry = program_prune (p, *entry);
    program_specify (p, *entry);
    if (!program_flatten (p, *entry, FLATTEN_BLOCKS, problem))
        return false;
    *entry = 0;
    struct flat_origins origins = {0};
    program_tidy (p, &origins);
    flat_origins_clear (&origins);
    if (strcmp (as, "flat") == 0)
        return true;
    struct integers_map map = {0};
    program_integers (p, false, &map);
    if (map.abstracted)
        printf ("abstracted ");
    integers_map_clear (&map);
    return true;
}

static int
run (struct program *p, uint32_t entry, char **input, int inputs)
{
    struct given given = {p->terms, input, inputs, 0};
    struct execution_plan plan = {.choose = choose,
                                  .context = &given,
                                  .steps = MOST_STEPS,
                                  .depth = MOST_CALLS};
    const struct procedure *q = &p->procedure.at[entry];
    const term **in = NEW_ARRAY (const term *, q->in.size + 1);
    for (size_t i = 0; i < q->in.size; i++)
        in[i] = term_zero (p->terms, q->in.at[i].term->sort);
    execution *x = execution_new (p, &plan);
    int code = tell (x, q, execution_run (x, entry, in));
    execution_free (x);
    memory_free (in);
    return code;
}

int
main (int argc, char **argv)
{
    const char *as = "read";
    int at = 1;
    if (at < argc && !strncmp (argv[at], "--as=", 5))
        as = argv[at++] + 5;
    if (at >= argc) {
        fprintf (
            stderr,
            "usage: execute [--as=read|flat|integers] PROGRAM [INPUT..]\n");
        return 1;
    }
    size_t size;
    char *data = text_file (argv[at], &size);
    struct program program;
    program_init (&program, argv[at]);
    struct reader r = {0};
    reader_init (&r, (struct bytes) {(const uint8_t *) data, size});
    if (!data || !program_read (&program, &r)) {
        fprintf (stderr, "%s: not a program\n", argv[at]);
        return 2;
    }
    uint32_t entry = 0;
    while (entry < program.procedure.size
           && !procedure_is_entry (&program.procedure.at[entry]))
        entry++;
    struct problem problem = {0};
    int code = 3;
    if (change (&program, as, &entry, &problem))
        code = run (&program, entry, argv + at + 1, argc - at - 1);
    else
        printf ("stuck %s\n", problem.message);
    program_clear (&program);
    memory_free (data);
    return code;
}
