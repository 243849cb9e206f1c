/* execute.c -- runs a program of cohort-llvm with given inputs, by evaluation.
 *
 *     execute [--as=read|flat|integers] PROGRAM [INPUT...]
 *
 * Arbitrary values are the inputs, in order, where they are marked so, and zero
 * everywhere else.  Of several targets the first is taken whose assumptions (those
 * that it begins with) hold.  Prints one line: `returns V..`, `fails PLACE CHECK`,
 * `blocked PLACE`, `cut PLACE`, or why it cannot go on; exit code 0, 10, 4, 5, 3.
 *
 * With --as the passes on the way to predicate abstraction are done first: what
 * they make must do the same. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "logic/term_map.h"
#include "program/flatten.h"
#include "program/integers.h"
#include "program/marks.h"
#include "program/passes.h"
#include "program/program_wire.h"

enum { MOST_STEPS = 20000000 };
enum end { END_NONE, END_RETURN = 100, END_FAIL = 10, END_BLOCKED = 4,
           END_CUT = 5, END_STUCK = 3 };

struct frame {
    uint32_t procedure, block;
    size_t statement;
    struct term_map value;
    struct frame *below;
};

struct execution {
    struct program program;
    terms *terms;
    struct term_map global;
    struct frame *top;
    char **input;
    int inputs, used;
    uint64_t steps;
    enum end end;
    struct place place;
    const char *why;
};

static const term *
zero (terms *t, const sort *s)
{
    switch (s->kind) {
    case SORT_BOOL:
        return term_false (t);
    case SORT_BV:
        return term_bits (t, s->width, "0");
    case SORT_ARRAY:
        return term_const_array (t, s, zero (t, s->element));
    case SORT_INT:
    case SORT_REAL:
        return term_number (t, s, "0");
    case SORT_NAMED:
        break;
    }
    return term_var (t, "@element", s);
}

static const term *
look_up (void *context, const term *v)
{
    struct execution *x = context;
    if (v->op != OP_VAR)
        return NULL;
    const uintptr_t *found = x->top ? term_map_get (&x->top->value, v) : NULL;
    if (!found)
        found = term_map_get (&x->global, v);
    return found ? (const term *) *found : zero (x->terms, v->sort);
}

static const term *
evaluate (struct execution *x, const term *t)
{
    const term *value = term_evaluate (x->terms, t, look_up, x);
    if (!value && !x->end) {
        x->end = END_STUCK;
        x->why = "cannot be evaluated";
    }
    return value;
}

static void
set (struct execution *x, const term *variable, const term *value)
{
    uintptr_t *global = term_map_get (&x->global, variable);
    if (!global)
        global = term_map_at (&x->top->value, variable, NULL);
    *global = (uintptr_t) value;
}

static void
push (struct execution *x, uint32_t procedure)
{
    struct frame *f = NEW (struct frame);
    *f = (struct frame) {.procedure = procedure, .below = x->top};
    term_map_init (&f->value);
    x->top = f;
}

static struct procedure *
current (struct execution *x)
{
    return &x->program.procedure.at[x->top->procedure];
}

static void
pop (struct execution *x)
{
    struct frame *f = x->top;
    x->top = f->below;
    term_map_clear (&f->value);
    memory_free (f);
}

/* The callee's results go to the targets of the call that the frame below stands
 * at. */
static void
give_back (struct execution *x)
{
    struct procedure *q = current (x);
    const term **result = NEW_ARRAY (const term *, q->out.size + 1);
    for (size_t i = 0; i < q->out.size; i++)
        result[i] = look_up (x, q->out.at[i].term);
    if (!x->top->below) {
        x->end = END_RETURN;
        memory_free (result);
        return;
    }
    pop (x);
    struct frame *f = x->top;
    const struct statement *call =
        &current (x)->block.at[f->block].statement.at[f->statement++];
    for (uint32_t i = 0; i < call->targets; i++)
        set (x, call->target[i], result[i]);
    memory_free (result);
}

static const term *
arbitrary (struct execution *x, const struct statement *s, const term *v)
{
    const char *name = mark_string (s->attribute, MARK_INPUT);
    if (!name || x->used >= x->inputs)
        return zero (x->terms, v->sort);
    const char *text = x->input[x->used++];
    if (v->sort->kind == SORT_BOOL)
        return term_bool (x->terms, strcmp (text, "0") != 0);
    if (v->sort->kind != SORT_BV)
        return term_number (x->terms, v->sort, text);
    uint64_t bits = (uint64_t) strtoll (text, NULL, 10);
    if (v->sort->width < 64)
        bits &= ((uint64_t) 1 << v->sort->width) - 1;
    char decimal[24];
    snprintf (decimal, sizeof decimal, "%" PRIu64, bits);
    return term_bits (x->terms, v->sort->width, decimal);
}

static void
call (struct execution *x, const struct statement *s)
{
    const struct procedure *q = &x->program.procedure.at[s->callee];
    if (!q->has_body) {
        for (uint32_t i = 0; i < s->targets; i++)
            set (x, s->target[i], zero (x->terms, s->target[i]->sort));
        x->top->statement++;
        return;
    }
    const term **in = NEW_ARRAY (const term *, s->values + 1);
    for (uint32_t i = 0; i < s->values; i++)
        in[i] = evaluate (x, s->value[i]);
    push (x, s->callee);
    for (uint32_t i = 0; i < s->values && !x->end; i++)
        set (x, q->in.at[i].term, in[i]);
    memory_free (in);
}

static void
stop (struct execution *x, enum end end, const struct statement *s)
{
    x->end = end;
    x->place = s->place;
    const char *check = mark_string (s->attribute, MARK_CHECK);
    const char *cut = mark_string (s->attribute, MARK_CUT);
    x->why = cut ? cut : check ? check : "";
    if (cut && end == END_FAIL)
        x->end = END_CUT;
}

static void
execute_statement (struct execution *x, const struct statement *s)
{
    const term *value;
    switch (s->kind) {
    case STATEMENT_ASSUME:
    case STATEMENT_ASSERT:
        value = evaluate (x, s->term);
        if (value && !term_is_true (value))
            stop (x, s->kind == STATEMENT_ASSERT ? END_FAIL : END_BLOCKED, s);
        break;
    case STATEMENT_ASSIGN: {
        const term **new = NEW_ARRAY (const term *, s->targets + 1);
        for (uint32_t i = 0; i < s->targets; i++)
            new[i] = evaluate (x, s->value[i]);
        for (uint32_t i = 0; i < s->targets && !x->end; i++)
            set (x, s->target[i], new[i]);
        memory_free (new);
        break;
    }
    case STATEMENT_HAVOC:
        for (uint32_t i = 0; i < s->targets; i++)
            set (x, s->target[i], arbitrary (x, s, s->target[i]));
        break;
    case STATEMENT_CALL:
        call (x, s);
        return;
    }
    x->top->statement++;
}

static bool
fits (struct execution *x, uint32_t block)
{
    const struct block *b = &current (x)->block.at[block];
    for (size_t i = 0; i < b->statement.size
                       && b->statement.at[i].kind == STATEMENT_ASSUME;
         i++) {
        const term *value = evaluate (x, b->statement.at[i].term);
        if (!value || !term_is_true (value))
            return false;
    }
    return true;
}

static void
leave_block (struct execution *x, const struct block *b)
{
    if (!b->target.size) {
        give_back (x);
        return;
    }
    uint32_t next = PROGRAM_NONE;
    for (size_t i = 0; i < b->target.size && next == PROGRAM_NONE; i++)
        if (b->target.size == 1 || fits (x, b->target.at[i]))
            next = b->target.at[i];
    if (next == PROGRAM_NONE && !x->end) {
        x->end = END_BLOCKED;
        x->place = b->place;
        x->why = "no target fits";
        return;
    }
    x->top->block = next;
    x->top->statement = 0;
}

static void
execute (struct execution *x)
{
    while (!x->end) {
        const struct block *b = &current (x)->block.at[x->top->block];
        if (x->steps++ > MOST_STEPS) {
            x->end = END_STUCK;
            x->why = "too many steps";
        } else if (x->top->statement < b->statement.size) {
            x->place = b->statement.at[x->top->statement].place;
            execute_statement (x, &b->statement.at[x->top->statement]);
        } else
            leave_block (x, b);
    }
}

static int
tell (struct execution *x)
{
    static const struct { enum end end; const char *word; } word[] = {
        {END_FAIL, "fails"}, {END_BLOCKED, "blocked"}, {END_CUT, "cut"},
        {END_STUCK, "stuck"}};
    if (x->end == END_RETURN) {
        struct text t;
        text_init (&t);
        text_add (&t, "returns");
        for (size_t i = 0; i < current (x)->out.size; i++) {
            text_char (&t, ' ');
            term_print (&t, look_up (x, current (x)->out.at[i].term));
        }
        puts (text_view (&t));
        text_clear (&t);
        return 0;
    }
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
        if (word[i].end == x->end)
            printf ("%s %s:%u %s\n", word[i].word,
                    x->place.file ? x->place.file : "?", x->place.line,
                    x->why);
    return (int) x->end;
}

static bool
change (struct execution *x, const char *as, uint32_t *entry)
{
    struct problem problem = {0};
    struct program *p = &x->program;
    if (!program_expand (p, &problem))
        goto failed;
    if (strcmp (as, "read") == 0)
        return true;
    *entry = program_prune (p, *entry);
    program_specify (p, *entry);
    if (!program_flatten (p, *entry, FLATTEN_BLOCKS, &problem))
        goto failed;
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
failed:
    printf ("stuck %s\n", problem.message);
    return false;
}

int
main (int argc, char **argv)
{
    const char *as = "read";
    int at = 1;
    if (at < argc && !strncmp (argv[at], "--as=", 5))
        as = argv[at++] + 5;
    if (at >= argc) {
        fprintf (stderr,
                 "usage: execute [--as=read|flat|integers] PROGRAM [INPUT..]\n");
        return 1;
    }
    size_t size;
    char *data = text_file (argv[at], &size);
    struct execution x = {.input = argv + at + 1, .inputs = argc - at - 1};
    program_init (&x.program, argv[at]);
    struct reader r = {0};
    reader_init (&r, (struct bytes) {(const uint8_t *) data, size});
    if (!data || !program_read (&x.program, &r)) {
        fprintf (stderr, "%s: not a program\n", argv[at]);
        return 2;
    }
    x.terms = x.program.terms;
    term_map_init (&x.global);
    uint32_t entry = 0;
    while (entry < x.program.procedure.size
           && !procedure_is_entry (&x.program.procedure.at[entry]))
        entry++;
    if (!change (&x, as, &entry))
        return END_STUCK;
    for (size_t i = 0; i < x.program.global.size; i++) {
        const term *g = x.program.global.at[i].term;
        *term_map_at (&x.global, g, NULL) = (uintptr_t) zero (x.terms, g->sort);
    }
    push (&x, entry);
    execute (&x);
    int code = tell (&x);
    while (x.top)
        pop (&x);
    term_map_clear (&x.global);
    program_clear (&x.program);
    memory_free (data);
    return code;
}
