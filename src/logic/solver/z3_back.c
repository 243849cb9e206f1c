/* z3_back.c -- Z3's terms as ours: values of models, projections, covers.
 *
 * Post-order with a stack of our own.  What we have no operator for makes the
 * whole term null; nothing is guessed. */
#include <string.h>

#include "logic/solver/z3_internal.h"

const sort *
z3_sort_back (solver *s, Z3_sort theirs)
{
    Z3_context c = s->context;
    switch (Z3_get_sort_kind (c, theirs)) {
    case Z3_BOOL_SORT:
        return sort_bool (s->terms);
    case Z3_INT_SORT:
        return sort_int (s->terms);
    case Z3_REAL_SORT:
        return sort_real (s->terms);
    case Z3_BV_SORT:
        return sort_bv (s->terms, Z3_get_bv_sort_size (c, theirs));
    case Z3_ARRAY_SORT: {
        const sort *index =
            z3_sort_back (s, Z3_get_array_sort_domain (c, theirs));
        const sort *element =
            z3_sort_back (s, Z3_get_array_sort_range (c, theirs));
        return index && element ? sort_array (s->terms, index, element) : NULL;
    }
    case Z3_UNINTERPRETED_SORT: {
        Z3_symbol name = Z3_get_sort_name (c, theirs);
        if (Z3_get_symbol_kind (c, name) != Z3_STRING_SYMBOL)
            return NULL;
        return sort_named (s->terms, Z3_get_symbol_string (c, name));
    }
    default:
        return NULL;
    }
}

static const term *
back_numeral (solver *s, Z3_ast a)
{
    const sort *own = z3_sort_back (s, Z3_get_sort (s->context, a));
    const char *text = Z3_get_numeral_string (s->context, a);
    if (!own || !text)
        return NULL;
    if (own->kind == SORT_BV)
        return term_bits (s->terms, own->width, text);
    return sort_is_number (own) ? term_number (s->terms, own, text) : NULL;
}

static const term *
back_symbol (solver *s, Z3_ast a, Z3_func_decl d, const term *const *arg,
             unsigned args)
{
    Z3_symbol name = Z3_get_decl_name (s->context, d);
    const sort *own = z3_sort_back (s, Z3_get_sort (s->context, a));
    if (!own || Z3_get_symbol_kind (s->context, name) != Z3_STRING_SYMBOL)
        return NULL;
    /* The library's string lasts until its next call. */
    char *text = memory_string (Z3_get_symbol_string (s->context, name));
    const term *result = args ? term_apply (s->terms, text, own, arg, args)
                              : term_var (s->terms, text, own);
    memory_free (text);
    return result;
}

/* What the library names in a model to be an element of an uninterpreted sort,
 * and not a variable of ours that was left over and looks like one; remembered,
 * to be found when it is asked about. */
static const term *
back_element (solver *s, Z3_ast a, Z3_func_decl d)
{
    Z3_context c = s->context;
    Z3_symbol name = Z3_get_decl_name (c, d);
    const sort *own = z3_sort_back (s, Z3_get_sort (c, a));
    if (!own || own->kind != SORT_NAMED
        || Z3_get_symbol_kind (c, name) != Z3_STRING_SYMBOL)
        return NULL;
    const char *text = Z3_get_symbol_string (c, name);
    if (!strstr (text, "!val!"))
        return NULL;
    struct text at;
    text_init (&at);
    text_print (&at, "@%s", text);
    const term *plain = term_var (s->terms, text_view (&at) + 1, own);
    const term *result = term_var (s->terms, text_view (&at), own);
    text_clear (&at);
    const uint64_t *ours = map_get (&s->memo, plain->digest);
    if (ours && *ours == (uint64_t) (uintptr_t) a)
        return NULL;
    if (map_put (&s->elements, result->digest, (uint64_t) (uintptr_t) a))
        z3_keep (s, a);
    return result;
}

/* Operators that mean the same here and there, whatever the arguments. */
static bool
same_operator (Z3_decl_kind kind, enum op *op)
{
    static const struct {
        Z3_decl_kind kind;
        enum op op;
    } same[] = {
        {Z3_OP_NOT, OP_NOT},         {Z3_OP_AND, OP_AND},
        {Z3_OP_OR, OP_OR},           {Z3_OP_ITE, OP_ITE},
        {Z3_OP_LE, OP_LE},           {Z3_OP_LT, OP_LT},
        {Z3_OP_ADD, OP_ADD},         {Z3_OP_DIV, OP_DIVIDE},
        {Z3_OP_IDIV, OP_IDIV},       {Z3_OP_MOD, OP_MOD},
        {Z3_OP_TO_REAL, OP_TO_REAL}, {Z3_OP_TO_INT, OP_TO_INT},
        {Z3_OP_IS_INT, OP_IS_INT},   {Z3_OP_BNOT, OP_BVNOT},
        {Z3_OP_BNEG, OP_BVNEG},      {Z3_OP_BSUB, OP_BVSUB},
        {Z3_OP_BUDIV, OP_BVUDIV},    {Z3_OP_BUREM, OP_BVUREM},
        {Z3_OP_BSDIV, OP_BVSDIV},    {Z3_OP_BSREM, OP_BVSREM},
        {Z3_OP_BSMOD, OP_BVSMOD},    {Z3_OP_BUDIV_I, OP_BVUDIV},
        {Z3_OP_BUREM_I, OP_BVUREM},  {Z3_OP_BSDIV_I, OP_BVSDIV},
        {Z3_OP_BSREM_I, OP_BVSREM},  {Z3_OP_BSMOD_I, OP_BVSMOD},
        {Z3_OP_BSHL, OP_BVSHL},      {Z3_OP_BLSHR, OP_BVLSHR},
        {Z3_OP_BASHR, OP_BVASHR},    {Z3_OP_ULEQ, OP_BVULE},
        {Z3_OP_ULT, OP_BVULT},       {Z3_OP_SLEQ, OP_BVSLE},
        {Z3_OP_SLT, OP_BVSLT},       {Z3_OP_BV2INT, OP_BV_TO_NAT},
        {Z3_OP_SELECT, OP_SELECT},   {Z3_OP_STORE, OP_STORE},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (same[i].kind == kind) {
            *op = same[i].op;
            return true;
        }
    return false;
}

/* Operators that associate: built from the left, two at a time. */
static bool
folded_operator (Z3_decl_kind kind, enum op *op)
{
    switch (kind) {
    case Z3_OP_BAND:
        return *op = OP_BVAND, true;
    case Z3_OP_BOR:
        return *op = OP_BVOR, true;
    case Z3_OP_BXOR:
        return *op = OP_BVXOR, true;
    case Z3_OP_BADD:
        return *op = OP_BVADD, true;
    case Z3_OP_BMUL:
        return *op = OP_BVMUL, true;
    case Z3_OP_CONCAT:
        return *op = OP_CONCAT, true;
    default:
        return false;
    }
}

static const term *
exchanged (solver *s, enum op op, const term *const *arg)
{
    const term *turned[2] = {arg[1], arg[0]};
    return term_make (s->terms, op, turned, 2, 0, 0);
}

static const term *
all_distinct (solver *s, const term *const *arg, unsigned args)
{
    struct term_vec pairs = {0};
    for (unsigned i = 0; i < args; i++)
        for (unsigned j = i + 1; j < args; j++)
            VEC_PUSH (pairs,
                      term_not (s->terms, term_eq (s->terms, arg[i], arg[j])));
    const term *result = term_and (s->terms, pairs.at, pairs.size);
    VEC_CLEAR (pairs);
    return result;
}

static const term *
back_multiply (solver *s, const term *const *arg, unsigned args)
{
    const term *result = arg[0];
    for (unsigned i = 1; i < args; i++)
        result = term_mul (s->terms, result, arg[i]);
    return result;
}

static const term *
back_node (solver *s, Z3_ast a, const term *const *arg, unsigned args,
           bool value)
{
    Z3_context c = s->context;
    terms *ts = s->terms;
    Z3_func_decl d = Z3_get_app_decl (c, Z3_to_app (c, a));
    Z3_decl_kind kind = Z3_get_decl_kind (c, d);
    enum op op;
    if (same_operator (kind, &op))
        return term_make (ts, op, arg, args, 0, 0);
    if (folded_operator (kind, &op)) {
        const term *result = arg[0];
        for (unsigned i = 1; i < args; i++) {
            const term *two[2] = {result, arg[i]};
            result = term_make (ts, op, two, 2, 0, 0);
        }
        return result;
    }
    switch (kind) {
    case Z3_OP_TRUE:
        return term_true (ts);
    case Z3_OP_FALSE:
        return term_false (ts);
    case Z3_OP_EQ:
    case Z3_OP_IFF:
        return args == 2 ? term_eq (ts, arg[0], arg[1]) : NULL;
    case Z3_OP_XOR:
        return args == 2 ? term_not (ts, term_eq (ts, arg[0], arg[1])) : NULL;
    case Z3_OP_DISTINCT:
        return all_distinct (s, arg, args);
    case Z3_OP_IMPLIES:
        return args == 2 ? term_implies (ts, arg[0], arg[1]) : NULL;
    case Z3_OP_GE:
        return exchanged (s, OP_LE, arg);
    case Z3_OP_GT:
        return exchanged (s, OP_LT, arg);
    case Z3_OP_UGEQ:
        return exchanged (s, OP_BVULE, arg);
    case Z3_OP_UGT:
        return exchanged (s, OP_BVULT, arg);
    case Z3_OP_SGEQ:
        return exchanged (s, OP_BVSLE, arg);
    case Z3_OP_SGT:
        return exchanged (s, OP_BVSLT, arg);
    case Z3_OP_UMINUS:
        return term_negate (ts, arg[0]);
    case Z3_OP_SUB: {
        const term *result = arg[0];
        for (unsigned i = 1; i < args; i++)
            result = term_sub (ts, result, arg[i]);
        return result;
    }
    case Z3_OP_MUL:
        return back_multiply (s, arg, args);
    case Z3_OP_EXTRACT:
        return term_make (ts, OP_EXTRACT, arg, 1,
                          Z3_get_decl_int_parameter (c, d, 0),
                          Z3_get_decl_int_parameter (c, d, 1));
    case Z3_OP_ZERO_EXT:
        return term_make (ts, OP_ZERO_EXTEND, arg, 1,
                          Z3_get_decl_int_parameter (c, d, 0), 0);
    case Z3_OP_SIGN_EXT:
        return term_make (ts, OP_SIGN_EXTEND, arg, 1,
                          Z3_get_decl_int_parameter (c, d, 0), 0);
    case Z3_OP_INT2BV:
        return term_make (ts, OP_INT_TO_BV, arg, 1,
                          Z3_get_decl_int_parameter (c, d, 0), 0);
    case Z3_OP_CONST_ARRAY: {
        const sort *own = z3_sort_back (s, Z3_get_sort (c, a));
        return own ? term_const_array (ts, own, arg[0]) : NULL;
    }
    case Z3_OP_UNINTERPRETED:
        if (!value)
            return back_symbol (s, a, d, arg, args);
        return args ? NULL : back_element (s, a, d);
    default:
        return NULL;
    }
}

static const term *
find (const struct map *done, unsigned id)
{
    const uint64_t *known = map_get (done, map_number (id));
    return known ? (const term *) (uintptr_t) *known : NULL;
}

/* A term that needs no arguments, or whose arguments are all in `done`. */
static const term *
back (solver *s, Z3_ast a, const struct map *done, bool value)
{
    Z3_context c = s->context;
    if (Z3_get_ast_kind (c, a) == Z3_NUMERAL_AST)
        return back_numeral (s, a);
    if (Z3_is_as_array (c, a) || Z3_get_ast_kind (c, a) == Z3_QUANTIFIER_AST)
        return z3_array_back (s, a);
    Z3_app app = Z3_to_app (c, a);
    unsigned args = Z3_get_app_num_args (c, app);
    const term **arg = NEW_ARRAY (const term *, args);
    for (unsigned i = 0; i < args; i++) {
        arg[i] = find (done, Z3_get_ast_id (c, Z3_get_app_arg (c, app, i)));
        assert (arg[i]);
    }
    const term *result = back_node (s, a, arg, args, value);
    memory_free (arg);
    return result;
}

const term *
z3_term (solver *s, Z3_ast root, bool value)
{
    if (!root)
        return NULL;
    Z3_context c = s->context;
    struct map done;
    map_init (&done);
    struct frame {
        Z3_ast a;
        unsigned next, args;
    };
    struct VEC (struct frame) stack = {0};
    struct frame first = {root, 0, 0};
    VEC_PUSH (stack, first);
    const term *result = NULL;
    while (stack.size) {
        struct frame *top = &VEC_LAST (stack);
        Z3_ast_kind kind = Z3_get_ast_kind (c, top->a);
        bool lambda = value && kind == Z3_QUANTIFIER_AST;
        if (kind != Z3_APP_AST && kind != Z3_NUMERAL_AST && !lambda) {
            result = NULL;
            break;
        }
        if (kind == Z3_APP_AST)
            top->args = Z3_get_app_num_args (c, Z3_to_app (c, top->a));
        if (top->next < top->args) {
            Z3_ast arg = Z3_get_app_arg (c, Z3_to_app (c, top->a), top->next++);
            if (!find (&done, Z3_get_ast_id (c, arg))) {
                struct frame child = {arg, 0, 0};
                VEC_PUSH (stack, child);
            }
            continue;
        }
        Z3_ast a = VEC_POP (stack).a;
        result = back (s, a, &done, value);
        if (!result)
            break;
        map_put (&done, map_number (Z3_get_ast_id (c, a)),
                 (uint64_t) (uintptr_t) result);
    }
    VEC_CLEAR (stack);
    map_clear (&done);
    return result;
}
