/* smtlib.c -- names, scopes, sorts and definitions (terms: term.c). */
#include "logic/smtlib/smtlib.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "logic/smtlib/frame.h"
#include "logic/smtlib/operator.h"
#include "logic/term/store.h"

/* Deepest nesting of array sorts: whoever walks over sorts may recurse. */
enum { SORT_DEPTH = 64 };

void
smtlib_init (struct smtlib *s, terms *store, const char *file,
             struct arena *keep, struct problem *problem)
{
    assert (store && keep && problem);
    memset (s, 0, sizeof *s);
    s->terms = store;
    s->file = file;
    s->keep = keep;
    s->problem = problem;
    s->epoch = 1;
    arena_init (&s->arena);
    map_init (&s->index);
    term_map_init (&s->place);
    term_map_init (&s->text);
    operators_reserve (s);
}

void
smtlib_clear (struct smtlib *s)
{
    arena_clear (&s->arena);
    map_clear (&s->index);
    term_map_clear (&s->place);
    term_map_clear (&s->text);
    VEC_CLEAR (s->name);
    VEC_CLEAR (s->function);
    VEC_CLEAR (s->macro);
    VEC_CLEAR (s->variable);
    VEC_CLEAR (s->binder);
    VEC_CLEAR (s->trail);
    VEC_CLEAR (s->value);
    VEC_CLEAR (s->frame);
}

static void
smtlib_complain (struct smtlib *s, enum problem_kind kind,
                 const struct sexpr *e, const char *format, va_list list)
{
    char what[400];
    vsnprintf (what, sizeof what, format, list);
    problem_of_kind (s->problem, kind, sexpr_place (e, s->file), "%s", what);
}

void *
smtlib_wrong (struct smtlib *s, const struct sexpr *e, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    smtlib_complain (s, PROBLEM_INPUT, e, format, list);
    va_end (list);
    return NULL;
}

void *
smtlib_beyond (struct smtlib *s, const struct sexpr *e, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    smtlib_complain (s, PROBLEM_UNSUPPORTED, e, format, list);
    va_end (list);
    return NULL;
}

void
smtlib_reserve (struct smtlib *s, const char *name)
{
    term_var (s->terms, name, sort_bool (s->terms));
}

const term *
smtlib_variable (struct smtlib *s, const char *name, const sort *of)
{
    if (s->defining || text_find (s->terms, name))
        return term_fresh (s->terms, name, of);
    return term_var (s->terms, name, of);
}

struct smtlib_name *
smtlib_name_of (struct smtlib *s, const struct sexpr *symbol)
{
    assert (symbol->kind != SEXPR_LIST);
    if (symbol->symbol >= s->name.size) {
        size_t old = s->name.size, size = (size_t) symbol->symbol + 1;
        VEC_ROOM (s->name, size);
        memset (s->name.at + old, 0, (size - old) * sizeof *s->name.at);
        s->name.size = size;
    }
    return s->name.at + symbol->symbol;
}

const char *
smtlib_keep (struct smtlib *s, const struct sexpr *symbol)
{
    struct smtlib_name *name = smtlib_name_of (s, symbol);
    if (!name->text)
        name->text = arena_string (s->keep, symbol->text);
    return name->text;
}

void
smtlib_bind (struct smtlib *s, const struct sexpr *symbol, const term *t)
{
    struct smtlib_name *name = smtlib_name_of (s, symbol);
    struct smtlib_undo undo = {symbol->symbol, name->bound};
    VEC_PUSH (s->trail, undo);
    name->bound = t;
}

void
smtlib_unbind (struct smtlib *s, size_t trail)
{
    assert (trail <= s->trail.size);
    while (s->trail.size > trail) {
        struct smtlib_undo undo = VEC_POP (s->trail);
        s->name.at[undo.symbol].bound = undo.bound;
    }
}

/* Different formulas share variables of one name: a file of many clauses over
 * many variables has few different ones.  Within a formula they are apart. */
static const term *
smtlib_plain (struct smtlib *s, const struct sexpr *symbol, const sort *of)
{
    struct smtlib_name *name = smtlib_name_of (s, symbol);
    bool free = !s->defining && !name->function && !name->macro;
    if (free && name->plain && name->plain->sort == of
        && name->plain_epoch != s->epoch) {
        name->plain_epoch = s->epoch;
        return name->plain;
    }
    if (free && !name->plain && !text_find (s->terms, symbol->text)) {
        name->plain = term_var (s->terms, symbol->text, of);
        name->plain_epoch = s->epoch;
        return name->plain;
    }
    return term_fresh (s->terms, symbol->text, of);
}

const term *
smtlib_bind_variable (struct smtlib *s, const struct sexpr *pair)
{
    if (pair->kind != SEXPR_LIST || pair->size != 2
        || pair->child[0].kind != SEXPR_SYMBOL)
        return smtlib_wrong (s, pair, "expected a variable and its sort");
    const sort *of = smtlib_sort (s, pair->child + 1);
    if (!of)
        return NULL;
    const term *var = smtlib_plain (s, pair->child, of);
    smtlib_bind (s, pair->child, var);
    return var;
}

void
smtlib_begin (struct smtlib *s)
{
    assert (!s->trail.size && !s->frame.size && !s->value.size);
    s->binder.size = 0;
    s->epoch++;
    term_map_clear (&s->place);
}

/* Sorts. */

static const sort *
sort_symbol (struct smtlib *s, const struct sexpr *e, uint32_t *depth)
{
    *depth = 1;
    if (sexpr_is (e, "Int"))
        return sort_int (s->terms);
    if (sexpr_is (e, "Bool"))
        return sort_bool (s->terms);
    if (sexpr_is (e, "Real"))
        return sort_real (s->terms);
    const struct smtlib_name *name = smtlib_name_of (s, e);
    if (name->sort) {
        *depth = name->sort_depth;
        return name->sort;
    }
    static const char *const known[] = {"String",  "RegLan",  "RoundingMode",
                                        "Float16", "Float32", "Float64",
                                        "Float128"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (sexpr_is (e, known[i]))
            return smtlib_beyond (s, e, "unsupported sort '%s'", known[i]);
    return smtlib_wrong (s, e, "unknown sort '%.*s'", SMTLIB_SHOWN, e->text);
}

static const sort *
sort_read (struct smtlib *s, const struct sexpr *e, unsigned level,
           uint32_t *depth)
{
    if (e->kind == SEXPR_SYMBOL)
        return sort_symbol (s, e, depth);
    if (sexpr_begins (e, "_") && e->size == 3
        && sexpr_is (e->child + 1, "BitVec")) {
        uint32_t width;
        if (!index_read (s, e->child + 2, &width))
            return NULL;
        if (!width || width > OPERATOR_WIDTH)
            return smtlib_wrong (s, e->child + 2, "no width for a bit-vector");
        *depth = 1;
        return sort_bv (s->terms, width);
    }
    if (sexpr_begins (e, "_"))
        return smtlib_beyond (s, e, "unsupported sort");
    if (sexpr_begins (e, "Array")) {
        if (e->size != 3)
            return smtlib_wrong (s, e, "Array wants two sorts");
        uint32_t left = 0, right = 0;
        if (level == SORT_DEPTH)
            return smtlib_beyond (s, e, "sort nested too deep");
        const sort *index = sort_read (s, e->child + 1, level + 1, &left);
        if (!index)
            return NULL;
        const sort *element = sort_read (s, e->child + 2, level + 1, &right);
        if (!element)
            return NULL;
        *depth = 1 + (left > right ? left : right);
        if (*depth > SORT_DEPTH)
            return smtlib_beyond (s, e, "sort nested too deep");
        return sort_array (s->terms, index, element);
    }
    if (e->kind == SEXPR_LIST && e->size && e->child->kind == SEXPR_SYMBOL)
        return smtlib_wrong (s, e, "unknown sort '%.*s'", SMTLIB_SHOWN,
                             e->child->text);
    return smtlib_wrong (s, e, "expected a sort");
}

const sort *
smtlib_sort (struct smtlib *s, const struct sexpr *e)
{
    uint32_t depth;
    return sort_read (s, e, 0, &depth);
}

/* Declarations and definitions. */

static bool
is_reserved_word (const struct sexpr *e)
{
    static const char *const word[] = {"let", "forall", "exists", "match",
                                       "!",   "_",      "as",     "par"};
    for (size_t i = 0; !e->quoted && i < sizeof word / sizeof *word; i++)
        if (sexpr_is (e, word[i]))
            return true;
    return false;
}

bool
smtlib_new_name (struct smtlib *s, const struct sexpr *e)
{
    if (e->kind != SEXPR_SYMBOL)
        return smtlib_wrong (s, e, "expected a name");
    if (is_reserved_word (e) || operator_find (e->text))
        return smtlib_wrong (s, e, "'%.*s' has a meaning already", SMTLIB_SHOWN,
                             e->text);
    const struct smtlib_name *name = smtlib_name_of (s, e);
    if (name->function || name->macro || name->variable)
        return smtlib_wrong (s, e, "'%.*s' is declared twice", SMTLIB_SHOWN,
                             e->text);
    return true;
}

bool
smtlib_declare (struct smtlib *s, const struct sexpr *name,
                const sort *const *of, size_t args, const sort *result)
{
    if (!smtlib_new_name (s, name))
        return false;
    struct smtlib_function f = {
        .name = smtlib_keep (s, name), .args = args, .result = result};
    f.sort = arena_copy (&s->arena, of, args * sizeof *of);
    VEC_PUSH (s->function, f);
    smtlib_name_of (s, name)->function = (uint32_t) s->function.size;
    map_put (&s->index, digest_string (f.name), s->function.size - 1);
    return true;
}

bool
smtlib_declare_variable (struct smtlib *s, const struct sexpr *name,
                         const sort *of)
{
    if (!smtlib_new_name (s, name))
        return false;
    struct smtlib_variable v = {.name = smtlib_keep (s, name), .sort = of};
    VEC_PUSH (s->variable, v);
    smtlib_name_of (s, name)->variable = (uint32_t) s->variable.size;
    return true;
}

bool
smtlib_define (struct smtlib *s, const struct sexpr *command)
{
    assert (command->kind == SEXPR_LIST && command->size);
    bool constant = sexpr_is (command->child, "define-const");
    if (command->size != (constant ? 4 : 5))
        return smtlib_wrong (s, command, "%s wants a name, %sa sort and a term",
                             command->child->text,
                             constant ? "" : "parameters, ");
    const struct sexpr *name = command->child + 1;
    const struct sexpr *params = constant ? NULL : command->child + 2;
    if (!smtlib_new_name (s, name))
        return false;
    if (params && params->kind != SEXPR_LIST)
        return smtlib_wrong (s, params, "expected a list of parameters");
    smtlib_begin (s);
    s->defining = true;
    struct smtlib_macro macro = {.params = params ? params->size : 0};
    macro.param = arena_new (&s->arena, macro.params * sizeof *macro.param);
    bool good = true;
    for (size_t i = 0; good && i < macro.params; i++) {
        macro.param[i] = smtlib_bind_variable (s, params->child + i);
        good = macro.param[i] != NULL;
    }
    const sort *result = NULL;
    if (good)
        result = smtlib_sort (s, command->child + command->size - 2);
    if (result)
        macro.body =
            smtlib_term_of (s, command->child + command->size - 1, result);
    smtlib_unbind (s, 0);
    s->defining = false;
    if (!macro.body)
        return false;
    for (size_t i = 0; i < s->binder.size; i++)
        *term_map_at (&s->text, s->binder.at[i].var, NULL) =
            (uintptr_t) s->binder.at[i].name;
    VEC_PUSH (s->macro, macro);
    smtlib_name_of (s, name)->macro = (uint32_t) s->macro.size;
    return true;
}

bool
smtlib_define_sort (struct smtlib *s, const struct sexpr *command)
{
    assert (command->kind == SEXPR_LIST && command->size);
    if (command->size != 4 || command->child[1].kind != SEXPR_SYMBOL
        || command->child[2].kind != SEXPR_LIST)
        return smtlib_wrong (s, command,
                             "define-sort wants a name, parameters and a sort");
    if (command->child[2].size)
        return smtlib_beyond (s, command->child + 2,
                              "unsupported: a sort with parameters");
    uint32_t depth;
    const sort *of = sort_read (s, command->child + 3, 0, &depth);
    if (!of)
        return false;
    struct smtlib_name *name = smtlib_name_of (s, command->child + 1);
    if (name->sort || sexpr_is (command->child + 1, "Int")
        || sexpr_is (command->child + 1, "Bool")
        || sexpr_is (command->child + 1, "Real")
        || sexpr_is (command->child + 1, "Array"))
        return smtlib_wrong (s, command->child + 1, "'%.*s' is a sort already",
                             SMTLIB_SHOWN, command->child[1].text);
    name->sort = of;
    name->sort_depth = depth;
    return true;
}

bool
smtlib_is_application (const struct smtlib *s, const term *t, uint32_t *index)
{
    if (t->op != OP_APPLY && t->op != OP_VAR)
        return false;
    const uint64_t *found = map_get (&s->index, digest_string (t->text));
    if (found)
        *index = (uint32_t) *found;
    return found != NULL;
}

struct place
smtlib_place (const struct smtlib *s, const term *t, const struct sexpr *other)
{
    const uintptr_t *at = term_map_get (&s->place, t);
    return sexpr_place (at ? (const struct sexpr *) *at : other, s->file);
}

void
smtlib_add_binder (struct smtlib *s, const term *var, const char *name,
                   uint64_t order)
{
    struct smtlib_binder binder = {var, name, order};
    VEC_PUSH (s->binder, binder);
}

const term *
smtlib_copy_binder (struct smtlib *s, const term *var)
{
    const uintptr_t *text = term_map_get (&s->text, var);
    /* What term_substitute had to rename is known by its new name only. */
    const char *name = text ? (const char *) *text : var->text;
    const term *copy = smtlib_variable (s, name, var->sort);
    smtlib_add_binder (s, copy, name, SMTLIB_QUANTIFIED + s->binders++);
    return copy;
}
