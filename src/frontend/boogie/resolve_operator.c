/* resolve_operator.c -- operators between operands, and maps. */
#include "frontend/boogie/resolve.h"

struct operands {
    const term *a, *b;
};

static const char *
symbol (enum ast_op op)
{
    static const char *const text[] = {
        [AST_IFF] = "<==>",  [AST_IMPLIES] = "==>", [AST_EXPLIES] = "<==",
        [AST_AND] = "&&",    [AST_OR] = "||",       [AST_EQ] = "==",
        [AST_NE] = "!=",     [AST_LT] = "<",        [AST_LE] = "<=",
        [AST_GT] = ">",      [AST_GE] = ">=",       [AST_SUBTYPE] = "<:",
        [AST_CONCAT] = "++", [AST_ADD] = "+",       [AST_SUB] = "-",
        [AST_MUL] = "*",     [AST_DIVIDE] = "/",    [AST_DIV] = "div",
        [AST_MOD] = "mod",   [AST_POWER] = "**"};
    assert (op < sizeof text / sizeof *text && text[op]);
    return text[op];
}

static const term *
misfit (struct resolver *r, const struct ast_expression *e, struct operands o,
        const char *needs)
{
    problem_set (r->problem, e->place, "'%s' needs %s, found %s and %s",
                 symbol (e->op), needs, sort_text (r, o.a->sort),
                 sort_text (r, o.b->sort));
    return NULL;
}

static const term *
logical (struct resolver *r, const struct ast_expression *e, struct operands o)
{
    assert (e->op >= AST_IFF && e->op <= AST_OR);
    if (o.a->sort->kind != SORT_BOOL || o.b->sort->kind != SORT_BOOL)
        return misfit (r, e, o, "two bools");
    switch (e->op) {
    case AST_AND:
        return term_and2 (r->terms, o.a, o.b);
    case AST_OR:
        return term_or2 (r->terms, o.a, o.b);
    case AST_IMPLIES:
        return term_implies (r->terms, o.a, o.b);
    case AST_EXPLIES:
        return term_implies (r->terms, o.b, o.a);
    default:
        return term_eq (r->terms, o.a, o.b);
    }
}

static const term *
equality (struct resolver *r, const struct ast_expression *e, struct operands o)
{
    assert (e->op == AST_EQ || e->op == AST_NE);
    if (o.a->sort != o.b->sort)
        return misfit (r, e, o, "two values of one type");
    const term *t = term_eq (r->terms, o.a, o.b);
    return e->op == AST_NE ? term_not (r->terms, t) : t;
}

/* Comparison, sum, difference, product: two ints or two reals. */
static const term *
numerical (struct resolver *r, const struct ast_expression *e,
           struct operands o)
{
    if (o.a->sort != o.b->sort || !sort_is_number (o.a->sort))
        return misfit (r, e, o, "two ints or two reals");
    const term *both[] = {o.a, o.b};
    switch (e->op) {
    case AST_LT:
        return term_lt (r->terms, o.a, o.b);
    case AST_LE:
        return term_le (r->terms, o.a, o.b);
    case AST_GT:
        return term_lt (r->terms, o.b, o.a);
    case AST_GE:
        return term_le (r->terms, o.b, o.a);
    case AST_ADD:
        return term_add (r->terms, both, 2);
    case AST_SUB:
        return term_sub (r->terms, o.a, o.b);
    default:
        assert (e->op == AST_MUL);
        return term_mul (r->terms, o.a, o.b);
    }
}

static const term *
to_real (struct resolver *r, const term *t)
{
    assert (sort_is_number (t->sort));
    return t->sort->kind == SORT_REAL
               ? t
               : term_make (r->terms, OP_TO_REAL, &t, 1, 0, 0);
}

static const term *
division (struct resolver *r, const struct ast_expression *e, struct operands o)
{
    if (e->op == AST_DIVIDE) {
        if (!sort_is_number (o.a->sort) || !sort_is_number (o.b->sort))
            return misfit (r, e, o, "ints or reals");
        const term *real[] = {to_real (r, o.a), to_real (r, o.b)};
        return term_make (r->terms, OP_DIVIDE, real, 2, 0, 0);
    }
    const term *both[] = {o.a, o.b};
    if (o.a->sort->kind != SORT_INT || o.b->sort->kind != SORT_INT)
        return misfit (r, e, o, "two ints");
    enum op op = e->op == AST_DIV ? OP_IDIV : OP_MOD;
    return term_make (r->terms, op, both, 2, 0, 0);
}

static const term *
concatenation (struct resolver *r, const struct ast_expression *e,
               struct operands o)
{
    if (o.a->sort->kind != SORT_BV || o.b->sort->kind != SORT_BV)
        return misfit (r, e, o, "two bit-vectors");
    const term *both[] = {o.a, o.b};
    if (o.a->sort->width + o.b->sort->width <= AST_WIDTH)
        return term_make (r->terms, OP_CONCAT, both, 2, 0, 0);
    problem_set (r->problem, e->place, "the result of '++' has too many bits");
    return NULL;
}

static const term *
binary (struct resolver *r, const struct ast_expression *e, struct operands o)
{
    switch (e->op) {
    case AST_IFF:
    case AST_IMPLIES:
    case AST_EXPLIES:
    case AST_AND:
    case AST_OR:
        return logical (r, e, o);
    case AST_EQ:
    case AST_NE:
        return equality (r, e, o);
    case AST_CONCAT:
        return concatenation (r, e, o);
    case AST_DIVIDE:
    case AST_DIV:
    case AST_MOD:
        return division (r, e, o);
    default:
        return numerical (r, e, o);
    }
}

static enum polarity
second_polarity (enum ast_op op, enum polarity p)
{
    if (op == AST_AND || op == AST_OR || op == AST_IMPLIES)
        return p;
    return op == AST_EXPLIES ? -p : POLARITY_NONE;
}

/* --- maps --------------------------------------------------------------- */

static bool
index_fits (struct resolver *r, struct place place, const term *map,
            const term *index)
{
    if (map->sort->kind != SORT_ARRAY)
        return problem_set (r->problem, place, "a map is needed, found %s",
                            sort_text (r, map->sort));
    if (map->sort->index != index->sort)
        return problem_set (r->problem, place, "the index is %s, needs %s",
                            sort_text (r, index->sort),
                            sort_text (r, map->sort->index));
    return true;
}

const term *
map_select (struct resolver *r, struct place place, const term *map,
            const struct term_vec *index)
{
    assert (index->size);
    for (size_t i = 0; i < index->size; i++) {
        if (!index_fits (r, place, map, index->at[i]))
            return NULL;
        const term *arg[] = {map, index->at[i]};
        map = term_make (r->terms, OP_SELECT, arg, 2, 0, 0);
    }
    return map;
}

const term *
map_update (struct resolver *r, struct place place, const term *map,
            const struct term_vec *index, const term *value)
{
    struct term_vec inner = {0}; /* map, map[i], map[i][j], .. */
    struct term_vec one = {.size = 1};
    assert (index->size);
    for (size_t i = 0; i < index->size && map; i++) {
        VEC_PUSH (inner, map);
        one.at = index->at + i;
        map = map_select (r, place, map, &one);
    }
    if (map && map->sort != value->sort) {
        problem_set (r->problem, place, "the value is %s, needs %s",
                     sort_text (r, value->sort), sort_text (r, map->sort));
        map = NULL;
    }
    for (size_t i = inner.size; i-- && map;) {
        const term *arg[] = {inner.at[i], index->at[i], value};
        value = term_make (r->terms, OP_STORE, arg, 3, 0, 0);
    }
    VEC_CLEAR (inner);
    return map ? value : NULL;
}

bool
indices_there (struct resolver *r, const struct ast_expression *e)
{
    const struct ast_expression *first = e->child->next;
    if (first && (e->op == AST_SELECT || first->next))
        return true;
    return problem_set (r->problem, e->place,
                        "a map without an index is not supported");
}

static const term *
access (struct resolver *r, const struct ast_expression *e, const term *map)
{
    assert (e->child);
    struct term_vec index = {0};
    const term *t = map;
    if (!indices_there (r, e))
        return NULL;
    for (const struct ast_expression *a = e->child->next; a && t; a = a->next) {
        t = expression_resolve (r, a, POLARITY_NONE);
        VEC_PUSH (index, t);
    }
    if (t && e->op == AST_UPDATE) {
        index.size--;
        t = map_update (r, e->place, map, &index, t);
    } else if (t)
        t = map_select (r, e->place, map, &index);
    VEC_CLEAR (index);
    return t;
}

/* --- the rest ----------------------------------------------------------- */

static const term *
extraction (struct resolver *r, const struct ast_expression *e, const term *t)
{
    if (t->sort->kind != SORT_BV)
        problem_set (r->problem, e->place,
                     "[%u:%u] needs a bit-vector, found %s", e->high, e->low,
                     sort_text (r, t->sort));
    else if (e->high <= e->low || e->high > t->sort->width)
        problem_set (r->problem, e->place, "[%u:%u] of %s has no bits", e->high,
                     e->low, sort_text (r, t->sort));
    else
        return term_make (r->terms, OP_EXTRACT, &t, 1, e->high - 1, e->low);
    return NULL;
}

static const term *
coercion (struct resolver *r, const struct ast_expression *e, const term *t)
{
    const sort *s = type_resolve (r, e->type);
    if (!s || s == t->sort)
        return s ? t : NULL;
    problem_set (r->problem, e->place, "this is %s, not %s",
                 sort_text (r, t->sort), sort_text (r, s));
    return NULL;
}

const term *
operator_resolve (struct resolver *r, const struct ast_expression *e,
                  enum polarity p, const term *first)
{
    if (e->op == AST_SELECT || e->op == AST_UPDATE)
        return access (r, e, first);
    if (e->op == AST_EXTRACT)
        return extraction (r, e, first);
    if (e->op == AST_COERCE)
        return coercion (r, e, first);
    if (e->op == AST_SUBTYPE || e->op == AST_POWER) {
        problem_set (r->problem, e->place, "'%s' is not supported",
                     symbol (e->op));
        return NULL;
    }
    const struct ast_expression *b = e->child->next;
    assert (b && !b->next);
    const term *second = expression_resolve (r, b, second_polarity (e->op, p));
    return second ? binary (r, e, (struct operands) {first, second}) : NULL;
}
