/* z3_translate.c -- our terms as Z3's.
 *
 * Post-order with a stack of our own, children first and from left to right, so
 * that the order in which Z3 sees terms depends on the terms alone. */
#include <string.h>

#include "logic/solver/z3_internal.h"

Z3_ast
z3_keep (solver *s, Z3_ast a)
{
    if (!a)
        return NULL;
    Z3_inc_ref (s->context, a);
    VEC_PUSH (s->kept, a);
    return a;
}

Z3_func_decl
z3_keep_decl (solver *s, Z3_func_decl d)
{
    if (d)
        z3_keep (s, Z3_func_decl_to_ast (s->context, d));
    return d;
}

static Z3_sort
make_sort (solver *s, const sort *ours)
{
    Z3_context c = s->context;
    switch (ours->kind) {
    case SORT_BOOL:
        return Z3_mk_bool_sort (c);
    case SORT_INT:
        return Z3_mk_int_sort (c);
    case SORT_REAL:
        return Z3_mk_real_sort (c);
    case SORT_BV:
        return Z3_mk_bv_sort (c, ours->width);
    case SORT_ARRAY: {
        /* Sorts nest as deep as they were written, which is not deep. */
        Z3_sort index = z3_sort (s, ours->index);
        Z3_sort element = z3_sort (s, ours->element);
        return index && element ? Z3_mk_array_sort (c, index, element) : NULL;
    }
    case SORT_NAMED:
        return Z3_mk_uninterpreted_sort (c,
                                         Z3_mk_string_symbol (c, ours->name));
    }
    return NULL;
}

Z3_sort
z3_sort (solver *s, const sort *ours)
{
    for (size_t i = 0; i < s->sorts.size; i++)
        if (s->sorts.at[i].ours == ours)
            return s->sorts.at[i].theirs;
    Z3_sort theirs = make_sort (s, ours);
    if (!theirs)
        return NULL;
    z3_keep (s, Z3_sort_to_ast (s->context, theirs));
    struct z3_sort_pair pair = {ours, theirs};
    VEC_PUSH (s->sorts, pair);
    return theirs;
}

static Z3_ast
make_leaf (solver *s, const term *t)
{
    Z3_context c = s->context;
    if (t->op == OP_TRUE)
        return Z3_mk_true (c);
    if (t->op == OP_FALSE)
        return Z3_mk_false (c);
    const uint64_t *element =
        term_is_element (t) ? map_get (&s->elements, t->digest) : NULL;
    if (element)
        return (Z3_ast) (uintptr_t) *element;
    Z3_sort own = z3_sort (s, t->sort);
    if (!own)
        return NULL;
    if (t->op == OP_VAR)
        return Z3_mk_const (c, Z3_mk_string_symbol (c, t->text), own);
    assert (t->op == OP_NUMBER || t->op == OP_BITS);
    return Z3_mk_numeral (c, t->text, own);
}

static Z3_ast
make_apply (solver *s, const term *t, Z3_ast *arg)
{
    Z3_context c = s->context;
    Z3_sort range = z3_sort (s, t->sort);
    Z3_sort *domain = NEW_ARRAY (Z3_sort, t->args);
    bool good = range != NULL;
    for (uint32_t i = 0; i < t->args; i++) {
        domain[i] = z3_sort (s, t->arg[i]->sort);
        good = good && domain[i];
    }
    Z3_ast result = NULL;
    if (good) {
        Z3_symbol name = Z3_mk_string_symbol (c, t->text);
        Z3_func_decl d =
            z3_keep_decl (s, Z3_mk_func_decl (c, name, t->args, domain, range));
        result = d ? Z3_mk_app (c, d, t->args, arg) : NULL;
    }
    memory_free (domain);
    return result;
}

static Z3_ast
make_quantifier (solver *s, const term *t, Z3_ast *arg)
{
    Z3_context c = s->context;
    unsigned bounds = (unsigned) term_bounds (t);
    Z3_app *bound = NEW_ARRAY (Z3_app, bounds);
    for (unsigned i = 0; i < bounds; i++)
        bound[i] = Z3_to_app (c, arg[i]);
    Z3_pattern *pattern = NEW_ARRAY (Z3_pattern, t->args - bounds);
    unsigned patterns = (unsigned) z3_patterns (s, t, pattern);
    Z3_ast result = NULL;
    /* Instances of weight 0 count as no newer than what they come from, so that
     * patterns that feed themselves would never tire. */
    unsigned weight = s->options.triggers;
    /* A quantifier whose patterns are refused after all goes without. */
    for (;;) {
        result =
            Z3_mk_quantifier_const (c, t->op == OP_FORALL, weight, bounds,
                                    bound, patterns, pattern, arg[t->args - 1]);
        if (result || !patterns)
            break;
        patterns = 0;
    }
    memory_free (pattern);
    memory_free (bound);
    return result;
}

typedef Z3_ast (*unary) (Z3_context, Z3_ast);
typedef Z3_ast (*binary) (Z3_context, Z3_ast, Z3_ast);

static const unary unaries[OP_COUNT] = {
    [OP_NOT] = Z3_mk_not,         [OP_TO_REAL] = Z3_mk_int2real,
    [OP_TO_INT] = Z3_mk_real2int, [OP_IS_INT] = Z3_mk_is_int,
    [OP_BVNOT] = Z3_mk_bvnot,     [OP_BVNEG] = Z3_mk_bvneg,
};

static const binary binaries[OP_COUNT] = {
    [OP_EQ] = Z3_mk_eq,         [OP_LE] = Z3_mk_le,
    [OP_LT] = Z3_mk_lt,         [OP_DIVIDE] = Z3_mk_div,
    [OP_IDIV] = Z3_mk_div,      [OP_MOD] = Z3_mk_mod,
    [OP_BVAND] = Z3_mk_bvand,   [OP_BVOR] = Z3_mk_bvor,
    [OP_BVXOR] = Z3_mk_bvxor,   [OP_BVADD] = Z3_mk_bvadd,
    [OP_BVSUB] = Z3_mk_bvsub,   [OP_BVMUL] = Z3_mk_bvmul,
    [OP_BVUDIV] = Z3_mk_bvudiv, [OP_BVUREM] = Z3_mk_bvurem,
    [OP_BVSDIV] = Z3_mk_bvsdiv, [OP_BVSREM] = Z3_mk_bvsrem,
    [OP_BVSMOD] = Z3_mk_bvsmod, [OP_BVSHL] = Z3_mk_bvshl,
    [OP_BVLSHR] = Z3_mk_bvlshr, [OP_BVASHR] = Z3_mk_bvashr,
    [OP_BVULE] = Z3_mk_bvule,   [OP_BVULT] = Z3_mk_bvult,
    [OP_BVSLE] = Z3_mk_bvsle,   [OP_BVSLT] = Z3_mk_bvslt,
    [OP_CONCAT] = Z3_mk_concat, [OP_SELECT] = Z3_mk_select,
};

/* Bit-vector operators of any number of arguments associate to the left. */
static Z3_ast
make_chain (solver *s, binary make, Z3_ast *arg, uint32_t args)
{
    Z3_ast result = arg[0];
    for (uint32_t i = 1; i < args && result; i++)
        result = z3_keep (s, make (s->context, result, arg[i]));
    return result;
}

static Z3_ast
make_node (solver *s, const term *t, Z3_ast *arg)
{
    Z3_context c = s->context;
    if (unaries[t->op])
        return unaries[t->op](c, arg[0]);
    if (binaries[t->op])
        return make_chain (s, binaries[t->op], arg, t->args);
    switch (t->op) {
    case OP_APPLY:
        return make_apply (s, t, arg);
    case OP_AND:
        return Z3_mk_and (c, t->args, arg);
    case OP_OR:
        return Z3_mk_or (c, t->args, arg);
    case OP_ITE:
        return Z3_mk_ite (c, arg[0], arg[1], arg[2]);
    case OP_ADD:
        return Z3_mk_add (c, t->args, arg);
    case OP_MUL:
        return Z3_mk_mul (c, t->args, arg);
    case OP_EXTRACT:
        return Z3_mk_extract (c, t->index[0], t->index[1], arg[0]);
    case OP_ZERO_EXTEND:
        return Z3_mk_zero_ext (c, t->index[0], arg[0]);
    case OP_SIGN_EXTEND:
        return Z3_mk_sign_ext (c, t->index[0], arg[0]);
    case OP_INT_TO_BV:
        return Z3_mk_int2bv (c, t->index[0], arg[0]);
    case OP_BV_TO_NAT:
        return Z3_mk_bv2int (c, arg[0], false);
    case OP_STORE:
        return Z3_mk_store (c, arg[0], arg[1], arg[2]);
    case OP_CONST_ARRAY: {
        Z3_sort index = z3_sort (s, t->sort->index);
        return index ? Z3_mk_const_array (c, index, arg[0]) : NULL;
    }
    case OP_FORALL:
    case OP_EXISTS:
        return make_quantifier (s, t, arg);
    case OP_PATTERN: /* the quantifier asks for its terms; it is none */
        return Z3_mk_true (c);
    default:
        assert (!"operator without a translation");
        return NULL;
    }
}

static Z3_ast
find (const solver *s, const term *t)
{
    const uint64_t *known = map_get (&s->memo, t->digest);
    return known ? (Z3_ast) (uintptr_t) *known : NULL;
}

/* Makes one term whose arguments are there. */
static bool
make (solver *s, const term *t)
{
    if (t->sort->kind != SORT_BOOL && t->sort->kind != SORT_BV)
        s->foreign = true;
    if (t->op == OP_APPLY || t->op == OP_FORALL || t->op == OP_EXISTS)
        s->foreign = true;
    Z3_ast result;
    if (!t->args && t->op != OP_APPLY) {
        result = make_leaf (s, t);
    } else {
        Z3_ast few[8], *arg = few;
        if (t->args > sizeof few / sizeof *few)
            arg = NEW_ARRAY (Z3_ast, t->args);
        for (uint32_t i = 0; i < t->args; i++)
            arg[i] = find (s, t->arg[i]);
        result = make_node (s, t, arg);
        if (arg != few)
            memory_free (arg);
    }
    if (!z3_keep (s, result))
        return false;
    map_put (&s->memo, t->digest, (uint64_t) (uintptr_t) result);
    return true;
}

Z3_ast
z3_ast (solver *s, const term *root)
{
    Z3_ast known = find (s, root);
    if (known)
        return known;
    struct frame {
        const term *t;
        uint32_t next;
    };
    struct VEC (struct frame) stack = {0};
    struct frame first = {root, 0};
    VEC_PUSH (stack, first);
    bool good = true;
    while (stack.size && good) {
        struct frame *top = &VEC_LAST (stack);
        while (top->next < top->t->args && find (s, top->t->arg[top->next]))
            top->next++;
        if (top->next < top->t->args) {
            struct frame child = {top->t->arg[top->next], 0};
            VEC_PUSH (stack, child);
        } else {
            good = make (s, VEC_POP (stack).t);
        }
    }
    VEC_CLEAR (stack);
    return good ? find (s, root) : NULL;
}
