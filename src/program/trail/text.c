/* text.c -- trails as text, for witnesses and replay. */
#include <string.h>

#include "logic/smtlib/smtlib.h"
#include "program/trail/trail.h"

static void
write_value (struct text *out, const term *value)
{
    text_char (out, ' ');
    if (value)
        term_print (out, value);
    else
        text_add (out, "any");
    text_char (out, '\n');
}

static void
write_named (struct text *out, const char *what, const char *name,
             const term *value)
{
    text_print (out, "%s ", what);
    term_print_name (out, name);
    write_value (out, value);
}

static void
write_variables (struct text *out, const char *what,
                 const struct vec_variable *v, const struct term_vec *value)
{
    assert (v->size == value->size);
    for (size_t i = 0; i < v->size; i++)
        write_named (out, what, v->at[i].term->text, value->at[i]);
}

static void
write_visits (const struct trail *t, const struct program *p, struct text *out)
{
    for (size_t i = 0; i < t->visit.size; i++) {
        const struct trail_visit *v = &t->visit.at[i];
        assert (v->procedure < p->procedure.size);
        const struct procedure *q = &p->procedure.at[v->procedure];
        assert (v->block < q->block.size);
        assert (v->first + v->values <= t->value.size);
        text_add (out, "visit ");
        term_print_name (out, q->name);
        text_char (out, ' ');
        term_print_name (out, q->block.at[v->block].label);
        text_char (out, '\n');
        for (uint32_t j = 0; j < v->values; j++) {
            text_add (out, "value");
            write_value (out, t->value.at[v->first + j]);
        }
    }
}

static const struct function *
function_find (const struct program *p, const char *name)
{
    for (size_t i = 0; i < p->function.size; i++)
        if (!strcmp (p->function.at[i].name, name))
            return &p->function.at[i];
    return NULL;
}

/* Functions that passes have made up are nothing to this program. */
static void
write_points (const struct trail *t, const struct program *p, struct text *out)
{
    for (size_t i = 0; i < t->point.size; i++) {
        const struct trail_point *q = &t->point.at[i];
        if (!function_find (p, q->application->text))
            continue;
        text_add (out, "point ");
        term_print (out, q->application);
        write_value (out, q->value);
    }
}

void
trail_write (const struct trail *t, const struct program *p, struct text *out)
{
    uint32_t entry = program_find (p, t->entry);
    assert (entry != PROGRAM_NONE && t->constant.size == p->constant.size);
    text_add (out, "cohort-trail 1\nentry ");
    term_print_name (out, t->entry);
    text_print (out, "\ngoal %s\n", t->to_return ? "return" : "assert");
    for (size_t i = 0; i < p->constant.size; i++)
        write_named (out, "constant", p->constant.at[i].term->text,
                     t->constant.at[i]);
    write_variables (out, "global", &p->global, &t->global);
    write_variables (out, "parameter", &p->procedure.at[entry].in,
                     &t->parameter);
    write_points (t, p, out);
    write_visits (t, p, out);
}

/* Deepest nesting of array sorts that is read. */
enum { SORT_DEPTH = 64 };

/* The text is a row of expressions: a word, then what belongs to it. */
struct trail_reader {
    struct trail *trail;
    const struct program *program;
    const char *file;
    struct arena arena; /* of the expressions */
    struct smtlib smtlib;
    const struct sexpr *at, *end;
    struct problem *problem;
};

static bool
wrong (struct trail_reader *r, const char *what)
{
    struct place place = {.file = r->file};
    if (r->at < r->end)
        place = sexpr_place (r->at, r->file);
    return problem_set (r->problem, place, "%s", what);
}

static const struct sexpr *
take (struct trail_reader *r)
{
    return r->at < r->end ? r->at++ : NULL;
}

static bool
take_word (struct trail_reader *r, const char *word)
{
    if (r->at == r->end || !sexpr_is (r->at, word))
        return false;
    r->at++;
    return true;
}

static bool
is_symbol (const struct sexpr *e, const char *text)
{
    return e && e->kind == SEXPR_SYMBOL && !strcmp (e->text, text);
}

static const term *read_value (struct trail_reader *, const struct sexpr *,
                               const sort *);

static const term *
read_constant_array (struct trail_reader *r, const struct sexpr *e,
                     const sort *want)
{
    if (e->kind != SEXPR_LIST || e->size != 2 || !sexpr_begins (e->child, "as"))
        return wrong (r, "expected an array value"), NULL;
    const term *element = read_value (r, e->child + 1, want->element);
    return element ? term_const_array (r->smtlib.terms, want, element) : NULL;
}

/* Stores over a constant array.  The sort says what to expect, so that only
 * its depth makes this recur. */
static const term *
read_array (struct trail_reader *r, const struct sexpr *e, const sort *want)
{
    assert (want->kind == SORT_ARRAY);
    struct VEC (const struct sexpr *) store = {0};
    for (; sexpr_begins (e, "store") && e->size == 4; e = e->child + 1)
        VEC_PUSH (store, e);
    const term *array = read_constant_array (r, e, want);
    while (array && store.size) {
        e = VEC_POP (store);
        const term *index = read_value (r, e->child + 2, want->index);
        const term *element =
            index ? read_value (r, e->child + 3, want->element) : NULL;
        const term *part[] = {array, index, element};
        array = element ? term_make (r->smtlib.terms, OP_STORE, part, 3, 0, 0)
                        : NULL;
    }
    VEC_CLEAR (store);
    return array;
}

static const term *
read_value (struct trail_reader *r, const struct sexpr *e, const sort *want)
{
    if (want->kind == SORT_ARRAY)
        return read_array (r, e, want);
    if (want->kind == SORT_NAMED) {
        if (e->kind != SEXPR_SYMBOL || e->text[0] != '@')
            return wrong (r, "expected an element, @NAME"), NULL;
        return term_var (r->smtlib.terms, e->text, want);
    }
    smtlib_begin (&r->smtlib);
    const term *value = smtlib_term_of (&r->smtlib, e, want);
    if (value && !term_is_constant (value))
        return wrong (r, "expected a value"), NULL;
    return value;
}

/* A value or `any`. */
static bool
take_value (struct trail_reader *r, const sort *want, const term **value)
{
    *value = NULL;
    if (r->at == r->end)
        return wrong (r, "expected a value");
    if (!r->at->quoted && is_symbol (r->at, "any"))
        return r->at++, true;
    *value = read_value (r, r->at, want);
    if (!*value)
        return wrong (r, "expected a value");
    return r->at++, true;
}

static bool
take_named (struct trail_reader *r, const char *word, const term *variable,
            struct term_vec *to)
{
    assert (variable->op == OP_VAR);
    const term *value;
    if (!take_word (r, word) || r->at == r->end
        || !is_symbol (r->at, variable->text)) {
        struct text what;
        text_init (&what);
        text_print (&what, "expected '%s ", word);
        term_print_name (&what, variable->text);
        text_char (&what, '\'');
        wrong (r, text_view (&what));
        text_clear (&what);
        return false;
    }
    r->at++;
    if (!take_value (r, variable->sort, &value))
        return false;
    VEC_PUSH (*to, value);
    return true;
}

static bool
take_variables (struct trail_reader *r, const char *word,
                const struct vec_variable *v, struct term_vec *to)
{
    bool good = true;
    for (size_t i = 0; i < v->size && good; i++)
        good = take_named (r, word, v->at[i].term, to);
    return good;
}

static const struct function *
function_of (const struct program *p, const struct sexpr *e)
{
    return e->kind == SEXPR_SYMBOL ? function_find (p, e->text) : NULL;
}

static bool
take_point (struct trail_reader *r)
{
    const struct sexpr *e = r->at;
    if (e == r->end || (e->kind == SEXPR_LIST && !e->size))
        return wrong (r, "expected an application");
    bool list = e->kind == SEXPR_LIST;
    const struct function *f = function_of (r->program, list ? e->child : e);
    if (!f || f->parameters != (list ? e->size - 1 : 0))
        return wrong (r, "no application of a function of the program");
    struct term_vec arg = {0};
    bool good = true;
    for (size_t i = 0; i < f->parameters && good; i++) {
        const term *a = read_value (r, e->child + 1 + i, f->parameter[i]->sort);
        VEC_PUSH (arg, a);
        good = a != NULL;
    }
    struct trail_point point = {0};
    if (good)
        point.application = term_apply (r->smtlib.terms, f->name, f->result,
                                        arg.at, f->parameters);
    VEC_CLEAR (arg);
    if (!good)
        return wrong (r, "expected values as arguments");
    r->at++;
    if (!take_value (r, f->result, &point.value))
        return false;
    if (!point.value)
        return wrong (r, "expected a value, not 'any'");
    VEC_PUSH (r->trail->point, point);
    return true;
}

static bool
take_visit (struct trail_reader *r)
{
    struct trail_visit visit = {PROGRAM_NONE, PROGRAM_NONE, 0, 0};
    const struct program *p = r->program;
    for (uint32_t i = 0; i < p->procedure.size && r->at < r->end; i++)
        if (is_symbol (r->at, p->procedure.at[i].name))
            visit.procedure = i;
    if (visit.procedure == PROGRAM_NONE)
        return wrong (r, "expected a procedure of the program");
    const struct procedure *q = &p->procedure.at[visit.procedure];
    r->at++;
    for (uint32_t i = 0; i < q->block.size && r->at < r->end; i++)
        if (is_symbol (r->at, q->block.at[i].label))
            visit.block = i;
    if (visit.block == PROGRAM_NONE)
        return wrong (r, "expected a label of that procedure");
    r->at++;
    visit.first = (uint32_t) r->trail->value.size;
    VEC_PUSH (r->trail->visit, visit);
    return true;
}

/* The sorts of values in the stream show in their text only. */

static const sort *
element_sort (struct trail_reader *r, const char *text)
{
    assert (text[0] == '@');
    const char *rest = strstr (text, "!val!");
    for (size_t i = 0; rest && i < r->program->sort.size; i++) {
        const sort *s = r->program->sort.at[i];
        size_t size = (size_t) (rest - text) - 1;
        if (strlen (s->name) == size && !memcmp (s->name, text + 1, size))
            return s;
    }
    return NULL;
}

static const sort *
read_sort (struct trail_reader *r, const struct sexpr *e, unsigned depth)
{
    for (size_t i = 0; i < r->program->sort.size; i++)
        if (is_symbol (e, r->program->sort.at[i]->name))
            return r->program->sort.at[i];
    if (!sexpr_begins (e, "Array") || e->size != 3 || depth == SORT_DEPTH)
        return smtlib_sort (&r->smtlib, e);
    const sort *index = read_sort (r, e->child + 1, depth + 1);
    const sort *element = index ? read_sort (r, e->child + 2, depth + 1) : NULL;
    return element ? sort_array (r->smtlib.terms, index, element) : NULL;
}

/* Null without a problem: a number, truth or bits. */
static const sort *
shown_sort (struct trail_reader *r, const struct sexpr *e)
{
    if (e->kind == SEXPR_SYMBOL && e->text[0] == '@') {
        const sort *s = element_sort (r, e->text);
        if (!s)
            wrong (r, "element of no sort of the program");
        return s;
    }
    while (sexpr_begins (e, "store") && e->size == 4)
        e = e->child + 1;
    if (e->kind == SEXPR_LIST && e->size == 2 && sexpr_begins (e->child, "as")
        && e->child->size == 3)
        return read_sort (r, e->child->child + 2, 0);
    return NULL;
}

static bool
take_stream (struct trail_reader *r)
{
    if (r->at == r->end)
        return wrong (r, "expected a value");
    if (!r->trail->visit.size)
        return wrong (r, "a value before the first visit");
    const sort *want = NULL;
    if (r->at->quoted || !is_symbol (r->at, "any"))
        want = shown_sort (r, r->at);
    if (r->problem->kind)
        return false;
    const term *value = NULL;
    if (want || (!r->at->quoted && is_symbol (r->at, "any"))) {
        if (!take_value (r, want, &value))
            return false;
    } else {
        smtlib_begin (&r->smtlib);
        value = smtlib_term (&r->smtlib, r->at);
        if (!value || !term_is_constant (value))
            return wrong (r, "expected a value");
        r->at++;
    }
    VEC_PUSH (r->trail->value, value);
    VEC_LAST (r->trail->visit).values++;
    return true;
}

static bool
take_head (struct trail_reader *r)
{
    if (!take_word (r, "cohort-trail") || r->at == r->end
        || r->at->kind != SEXPR_NUMERAL || strcmp (r->at->text, "1"))
        return wrong (r, "expected 'cohort-trail 1'");
    r->at++;
    const struct sexpr *name = take_word (r, "entry") ? take (r) : NULL;
    for (size_t i = 0; i < r->program->procedure.size && name; i++)
        if (is_symbol (name, r->program->procedure.at[i].name))
            r->trail->entry = r->program->procedure.at[i].name;
    if (!r->trail->entry)
        return wrong (r, "expected 'entry' and a procedure of the program");
    if (!take_word (r, "goal"))
        return wrong (r, "expected 'goal'");
    r->trail->to_return = take_word (r, "return");
    if (!r->trail->to_return && !take_word (r, "assert"))
        return wrong (r, "expected 'return' or 'assert'");
    return true;
}

static bool
take_trail (struct trail_reader *r)
{
    const struct program *p = r->program;
    if (!take_head (r))
        return false;
    uint32_t entry = program_find (p, r->trail->entry);
    for (size_t i = 0; i < p->constant.size; i++)
        if (!take_named (r, "constant", p->constant.at[i].term,
                         &r->trail->constant))
            return false;
    if (!take_variables (r, "global", &p->global, &r->trail->global)
        || !take_variables (r, "parameter", &p->procedure.at[entry].in,
                            &r->trail->parameter))
        return false;
    while (take_word (r, "point"))
        if (!take_point (r))
            return false;
    bool good = true;
    while (r->at < r->end && good)
        if (take_word (r, "visit"))
            good = take_visit (r);
        else if (take_word (r, "value"))
            good = take_stream (r);
        else
            good = wrong (r, "expected 'visit' or 'value'");
    return good;
}

bool
trail_read (struct trail *t, const struct program *p, const char *text,
            const char *file, struct problem *problem)
{
    assert (t && text && problem && !problem->kind);
    struct trail_reader r = {
        .trail = t, .program = p, .file = file, .problem = problem};
    size_t count = 0;
    arena_init (&r.arena);
    bool good = sexpr_read (text, strlen (text), file, &r.arena, &r.at, &count,
                            problem);
    if (good) {
        r.end = count ? r.at + count : r.at; /* null: nothing stands there */
        smtlib_init (&r.smtlib, p->terms, file, &r.arena, problem);
        good = take_trail (&r);
        smtlib_clear (&r.smtlib);
    }
    arena_clear (&r.arena);
    assert (good || problem->kind);
    return good;
}
