/* boogie_term.c -- terms and sorts as Boogie writes them.
 *
 * Nothing recurses: what is still to be printed stands on a stack.  Shared
 * parts are printed each time; Boogie has no way to name them. */
#include <string.h>

#include "program/boogie_text.h"

/* How tightly a term binds, as text; an argument that binds less than its place
 * asks for gets parentheses. */
enum boogie_term_level {
    LEVEL_NONE,
    LEVEL_IFF,
    LEVEL_LOGIC,
    LEVEL_RELATION,
    LEVEL_CONCAT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_UNARY,
    LEVEL_POSTFIX,
    LEVEL_ATOM
};

enum piece_kind {
    PIECE_TEXT,
    PIECE_TERM,
    PIECE_NAME,
    PIECE_SORT,
    PIECE_RANGE,
    PIECE_SIZE,
    PIECE_OPERATOR
};

struct boogie_term_piece {
    enum piece_kind kind;
    enum boogie_term_level level;
    union {
        const char *text;
        const term *term;
        const sort *sort;
    };
};

struct boogie_term_writer {
    struct boogie_names *names; /* may be null */
    struct text *out;
    struct VEC (struct boogie_term_piece) stack; /* the last is printed first */
    struct VEC (
        struct boogie_term_piece) next; /* the parts of the current term */
};

static void
say (struct boogie_term_writer *w, const char *text)
{
    VEC_PUSH (w->next,
              ((struct boogie_term_piece) {.kind = PIECE_TEXT, .text = text}));
}

static void
say_term (struct boogie_term_writer *w, const term *t,
          enum boogie_term_level level)
{
    VEC_PUSH (w->next, ((struct boogie_term_piece) {
                           .kind = PIECE_TERM, .level = level, .term = t}));
}

static void
say_about (struct boogie_term_writer *w, enum piece_kind kind, const term *t)
{
    VEC_PUSH (w->next, ((struct boogie_term_piece) {.kind = kind, .term = t}));
}

static void
say_sort (struct boogie_term_writer *w, const sort *s)
{
    VEC_PUSH (w->next,
              ((struct boogie_term_piece) {.kind = PIECE_SORT, .sort = s}));
}

static bool
is_minus (const term *t) /* -1 * x */
{
    return t->op == OP_MUL && t->args == 2 && t->arg[0]->op == OP_NUMBER
           && !strcmp (t->arg[0]->text, "-1");
}

static enum boogie_term_level
term_level (const term *t)
{
    switch (t->op) {
    case OP_EQ:
        return t->arg[0]->sort->kind == SORT_BOOL ? LEVEL_IFF : LEVEL_RELATION;
    case OP_AND:
    case OP_OR:
        return LEVEL_LOGIC;
    case OP_LE:
    case OP_LT:
        return LEVEL_RELATION;
    case OP_CONCAT:
        return LEVEL_CONCAT;
    case OP_ADD:
        return LEVEL_SUM;
    case OP_MUL:
        return is_minus (t) ? LEVEL_UNARY : LEVEL_PRODUCT;
    case OP_DIVIDE:
    case OP_IDIV:
    case OP_MOD:
        return LEVEL_PRODUCT;
    case OP_NUMBER:
        return strchr (t->text, '/') ? LEVEL_PRODUCT
               : *t->text == '-'     ? LEVEL_UNARY
                                     : LEVEL_ATOM;
    case OP_NOT:
        return t->arg[0]->op == OP_EQ ? LEVEL_RELATION : LEVEL_UNARY;
    case OP_SELECT:
    case OP_STORE:
    case OP_EXTRACT:
        return LEVEL_POSTFIX;
    default:
        return LEVEL_ATOM;
    }
}

/* Without its sign if `plain`. */
static void
print_number (struct text *out, const term *t, bool plain)
{
    assert (t->op == OP_NUMBER);
    const char *text = t->text + (plain && *t->text == '-');
    const char *slash = strchr (text, '/');
    if (slash) {
        text_add_n (out, text, (size_t) (slash - text));
        text_print (out, ".0 / %s.0", slash + 1);
    } else {
        text_add (out, text);
        text_add (out, t->sort->kind == SORT_REAL ? ".0" : "");
    }
}

static void
say_infix (struct boogie_term_writer *w, const term *t, const char *sign,
           enum boogie_term_level first, enum boogie_term_level others)
{
    assert (t->args >= 2);
    for (uint32_t i = 0; i < t->args; i++) {
        if (i)
            say (w, sign);
        say_term (w, t->arg[i], i ? others : first);
    }
}

/* Whoever reads a long chain builds it two by two from the left, and a chain of
 * more than 64 parts is not opened inside another (logic/term/term.h): as the parentheses
 * show it, it is read. */
static void
say_chain (struct boogie_term_writer *w, const term *t, const char *sign)
{
    enum { PARTS = 65 };
    for (size_t left = t->args; left > PARTS; left -= PARTS - 1)
        say (w, "(");
    size_t parts = 0;
    for (uint32_t i = 0; i < t->args; i++) {
        if (parts == PARTS) {
            say (w, ")");
            parts = 1;
        }
        if (i)
            say (w, sign);
        say_term (w, t->arg[i], LEVEL_RELATION);
        parts++;
    }
}

static void
say_sum (struct boogie_term_writer *w, const term *t)
{
    assert (t->op == OP_ADD && t->args >= 2);
    say_term (w, t->arg[0], LEVEL_PRODUCT);
    for (uint32_t i = 1; i < t->args; i++) {
        const term *a = t->arg[i];
        if (a->op == OP_NUMBER && *a->text == '-' && !strchr (a->text, '/')) {
            say (w, " - ");
            say_about (w, PIECE_SIZE, a);
        } else if (is_minus (a)) {
            say (w, " - ");
            say_term (w, a->arg[1], LEVEL_UNARY);
        } else {
            say (w, " + ");
            say_term (w, a, LEVEL_PRODUCT);
        }
    }
}

static void
say_arguments (struct boogie_term_writer *w, const term *const *arg,
               size_t args)
{
    for (size_t i = 0; i < args; i++) {
        say (w, i ? ", " : "");
        say_term (w, arg[i], LEVEL_NONE);
    }
}

static void
say_quantifier (struct boogie_term_writer *w, const term *t)
{
    size_t bounds = term_bounds (t);
    say (w, t->op == OP_FORALL ? "(forall " : "(exists ");
    for (size_t i = 0; i < bounds; i++) {
        say (w, i ? ", " : "");
        say_about (w, PIECE_NAME, t->arg[i]);
        say (w, ": ");
        say_sort (w, t->arg[i]->sort);
    }
    say (w, " :: ");
    for (size_t i = bounds; i + 1 < t->args; i++) {
        assert (t->arg[i]->op == OP_PATTERN);
        say (w, "{ ");
        say_arguments (w, t->arg[i]->arg, t->arg[i]->args);
        say (w, " } ");
    }
    say_term (w, t->arg[t->args - 1], LEVEL_NONE);
    say (w, ")");
}

static void
say_ite (struct boogie_term_writer *w, const term *t)
{
    assert (t->op == OP_ITE && t->args == 3);
    static const char *const word[] = {"(if ", " then ", " else "};
    for (uint32_t i = 0; i < 3; i++) {
        say (w, word[i]);
        say_term (w, t->arg[i], LEVEL_NONE);
    }
    say (w, ")");
}

static void
say_map (struct boogie_term_writer *w, const term *t)
{
    assert (t->arg[0]->sort->kind == SORT_ARRAY);
    say_term (w, t->arg[0], LEVEL_POSTFIX);
    say (w, "[");
    say_term (w, t->arg[1], LEVEL_NONE);
    if (t->op == OP_STORE) {
        say (w, " := ");
        say_term (w, t->arg[2], LEVEL_NONE);
    }
    say (w, "]");
}

static void
say_not (struct boogie_term_writer *w, const term *t)
{
    assert (t->op == OP_NOT);
    if (t->arg[0]->op == OP_EQ)
        say_infix (w, t->arg[0], " != ", LEVEL_CONCAT, LEVEL_CONCAT);
    else {
        say (w, "!");
        say_term (w, t->arg[0], LEVEL_UNARY);
    }
}

static void
say_product (struct boogie_term_writer *w, const term *t)
{
    assert (t->op == OP_MUL);
    if (is_minus (t)) {
        say (w, "-");
        say_term (w, t->arg[1], LEVEL_POSTFIX);
    } else
        say_infix (w, t, " * ", LEVEL_PRODUCT, LEVEL_UNARY);
}

static void
say_call (struct boogie_term_writer *w, const term *t, const char *name)
{
    if (name)
        say (w, name);
    else
        say_about (w, t->op == OP_APPLY ? PIECE_NAME : PIECE_OPERATOR, t);
    say (w, "(");
    say_arguments (w, t->arg, t->args);
    say (w, ")");
}

/* The parts of a term that is more than a word. */
static void
say_parts (struct boogie_term_writer *w, const term *t)
{
    switch (t->op) {
    case OP_NOT:
        say_not (w, t);
        break;
    case OP_AND:
        say_chain (w, t, " && ");
        break;
    case OP_OR:
        say_chain (w, t, " || ");
        break;
    case OP_ITE:
        say_ite (w, t);
        break;
    case OP_EQ:
        if (term_level (t) == LEVEL_IFF)
            say_infix (w, t, " <==> ", LEVEL_RELATION, LEVEL_RELATION);
        else
            say_infix (w, t, " == ", LEVEL_CONCAT, LEVEL_CONCAT);
        break;
    case OP_LE:
        say_infix (w, t, " <= ", LEVEL_CONCAT, LEVEL_CONCAT);
        break;
    case OP_LT:
        say_infix (w, t, " < ", LEVEL_CONCAT, LEVEL_CONCAT);
        break;
    case OP_ADD:
        say_sum (w, t);
        break;
    case OP_MUL:
        say_product (w, t);
        break;
    case OP_DIVIDE:
        say_infix (w, t, " / ", LEVEL_PRODUCT, LEVEL_UNARY);
        break;
    case OP_IDIV:
        say_infix (w, t, " div ", LEVEL_PRODUCT, LEVEL_UNARY);
        break;
    case OP_MOD:
        say_infix (w, t, " mod ", LEVEL_PRODUCT, LEVEL_UNARY);
        break;
    case OP_CONCAT:
        say_infix (w, t, " ++ ", LEVEL_CONCAT, LEVEL_SUM);
        break;
    case OP_EXTRACT:
        say_term (w, t->arg[0], LEVEL_POSTFIX);
        say_about (w, PIECE_RANGE, t);
        break;
    case OP_SELECT:
    case OP_STORE:
        say_map (w, t);
        break;
    case OP_FORALL:
    case OP_EXISTS:
        say_quantifier (w, t);
        break;
    case OP_TO_REAL:
        say_call (w, t, "real");
        break;
    case OP_TO_INT:
        say_call (w, t, "int");
        break;
    default:
        assert (t->op == OP_APPLY || boogie_is_operator (t->op));
        say_call (w, t, NULL);
    }
}

/* Its parts are printed next, in parentheses if they bind too loosely. */
static void
open_term (struct boogie_term_writer *w, const term *t,
           enum boogie_term_level level)
{
    bool close = term_level (t) < level;
    w->next.size = 0;
    if (close)
        say (w, "(");
    say_parts (w, t);
    if (close)
        say (w, ")");
    for (size_t i = w->next.size; i--;)
        VEC_PUSH (w->stack, w->next.at[i]);
}

static void
print_term (struct boogie_term_writer *w, const term *t,
            enum boogie_term_level level)
{
    bool close = t->op == OP_NUMBER && term_level (t) < level;
    switch (t->op) {
    case OP_TRUE:
    case OP_FALSE:
        text_add (w->out, op_name (t->op));
        break;
    case OP_NUMBER:
        text_add (w->out, close ? "(" : "");
        print_number (w->out, t, false);
        text_add (w->out, close ? ")" : "");
        break;
    case OP_BITS:
        text_print (w->out, "%sbv%u", t->text, t->sort->width);
        break;
    case OP_VAR:
        boogie_variable (w->names, w->out, t->text);
        break;
    default:
        open_term (w, t, level);
    }
}

static void
print_piece (struct boogie_term_writer *w, struct boogie_term_piece p)
{
    switch (p.kind) {
    case PIECE_TEXT:
        text_add (w->out, p.text);
        break;
    case PIECE_TERM:
        print_term (w, p.term, p.level);
        break;
    case PIECE_NAME:
        boogie_name (w->names, w->out, p.term->text);
        break;
    case PIECE_SORT:
        boogie_sort_named (w->names, w->out, p.sort);
        break;
    case PIECE_RANGE:
        text_print (w->out, "[%u:%u]", p.term->index[0] + 1, p.term->index[1]);
        break;
    case PIECE_SIZE:
        print_number (w->out, p.term, true);
        break;
    case PIECE_OPERATOR:
        boogie_operator (w->names, w->out, p.term);
        break;
    }
}

void
boogie_term_named (struct boogie_names *n, struct text *out, const term *t)
{
    struct boogie_term_writer w = {.names = n, .out = out};
    VEC_PUSH (w.stack,
              ((struct boogie_term_piece) {.kind = PIECE_TERM, .term = t}));
    while (w.stack.size) {
        struct boogie_term_piece p = VEC_POP (w.stack);
        print_piece (&w, p);
    }
    VEC_CLEAR (w.stack);
    VEC_CLEAR (w.next);
}

void
boogie_term (struct text *out, const term *t)
{
    boogie_term_named (NULL, out, t);
}

/* Index sorts nest rarely and element sorts often: only these are a loop. */
void
boogie_sort_named (struct boogie_names *n, struct text *out, const sort *s)
{
    for (; s->kind == SORT_ARRAY; s = s->element) {
        text_char (out, '[');
        boogie_sort_named (n, out, s->index);
        text_char (out, ']');
    }
    switch (s->kind) {
    case SORT_BOOL:
        text_add (out, "bool");
        break;
    case SORT_INT:
        text_add (out, "int");
        break;
    case SORT_REAL:
        text_add (out, "real");
        break;
    case SORT_BV:
        text_print (out, "bv%u", s->width);
        break;
    default:
        boogie_name (n, out, s->name);
    }
}

void
boogie_sort (struct text *out, const sort *s)
{
    boogie_sort_named (NULL, out, s);
}
