/* z3_back_array.c -- functions of a model, as they stand for arrays.
 *
 * The entries are stored, the last of them first, into the array of the value
 * that all others have, because the first entry that fits counts. */
#include "logic/solver/z3_internal.h"

struct table {
    struct term_vec index, value;
    const term *other;
};

/* Null goes through: a part that is no constant. */
static const term *
constant (solver *s, Z3_ast a)
{
    return a ? z3_term (s, z3_keep (s, a), true) : NULL;
}

static bool
table_add (struct table *t, const term *index, const term *value)
{
    assert (t->index.size == t->value.size);
    if (!index || !value)
        return false;
    VEC_PUSH (t->index, index);
    VEC_PUSH (t->value, value);
    return true;
}

static bool
table_fits (const struct table *t, const sort *own)
{
    bool fits = t->other && t->other->sort == own->element;
    for (size_t i = 0; i < t->index.size; i++)
        fits = fits && t->index.at[i]->sort == own->index
               && t->value.at[i]->sort == own->element;
    return fits;
}

static const term *
table_array (terms *ts, const struct table *t, const sort *own)
{
    assert (table_fits (t, own));
    const term *result = term_const_array (ts, own, t->other);
    for (size_t i = t->index.size; i-- > 0;) {
        const term *part[3] = {result, t->index.at[i], t->value.at[i]};
        result = term_make (ts, OP_STORE, part, 3, 0, 0);
    }
    return result;
}

static bool
read_function (solver *s, Z3_ast a, struct table *t)
{
    Z3_context c = s->context;
    Z3_func_decl f = Z3_get_as_array_func_decl (c, a);
    Z3_func_interp body =
        f && s->model ? Z3_model_get_func_interp (c, s->model, f) : NULL;
    if (!body)
        return false;
    Z3_func_interp_inc_ref (c, body);
    t->other = constant (s, Z3_func_interp_get_else (c, body));
    bool good = t->other && Z3_func_interp_get_arity (c, body) == 1;
    unsigned entries = Z3_func_interp_get_num_entries (c, body);
    for (unsigned i = 0; i < entries && good; i++) {
        Z3_func_entry e = Z3_func_interp_get_entry (c, body, i);
        Z3_func_entry_inc_ref (c, e);
        const term *index = constant (s, Z3_func_entry_get_arg (c, e, 0));
        const term *value = constant (s, Z3_func_entry_get_value (c, e));
        good = table_add (t, index, value);
        Z3_func_entry_dec_ref (c, e);
    }
    Z3_func_interp_dec_ref (c, body);
    return good;
}

static bool
is_operator (solver *s, Z3_ast a, Z3_decl_kind kind, unsigned args)
{
    Z3_context c = s->context;
    if (Z3_get_ast_kind (c, a) != Z3_APP_AST)
        return false;
    Z3_app app = Z3_to_app (c, a);
    return Z3_get_decl_kind (c, Z3_get_app_decl (c, app)) == kind
           && Z3_get_app_num_args (c, app) == args;
}

/* The constant that the bound variable is compared with; null if that is not
 * what stands there. */
static const term *
compared_with (solver *s, Z3_ast a)
{
    Z3_context c = s->context;
    if (!is_operator (s, a, Z3_OP_EQ, 2))
        return NULL;
    for (unsigned i = 0; i < 2; i++)
        if (Z3_get_ast_kind (c, Z3_get_app_arg (c, Z3_to_app (c, a), i))
            == Z3_VAR_AST)
            return constant (s, Z3_get_app_arg (c, Z3_to_app (c, a), 1 - i));
    return NULL;
}

/* \x. ite (x = 1) a (ite (x = 2) b c) */
static bool
read_lambda (solver *s, Z3_ast a, struct table *t)
{
    Z3_context c = s->context;
    if (!Z3_is_lambda (c, a) || Z3_get_quantifier_num_bound (c, a) != 1)
        return false;
    Z3_ast body = z3_keep (s, Z3_get_quantifier_body (c, a));
    while (body && is_operator (s, body, Z3_OP_ITE, 3)) {
        Z3_app app = Z3_to_app (c, body);
        const term *index = compared_with (s, Z3_get_app_arg (c, app, 0));
        const term *value = constant (s, Z3_get_app_arg (c, app, 1));
        if (!table_add (t, index, value))
            return false;
        body = Z3_get_app_arg (c, app, 2);
    }
    t->other = constant (s, body);
    return t->other;
}

const term *
z3_array_back (solver *s, Z3_ast a)
{
    Z3_context c = s->context;
    const sort *own = z3_sort_back (s, Z3_get_sort (c, a));
    struct table t = {0};
    bool good = own && own->kind == SORT_ARRAY
                && (Z3_is_as_array (c, a) ? read_function (s, a, &t)
                                          : read_lambda (s, a, &t));
    const term *result = NULL;
    if (good && table_fits (&t, own))
        result = table_array (s->terms, &t, own);
    VEC_CLEAR (t.index);
    VEC_CLEAR (t.value);
    return result;
}
