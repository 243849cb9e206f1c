/* print.c -- terms as SMT-LIB text. */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "logic/term/store.h"

const char *
op_name (enum op op)
{
    static const char *const name[OP_COUNT] = {
        [OP_TRUE] = "true",
        [OP_FALSE] = "false",
        [OP_NOT] = "not",
        [OP_AND] = "and",
        [OP_OR] = "or",
        [OP_ITE] = "ite",
        [OP_EQ] = "=",
        [OP_LE] = "<=",
        [OP_LT] = "<",
        [OP_ADD] = "+",
        [OP_MUL] = "*",
        [OP_DIVIDE] = "/",
        [OP_IDIV] = "div",
        [OP_MOD] = "mod",
        [OP_TO_REAL] = "to_real",
        [OP_TO_INT] = "to_int",
        [OP_IS_INT] = "is_int",
        [OP_BVNOT] = "bvnot",
        [OP_BVNEG] = "bvneg",
        [OP_BVAND] = "bvand",
        [OP_BVOR] = "bvor",
        [OP_BVXOR] = "bvxor",
        [OP_BVADD] = "bvadd",
        [OP_BVSUB] = "bvsub",
        [OP_BVMUL] = "bvmul",
        [OP_BVUDIV] = "bvudiv",
        [OP_BVUREM] = "bvurem",
        [OP_BVSDIV] = "bvsdiv",
        [OP_BVSREM] = "bvsrem",
        [OP_BVSMOD] = "bvsmod",
        [OP_BVSHL] = "bvshl",
        [OP_BVLSHR] = "bvlshr",
        [OP_BVASHR] = "bvashr",
        [OP_BVULE] = "bvule",
        [OP_BVULT] = "bvult",
        [OP_BVSLE] = "bvsle",
        [OP_BVSLT] = "bvslt",
        [OP_CONCAT] = "concat",
        [OP_EXTRACT] = "extract",
        [OP_ZERO_EXTEND] = "zero_extend",
        [OP_SIGN_EXTEND] = "sign_extend",
        [OP_INT_TO_BV] = "int2bv",
        [OP_BV_TO_NAT] = "bv2nat",
        [OP_SELECT] = "select",
        [OP_STORE] = "store",
        [OP_FORALL] = "forall",
        [OP_EXISTS] = "exists",
        [OP_PATTERN] = ":pattern",
    };
    assert (op < OP_COUNT);
    return name[op];
}

/* Symbols that SMT-LIB keeps for itself. */
static bool
name_reserved (const char *name)
{
    static const char *const word[] = {"!",
                                       "_",
                                       "as",
                                       "BINARY",
                                       "DECIMAL",
                                       "exists",
                                       "forall",
                                       "HEXADECIMAL",
                                       "lambda",
                                       "let",
                                       "match",
                                       "NUMERAL",
                                       "par",
                                       "STRING",
                                       "assert",
                                       "check-sat",
                                       "check-sat-assuming",
                                       "declare-const",
                                       "declare-datatype",
                                       "declare-datatypes",
                                       "declare-fun",
                                       "declare-rel",
                                       "declare-sort",
                                       "declare-var",
                                       "define-const",
                                       "define-fun",
                                       "define-fun-rec",
                                       "define-funs-rec",
                                       "define-sort",
                                       "echo",
                                       "exit",
                                       "get-assertions",
                                       "get-assignment",
                                       "get-info",
                                       "get-model",
                                       "get-option",
                                       "get-proof",
                                       "get-unsat-assumptions",
                                       "get-unsat-core",
                                       "get-value",
                                       "pop",
                                       "push",
                                       "query",
                                       "reset",
                                       "reset-assertions",
                                       "rule",
                                       "set-info",
                                       "set-logic",
                                       "set-option"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (!strcmp (word[i], name))
            return true;
    return false;
}

void
term_print_name (struct text *out, const char *name)
{
    bool plain =
        *name && !isdigit ((unsigned char) *name) && !name_reserved (name);
    for (const char *c = name; *c && plain; c++)
        plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z')
                || strchr ("0123456789~!@$%^&*_-+=<>.?/", *c);
    if (!plain)
        text_char (out, '|');
    text_add (out, name);
    if (!plain)
        text_char (out, '|');
}

static void
print_number (struct text *out, const term *t)
{
    const char *point = t->sort->kind == SORT_REAL ? ".0" : "";
    bool negative = *t->text == '-';
    const char *top = t->text + negative, *slash = strchr (top, '/');
    if (negative)
        text_add (out, "(- ");
    if (slash) {
        text_add (out, "(/ ");
        text_add_n (out, top, (size_t) (slash - top));
        text_print (out, ".0 %s.0)", slash + 1);
    } else {
        text_add (out, top);
        text_add (out, point);
    }
    if (negative)
        text_char (out, ')');
}

static bool
is_quantifier (const term *t)
{
    return t->op == OP_FORALL || t->op == OP_EXISTS;
}

void
print_head (struct text *out, const term *t)
{
    if (t->op == OP_PATTERN) {
        text_print (out, "%s (", op_name (t->op));
        return;
    }
    text_char (out, '(');
    if (t->op == OP_APPLY)
        term_print_name (out, t->text);
    else if (t->op == OP_CONST_ARRAY) {
        text_add (out, "(as const ");
        sort_print (out, t->sort);
        text_char (out, ')');
    } else if (t->op == OP_EXTRACT)
        text_print (out, "(_ extract %u %u)", t->index[0], t->index[1]);
    else if (t->op == OP_ZERO_EXTEND || t->op == OP_SIGN_EXTEND
             || t->op == OP_INT_TO_BV)
        text_print (out, "(_ %s %u)", op_name (t->op), t->index[0]);
    else
        text_add (out, op_name (t->op));
    if (!is_quantifier (t))
        return;
    text_add (out, " (");
    size_t bounds = term_bounds (t);
    for (size_t i = 0; i < bounds; i++) {
        text_add (out, i ? " (" : "(");
        term_print_name (out, t->arg[i]->text);
        text_char (out, ' ');
        sort_print (out, t->arg[i]->sort);
        text_char (out, ')');
    }
    text_add (out, bounds + 1 < t->args ? ") (!" : ")");
}

void
print_leaf (struct text *out, const term *t)
{
    assert (!t->args);
    if (t->op == OP_NUMBER)
        print_number (out, t);
    else if (t->op == OP_BITS)
        text_print (out, "(_ bv%s %u)", t->text, t->sort->width);
    else if (t->op == OP_VAR)
        term_print_name (out, t->text);
    else
        text_add (out, op_name (t->op));
}

/* A term whose arguments are being printed. */
struct open {
    const term *term;
    uint32_t next;
};
struct open_vec VEC (struct open);

/* The argument that is printed as the i-th: a quantifier's body comes before
 * its patterns. */
static const term *
printed_arg (const term *t, uint32_t i)
{
    if (!is_quantifier (t))
        return t->arg[i];
    return t->arg[i == term_bounds (t) ? t->args - 1 : i - 1];
}

static void
print_end (struct text *out, const term *t)
{
    bool patterns = is_quantifier (t) && term_bounds (t) + 1 < t->args;
    text_add (out, patterns ? "))" : ")");
}

void
term_print (struct text *out, const term *t)
{
    struct open_vec stack = {0};
    for (;;) {
        if (t->args) {
            print_head (out, t);
            uint32_t first = is_quantifier (t) ? (uint32_t) term_bounds (t) : 0;
            VEC_PUSH (stack, ((struct open) {t, first}));
        } else
            print_leaf (out, t);
        while (stack.size
               && VEC_LAST (stack).next == VEC_LAST (stack).term->args) {
            print_end (out, VEC_POP (stack).term);
        }
        if (!stack.size)
            break;
        struct open *top = &VEC_LAST (stack);
        if (top->next || top->term->op != OP_PATTERN)
            text_char (out, ' ');
        t = printed_arg (top->term, top->next++);
    }
    VEC_CLEAR (stack);
}
