/* invariants.c -- see invariants.h. */
#include "auto/invariants.h"

#include <assert.h>
#include <string.h>

#include "auto/definitions.h"
#include "csource/expression.h"
#include "program/attributes.h"
#include "program/copy_equivalence.h"

enum { SAID_MOST = 2000 }; /* bytes of one conjunct */

/* A variable that C has a name for. */
struct name {
    const term *variable; /* of the flat program, over bits */
    const char *c, *type; /* its name and type; type null: not known */
    uint32_t procedure;   /* as read; PROGRAM_NONE: global */
};

struct loop_names {
    const struct program *as_read;
    struct same same;
    struct vec_name VEC (struct name) name;
    /* Per procedure and block as read: the one block of the flat program that
     * begins there, + 1; 0: none, PROGRAM_NONE: several. */
    uint32_t **block;
};

/* ---- names */

/* Static variables of functions have names that C does not know. */
static bool
is_identifier (const char *name)
{
    size_t size = strspn (name, "abcdefghijklmnopqrstuvwxyz0123456789_"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return size && !name[size] && !strchr ("0123456789", *name);
}

static const char *
variable_c (const struct variable *v)
{
    const char *c = mark_string (v->attribute, MARK_C);
    bool good = c && is_identifier (c) && v->term->sort->kind == SORT_BV
                && !attribute_find (v->attribute, MARK_C_PART)
                && !attribute_find (v->attribute, MARK_C_STALE);
    return good ? c : NULL;
}

static void
names_add (loop_names *n, const struct variable *v, uint32_t procedure)
{
    assert (procedure == PROGRAM_NONE
            || procedure < n->as_read->procedure.size);
    const char *c = variable_c (v);
    if (c)
        VEC_PUSH (
            n->name,
            ((struct name) {v->term, c, mark_string (v->attribute, MARK_C_TYPE),
                            procedure}));
}

static const struct variable *
variable_find (const struct vec_variable *list, const term *t)
{
    for (size_t i = 0; i < list->size; i++)
        if (list->at[i].term == t)
            return &list->at[i];
    return NULL;
}

/* The havoc that a copy of a body begins with lists its locals. */
static void
names_copy (loop_names *n, const struct procedure *flat, uint32_t procedure)
{
    uint32_t at = n->block[procedure][0];
    if (!at || at == PROGRAM_NONE)
        return;
    assert (at <= flat->block.size);
    const struct block *b = &flat->block.at[at - 1];
    if (!b->statement.size || b->statement.at[0].kind != STATEMENT_HAVOC)
        return;
    const struct statement *s = &b->statement.at[0];
    for (uint32_t i = 0; i < s->targets; i++) {
        const struct variable *v = variable_find (&flat->local, s->target[i]);
        if (v)
            names_add (n, v, procedure);
    }
}

/* The entry's variables keep their names. */
static void
names_entry (loop_names *n, const struct procedure *flat, uint32_t entry)
{
    const struct vec_variable *local = &n->as_read->procedure.at[entry].local;
    for (size_t i = 0; i < local->size; i++) {
        const struct variable *v =
            variable_find (&flat->local, local->at[i].term);
        if (v)
            names_add (n, v, entry);
    }
}

static void
names_blocks (loop_names *n, const struct procedure *flat)
{
    const struct vec_procedure *all = &n->as_read->procedure;
    n->block = NEW_ARRAY (uint32_t *, all->size + 1);
    for (size_t i = 0; i < all->size; i++)
        n->block[i] = NEW_ARRAY (uint32_t, all->at[i].block.size + 1);
    for (uint32_t b = 0; b < flat->block.size; b++) {
        struct origin o = flat->block.at[b].origin;
        if (o.procedure == PROGRAM_NONE || o.statement)
            continue;
        assert (o.procedure < all->size
                && o.block < all->at[o.procedure].block.size);
        uint32_t *at = &n->block[o.procedure][o.block];
        *at = *at ? PROGRAM_NONE : b + 1;
    }
}

loop_names *
loop_names_new (const struct program *flat, const struct program *as_read,
                uint32_t entry)
{
    assert (flat->procedure.size == 1 && entry < as_read->procedure.size);
    const struct procedure *q = &flat->procedure.at[0];
    loop_names *n = NEW (loop_names);
    n->as_read = as_read;
    if (!same_find (&n->same, flat, q)) {
        memory_free (n);
        return NULL;
    }
    names_blocks (n, q);
    for (size_t i = 0; i < flat->global.size; i++)
        names_add (n, &flat->global.at[i], PROGRAM_NONE);
    for (uint32_t i = 0; i < as_read->procedure.size; i++) {
        if (i == entry)
            names_entry (n, q, i);
        else if (as_read->procedure.at[i].block.size)
            names_copy (n, q, i);
    }
    return n;
}

void
loop_names_free (loop_names *n)
{
    if (!n)
        return;
    for (size_t i = 0; i < n->as_read->procedure.size; i++)
        memory_free (n->block[i]);
    memory_free (n->block);
    VEC_CLEAR (n->name);
    same_clear (&n->same);
    memory_free (n);
}

void
loop_names_drop (loop_names *n, struct origin o)
{
    assert (o.procedure == PROGRAM_NONE
            || o.procedure < n->as_read->procedure.size);
    if (o.procedure != PROGRAM_NONE && !o.statement)
        n->block[o.procedure][o.block] = PROGRAM_NONE;
}

/* A name that two variables of the function have, or one of it and a global
 * one, is left alone: which is meant depends on the place. */
static bool
name_is_clear (const loop_names *n, const struct name *name, uint32_t procedure)
{
    assert (name >= n->name.at && name < n->name.at + n->name.size);
    for (size_t i = 0; i < n->name.size; i++) {
        const struct name *other = &n->name.at[i];
        if (other != name && !strcmp (other->c, name->c)
            && (other->procedure == procedure
                || other->procedure == PROGRAM_NONE))
            return false;
    }
    return true;
}

/* ---- the C name of a term */

struct invariants_saying {
    const struct invariants_of *of;
    uint32_t procedure; /* as read */
    uint32_t block;     /* of the flat program before it was tidied */
    struct place place;
    const char *function;
    struct text word; /* of the last name */
};

static const struct name *
saying_variable (const struct invariants_saying *s, const term *bits)
{
    assert (bits->sort->kind == SORT_BV);
    const loop_names *n = s->of->names;
    if (!term_map_get (&n->same.number, bits))
        return NULL;
    for (size_t i = 0; i < n->name.size; i++) {
        const struct name *name = &n->name.at[i];
        if ((name->procedure == s->procedure || name->procedure == PROGRAM_NONE)
            && name->variable->sort == bits->sort
            && same_at (&n->same, s->block, name->variable, bits)
            && name_is_clear (n, name, s->procedure))
            return name;
    }
    return NULL;
}

static const char *
saying_cast (struct invariants_saying *s, const struct name *name,
             const char *type)
{
    if (name->type && !strcmp (name->type, type))
        return name->c;
    text_reset (&s->word);
    text_print (&s->word, "(%s) %s", type, name->c);
    return text_view (&s->word);
}

/* An integer is the value of its bits, read as signed or not. */
static const char *
saying_integer (struct invariants_saying *s, const term *t)
{
    assert (t->op == OP_VAR && t->sort->kind == SORT_INT);
    static const struct {
        unsigned width;
        const char *type[2];
    } types[] = {{8, {"unsigned char", "signed char"}},
                 {16, {"unsigned short", "short"}},
                 {32, {"unsigned int", "int"}}};
    const struct integers_map *m = s->of->integers;
    for (size_t i = 0; m && i < m->to.size; i++) {
        if (m->to.at[i] != t || m->from.at[i]->sort->kind != SORT_BV)
            continue;
        const struct name *name = saying_variable (s, m->from.at[i]);
        for (size_t k = 0; name && k < sizeof types / sizeof *types; k++)
            if (types[k].width == m->from.at[i]->sort->width)
                return saying_cast (s, name, types[k].type[m->is_signed[i]]);
        return NULL;
    }
    return NULL;
}

static const char *
saying_name (void *context, const term *t)
{
    struct invariants_saying *s = context;
    if (t->op != OP_VAR)
        return NULL;
    if (t->sort->kind == SORT_INT)
        return saying_integer (s, t);
    const struct name *name =
        t->sort->kind == SORT_BV ? saying_variable (s, t) : NULL;
    return name ? name->c : NULL;
}

/* ---- what is said */

static void
say_conjunct (struct invariants_saying *s, const term *conjunct,
              struct outcome *o)
{
    assert (conjunct->sort->kind == SORT_BOOL);
    const struct invariants_of *of = s->of;
    struct text said;
    text_init (&said);
    bool good = c_expression (conjunct, saying_name, s, &said);
    if (!good && of->integers) {
        const term *bits =
            integers_back (of->flat->terms, of->integers, conjunct);
        good = bits && c_expression (bits, saying_name, s, &said);
    }
    if (good && said.size <= SAID_MOST)
        outcome_invariant (o, s->place, s->function, text_view (&said));
    text_clear (&said);
}

/* A bound that is the type's own. */
static bool
says_nothing (const term *t)
{
    static const char *const bound[] = {
        "-128",  "127",         "255",        "-32768",    "32767",
        "65535", "-2147483648", "2147483647", "4294967295"};
    if (t->op != OP_LE || (t->arg[0]->op != OP_VAR && t->arg[1]->op != OP_VAR))
        return false;
    const term *n = t->arg[t->arg[0]->op == OP_VAR];
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++)
        if (n->op == OP_NUMBER && !strcmp (n->text, bound[i]))
            return true;
    return false;
}

static void
say_conjuncts (struct invariants_saying *s, const term *formula,
               struct outcome *o)
{
    struct term_vec part = {0};
    term_conjuncts (s->of->flat->terms, formula, &part);
    for (size_t i = 0; i < part.size; i++)
        if (!says_nothing (part.at[i]))
            say_conjunct (s, part.at[i], o);
    VEC_CLEAR (part);
}

/* Where clang evaluates the condition of a loop: elsewhere (goto, do) the
 * place of the block may be that of a loop within it. */
static bool
is_condition (const struct block *b)
{
    return b->statement.size
           && attribute_find (b->statement.at[0].attribute, MARK_LOOP)
           && (!strncmp (b->label, "for.cond", 8)
               || !strncmp (b->label, "while.cond", 10));
}

/* Whether a relation stands at the head of a loop that was copied once. */
static bool
say_where (struct invariants_saying *s, uint32_t relation)
{
    const struct flat_origins *from = s->of->origins;
    const loop_names *n = s->of->names;
    uint32_t cut = s->of->map->cut.at[relation];
    assert (relation < s->of->map->cut.size && cut + 1 < from->first.size);
    if (from->first.at[cut] == from->first.at[cut + 1])
        return false;
    struct origin o = from->origin.at[from->first.at[cut]];
    if (o.procedure == PROGRAM_NONE || o.statement)
        return false;
    const struct procedure *q = &n->as_read->procedure.at[o.procedure];
    const struct block *b = &q->block.at[o.block];
    uint32_t before = n->block[o.procedure][o.block];
    if (!before || before == PROGRAM_NONE || !is_condition (b))
        return false;
    assert (b->statement.size);
    s->procedure = o.procedure;
    s->block = before - 1;
    s->place = b->statement.at[0].place;
    s->function = mark_string (q->attribute, MARK_C);
    return s->place.file && s->place.line && s->function;
}

/* What holds by construction is no part of the proof, but belongs to it. */
static void
say_bounds (struct invariants_saying *s, uint32_t relation, struct outcome *o)
{
    const struct invariants_of *of = s->of;
    uint32_t cut = of->map->cut.at[relation];
    const struct block *b = &of->flat->procedure.at[0].block.at[cut];
    for (size_t i = 0; i < b->statement.size; i++)
        if (attribute_find (b->statement.at[i].attribute, MARK_BOUND))
            say_conjuncts (s, b->statement.at[i].term, o);
}

static void
say_relation (struct invariants_saying *s, uint32_t relation,
              const struct definition *d, struct outcome *o)
{
    const struct term_vec *argument = &s->of->map->argument[relation];
    if (argument->size != d->params || !say_where (s, relation))
        return;
    for (size_t i = 0; i < d->params; i++)
        if (argument->at[i]->sort != d->param[i]->sort)
            return;
    say_conjuncts (s,
                   term_substitute (s->of->flat->terms, d->body, d->param,
                                    argument->at, d->params),
                   o);
    say_bounds (s, relation, o);
}

void
invariants_say (const struct invariants_of *of, struct outcome *o)
{
    assert (o->verdict == VERDICT_SAFE && o->proof);
    struct definitions d;
    struct problem problem = {0};
    if (!of->names
        || !definitions_read (&d, of->flat->terms, o->proof, strlen (o->proof),
                              "proof", &problem))
        return;
    struct invariants_saying s = {.of = of};
    text_init (&s.word);
    size_t count = d.definition.size;
    for (uint32_t i = 0; count == of->map->cut.size && i < count; i++)
        say_relation (&s, i, &d.definition.at[i], o);
    text_clear (&s.word);
    definitions_clear (&d);
}
