/* replay_derivation.c -- a derivation: instances of assertions, up to false.
 *
 * An instance of an assertion follows from it if a `forall` gives way to values
 * only where it stands positively, an `exists` only where it stands negatively;
 * so the polarity is kept while the formula is walked, and quantifiers anywhere
 * else stay.  Values become constants of the binder's own sort, so that a value
 * of another sort is an error and not an instance. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "report/replay_plan.h"

/* A formula is walked twice: first its binders that may give way are listed,
 * then it is printed with those replaced that have a value. */
struct replay_derivation_instance {
    const struct replay_input *input;
    const struct replay_text *witness;
    const struct sexpr *values; /* list of (name value), or null */
    struct vec_sexpr binder;    /* names, in the order of the text */
    uint32_t *value; /* per binder: NO_VALUE, or which; null: listing */
    size_t next;     /* binder that comes next */
    size_t step;
    struct text *out;      /* the formula */
    struct text constants; /* definitions that it needs */
};

enum { DEPTH_MOST = 5000 }; /* formulas below that are copied as they are */
enum { NO_VALUE = UINT32_MAX };
enum { CHAIN_LEAST = 1000 }; /* steps; below, all facts are at hand always */

static bool
value_fits (const struct replay_derivation_instance *it, size_t binder,
            size_t value)
{
    return !strcmp (it->values->child[value].child[0].text,
                    it->binder.at[binder]->text);
}

/* Gives the values to the binders: by name, in order, as many as possible (a
 * longest common subsequence).  Usually each has one, but binders that no value
 * is for and values whose binder cannot give way are both let be. */
static void
instance_match (struct replay_derivation_instance *it)
{
    enum { TABLE_MOST = 1 << 24 };
    size_t binders = it->binder.size, same = 0;
    size_t values = it->values ? it->values->size : 0;
    it->value = NEW_ARRAY (uint32_t, binders + 1);
    while (same < binders && same < values && value_fits (it, same, same)) {
        it->value[same] = (uint32_t) same;
        same++;
    }
    for (size_t b = same; b < binders; b++)
        it->value[b] = NO_VALUE;
    size_t rows = binders - same, columns = values - same;
    if (!rows || !columns || rows > TABLE_MOST / columns)
        return;
    /* best[b][v]: pairs among binders from b and values from v. */
    size_t width = columns + 1;
    uint32_t *best = NEW_ARRAY (uint32_t, (rows + 1) * width);
    for (size_t b = rows; b-- > 0;)
        for (size_t v = columns; v-- > 0;) {
            uint32_t *at = &best[b * width + v];
            if (value_fits (it, same + b, same + v))
                *at = 1 + at[width + 1];
            else
                *at = at[width] > at[1] ? at[width] : at[1];
        }
    for (size_t b = 0, v = 0; b < rows && v < columns;)
        if (value_fits (it, same + b, same + v))
            it->value[same + b++] = (uint32_t) (same + v++);
        else if (best[(b + 1) * width + v] >= best[b * width + v + 1])
            b++;
        else
            v++;
    memory_free (best);
}

/* Defines a value as the constant `cohort!step!value`. */
static void
instance_constant (struct replay_derivation_instance *it, uint32_t value,
                   const struct sexpr *sort)
{
    text_print (&it->constants, "(define-fun cohort!%zu!%u () ", it->step,
                value);
    replay_copy (&it->constants, &it->input->text, sort);
    text_char (&it->constants, ' ');
    replay_copy (&it->constants, it->witness,
                 &it->values->child[value].child[1]);
    text_add (&it->constants, ")\n");
}

/* Prints the binders that no value is for as a quantifier, the others as a let;
 * gives the number of parentheses that are open after it. */
static size_t
instance_bind (struct replay_derivation_instance *it, const char *quantifier,
               const struct sexpr *const *name, const struct sexpr *const *sort,
               uint32_t binders)
{
    struct text kept, bound;
    text_init (&kept);
    text_init (&bound);
    for (uint32_t i = 0; i < binders; i++) {
        if (!it->value) {
            VEC_PUSH (it->binder, name[i]);
            continue;
        }
        uint32_t value = it->value[it->next++];
        struct text *to = value == NO_VALUE ? &kept : &bound;
        text_char (to, '(');
        replay_copy (to, &it->input->text, name[i]);
        text_char (to, ' ');
        if (value == NO_VALUE)
            replay_copy (to, &it->input->text, sort[i]);
        else {
            instance_constant (it, value, sort[i]);
            text_print (to, "cohort!%zu!%u", it->step, value);
        }
        text_char (to, ')');
    }
    size_t open = 0;
    if (kept.size) {
        text_print (it->out, "(%s (%s) ", quantifier, kept.data);
        open++;
    }
    if (bound.size) {
        text_print (it->out, "(let (%s) ", bound.data);
        open++;
    }
    text_clear (&kept);
    text_clear (&bound);
    return open;
}

/* ((symbol, something) ..): binders with sorts, or variables with values. */
static bool
pairs_good (const struct sexpr *list)
{
    if (list->kind != SEXPR_LIST)
        return false;
    for (uint32_t i = 0; i < list->size; i++)
        if (list->child[i].kind != SEXPR_LIST || list->child[i].size != 2
            || list->child[i].child[0].kind != SEXPR_SYMBOL)
            return false;
    return true;
}

static size_t
instance_quantifier (struct replay_derivation_instance *it,
                     const struct sexpr *e)
{
    const struct sexpr *list = &e->child[1];
    uint32_t n = list->size;
    const struct sexpr **name = NEW_ARRAY (const struct sexpr *, n);
    const struct sexpr **sort = NEW_ARRAY (const struct sexpr *, n);
    for (uint32_t i = 0; i < n; i++) {
        name[i] = &list->child[i].child[0];
        sort[i] = &list->child[i].child[1];
    }
    size_t open = instance_bind (it, e->child[0].text, name, sort, n);
    memory_free (name);
    memory_free (sort);
    return open;
}

static bool
is_quantified (const struct sexpr *e, const char *quantifier)
{
    return sexpr_begins (e, quantifier) && e->size == 3
           && pairs_good (&e->child[1]);
}

/* The last part of a formula is walked by the loop, not by recursion: chains of
 * lets, implications and quantifiers get long. */
static void
instance_walk (struct replay_derivation_instance *it, const struct sexpr *e,
               bool positive, unsigned depth)
{
    size_t open = 0;
    for (;;) {
        if (is_quantified (e, positive ? "forall" : "exists")) {
            open += instance_quantifier (it, e);
            e = &e->child[2];
            continue;
        }
        if (sexpr_begins (e, "!") && e->size >= 2) {
            e = &e->child[1];
            continue;
        }
        if (sexpr_begins (e, "let") && e->size == 3) {
            text_add (it->out, "(let ");
            replay_copy (it->out, &it->input->text, &e->child[1]);
            text_char (it->out, ' ');
            open++;
            e = &e->child[2];
            continue;
        }
        /* A condition holds both ways, so it stays as it is. */
        if (sexpr_begins (e, "ite") && e->size == 4 && depth <= DEPTH_MOST) {
            text_add (it->out, "(ite ");
            replay_copy (it->out, &it->input->text, &e->child[1]);
            text_char (it->out, ' ');
            instance_walk (it, &e->child[2], positive, depth + 1);
            text_char (it->out, ' ');
            open++;
            e = &e->child[3];
            continue;
        }
        bool implies = sexpr_begins (e, "=>");
        bool negates = sexpr_begins (e, "not");
        bool connects = implies || negates || sexpr_begins (e, "and")
                        || sexpr_begins (e, "or");
        if (!connects || e->size < 2 || depth > DEPTH_MOST) {
            replay_copy (it->out, &it->input->text, e);
            break;
        }
        text_print (it->out, "(%s ", e->child[0].text);
        for (uint32_t i = 1; i + 1 < e->size; i++) {
            instance_walk (it, &e->child[i], positive != implies, depth + 1);
            text_char (it->out, ' ');
        }
        open++;
        if (negates)
            positive = !positive;
        e = &e->child[e->size - 1];
    }
    while (open--)
        text_char (it->out, ')');
}

/* The declared variables that a rule or query names, as its outermost binder.
 */
static size_t
instance_declared (struct replay_derivation_instance *it,
                   const struct replay_assertion *a)
{
    const struct sexpr **name = NEW_ARRAY (const struct sexpr *, a->binders);
    const struct sexpr **sort = NEW_ARRAY (const struct sexpr *, a->binders);
    for (size_t i = 0; i < a->binders; i++) {
        name[i] = &it->input->binder.at[a->first + i]->child[1];
        sort[i] = &it->input->binder.at[a->first + i]->child[2];
    }
    size_t open =
        instance_bind (it, "forall", name, sort, (uint32_t) a->binders);
    memory_free (name);
    memory_free (sort);
    return open;
}

/* (query P) of a relation with arguments: the values, in order, whatever they
 * are called. */
static bool
instance_query_name (struct replay_derivation_instance *it,
                     const struct replay_assertion *a)
{
    if (!a->query || a->formula->kind != SEXPR_SYMBOL)
        return false;
    uint64_t *index =
        map_get (&it->input->declared, digest_string (a->formula->text));
    const struct sexpr *args =
        index ? it->input->declaration.at[*index].args : NULL;
    if (!args || !args->size || !it->values || it->values->size != args->size)
        return false;
    text_add (it->out, "(not (");
    replay_copy (it->out, &it->input->text, a->formula);
    for (uint32_t i = 0; i < args->size; i++) {
        instance_constant (it, i, &args->child[i]);
        text_print (it->out, " cohort!%zu!%u", it->step, i);
    }
    text_add (it->out, "))");
    return true;
}

static void
instance_pass (struct replay_derivation_instance *it,
               const struct replay_assertion *a)
{
    size_t open = instance_declared (it, a);
    if (a->query)
        text_add (it->out, "(not ");
    instance_walk (it, a->formula, !a->query, 0);
    if (a->query)
        text_char (it->out, ')');
    while (open--)
        text_char (it->out, ')');
}

static void
instance_print (struct replay_derivation_instance *it,
                const struct replay_assertion *a)
{
    if (instance_query_name (it, a))
        return;
    instance_pass (it, a);
    instance_match (it);
    text_reset (it->out);
    instance_pass (it, a);
    assert (it->next == it->binder.size);
    memory_free (it->value);
    VEC_CLEAR (it->binder);
}

/* ---- steps */

bool
replay_step_read (struct replay_step *s, const struct sexpr *e,
                  const struct replay_input *input, const char *file,
                  struct problem *p)
{
    struct place place = sexpr_place (e, file);
    const struct sexpr *number = NULL;
    *s = (struct replay_step) {0};
    if (!sexpr_begins (e, "step") || e->size % 2 == 0)
        return problem_set (p, place,
                            "(step :assertion N :values (...) :fact F)"
                            " is expected here");
    for (uint32_t i = 1; i + 1 < e->size; i += 2) {
        const struct sexpr *key = &e->child[i], *value = &e->child[i + 1];
        if (key->kind != SEXPR_KEYWORD)
            return problem_set (p, place, "a keyword is expected here");
        if (!strcmp (key->text, "assertion") && value->kind == SEXPR_NUMERAL)
            number = value;
        else if (!strcmp (key->text, "values") && pairs_good (value))
            s->values = value;
        else if (!strcmp (key->text, "fact"))
            s->fact = value;
        else
            return problem_set (p, sexpr_place (key, file),
                                "the part :%s is not as it should be",
                                key->text);
    }
    if (!number || !s->fact)
        return problem_set (p, place, "the step lacks :assertion or :fact");
    unsigned long long index = strtoull (number->text, NULL, 10);
    if (index >= input->assertion.size)
        return problem_set (p, place,
                            "the input has no assertion %s (it has "
                            "%zu, counted from 0)",
                            number->text, input->assertion.size);
    s->assertion = (size_t) index;
    return true;
}

static void
step_plan (struct replay_plan *plan, const struct replay_step *s, size_t index,
           const struct replay_input *input, const struct replay_text *witness)
{
    const struct replay_assertion *a = &input->assertion.at[s->assertion];
    struct text what, inside, after, formula;
    text_init (&what);
    text_init (&inside);
    text_init (&after);
    text_init (&formula);
    struct replay_derivation_instance it = {.input = input,
                                            .witness = witness,
                                            .values = s->values,
                                            .step = index,
                                            .out = &formula};
    instance_print (&it, a);
    text_print (&what, "step %zu, by the assertion at %u:%u", index + 1,
                a->form->line, a->form->column);
    text_print (&inside, "%s(assert %s)\n(assert (not ",
                text_view (&it.constants), text_view (&formula));
    replay_copy (&inside, witness, s->fact);
    text_add (&inside, "))\n");
    text_add (&after, "(assert ");
    replay_copy (&after, witness, s->fact);
    text_add (&after, ")\n");
    replay_plan_add (plan, &what, &inside, &after);
    text_clear (&it.constants);
    text_clear (&formula);
}

static void
symbol_clash (void *context, const struct sexpr *atom)
{
    if (atom->kind == SEXPR_SYMBOL && !strncmp (atom->text, "cohort!", 7))
        *(const struct sexpr **) context = atom;
}

bool
replay_derivation (struct replay_plan *plan, const struct replay_input *input,
                   const struct replay_text *witness, struct problem *p)
{
    const struct sexpr *clash = NULL;
    for (size_t i = 0; i < input->text.forms; i++)
        replay_atoms (&input->text.form[i], symbol_clash, &clash);
    if (clash)
        return problem_set (p, sexpr_place (clash, input->text.file),
                            "the replay needs names like %s for itself",
                            clash->text);
    for (size_t i = 0; i < input->declaration.size; i++)
        replay_declare (&plan->prelude, input, &input->declaration.at[i]);
    plan->chained = witness->forms > CHAIN_LEAST;
    struct replay_step s = {0};
    for (size_t i = 0; i < witness->forms; i++) {
        if (!replay_step_read (&s, &witness->form[i], input, witness->file, p))
            return false;
        step_plan (plan, &s, i, input, witness);
    }
    if (!s.fact || !sexpr_is (s.fact, "false"))
        return problem_set (p, (struct place) {.file = witness->file},
                            "the last step does not derive false");
    return true;
}
