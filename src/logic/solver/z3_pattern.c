/* z3_pattern.c -- the patterns of a quantifier that Z3 can use.
 *
 * Z3 refuses a quantifier with a pattern that is not to its taste, and says so
 * on stderr; so it is shown only those that it takes. */
#include "logic/term/map.h"
#include "logic/solver/z3_internal.h"

static bool
is_head (enum op op)
{
    return op == OP_APPLY || op == OP_SELECT || op == OP_STORE;
}

static bool
is_logical (enum op op)
{
    switch (op) {
    case OP_TRUE:
    case OP_FALSE:
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_ITE:
    case OP_EQ:
    case OP_FORALL:
    case OP_EXISTS:
    case OP_PATTERN:
        return true;
    default:
        return false;
    }
}

static bool
pattern_usable (const term *pattern, const term *quantifier)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (pattern->arg, pattern->args, &place, &order);
    bool usable = true;
    for (uint32_t i = 0; i < pattern->args; i++)
        usable = usable && is_head (pattern->arg[i]->op);
    for (size_t i = 0; i < order.size; i++)
        usable = usable && !is_logical (order.at[i]->op);
    size_t bounds = term_bounds (quantifier);
    for (size_t i = 0; i < bounds; i++)
        usable = usable && term_map_get (&place, quantifier->arg[i]);
    term_map_clear (&place);
    VEC_CLEAR (order);
    return usable;
}

static Z3_pattern
pattern_make (solver *s, const term *t)
{
    Z3_ast *arg = NEW_ARRAY (Z3_ast, t->args);
    bool good = true;
    for (uint32_t i = 0; i < t->args; i++) {
        arg[i] = z3_ast (s, t->arg[i]);
        good = good && arg[i];
    }
    Z3_pattern p = good ? Z3_mk_pattern (s->context, t->args, arg) : NULL;
    if (p)
        z3_keep (s, Z3_pattern_to_ast (s->context, p));
    memory_free (arg);
    return p;
}

size_t
z3_patterns (solver *s, const term *quantifier, Z3_pattern *out)
{
    size_t count = 0;
    for (size_t i = term_bounds (quantifier); i + 1 < quantifier->args; i++) {
        const term *t = quantifier->arg[i];
        assert (t->op == OP_PATTERN && t->args);
        if (!pattern_usable (t, quantifier))
            continue;
        Z3_pattern p = pattern_make (s, t);
        if (p)
            out[count++] = p;
    }
    return count;
}
