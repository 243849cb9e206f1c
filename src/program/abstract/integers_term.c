/* integers_term.c -- terms of a statement over integers.
 *
 * Bottom up over the DAG.  Nodes that are bit-vectors become numbers that are
 * right modulo 2^width; they are brought into range where it matters: compared,
 * stored, given to a function.  What an element of a map or the result of a
 * function is between is assumed before the statement: integers could be more.
 */
#include "program/abstract/integers_internal.h"

#include <stdio.h>

const sort *
integers_sort (terms *t, const sort *s)
{
    if (s->kind == SORT_BV)
        return sort_int (t);
    if (s->kind != SORT_ARRAY || !sort_leaves (s))
        return s;
    return sort_array (t, integers_sort (t, s->index),
                       integers_sort (t, s->element));
}

void
integers_begin (struct integers *in, uint32_t block, size_t statement,
                struct vec_statement *to)
{
    in->block = block;
    in->statement = statement;
    in->to = to;
    term_map_clear (&in->done);
    in->value.size = 0;
    in->used.size = 0;
}

void
integers_assume (struct integers *in, const term *t)
{
    if (term_is_true (t))
        return;
    struct place place = {0};
    if (in->block == PROGRAM_NONE)
        VEC_PUSH (in->program->axiom,
                  ((struct axiom) {.term = t, .place = place}));
    else {
        const struct block *b = &in->procedure->block.at[in->block];
        if (in->statement < b->statement.size)
            place = b->statement.at[in->statement].place;
        VEC_PUSH (*in->to, statement_assume (t, place));
    }
}

/* A name that nobody else gives; the same in every run. */
static const term *
any_new (struct integers *in, char kind, size_t number, const sort *s)
{
    char name[40];
    snprintf (name, sizeof name, "@any.%c%zu", kind, number);
    return term_var (in->terms, name, s);
}

/* One of the pool that this statement does not have yet. */
static const term *
pool_take (struct integers *in, const sort *s)
{
    for (uint32_t i = 0; i < in->pool.size; i++) {
        bool taken = in->pool.at[i]->sort != s;
        for (size_t j = 0; j < in->used.size && !taken; j++)
            taken = in->used.at[j] == i;
        if (taken)
            continue;
        VEC_PUSH (in->used, i);
        return in->pool.at[i];
    }
    uint32_t at = (uint32_t) in->pool.size;
    const term *t = any_new (in, 'v', at, s);
    VEC_PUSH (in->pool, t);
    VEC_PUSH (in->used, at);
    VEC_PUSH (in->procedure->local, ((struct variable) {.term = t}));
    return t;
}

const term *
integers_any (struct integers *in, const sort *s)
{
    if (in->block == PROGRAM_NONE) {
        const term *t = any_new (in, 'c', in->program->constant.size, s);
        VEC_PUSH (in->program->constant, ((struct constant) {.term = t}));
        return t;
    }
    const term *t = pool_take (in, s);
    struct term_vec list = {&t, 1, 0};
    struct place place = {0};
    const struct block *b = &in->procedure->block.at[in->block];
    if (in->statement < b->statement.size)
        place = b->statement.at[in->statement].place;
    VEC_PUSH (*in->to, statement_havoc (in->program, &list, place));
    return t;
}

struct number
integers_bound (struct integers *in, const term *of, const term *t,
                enum way way)
{
    struct number n = {.term = t, .way = way, .width = of->sort->width};
    struct interval i = {0};
    if (in->mathematical)
        return n;
    if (in->block != PROGRAM_NONE)
        i = way == WAY_SIGNED
                ? bounds_signed (in->bounds, in->block, in->statement, of)
                : bounds_unsigned (in->bounds, in->block, in->statement, of);
    if (i.known) {
        n.known = true;
        n.least = i.least;
        n.most = i.most;
    } else
        n.known = way_range (way, n.width, &n.least, &n.most);
    return n;
}

static struct number
value_of (struct integers *in, const term *t)
{
    return in->value.at[*term_map_get (&in->done, t) - 1];
}

/* As its leaf wants it; other sorts as they are. */
static const term *
value_as (struct integers *in, const term *t, uint32_t leaf)
{
    struct number n = value_of (in, t);
    if (t->sort->kind != SORT_BV)
        return n.term;
    assert (n.width == t->sort->width);
    return number_as (in, n, classes_way (&in->classes, leaf)).term;
}

static struct number
constant_number (struct integers *in, const term *t)
{
    unsigned width = t->sort->width;
    if (width > 100)
        return (struct number) {
            .term = term_number (in->terms, sort_int (in->terms), t->text),
            .way = WAY_UNSIGNED,
            .width = width};
    wide value = 0;
    for (const char *s = t->text; *s; s++)
        value = value * 10 + (*s - '0');
    if (value >= wide_power (width - 1))
        value -= wide_power (width);
    return number_constant (in->terms, width, value);
}

/* What comes from a map or a function: a number in the range of the leaf. */
static struct number
foreign_number (struct integers *in, const term *of, const term *t,
                uint32_t leaf)
{
    assert (of->sort->kind == SORT_BV && t->sort == sort_int (in->terms));
    enum way way = classes_way (&in->classes, leaf);
    unsigned width = of->sort->width;
    struct number n = {.term = t, .way = way, .width = width};
    if (in->mathematical)
        return n;
    n.known = way_range (way, width, &n.least, &n.most);
    integers_assume (in, way_formula (in->terms, way, width, t));
    return n;
}

static struct number
plain (const term *t)
{
    return (struct number) {.term = t, .way = WAY_NONE};
}

static struct number
finish (struct integers *in, const term *of, const term *t, uint32_t leaf)
{
    return of->sort->kind == SORT_BV ? foreign_number (in, of, t, leaf)
                                     : plain (t);
}

static struct number
map_access (struct integers *in, const term *t)
{
    const term *a = t->arg[0];
    const sort *s = a->sort;
    uint32_t base = classes_base (&in->classes, a);
    uint32_t element =
        base == PROGRAM_NONE ? base : base + (uint32_t) sort_leaves (s->index);
    const term *arg[3] = {value_of (in, a).term, value_as (in, t->arg[1], base),
                          NULL};
    if (t->op == OP_STORE)
        arg[2] = value_as (in, t->arg[2], element);
    const term *made =
        term_make (in->terms, t->op, arg, t->args, t->index[0], t->index[1]);
    return finish (in, t, made, element);
}

static struct number
application (struct integers *in, const term *t)
{
    uint32_t base = classes_function (&in->classes, t->text);
    uint32_t at = base + (uint32_t) sort_leaves (t->sort);
    struct term_vec arg = {0};
    for (uint32_t i = 0; i < t->args; i++) {
        VEC_PUSH (arg, value_as (in, t->arg[i], at));
        at += (uint32_t) sort_leaves (t->arg[i]->sort);
    }
    const term *made =
        term_apply (in->terms, t->text, integers_sort (in->terms, t->sort),
                    arg.at, arg.size);
    VEC_CLEAR (arg);
    return finish (in, t, made, base);
}

/* Equal modulo 2^width: plainly equal if they are nearer than that. */
static const term *
numbers_equal (struct integers *in, struct number a, struct number b)
{
    assert (a.width == b.width);
    bool near = a.known && b.known && a.width <= 100
                && a.most - b.least < wide_power (a.width)
                && b.most - a.least < wide_power (a.width);
    if (near)
        return term_eq (in->terms, a.term, b.term);
    enum way way = WAY_SIGNED;
    bool cheap = number_fits (&a, WAY_SIGNED) && number_fits (&b, WAY_SIGNED);
    if (!cheap
        && (number_fits (&a, WAY_UNSIGNED) || number_fits (&b, WAY_UNSIGNED)))
        way = WAY_UNSIGNED;
    return term_eq (in->terms, number_as (in, a, way).term,
                    number_as (in, b, way).term);
}

/* Maps over integers may differ where maps over bit-vectors have no place. */
static const term *
maps_equal (struct integers *in, const term *a, const term *b)
{
    const term *any = integers_any (in, sort_bool (in->terms));
    in->map->abstracted++;
    assert (a->sort == b->sort);
    integers_assume (in,
                     term_implies (in->terms, term_eq (in->terms, a, b), any));
    return any;
}

static const term *
equation (struct integers *in, const term *t)
{
    struct number a = value_of (in, t->arg[0]), b = value_of (in, t->arg[1]);
    if (t->arg[0]->sort->kind == SORT_BV)
        return numbers_equal (in, a, b);
    if (a.term != b.term && sort_has_bits_index (t->arg[0]->sort))
        return maps_equal (in, a.term, b.term);
    return term_eq (in->terms, a.term, b.term);
}

static const term *
comparison (struct integers *in, const term *t)
{
    bool is_signed = t->op == OP_BVSLE || t->op == OP_BVSLT;
    enum way way = is_signed ? WAY_SIGNED : WAY_UNSIGNED;
    const term *a = number_as (in, value_of (in, t->arg[0]), way).term;
    const term *b = number_as (in, value_of (in, t->arg[1]), way).term;
    bool strict = t->op == OP_BVSLT || t->op == OP_BVULT;
    return strict ? term_lt (in->terms, a, b) : term_le (in->terms, a, b);
}

static struct number
choice (struct integers *in, const term *t)
{
    const term *c = value_of (in, t->arg[0]).term;
    struct number a = value_of (in, t->arg[1]), b = value_of (in, t->arg[2]);
    if (t->sort->kind != SORT_BV)
        return plain (term_ite (in->terms, c, a.term, b.term));
    struct number n = number_choose (in->terms, c, a, b);
    if (number_fits (&n, WAY_SIGNED) || number_fits (&n, WAY_UNSIGNED))
        return n;
    /* Each in range first: else all of it would have to be wrapped. */
    enum way way = classes_way (&in->classes, classes_base (&in->classes, t));
    return number_choose (in->terms, c, number_as (in, a, way),
                          number_as (in, b, way));
}

static struct number
variable_number (struct integers *in, const term *t)
{
    uintptr_t *other = term_map_get (&in->variable, t);
    if (t->sort->kind != SORT_BV)
        return plain (other ? (const term *) *other : t);
    assert (other);
    return integers_bound (
        in, t, (const term *) *other,
        classes_way (&in->classes, classes_base (&in->classes, t)));
}

/* An operator that has nothing to do with bit-vectors. */
static const term *
other_make (struct integers *in, const term *t)
{
    struct term_vec arg = {0};
    bool same = true;
    for (uint32_t i = 0; i < t->args; i++) {
        assert (t->arg[i]->sort->kind != SORT_BV);
        VEC_PUSH (arg, value_of (in, t->arg[i]).term);
        same &= arg.at[i] == t->arg[i];
    }
    if (!same)
        t = term_make (in->terms, t->op, arg.at, arg.size, t->index[0],
                       t->index[1]);
    VEC_CLEAR (arg);
    return t;
}

static struct number
constant_map (struct integers *in, const term *t)
{
    uint32_t base = classes_base (&in->classes, t);
    if (base != PROGRAM_NONE)
        base += (uint32_t) sort_leaves (t->sort->index);
    const term *element = value_as (in, t->arg[0], base);
    return plain (term_const_array (
        in->terms, integers_sort (in->terms, t->sort), element));
}

static struct number
node_number (struct integers *in, const term *t)
{
    switch (t->op) {
    case OP_BITS:
        return constant_number (in, t);
    case OP_VAR:
        return variable_number (in, t);
    case OP_SELECT:
    case OP_STORE:
        return map_access (in, t);
    case OP_APPLY:
        return application (in, t);
    case OP_CONST_ARRAY:
        return constant_map (in, t);
    case OP_EQ:
        return plain (equation (in, t));
    case OP_ITE:
        return choice (in, t);
    case OP_BVULE:
    case OP_BVULT:
    case OP_BVSLE:
    case OP_BVSLT:
        return plain (comparison (in, t));
    case OP_BV_TO_NAT:
        return plain (
            number_as (in, value_of (in, t->arg[0]), WAY_UNSIGNED).term);
    case OP_INT_TO_BV:
        return (struct number) {.term = value_of (in, t->arg[0]).term,
                                .way = WAY_NONE,
                                .width = t->sort->width};
    default:
        break;
    }
    if (t->sort->kind != SORT_BV)
        return plain (other_make (in, t));
    struct number arg[2];
    assert (t->args && t->args <= 2);
    for (uint32_t i = 0; i < t->args; i++)
        arg[i] = value_of (in, t->arg[i]);
    return integers_bits (in, t, arg);
}

static struct number
translate (struct integers *in, const term *t)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&t, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        if (term_map_get (&in->done, order.at[i]))
            continue;
        struct number n = node_number (in, order.at[i]);
        VEC_PUSH (in->value, n);
        *term_map_at (&in->done, order.at[i], NULL) = in->value.size;
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
    return value_of (in, t);
}

const term *
integers_term (struct integers *in, const term *t)
{
    assert (t->sort->kind != SORT_BV);
    return translate (in, t).term;
}

const term *
integers_value (struct integers *in, const term *target, const term *value)
{
    assert (target->sort == value->sort);
    translate (in, value);
    return value_as (in, value, classes_base (&in->classes, target));
}
