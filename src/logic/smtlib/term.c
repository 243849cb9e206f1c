/* term.c -- terms from S-expressions, without recursion.
 *
 * A stack of frames says what is being read, a stack of values holds the terms
 * read so far.  A frame is done when all its children have left their values
 * above its own height; it then replaces them by one.
 *
 * Nested (and a (and b ..)) is read into one list of arguments: the builders
 * would flatten it anyway, but again at every level. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "logic/smtlib/smtlib.h"
#include "logic/smtlib/frame.h"

/* Deepest choice between numbers that is read as one between Reals. */
enum { CHOICE_DEPTH = 8 };

static void
value_push (struct smtlib *s, const term *t, const struct sexpr *at)
{
    struct smtlib_value value = {t, at};
    VEC_PUSH (s->value, value);
}

/* The Real that an Int number stands for, or a choice between such numbers;
 * null if it is another term. */
static const term *
number_as_real (struct smtlib *s, const term *t, unsigned depth)
{
    if (t->op == OP_NUMBER)
        return term_number (s->terms, sort_real (s->terms), t->text);
    if (t->op != OP_ITE || !depth)
        return NULL;
    const term *a = number_as_real (s, t->arg[1], depth - 1);
    const term *b = a ? number_as_real (s, t->arg[2], depth - 1) : NULL;
    return b ? term_ite (s->terms, t->arg[0], a, b) : NULL;
}

bool
smtlib_fit (struct smtlib *s, struct smtlib_value *v, const sort *wanted)
{
    if (v->term->sort == wanted)
        return true;
    if (v->term->sort->kind == SORT_INT && wanted->kind == SORT_REAL) {
        const term *real = number_as_real (s, v->term, CHOICE_DEPTH);
        if (real) {
            v->term = real;
            return true;
        }
    }
    struct text want, have;
    text_init (&want);
    text_init (&have);
    sort_print (&want, wanted);
    sort_print (&have, v->term->sort);
    smtlib_wrong (s, v->at, "expected %.80s, found %.80s", text_view (&want),
                  text_view (&have));
    text_clear (&want);
    text_clear (&have);
    return false;
}

/* Atoms. */

static const term *
variable_copy (struct smtlib *s, uint32_t index)
{
    struct smtlib_variable *v = s->variable.at + index;
    if (v->epoch != s->epoch) {
        if (!v->copy)
            v->copy = smtlib_variable (s, v->name, v->sort);
        v->epoch = s->epoch;
        smtlib_add_binder (s, v->copy, v->name, index);
    }
    return v->copy;
}

static const struct
operator* operator_of (struct smtlib *s, const struct sexpr *symbol)
{
    struct smtlib_name *name = smtlib_name_of (s, symbol);
    if (!name->op) {
        const struct operator* op = operator_find (symbol->text);
        name->op = op ? operator_index (op) + 1 : -1;
    }
    return name->op > 0 ? operator_at (name->op - 1) : NULL;
}

static const term *
function_apply (struct smtlib *s, uint32_t which, const struct sexpr *at,
                struct smtlib_value *arg, size_t args)
{
    const struct smtlib_function *f = s->function.at + which;
    if (args != f->args)
        return smtlib_wrong (s, at, "'%.*s' wants %zu arguments, not %zu",
                             SMTLIB_SHOWN, f->name, f->args, args);
    struct term_vec list = {0};
    bool good = true;
    for (size_t i = 0; good && i < args; i++) {
        good = smtlib_fit (s, arg + i, f->sort[i]);
        VEC_PUSH (list, arg[i].term);
    }
    const term *t = NULL;
    if (good) {
        t = term_apply (s->terms, f->name, f->result, list.at, args);
        *term_map_at (&s->place, t, NULL) = (uintptr_t) at;
    }
    VEC_CLEAR (list);
    return t;
}

static const term *
macro_apply (struct smtlib *s, uint32_t which, const struct sexpr *at,
             struct smtlib_value *arg, size_t args)
{
    const struct smtlib_macro *m = s->macro.at + which;
    const struct sexpr *name = at->kind == SEXPR_LIST ? at->child : at;
    if (args != m->params)
        return smtlib_wrong (s, at, "'%.*s' wants %zu arguments, not %zu",
                             SMTLIB_SHOWN, name->text, m->params, args);
    if (!args)
        return m->body;
    struct term_vec list = {0};
    bool good = true;
    for (size_t i = 0; good && i < args; i++) {
        good = smtlib_fit (s, arg + i, m->param[i]->sort);
        VEC_PUSH (list, arg[i].term);
    }
    const term *t = NULL;
    if (good)
        t = term_substitute (s->terms, m->body, m->param, list.at, args);
    VEC_CLEAR (list);
    return t;
}

static const term *
symbol_read (struct smtlib *s, const struct sexpr *e)
{
    const struct smtlib_name *name = smtlib_name_of (s, e);
    if (name->bound)
        return name->bound;
    if (name->function)
        return function_apply (s, name->function - 1, e, NULL, 0);
    if (name->macro)
        return macro_apply (s, name->macro - 1, e, NULL, 0);
    if (name->variable)
        return variable_copy (s, name->variable - 1);
    const struct operator* op = operator_of (s, e);
    if (op && op->kind == OPERATOR_TRUE)
        return term_true (s->terms);
    if (op && op->kind == OPERATOR_FALSE)
        return term_false (s->terms);
    if (op)
        return smtlib_wrong (s, e, "'%s' wants arguments", op->name);
    return smtlib_wrong (s, e, "unknown symbol '%.*s'", SMTLIB_SHOWN, e->text);
}

static const term *
atom_read (struct smtlib *s, const struct sexpr *e)
{
    switch (e->kind) {
    case SEXPR_SYMBOL:
        return symbol_read (s, e);
    case SEXPR_NUMERAL:
        return term_number (s->terms, sort_int (s->terms), e->text);
    case SEXPR_DECIMAL:
        return term_number (s->terms, sort_real (s->terms), e->text);
    case SEXPR_HEX:
    case SEXPR_BINARY:
        return bits_literal (s, e);
    case SEXPR_STRING:
        return smtlib_beyond (s, e, "unsupported: a string as a term");
    default:
        return smtlib_wrong (s, e, "expected a term");
    }
}

/* Frames begin. */

static struct smtlib_frame
frame_begin (const struct smtlib *s, enum smtlib_frame_kind kind,
             const struct sexpr *at)
{
    return (struct smtlib_frame) {.kind = kind,
                                  .at = at,
                                  .next = 1,
                                  .end = at->size,
                                  .value = s->value.size,
                                  .trail = s->trail.size};
}

static bool
let_begin (struct smtlib *s, const struct sexpr *e)
{
    if (e->size != 3 || e->child[1].kind != SEXPR_LIST)
        return smtlib_wrong (s, e, "let wants a list of bindings and a term");
    const struct sexpr *list = e->child + 1;
    for (uint32_t i = 0; i < list->size; i++) {
        const struct sexpr *b = list->child + i;
        if (b->kind != SEXPR_LIST || b->size != 2
            || b->child[0].kind != SEXPR_SYMBOL)
            return smtlib_wrong (s, b, "expected a name and a term");
    }
    struct smtlib_frame frame = frame_begin (s, FRAME_LET, e);
    frame.next = 0;
    frame.end = list->size;
    VEC_PUSH (s->frame, frame);
    return true;
}

static bool
quantifier_begin (struct smtlib *s, const struct sexpr *e)
{
    if (e->size != 3 || e->child[1].kind != SEXPR_LIST)
        return smtlib_wrong (s, e, "%s wants a list of variables and a term",
                             e->child->text);
    const struct sexpr *list = e->child + 1;
    struct smtlib_frame frame = frame_begin (s, FRAME_QUANTIFIER, e);
    frame.next = 2;
    frame.bound = NEW_ARRAY (const term *, list->size);
    VEC_PUSH (s->frame, frame); /* which now owns `bound` */
    for (uint32_t i = 0; i < list->size; i++) {
        const term *var = smtlib_bind_variable (s, list->child + i);
        if (!var)
            return false;
        frame.bound[i] = var;
        smtlib_add_binder (s, var, smtlib_keep (s, list->child[i].child),
                           SMTLIB_QUANTIFIED + s->binders++);
    }
    return true;
}

/* The frame being read is a quantifier, so this is its body. */
static bool
is_quantified (const struct smtlib *s)
{
    return s->frame.size && VEC_LAST (s->frame).kind == FRAME_QUANTIFIER;
}

/* (! t :key value ..): what annotates a term does not change its meaning.  Only
 * a quantifier's patterns are kept. */
static bool
annotation_begin (struct smtlib *s, const struct sexpr *e)
{
    if (e->size < 2)
        return smtlib_wrong (s, e, "! wants a term");
    for (uint32_t i = 2; i < e->size; i++) {
        if (e->child[i].kind != SEXPR_KEYWORD)
            return smtlib_wrong (s, e->child + i, "expected a keyword");
        if (i + 1 < e->size && e->child[i + 1].kind != SEXPR_KEYWORD)
            i++;
    }
    struct smtlib_frame frame = frame_begin (s, FRAME_ANNOTATION, e);
    if (is_quantified (s))
        frame.kind = FRAME_ADVICE;
    else
        frame.end = 2;
    VEC_PUSH (s->frame, frame);
    return true;
}

/* The keyword at child `at` of (! t :key value ..) under a quantifier. */
static bool
advice_read (struct smtlib *s, struct smtlib_frame *f, uint32_t at)
{
    const struct sexpr *key = f->at->child + at, *list = key + 1;
    bool valued = at + 1 < f->at->size && list->kind != SEXPR_KEYWORD;
    f->next = at + 1 + valued;
    if (strcmp (key->text, "pattern"))
        return true;
    if (!valued || list->kind != SEXPR_LIST || !list->size)
        return smtlib_wrong (s, key, ":pattern wants a list of terms");
    struct smtlib_frame frame = frame_begin (s, FRAME_PATTERN, list);
    frame.next = 0;
    VEC_PUSH (s->frame, frame);
    return true;
}

/* ((_ extract 7 0) t) and the like. */
static bool
indexed_begin (struct smtlib *s, const struct sexpr *e)
{
    const struct sexpr *head = e->child;
    if (head->size < 3 || head->child[1].kind != SEXPR_SYMBOL)
        return smtlib_wrong (s, head, "expected a name and indices");
    const struct operator* op = operator_of (s, head->child + 1);
    if (!op || !op->indices)
        return smtlib_wrong (s, head, "unknown function '%.*s' with indices",
                             SMTLIB_SHOWN, head->child[1].text);
    if (head->size != 2u + op->indices)
        return smtlib_wrong (s, head, "'%s' wants %u %s", op->name, op->indices,
                             op->indices == 1 ? "index" : "indices");
    struct smtlib_frame frame = frame_begin (s, FRAME_OPERATOR, e);
    frame.op = op;
    for (uint32_t i = 0; i < op->indices; i++)
        if (!index_read (s, head->child + 2 + i, frame.index + i))
            return false;
    VEC_PUSH (s->frame, frame);
    return true;
}

/* ((as const (Array I E)) t) */
static bool
const_array_begin (struct smtlib *s, const struct sexpr *e)
{
    const struct sexpr *head = e->child;
    if (head->size != 3 || !sexpr_is (head->child + 1, "const"))
        return smtlib_wrong (s, head, "expected (as const (Array ..))");
    struct smtlib_frame frame = frame_begin (s, FRAME_CONST_ARRAY, e);
    frame.sort = smtlib_sort (s, head->child + 2);
    if (!frame.sort)
        return false;
    if (frame.sort->kind != SORT_ARRAY)
        return smtlib_wrong (s, head->child + 2, "expected an array's sort");
    if (e->size != 2)
        return smtlib_wrong (s, e, "const wants one argument");
    VEC_PUSH (s->frame, frame);
    return true;
}

/* The frame below can take the arguments of this application as its own. */
static bool
can_splice (const struct smtlib *s, const struct sexpr *e,
            const struct operator* op)
{
    if (!s->frame.size || !operator_flattens (op) || e->size < 2)
        return false;
    const struct smtlib_frame *f = &VEC_LAST (s->frame);
    if (f->op != op || (f->kind != FRAME_OPERATOR && f->kind != FRAME_SPLICE))
        return false;
    /* => associates to the right: only its last argument may be opened. */
    return op->kind != OPERATOR_IMPLIES || (f->next == f->end && e->size > 2);
}

static bool
application_begin (struct smtlib *s, const struct sexpr *e)
{
    const struct sexpr *head = e->child;
    const struct smtlib_name *name = smtlib_name_of (s, head);
    struct smtlib_frame frame = frame_begin (s, FRAME_OPERATOR, e);
    if (name->bound || name->variable)
        return smtlib_wrong (s, head, "'%.*s' is a variable, not a function",
                             SMTLIB_SHOWN, head->text);
    if (name->function) {
        frame.kind = FRAME_FUNCTION;
        frame.which = name->function - 1;
    } else if (name->macro) {
        frame.kind = FRAME_MACRO;
        frame.which = name->macro - 1;
    } else {
        frame.op = operator_of (s, head);
        if (!frame.op)
            return smtlib_wrong (s, head, "unknown function '%.*s'",
                                 SMTLIB_SHOWN, head->text);
        if (frame.op->indices)
            return smtlib_wrong (s, head, "'%s' wants indices", frame.op->name);
        if (can_splice (s, e, frame.op))
            frame.kind = FRAME_SPLICE;
    }
    VEC_PUSH (s->frame, frame);
    return true;
}

static bool
list_begin (struct smtlib *s, const struct sexpr *e)
{
    if (!e->size)
        return smtlib_wrong (s, e, "expected a term, found ()");
    const struct sexpr *head = e->child;
    if (sexpr_begins (head, "_"))
        return indexed_begin (s, e);
    if (sexpr_begins (head, "as"))
        return const_array_begin (s, e);
    if (head->kind != SEXPR_SYMBOL)
        return smtlib_wrong (s, head, "expected a function's name");
    if (head->quoted)
        return application_begin (s, e);
    if (sexpr_is (head, "let"))
        return let_begin (s, e);
    if (sexpr_is (head, "forall") || sexpr_is (head, "exists"))
        return quantifier_begin (s, e);
    if (sexpr_is (head, "!"))
        return annotation_begin (s, e);
    if (sexpr_is (head, "_")) {
        const term *t = bits_indexed (s, e);
        if (t)
            value_push (s, t, e);
        return t != NULL;
    }
    if (sexpr_is (head, "match") || sexpr_is (head, "as")
        || sexpr_is (head, "lambda"))
        return smtlib_beyond (s, e, "unsupported: %s", head->text);
    return application_begin (s, e);
}

/* Frames end. */

static bool
let_bind (struct smtlib *s, struct smtlib_frame *f)
{
    const struct sexpr *list = f->at->child + 1;
    assert (s->value.size == f->value + list->size);
    uint32_t stamp = ++s->stamp;
    for (uint32_t i = 0; i < list->size; i++) {
        const struct sexpr *name = list->child[i].child;
        if (smtlib_name_of (s, name)->stamp == stamp)
            return smtlib_wrong (s, name, "'%.*s' is bound twice", SMTLIB_SHOWN,
                                 name->text);
        smtlib_name_of (s, name)->stamp = stamp;
        smtlib_bind (s, name, s->value.at[f->value + i].term);
    }
    s->value.size = f->value;
    f->kind = FRAME_BODY;
    f->next = 2;
    f->end = 3;
    return true;
}

static const term *
pattern_result (struct smtlib *s, const struct smtlib_value *arg, size_t args)
{
    struct term_vec list = {0};
    for (size_t i = 0; i < args; i++)
        VEC_PUSH (list, arg[i].term);
    const term *t = term_pattern (s->terms, list.at, list.size);
    VEC_CLEAR (list);
    return t;
}

/* The values: the body, then patterns. */
static const term *
quantifier_result (struct smtlib *s, const struct smtlib_frame *f,
                   struct smtlib_value *arg, size_t args)
{
    if (!smtlib_fit (s, arg, sort_bool (s->terms)))
        return NULL;
    struct term_vec pattern = {0};
    for (size_t i = 1; i < args; i++)
        VEC_PUSH (pattern, arg[i].term);
    const term *t = term_quantify_with (
        s->terms, sexpr_is (f->at->child, "forall") ? OP_FORALL : OP_EXISTS,
        f->bound, f->at->child[1].size, pattern.at, pattern.size, arg->term);
    VEC_CLEAR (pattern);
    return t;
}

static const term *
frame_result (struct smtlib *s, const struct smtlib_frame *f)
{
    size_t args = s->value.size - f->value;
    struct smtlib_value *arg = args ? s->value.at + f->value : NULL;
    switch (f->kind) {
    case FRAME_OPERATOR:
        return operator_apply (s, f->op, f->at, arg, args, f->index);
    case FRAME_FUNCTION:
        return function_apply (s, f->which, f->at, arg, args);
    case FRAME_MACRO:
        return macro_apply (s, f->which, f->at, arg, args);
    case FRAME_CONST_ARRAY:
        if (!smtlib_fit (s, arg, f->sort->element))
            return NULL;
        return term_const_array (s->terms, f->sort, arg->term);
    case FRAME_QUANTIFIER:
        return quantifier_result (s, f, arg, args);
    case FRAME_PATTERN:
        return pattern_result (s, arg, args);
    default:
        assert (f->kind == FRAME_BODY || f->kind == FRAME_ANNOTATION);
        assert (args == 1);
        return arg->term;
    }
}

/* All children of the last frame are read. */
static bool
frame_end (struct smtlib *s)
{
    struct smtlib_frame *f = &VEC_LAST (s->frame);
    if (f->kind == FRAME_LET)
        return let_bind (s, f);
    if (f->kind != FRAME_SPLICE && f->kind != FRAME_ADVICE) {
        const term *t = frame_result (s, f);
        if (!t)
            return false;
        s->value.size = f->value;
        value_push (s, t, f->at);
        smtlib_unbind (s, f->trail);
    }
    memory_free (f->bound);
    s->frame.size--;
    return true;
}

static bool
term_begin (struct smtlib *s, const struct sexpr *e)
{
    if (e->kind == SEXPR_LIST)
        return list_begin (s, e);
    const term *t = atom_read (s, e);
    if (t)
        value_push (s, t, e);
    return t != NULL;
}

static bool
frame_step (struct smtlib *s)
{
    struct smtlib_frame *f = &VEC_LAST (s->frame);
    if (f->next == f->end)
        return frame_end (s);
    uint32_t next = f->next++;
    if (f->kind == FRAME_LET)
        return term_begin (s, f->at->child[1].child[next].child + 1);
    if (f->kind == FRAME_ADVICE && next > 1)
        return advice_read (s, f, next);
    return term_begin (s, f->at->child + next);
}

const term *
smtlib_term (struct smtlib *s, const struct sexpr *e)
{
    assert (!s->frame.size && !s->value.size);
    size_t trail = s->trail.size;
    bool good = term_begin (s, e);
    while (good && s->frame.size)
        good = frame_step (s);
    assert (!good || s->value.size == 1);
    const term *result = good ? s->value.at[0].term : NULL;
    for (size_t i = 0; i < s->frame.size; i++)
        memory_free (s->frame.at[i].bound);
    s->frame.size = s->value.size = 0;
    smtlib_unbind (s, trail);
    return result;
}

const term *
smtlib_term_of (struct smtlib *s, const struct sexpr *e, const sort *of)
{
    struct smtlib_value value = {smtlib_term (s, e), e};
    if (!value.term || !smtlib_fit (s, &value, of))
        return NULL;
    return value.term;
}
