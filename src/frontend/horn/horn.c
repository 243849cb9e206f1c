/* horn.c -- the commands of a file of Horn clauses. */
#include "frontend/horn/horn.h"

#include <assert.h>
#include <string.h>

#include "frontend/horn/clause.h"
#include "logic/smtlib/smtlib.h"

struct horn_reader {
    struct horn *horn;
    struct smtlib smtlib;
    struct skeleton skeleton;
    uint32_t assertions;
    const struct sexpr *checked; /* the first check-sat; or null */
    bool finished;               /* exit */
};

typedef bool command_reader (struct horn_reader *, const struct sexpr *);

/* Declarations. */

static bool
declare_relation (struct horn_reader *r, const struct sexpr *name,
                  const struct sexpr *sorts)
{
    struct smtlib *s = &r->smtlib;
    struct horn *h = r->horn;
    if (sorts && sorts->kind != SEXPR_LIST)
        return smtlib_wrong (s, sorts, "expected a list of sorts");
    struct relation relation = {.args = sorts ? sorts->size : 0,
                                .place = sexpr_place (name, h->file)};
    relation.sort =
        arena_new (&h->arena, relation.args * sizeof *relation.sort);
    for (size_t i = 0; i < relation.args; i++) {
        relation.sort[i] = smtlib_sort (s, sorts->child + i);
        if (!relation.sort[i])
            return false;
    }
    if (!smtlib_declare (s, name, relation.sort, relation.args,
                         sort_bool (h->terms)))
        return false;
    relation.name = smtlib_keep (s, name);
    VEC_PUSH (h->relation, relation);
    assert (h->relation.size == s->function.size);
    return true;
}

/* (declare-fun name (S ..) S), (declare-const name S) */
static bool
read_declare (struct horn_reader *r, const struct sexpr *e)
{
    struct smtlib *s = &r->smtlib;
    bool constant = sexpr_is (e->child, "declare-const");
    if (e->size != (constant ? 3 : 4))
        return smtlib_wrong (s, e, "%s wants a name, %sa sort", e->child->text,
                             constant ? "" : "sorts and ");
    if (!smtlib_new_name (s, e->child + 1))
        return false;
    const sort *result = smtlib_sort (s, e->child + e->size - 1);
    if (!result)
        return false;
    if (result->kind != SORT_BOOL)
        return smtlib_beyond (s, e,
                              "unsupported: '%.*s' is no relation, but a free "
                              "%s",
                              SMTLIB_SHOWN, e->child[1].text,
                              constant || !e->child[2].size ? "constant"
                                                            : "function");
    return declare_relation (r, e->child + 1, constant ? NULL : e->child + 2);
}

/* (declare-rel name (S ..) representation ..) */
static bool
read_declare_rel (struct horn_reader *r, const struct sexpr *e)
{
    if (e->size < 3)
        return smtlib_wrong (&r->smtlib, e,
                             "declare-rel wants a name and "
                             "sorts");
    for (uint32_t i = 3; i < e->size; i++)
        if (e->child[i].kind != SEXPR_SYMBOL)
            return smtlib_wrong (&r->smtlib, e->child + i, "expected a name");
    return declare_relation (r, e->child + 1, e->child + 2);
}

static bool
read_declare_var (struct horn_reader *r, const struct sexpr *e)
{
    if (e->size != 3)
        return smtlib_wrong (&r->smtlib, e,
                             "declare-var wants a name and a "
                             "sort");
    const sort *of = smtlib_sort (&r->smtlib, e->child + 2);
    return of && smtlib_declare_variable (&r->smtlib, e->child + 1, of);
}

static bool
read_define (struct horn_reader *r, const struct sexpr *e)
{
    return smtlib_define (&r->smtlib, e);
}

static bool
read_define_sort (struct horn_reader *r, const struct sexpr *e)
{
    return smtlib_define_sort (&r->smtlib, e);
}

/* Clauses. */

static bool
add_formula (struct horn_reader *r, const struct sexpr *command,
             const term *formula, bool positive)
{
    return formula
           && skeleton_add (&r->skeleton, formula, positive, command,
                            r->assertions++);
}

static bool
read_assert (struct horn_reader *r, const struct sexpr *e)
{
    struct smtlib *s = &r->smtlib;
    if (e->size != 2)
        return smtlib_wrong (s, e, "assert wants one formula");
    /* What was checked is not what would be checked now. */
    if (r->checked)
        return smtlib_beyond (s, e, "unsupported: assert after check-sat");
    smtlib_begin (s);
    return add_formula (
        r, e, smtlib_term_of (s, e->child + 1, sort_bool (s->terms)), true);
}

/* (rule formula name), the name may be missing. */
static bool
read_rule (struct horn_reader *r, const struct sexpr *e)
{
    struct smtlib *s = &r->smtlib;
    if (e->size < 2 || e->size > 3)
        return smtlib_wrong (s, e, "rule wants one formula");
    if (e->size == 3 && e->child[2].kind != SEXPR_SYMBOL)
        return smtlib_wrong (s, e->child + 2, "expected a name");
    smtlib_begin (s);
    return add_formula (
        r, e, smtlib_term_of (s, e->child + 1, sort_bool (s->terms)), true);
}

/* Some arguments of the relation: a formula over new variables. */
static const term *
some_arguments (struct horn_reader *r, const struct sexpr *name, uint32_t which)
{
    struct smtlib *s = &r->smtlib;
    const struct relation *relation = r->horn->relation.at + which;
    struct term_vec arg = {0};
    for (size_t i = 0; i < relation->args; i++) {
        struct text text;
        text_init (&text);
        text_print (&text, "x%zu", i);
        const char *kept = arena_string (s->keep, text_view (&text));
        const term *var = smtlib_variable (s, kept, relation->sort[i]);
        smtlib_add_binder (s, var, kept, SMTLIB_QUANTIFIED + s->binders++);
        VEC_PUSH (arg, var);
        text_clear (&text);
    }
    const term *t = term_apply (s->terms, relation->name, sort_bool (s->terms),
                                arg.at, arg.size);
    *term_map_at (&s->place, t, NULL) = (uintptr_t) name;
    VEC_CLEAR (arg);
    return t;
}

/* (query formula :option value ..); a relation's name alone means any of its
 * arguments. */
static bool
read_query (struct horn_reader *r, const struct sexpr *e)
{
    struct smtlib *s = &r->smtlib;
    if (e->size < 2)
        return smtlib_wrong (s, e, "query wants a relation or a formula");
    for (uint32_t i = 2; i < e->size; i++) {
        if (e->child[i].kind != SEXPR_KEYWORD)
            return smtlib_wrong (s, e->child + i, "expected a keyword");
        if (i + 1 < e->size && e->child[i + 1].kind != SEXPR_KEYWORD)
            i++;
    }
    smtlib_begin (s);
    const struct sexpr *what = e->child + 1;
    const term *formula;
    if (what->kind == SEXPR_SYMBOL && smtlib_name_of (s, what)->function)
        formula =
            some_arguments (r, what, smtlib_name_of (s, what)->function - 1);
    else
        formula = smtlib_term_of (s, what, sort_bool (s->terms));
    return add_formula (r, e, formula, false);
}

/* Other commands. */

static bool
read_check (struct horn_reader *r, const struct sexpr *e)
{
    if (e->size != 1)
        return smtlib_wrong (&r->smtlib, e, "check-sat wants no arguments");
    if (!r->checked)
        r->checked = e;
    return true;
}

static bool
read_exit (struct horn_reader *r, const struct sexpr *e)
{
    (void) e;
    r->finished = true;
    return true;
}

/* They change what is printed, not what is asked. */
static bool
read_nothing (struct horn_reader *r, const struct sexpr *e)
{
    (void) r;
    (void) e;
    return true;
}

static bool
read_unsupported (struct horn_reader *r, const struct sexpr *e)
{
    return smtlib_beyond (&r->smtlib, e, "unsupported command '%s'",
                          e->child->text);
}

static const struct command {
    const char *name;
    command_reader *read;
} commands[] = {
    {"assert", read_assert},
    {"rule", read_rule},
    {"query", read_query},
    {"declare-fun", read_declare},
    {"declare-const", read_declare},
    {"declare-rel", read_declare_rel},
    {"declare-var", read_declare_var},
    {"define-fun", read_define},
    {"define-const", read_define},
    {"define-sort", read_define_sort},
    {"check-sat", read_check},
    {"exit", read_exit},
    {"set-logic", read_nothing},
    {"set-info", read_nothing},
    {"set-option", read_nothing},
    {"get-model", read_nothing},
    {"get-info", read_nothing},
    {"get-option", read_nothing},
    {"get-proof", read_nothing},
    {"get-value", read_nothing},
    {"get-unsat-core", read_nothing},
    {"get-assertions", read_nothing},
    {"get-assignment", read_nothing},
    {"echo", read_nothing},
    {"declare-datatypes", read_unsupported},
    {"declare-datatype", read_unsupported},
    {"declare-sort", read_unsupported},
    {"define-fun-rec", read_unsupported},
    {"define-funs-rec", read_unsupported},
    {"push", read_unsupported},
    {"pop", read_unsupported},
    {"reset", read_unsupported},
    {"reset-assertions", read_unsupported},
    {"check-sat-assuming", read_unsupported},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static bool
read_command (struct horn_reader *r, const struct sexpr *e)
{
    if (e->kind != SEXPR_LIST || !e->size || e->child->kind != SEXPR_SYMBOL)
        return smtlib_wrong (&r->smtlib, e, "expected a command");
    for (size_t i = 0; i < COMMANDS; i++)
        if (sexpr_is (e->child, commands[i].name))
            return commands[i].read (r, e);
    return smtlib_wrong (&r->smtlib, e->child, "unknown command '%.*s'",
                         SMTLIB_SHOWN, e->child->text);
}

/* Names of relations are not for variables: one without arguments would be the
 * same term. */
static void
reserve_names (struct horn_reader *r, const struct sexpr *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct sexpr *e = list + i;
        bool declares =
            sexpr_begins (e, "declare-fun") || sexpr_begins (e, "declare-const")
            || sexpr_begins (e, "declare-rel") || sexpr_begins (e, "define-fun")
            || sexpr_begins (e, "define-const");
        if (declares && e->size > 1 && e->child[1].kind == SEXPR_SYMBOL)
            smtlib_reserve (&r->smtlib, e->child[1].text);
    }
}

bool
horn_read (struct horn *h, const char *source, size_t size, const char *file,
           struct problem *problem)
{
    assert (h && h->terms && !h->clause.size && !h->relation.size);
    const struct sexpr *list;
    size_t count;
    struct arena arena;
    arena_init (&arena);
    bool good = sexpr_read (source, size, file, &arena, &list, &count, problem);
    if (good && !count)
        good = problem_set (problem, (struct place) {file, 0, 0},
                            "no clauses: the file is empty");
    if (good) {
        struct horn_reader r = {.horn = h};
        smtlib_init (&r.smtlib, h->terms, file, &h->arena, problem);
        skeleton_init (&r.skeleton, h, &r.smtlib);
        reserve_names (&r, list, count);
        for (size_t i = 0; good && i < count && !r.finished; i++)
            good = read_command (&r, list + i);
        skeleton_clear (&r.skeleton);
        smtlib_clear (&r.smtlib);
    }
    if (good)
        horn_survey (h);
    arena_clear (&arena);
    return good;
}

bool
horn_recognise (const char *source, size_t size)
{
    size_t at = 0;
    while (at < size && (strchr (" \t\r\n;", source[at]) && source[at])) {
        if (source[at] == ';')
            while (at < size && source[at] != '\n')
                at++;
        else
            at++;
    }
    if (at == size || source[at] != '(')
        return false;
    at++;
    while (at < size && source[at] && strchr (" \t\r\n", source[at]))
        at++;
    for (size_t i = 0; i < COMMANDS; i++) {
        size_t length = strlen (commands[i].name);
        if (size - at > length
            && !strncmp (source + at, commands[i].name, length)
            && source[at + length]
            && strchr (" \t\r\n();", source[at + length]))
            return true;
    }
    return false;
}
