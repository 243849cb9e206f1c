/* program_wire_read.c -- programs from bytes.
 *
 * Damage shows by the digest; whatever is read is checked all the same, so that
 * no index is out of range and no term is of a sort that does not fit. */
#include <string.h>

#include "program/program_wire_internal.h"

struct intake {
    struct program *program;
    struct reader *from;
    struct term_vec term;
    struct vec_name VEC (const char *) string;
    bool failed;
};

static bool
intake_fail (struct intake *n)
{
    n->failed = true;
    return false;
}

/* How many things, of at least a byte each, follow. */
static size_t
get_count (struct intake *n)
{
    uint64_t count = reader_uint (n->from);
    if (n->from->failed || count > (uint64_t) (n->from->end - n->from->at))
        intake_fail (n);
    return n->failed ? 0 : (size_t) count;
}

static unsigned
get_u32 (struct intake *n)
{
    uint64_t number = reader_uint (n->from);
    if (n->from->failed || number > UINT32_MAX)
        intake_fail (n);
    return n->failed ? 0 : (unsigned) number;
}

static bool
get_bool (struct intake *n)
{
    uint8_t byte = reader_byte (n->from);
    if (n->from->failed || byte > 1)
        intake_fail (n);
    return byte == 1;
}

static bool
get_strings (struct intake *n)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        struct bytes b = reader_bytes (n->from);
        if (n->from->failed || (b.size && memchr (b.data, 0, b.size)))
            return intake_fail (n);
        char *s = arena_new (&n->program->arena, b.size + 1);
        if (b.size)
            memcpy (s, b.data, b.size);
        VEC_PUSH (n->string, s);
    }
    return !n->failed;
}

/* May be null. */
static const char *
get_string (struct intake *n)
{
    uint64_t index = reader_uint (n->from);
    if (n->from->failed || index > n->string.size)
        intake_fail (n);
    return n->failed || !index ? NULL : n->string.at[index - 1];
}

static const char *
get_name (struct intake *n)
{
    const char *name = get_string (n);
    if (!name)
        intake_fail (n);
    return name ? name : "";
}

static struct place
get_place (struct intake *n)
{
    struct place place = {.file = get_string (n)};
    place.line = get_u32 (n);
    place.column = get_u32 (n);
    return place;
}

/* May be null. */
static const term *
get_term (struct intake *n)
{
    uint64_t index = reader_uint (n->from);
    if (n->from->failed || index > n->term.size)
        intake_fail (n);
    return n->failed || !index ? NULL : n->term.at[index - 1];
}

static const term *
get_variable (struct intake *n)
{
    const term *t = get_term (n);
    if (!t || t->op != OP_VAR)
        intake_fail (n);
    return t;
}

static const term *
get_formula (struct intake *n, bool may_lack)
{
    const term *t = get_term (n);
    if (t ? t->sort->kind != SORT_BOOL : !may_lack)
        intake_fail (n);
    return t;
}

static const sort *
get_sort (struct intake *n)
{
    const term *t = get_variable (n);
    return n->failed ? NULL : t->sort;
}

/* Terms that are there; all variables if asked for. */
static const term **
get_terms (struct intake *n, bool variables, size_t *size)
{
    *size = get_count (n);
    if (n->failed || !*size)
        return NULL;
    const term **list =
        arena_new (&n->program->arena, *size * sizeof (const term *));
    for (size_t i = 0; i < *size && !n->failed; i++) {
        list[i] = variables ? get_variable (n) : get_term (n);
        if (!list[i])
            intake_fail (n);
    }
    return list;
}

static struct attribute_value *
get_values (struct intake *n, size_t *size)
{
    *size = get_count (n);
    if (n->failed || !*size)
        return NULL;
    struct attribute_value *value =
        arena_new (&n->program->arena, *size * sizeof *value);
    for (size_t i = 0; i < *size && !n->failed; i++) {
        value[i].string = get_string (n);
        value[i].term = get_term (n);
        if (!value[i].string == !value[i].term)
            intake_fail (n);
    }
    return value;
}

static const struct attribute *
get_attributes (struct intake *n)
{
    const struct attribute *first = NULL, **last = &first;
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        struct attribute *a = arena_new (&n->program->arena, sizeof *a);
        a->name = get_name (n);
        a->value = get_values (n, &a->values);
        *last = a;
        last = &a->next;
    }
    return first;
}

static void
get_variables (struct intake *n, struct vec_variable *out)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        struct variable v = {.term = get_variable (n)};
        v.where = get_formula (n, true);
        v.attribute = get_attributes (n);
        v.place = get_place (n);
        VEC_PUSH (*out, v);
    }
}

static void
get_sorts (struct intake *n)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        const sort *s = get_sort (n);
        if (!s || s->kind != SORT_NAMED)
            intake_fail (n);
        else
            VEC_PUSH (n->program->sort, s);
    }
}

static void
get_constants (struct intake *n)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        struct constant c = {.term = get_variable (n)};
        c.unique = get_bool (n);
        c.attribute = get_attributes (n);
        c.place = get_place (n);
        VEC_PUSH (n->program->constant, c);
    }
}

static void
get_functions (struct intake *n)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        struct function f = {.name = get_name (n)};
        f.result = get_sort (n);
        f.parameter = get_terms (n, true, &f.parameters);
        f.body = get_term (n);
        f.attribute = get_attributes (n);
        f.place = get_place (n);
        if (f.body && f.body->sort != f.result)
            intake_fail (n);
        VEC_PUSH (n->program->function, f);
    }
}

static void
get_axioms (struct intake *n)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        struct axiom a = {.term = get_formula (n, false)};
        a.attribute = get_attributes (n);
        a.place = get_place (n);
        VEC_PUSH (n->program->axiom, a);
    }
}

/* ---- procedures */

static bool
call_fits (struct intake *n, const struct statement *s)
{
    assert (s->kind == STATEMENT_CALL && !n->failed);
    if (s->callee >= n->program->procedure.size)
        return false;
    const struct procedure *q = &n->program->procedure.at[s->callee];
    bool fits = s->targets == q->out.size && s->values == q->in.size;
    for (uint32_t i = 0; i < s->targets && fits; i++)
        fits = s->target[i]->sort == q->out.at[i].term->sort;
    for (uint32_t i = 0; i < s->values && fits; i++)
        fits = s->value[i]->sort == q->in.at[i].term->sort;
    return fits;
}

static bool
assign_fits (const struct statement *s)
{
    assert (s->kind == STATEMENT_ASSIGN);
    bool fits = s->targets == s->values;
    for (uint32_t i = 0; i < s->targets && fits; i++)
        fits = s->target[i]->sort == s->value[i]->sort;
    return fits;
}

static void
get_operands (struct intake *n, struct statement *s)
{
    size_t targets, values = 0;
    s->target = get_terms (n, true, &targets);
    if (s->kind != STATEMENT_HAVOC)
        s->value = get_terms (n, false, &values);
    if (s->kind == STATEMENT_CALL)
        s->callee = get_u32 (n);
    s->targets = (uint32_t) targets;
    s->values = (uint32_t) values;
    if (n->failed || (s->kind == STATEMENT_ASSIGN && !assign_fits (s))
        || (s->kind == STATEMENT_CALL && !call_fits (n, s)))
        intake_fail (n);
}

static struct statement
get_statement (struct intake *n)
{
    uint8_t kind = reader_byte (n->from);
    struct statement s = {.kind = (enum statement_kind) kind};
    if (n->from->failed || kind > STATEMENT_CALL)
        intake_fail (n);
    else if (s.kind == STATEMENT_ASSUME || s.kind == STATEMENT_ASSERT)
        s.term = get_formula (n, false);
    else
        get_operands (n, &s);
    s.attribute = get_attributes (n);
    s.place = get_place (n);
    return s;
}

static void
get_targets (struct intake *n, struct block *b, size_t blocks)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        uint32_t target = get_u32 (n);
        if (target >= blocks)
            intake_fail (n);
        VEC_PUSH (b->target, target);
    }
}

static void
get_block (struct intake *n, struct block *b, size_t blocks)
{
    assert (blocks);
    b->label = get_name (n);
    b->origin.procedure = get_u32 (n);
    b->origin.block = get_u32 (n);
    b->origin.statement = get_u32 (n);
    b->place = get_place (n);
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++)
        VEC_PUSH (b->statement, get_statement (n));
    get_targets (n, b, blocks);
}

static void
get_specs (struct intake *n, struct procedure *q)
{
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        struct spec s = {.kind = get_bool (n) ? SPEC_ENSURES : SPEC_REQUIRES};
        s.free = get_bool (n);
        s.term = get_formula (n, false);
        s.attribute = get_attributes (n);
        s.place = get_place (n);
        VEC_PUSH (q->spec, s);
    }
}

static void
get_head (struct intake *n, struct procedure *q)
{
    q->name = get_name (n);
    get_variables (n, &q->in);
    get_variables (n, &q->out);
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++)
        VEC_PUSH (q->modifies, get_variable (n));
    get_specs (n, q);
    q->attribute = get_attributes (n);
    q->place = get_place (n);
}

static void
get_body (struct intake *n, struct procedure *q)
{
    q->has_body = get_bool (n);
    q->body_attribute = get_attributes (n);
    get_variables (n, &q->local);
    size_t count = get_count (n);
    if (!n->failed && q->has_body != (count > 0))
        intake_fail (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        VEC_PUSH (q->block, (struct block) {0});
        get_block (n, &q->block.at[i], count);
    }
}

static void
get_program (struct intake *n)
{
    struct program *p = n->program;
    const char *file = get_name (n);
    memory_free (p->file);
    p->file = memory_string (file);
    get_sorts (n);
    get_constants (n);
    get_functions (n);
    get_axioms (n);
    get_variables (n, &p->global);
    size_t count = get_count (n);
    for (size_t i = 0; i < count && !n->failed; i++) {
        VEC_PUSH (p->procedure, (struct procedure) {0});
        get_head (n, &p->procedure.at[i]);
    }
    for (size_t i = 0; i < count && !n->failed; i++)
        get_body (n, &p->procedure.at[i]);
}

static bool
open_body (struct reader *r, struct reader *body)
{
    const size_t size = sizeof program_wire_magic - 1;
    struct bytes magic = reader_take (r, size);
    struct digest digest = reader_digest (r);
    struct bytes all = reader_bytes (r);
    reader_init (body, all);
    return !r->failed && !memcmp (magic.data, program_wire_magic, size)
           && digest_equal (digest, digest_of (all));
}

bool
program_read (struct program *p, struct reader *r)
{
    assert (!p->procedure.size && !p->global.size && !p->sort.size);
    struct reader body;
    struct intake n = {.program = p, .from = &body};
    bool sound = open_body (r, &body) && get_strings (&n)
                 && term_read (p->terms, &body, &n.term);
    if (sound)
        get_program (&n);
    sound = sound && !n.failed && reader_done (&body);
    VEC_CLEAR (n.term);
    VEC_CLEAR (n.string);
    if (!sound)
        r->failed = true;
    return sound;
}
