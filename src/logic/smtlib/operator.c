/* operator.c -- the table of operators; those of Core, Ints, Reals and
 * arrays (bit-vectors: bits.c). */
#include "logic/smtlib/operator.h"

#include <assert.h>
#include <string.h>

/* Sorted by strcmp, for operator_find. */
static const struct operator table[] = {
    {"*", OPERATOR_MUL, OP_MUL, 1, 0, 0, false},
    {"+", OPERATOR_ADD, OP_ADD, 1, 0, 0, false},
    {"-", OPERATOR_SUB, OP_ADD, 1, 0, 0, false},
    {"/", OPERATOR_DIVIDE, OP_DIVIDE, 2, 0, 0, false},
    {"<", OPERATOR_COMPARE, OP_LT, 2, 0, 0, false},
    {"<=", OPERATOR_COMPARE, OP_LE, 2, 0, 0, false},
    {"=", OPERATOR_EQ, OP_EQ, 2, 0, 0, false},
    {"=>", OPERATOR_IMPLIES, OP_OR, 2, 0, 0, false},
    {">", OPERATOR_COMPARE, OP_LT, 2, 0, 0, true},
    {">=", OPERATOR_COMPARE, OP_LE, 2, 0, 0, true},
    {"abs", OPERATOR_ABS, OP_ITE, 1, 1, 0, false},
    {"and", OPERATOR_AND, OP_AND, 1, 0, 0, false},
    {"bv2int", OPERATOR_BV_TO_NAT, OP_BV_TO_NAT, 1, 1, 0, false},
    {"bv2nat", OPERATOR_BV_TO_NAT, OP_BV_TO_NAT, 1, 1, 0, false},
    {"bvadd", OPERATOR_BV_CHAIN, OP_BVADD, 2, 0, 0, false},
    {"bvand", OPERATOR_BV_CHAIN, OP_BVAND, 2, 0, 0, false},
    {"bvashr", OPERATOR_BV_BINARY, OP_BVASHR, 2, 2, 0, false},
    {"bvcomp", OPERATOR_BV_COMP, OP_EQ, 2, 2, 0, false},
    {"bvlshr", OPERATOR_BV_BINARY, OP_BVLSHR, 2, 2, 0, false},
    {"bvmul", OPERATOR_BV_CHAIN, OP_BVMUL, 2, 0, 0, false},
    {"bvnand", OPERATOR_BV_NEGATED, OP_BVAND, 2, 2, 0, false},
    {"bvneg", OPERATOR_BV_UNARY, OP_BVNEG, 1, 1, 0, false},
    {"bvnor", OPERATOR_BV_NEGATED, OP_BVOR, 2, 2, 0, false},
    {"bvnot", OPERATOR_BV_UNARY, OP_BVNOT, 1, 1, 0, false},
    {"bvor", OPERATOR_BV_CHAIN, OP_BVOR, 2, 0, 0, false},
    {"bvsdiv", OPERATOR_BV_BINARY, OP_BVSDIV, 2, 2, 0, false},
    {"bvsge", OPERATOR_BV_COMPARE, OP_BVSLE, 2, 2, 0, true},
    {"bvsgt", OPERATOR_BV_COMPARE, OP_BVSLT, 2, 2, 0, true},
    {"bvshl", OPERATOR_BV_BINARY, OP_BVSHL, 2, 2, 0, false},
    {"bvsle", OPERATOR_BV_COMPARE, OP_BVSLE, 2, 2, 0, false},
    {"bvslt", OPERATOR_BV_COMPARE, OP_BVSLT, 2, 2, 0, false},
    {"bvsmod", OPERATOR_BV_BINARY, OP_BVSMOD, 2, 2, 0, false},
    {"bvsrem", OPERATOR_BV_BINARY, OP_BVSREM, 2, 2, 0, false},
    {"bvsub", OPERATOR_BV_BINARY, OP_BVSUB, 2, 2, 0, false},
    {"bvudiv", OPERATOR_BV_BINARY, OP_BVUDIV, 2, 2, 0, false},
    {"bvuge", OPERATOR_BV_COMPARE, OP_BVULE, 2, 2, 0, true},
    {"bvugt", OPERATOR_BV_COMPARE, OP_BVULT, 2, 2, 0, true},
    {"bvule", OPERATOR_BV_COMPARE, OP_BVULE, 2, 2, 0, false},
    {"bvult", OPERATOR_BV_COMPARE, OP_BVULT, 2, 2, 0, false},
    {"bvurem", OPERATOR_BV_BINARY, OP_BVUREM, 2, 2, 0, false},
    {"bvxnor", OPERATOR_BV_NEGATED, OP_BVXOR, 2, 2, 0, false},
    {"bvxor", OPERATOR_BV_CHAIN, OP_BVXOR, 2, 0, 0, false},
    {"concat", OPERATOR_CONCAT, OP_CONCAT, 2, 0, 0, false},
    {"distinct", OPERATOR_DISTINCT, OP_EQ, 2, 0, 0, false},
    {"div", OPERATOR_IDIV, OP_IDIV, 2, 0, 0, false},
    {"divisible", OPERATOR_DIVISIBLE, OP_MOD, 1, 1, 1, false},
    {"extract", OPERATOR_EXTRACT, OP_EXTRACT, 1, 1, 2, false},
    {"false", OPERATOR_FALSE, OP_FALSE, 0, 0, 0, false},
    {"int2bv", OPERATOR_INT_TO_BV, OP_INT_TO_BV, 1, 1, 1, false},
    {"int_to_bv", OPERATOR_INT_TO_BV, OP_INT_TO_BV, 1, 1, 1, false},
    {"is_int", OPERATOR_IS_INT, OP_IS_INT, 1, 1, 0, false},
    {"ite", OPERATOR_ITE, OP_ITE, 3, 3, 0, false},
    {"mod", OPERATOR_MOD, OP_MOD, 2, 2, 0, false},
    {"not", OPERATOR_NOT, OP_NOT, 1, 1, 0, false},
    {"or", OPERATOR_OR, OP_OR, 1, 0, 0, false},
    {"repeat", OPERATOR_REPEAT, OP_CONCAT, 1, 1, 1, false},
    {"rotate_left", OPERATOR_ROTATE, OP_CONCAT, 1, 1, 1, false},
    {"rotate_right", OPERATOR_ROTATE, OP_CONCAT, 1, 1, 1, true},
    {"select", OPERATOR_SELECT, OP_SELECT, 2, 2, 0, false},
    {"sign_extend", OPERATOR_EXTEND, OP_SIGN_EXTEND, 1, 1, 1, false},
    {"store", OPERATOR_STORE, OP_STORE, 3, 3, 0, false},
    {"to_int", OPERATOR_TO_INT, OP_TO_INT, 1, 1, 0, false},
    {"to_real", OPERATOR_TO_REAL, OP_TO_REAL, 1, 1, 0, false},
    {"true", OPERATOR_TRUE, OP_TRUE, 0, 0, 0, false},
    {"ubv_to_int", OPERATOR_BV_TO_NAT, OP_BV_TO_NAT, 1, 1, 0, false},
    {"xor", OPERATOR_XOR, OP_EQ, 2, 0, 0, false},
    {"zero_extend", OPERATOR_EXTEND, OP_ZERO_EXTEND, 1, 1, 1, false},
};
enum { TABLE = sizeof table / sizeof *table };

/* `distinct` is one disequality for each pair. */
enum { DISTINCT_MOST = 500 };

const struct
operator* operator_find (const char *name)
{
    size_t low = 0, high = TABLE;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp (name, table[middle].name);
        if (!order)
            return table + middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct
operator* operator_at (int32_t index)
{
    assert (index >= 0 && index < TABLE);
    return table + index;
}

int32_t
operator_index (const struct operator* op)
{
    assert (op >= table && op < table + TABLE);
    return (int32_t) (op - table);
}

bool
operator_flattens (const struct operator* op)
{
    return op->kind == OPERATOR_AND || op->kind == OPERATOR_OR
           || op->kind == OPERATOR_ADD || op->kind == OPERATOR_IMPLIES;
}

void
operators_reserve (struct smtlib *s)
{
    static const char *const word[] = {"let", "forall", "exists", "match", "!",
                                       "_",   "as",     "par",    "const"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        smtlib_reserve (s, word[i]);
    for (size_t i = 0; i < TABLE; i++) {
        assert (!i || strcmp (table[i - 1].name, table[i].name) < 0);
        smtlib_reserve (s, table[i].name);
    }
}

bool
index_read (struct smtlib *s, const struct sexpr *e, uint32_t *index)
{
    if (e->kind != SEXPR_NUMERAL)
        return smtlib_wrong (s, e, "expected a number");
    uint64_t n = 0;
    for (const char *p = e->text; *p; p++) {
        n = 10 * n + (uint64_t) (*p - '0');
        if (n > UINT32_MAX)
            return smtlib_wrong (s, e, "this number is too large");
    }
    *index = (uint32_t) n;
    return true;
}

bool
operator_unify (struct smtlib *s, struct smtlib_value *arg, size_t args)
{
    const sort *wanted = arg[0].term->sort;
    for (size_t i = 0; i < args; i++)
        if (arg[i].term->sort->kind == SORT_REAL && wanted->kind == SORT_INT) {
            wanted = arg[i].term->sort;
            break;
        }
    for (size_t i = 0; i < args; i++)
        if (!smtlib_fit (s, arg + i, wanted))
            return false;
    return true;
}

static bool
all_fit (struct smtlib *s, struct smtlib_value *arg, size_t args,
         const sort *wanted)
{
    for (size_t i = 0; i < args; i++)
        if (!smtlib_fit (s, arg + i, wanted))
            return false;
    return true;
}

static bool
all_numbers (struct smtlib *s, struct smtlib_value *arg, size_t args)
{
    for (size_t i = 0; i < args; i++)
        if (!sort_is_number (arg[i].term->sort))
            return smtlib_wrong (s, arg[i].at, "expected a number");
    return operator_unify (s, arg, args);
}

/* The plain list of terms; the caller frees it. */
static const term **
values_terms (const struct smtlib_value *arg, size_t args)
{
    const term **list = NEW_ARRAY (const term *, args);
    for (size_t i = 0; i < args; i++)
        list[i] = arg[i].term;
    return list;
}

typedef const term *list_builder (terms *, const term *const *, size_t);

static const term *
build_list (struct smtlib *s, list_builder *build, struct smtlib_value *arg,
            size_t args)
{
    const term **list = values_terms (arg, args);
    const term *t = build (s->terms, list, args);
    memory_free (list);
    return t;
}

static const term *
make2 (struct smtlib *s, enum op op, const term *a, const term *b)
{
    const term *two[2] = {a, b};
    return term_make (s->terms, op, two, 2, 0, 0);
}

/* a1 => (a2 => .. b) */
static const term *
apply_implies (struct smtlib *s, struct smtlib_value *arg, size_t args)
{
    if (!all_fit (s, arg, args, sort_bool (s->terms)))
        return NULL;
    for (size_t i = 0; i + 1 < args; i++)
        arg[i].term = term_not (s->terms, arg[i].term);
    return build_list (s, term_or, arg, args);
}

/* Neighbours are compared: a < b < c. */
static const term *
apply_chain (struct smtlib *s, const struct operator* op,
             struct smtlib_value *arg, size_t args)
{
    for (size_t i = 0; i + 1 < args; i++) {
        const term *a = arg[i].term, *b = arg[i + 1].term;
        arg[i].term = op->kind == OPERATOR_EQ ? term_eq (s->terms, a, b)
                      : op->swap              ? make2 (s, op->op, b, a)
                                              : make2 (s, op->op, a, b);
    }
    return build_list (s, term_and, arg, args - 1);
}

static const term *
apply_distinct (struct smtlib *s, const struct sexpr *call,
                struct smtlib_value *arg, size_t args)
{
    if (!operator_unify (s, arg, args))
        return NULL;
    if (args > DISTINCT_MOST)
        return smtlib_beyond (s, call, "distinct of more than %d terms",
                              DISTINCT_MOST);
    struct term_vec list = {0};
    for (size_t i = 0; i < args; i++)
        for (size_t j = i + 1; j < args; j++) {
            const term *same = term_eq (s->terms, arg[i].term, arg[j].term);
            VEC_PUSH (list, term_not (s->terms, same));
        }
    const term *t = term_and (s->terms, list.at, list.size);
    VEC_CLEAR (list);
    return t;
}

static const term *
apply_ite (struct smtlib *s, struct smtlib_value *arg)
{
    if (!smtlib_fit (s, arg, sort_bool (s->terms))
        || !operator_unify (s, arg + 1, 2))
        return NULL;
    return term_ite (s->terms, arg[0].term, arg[1].term, arg[2].term);
}

static const term *
apply_sub (struct smtlib *s, struct smtlib_value *arg, size_t args)
{
    if (args == 1)
        return term_negate (s->terms, arg->term);
    const term *rest = build_list (s, term_add, arg + 1, args - 1);
    return term_sub (s->terms, arg->term, rest);
}

static const term *
apply_mul (struct smtlib *s, struct smtlib_value *arg, size_t args)
{
    const term *t = arg->term;
    for (size_t i = 1; i < args; i++)
        t = term_mul (s->terms, t, arg[i].term);
    return t;
}

static const term *
apply_left (struct smtlib *s, enum op op, struct smtlib_value *arg, size_t args)
{
    const term *t = arg->term;
    for (size_t i = 1; i < args; i++)
        t = make2 (s, op, t, arg[i].term);
    return t;
}

static const term *
apply_abs (struct smtlib *s, const term *x)
{
    const term *zero = term_number (s->terms, x->sort, "0");
    return term_ite (s->terms, term_le (s->terms, zero, x), x,
                     term_negate (s->terms, x));
}

static const term *
apply_divisible (struct smtlib *s, const struct sexpr *call,
                 struct smtlib_value *arg, uint32_t by)
{
    if (!smtlib_fit (s, arg, sort_int (s->terms)))
        return NULL;
    if (!by)
        return smtlib_wrong (s, call, "divisible by 0");
    const term *rest = make2 (s, OP_MOD, arg->term, term_int (s->terms, by));
    return term_eq (s->terms, rest, term_int (s->terms, 0));
}

static const term *
apply_number (struct smtlib *s, const struct operator* op,
              struct smtlib_value *arg, size_t args)
{
    const sort *real = sort_real (s->terms), *integer = sort_int (s->terms);
    const sort *wanted = NULL; /* either */
    if (op->kind == OPERATOR_DIVIDE || op->kind == OPERATOR_TO_INT
        || op->kind == OPERATOR_IS_INT)
        wanted = real;
    else if (op->kind == OPERATOR_IDIV || op->kind == OPERATOR_MOD)
        wanted = integer;
    if (wanted ? !all_fit (s, arg, args, wanted) : !all_numbers (s, arg, args))
        return NULL;
    switch (op->kind) {
    case OPERATOR_ADD:
        return build_list (s, term_add, arg, args);
    case OPERATOR_SUB:
        return apply_sub (s, arg, args);
    case OPERATOR_MUL:
        return apply_mul (s, arg, args);
    case OPERATOR_ABS:
        return apply_abs (s, arg->term);
    case OPERATOR_COMPARE:
        return apply_chain (s, op, arg, args);
    case OPERATOR_TO_REAL:
        if (arg->term->sort == real)
            return arg->term; /* as z3 reads it */
        if (arg->term->op == OP_NUMBER)
            return term_number (s->terms, real, arg->term->text);
        return term_make (s->terms, OP_TO_REAL, &arg->term, 1, 0, 0);
    case OPERATOR_TO_INT:
    case OPERATOR_IS_INT:
        return term_make (s->terms, op->op, &arg->term, 1, 0, 0);
    default:
        return apply_left (s, op->op, arg, args);
    }
}

static const term *
apply_array (struct smtlib *s, const struct operator* op,
             struct smtlib_value *arg, size_t args)
{
    const sort *array = arg->term->sort;
    if (array->kind != SORT_ARRAY)
        return smtlib_wrong (s, arg->at, "expected an array");
    if (!smtlib_fit (s, arg + 1, array->index)
        || (args == 3 && !smtlib_fit (s, arg + 2, array->element)))
        return NULL;
    const term *three[3] = {arg[0].term, arg[1].term, NULL};
    if (args == 3)
        three[2] = arg[2].term;
    return term_make (s->terms, op->op, three, args, 0, 0);
}

static const term *
apply_core (struct smtlib *s, const struct operator* op,
            struct smtlib_value *arg, size_t args)
{
    if (!all_fit (s, arg, args, sort_bool (s->terms)))
        return NULL;
    if (op->kind == OPERATOR_NOT)
        return term_not (s->terms, arg->term);
    if (op->kind == OPERATOR_AND || op->kind == OPERATOR_OR)
        return build_list (s, op->kind == OPERATOR_AND ? term_and : term_or,
                           arg, args);
    assert (op->kind == OPERATOR_XOR);
    const term *t = arg->term;
    for (size_t i = 1; i < args; i++)
        t = term_not (s->terms, term_eq (s->terms, t, arg[i].term));
    return t;
}

const term *
operator_apply (struct smtlib *s, const struct operator* op,
                const struct sexpr *call, struct smtlib_value *arg, size_t args,
                const uint32_t index[2])
{
    if (op->kind == OPERATOR_TRUE || op->kind == OPERATOR_FALSE)
        return smtlib_wrong (s, call, "'%s' is no function", op->name);
    if (args < op->least || (op->most && args > op->most))
        return smtlib_wrong (s, call, "'%s' wants %s%u argument%s, not %zu",
                             op->name, op->most ? "" : "at least ", op->least,
                             op->least == 1 ? "" : "s", args);
    switch (op->kind) {
    case OPERATOR_NOT:
    case OPERATOR_AND:
    case OPERATOR_OR:
    case OPERATOR_XOR:
        return apply_core (s, op, arg, args);
    case OPERATOR_IMPLIES:
        return apply_implies (s, arg, args);
    case OPERATOR_EQ:
        if (!operator_unify (s, arg, args))
            return NULL;
        return apply_chain (s, op, arg, args);
    case OPERATOR_DISTINCT:
        return apply_distinct (s, call, arg, args);
    case OPERATOR_ITE:
        return apply_ite (s, arg);
    case OPERATOR_DIVISIBLE:
        return apply_divisible (s, call, arg, index[0]);
    case OPERATOR_SELECT:
    case OPERATOR_STORE:
        return apply_array (s, op, arg, args);
    case OPERATOR_INT_TO_BV:
        if (!smtlib_fit (s, arg, sort_int (s->terms)))
            return NULL;
        if (!index[0] || index[0] > OPERATOR_WIDTH)
            return smtlib_wrong (s, call, "no width for a bit-vector");
        return term_make (s->terms, OP_INT_TO_BV, &arg->term, 1, index[0], 0);
    default:
        if (op->kind < OPERATOR_BV_UNARY)
            return apply_number (s, op, arg, args);
        return bits_apply (s, op, call, arg, args, index);
    }
}
