/* boogie_names.c -- names for what Boogie cannot call by ours. */
#include "program/boogie_text.h"

#include <ctype.h>
#include <string.h>

static bool
name_is_keyword (const char *name)
{
    static const char *const word[] = {
        "assert",    "assume",  "async",          "axiom",    "bool",
        "break",     "call",    "complete",       "const",    "div",
        "else",      "ensures", "exists",         "extends",  "false",
        "finite",    "forall",  "free",           "function", "goto",
        "havoc",     "if",      "implementation", "int",      "invariant",
        "lambda",    "mod",     "modifies",       "old",      "par",
        "procedure", "real",    "requires",       "return",   "returns",
        "then",      "true",    "type",           "unique",   "var",
        "where",     "while",   "yield"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (!strcmp (word[i], name))
            return true;
    return false;
}

static bool
name_char (char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
           || (c >= '0' && c <= '9') || (c && strchr ("'~#$^_.?`", c));
}

static bool
name_fits (const char *name)
{
    if (!*name || isdigit ((unsigned char) *name))
        return false;
    while (name_char (*name))
        name++;
    return !*name;
}

static void
name_bend (struct text *out, const char *name)
{
    if (!*name || isdigit ((unsigned char) *name))
        text_char (out, '_');
    for (; *name; name++)
        text_char (out, name_char (*name) ? *name
                        : *name == '@'    ? '#'
                        : *name == '!'    ? '~'
                                          : '_');
}

/* A name that nothing has, like `like`; it is taken from now on. */
static const char *
name_choose (struct boogie_names *n, struct digest key, const char *like)
{
    uint64_t *known = map_get (&n->chosen, key);
    if (known)
        return n->name.at[*known];
    struct text text;
    text_init (&text);
    name_bend (&text, like);
    while (map_get (&n->used, digest_string (text_view (&text))))
        text_char (&text, '\'');
    map_put (&n->used, digest_string (text_view (&text)), 1);
    map_put (&n->chosen, key, n->name.size);
    VEC_PUSH (n->name, arena_string (&n->arena, text_view (&text)));
    text_clear (&text);
    return VEC_LAST (n->name);
}

void
boogie_name (struct boogie_names *n, struct text *out, const char *name)
{
    assert (name);
    if (name_is_keyword (name))
        text_char (out, '\\');
    if (name_fits (name))
        text_add (out, name);
    else if (n)
        text_add (out, name_choose (n, digest_string (name), name));
    else
        name_bend (out, name);
}

void
boogie_variable (struct boogie_names *n, struct text *out, const char *name)
{
    static const char suffix[] = "@old";
    const size_t tail = sizeof suffix - 1, size = strlen (name);
    if (size > tail && !strcmp (name + size - tail, suffix)) {
        char *global = memory_copy (name, size);
        global[size - tail] = 0;
        text_add (out, "old(");
        boogie_name (n, out, global);
        text_char (out, ')');
        memory_free (global);
        return;
    }
    boogie_name (n, out, name);
    if (n && map_get (&n->nullary, digest_string (name)))
        text_add (out, "()");
}

bool
boogie_is_operator (enum op op)
{
    return op == OP_IS_INT || op == OP_CONST_ARRAY
           || (op >= OP_BVNOT && op <= OP_BVSLT)
           || (op >= OP_ZERO_EXTEND && op <= OP_BV_TO_NAT);
}

static bool
is_indexed (enum op op)
{
    return op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND || op == OP_INT_TO_BV;
}

/* "bvadd.bv32", "zero_extend.8.bv24", "const.[int]int" */
static void
operator_text (struct text *out, const term *t)
{
    assert (boogie_is_operator (t->op) && t->args);
    text_add (out, t->op == OP_CONST_ARRAY ? "const" : op_name (t->op));
    if (is_indexed (t->op))
        text_print (out, ".%u", t->index[0]);
    if (t->op == OP_INT_TO_BV || t->op == OP_IS_INT)
        return;
    text_char (out, '.');
    boogie_sort (out, t->op == OP_CONST_ARRAY ? t->sort : t->arg[0]->sort);
}

/* No name has a blank in front: operators and names cannot be mixed up. */
static struct digest
operator_key (const char *text)
{
    struct text key;
    text_init (&key);
    text_char (&key, ' ');
    text_add (&key, text);
    struct digest result = digest_string (text_view (&key));
    text_clear (&key);
    return result;
}

void
boogie_operator (struct boogie_names *n, struct text *out, const term *t)
{
    struct text text;
    text_init (&text);
    operator_text (&text, t);
    if (n)
        text_add (out, name_choose (n, operator_key (text_view (&text)),
                                    text_view (&text)));
    else
        name_bend (out, text_view (&text));
    text_clear (&text);
}

void
boogie_builtin (struct text *out, const term *t)
{
    assert (boogie_is_operator (t->op));
    if (t->op == OP_CONST_ARRAY) {
        text_add (out, "(as const ");
        sort_print (out, t->sort);
        text_char (out, ')');
        return;
    }
    text_add (out, op_name (t->op));
    if (is_indexed (t->op))
        text_print (out, " %u", t->index[0]);
}

/* The function of the program that says this operator, or null. */
static const char *
operator_own (const struct program *p, const term *t)
{
    struct text want;
    text_init (&want);
    boogie_builtin (&want, t);
    const char *found = NULL;
    for (size_t i = 0; i < p->function.size && !found; i++) {
        const struct function *f = &p->function.at[i];
        const struct attribute *a = attribute_find (f->attribute, "bvbuiltin");
        if (!a)
            a = attribute_find (f->attribute, "builtin");
        bool same = a && a->values == 1 && a->value[0].string && !f->body
                    && !strcmp (a->value[0].string, text_view (&want))
                    && f->parameters == t->args && f->result == t->sort
                    && name_fits (f->name);
        for (size_t j = 0; same && j < f->parameters; j++)
            same = f->parameter[j]->sort == t->arg[j]->sort;
        found = same ? f->name : NULL;
    }
    text_clear (&want);
    return found;
}

static void
operator_note (struct boogie_names *n, const struct program *p, const term *t)
{
    assert (boogie_is_operator (t->op));
    struct text text;
    text_init (&text);
    operator_text (&text, t);
    struct digest key = operator_key (text_view (&text));
    if (!map_get (&n->chosen, key)) {
        const char *own = operator_own (p, t);
        if (own) {
            map_put (&n->chosen, key, n->name.size);
            VEC_PUSH (n->name, own);
        } else {
            const char *name = name_choose (n, key, text_view (&text));
            VEC_PUSH (n->operator, ((struct boogie_operator) {name, t}));
        }
    }
    text_clear (&text);
}

static void
name_note (struct boogie_names *n, const char *name)
{
    if (name_fits (name))
        map_put (&n->used, digest_string (name), 1);
}

/* Names that no term has. */
static void
names_declared (struct boogie_names *n, const struct program *p)
{
    for (size_t i = 0; i < p->sort.size; i++)
        name_note (n, p->sort.at[i]->name);
    for (size_t i = 0; i < p->function.size; i++) {
        name_note (n, p->function.at[i].name);
        if (!p->function.at[i].parameters)
            map_put (&n->nullary, digest_string (p->function.at[i].name), 1);
    }
    for (size_t i = 0; i < p->procedure.size; i++) {
        const struct procedure *q = &p->procedure.at[i];
        name_note (n, q->name);
        for (size_t j = 0; j < q->block.size; j++)
            name_note (n, q->block.at[j].label);
    }
}

void
boogie_names_init (struct boogie_names *n, const struct program *p)
{
    *n = (struct boogie_names) {0};
    arena_init (&n->arena);
    map_init (&n->used);
    map_init (&n->nullary);
    map_init (&n->chosen);
    names_declared (n, p);
    struct term_vec all = {0};
    program_terms (p, &all);
    for (size_t i = 0; i < all.size; i++)
        if (all.at[i]->op == OP_VAR || all.at[i]->op == OP_APPLY)
            name_note (n, all.at[i]->text);
    for (size_t i = 0; i < all.size; i++)
        if (boogie_is_operator (all.at[i]->op))
            operator_note (n, p, all.at[i]);
    VEC_CLEAR (all);
}

void
boogie_names_clear (struct boogie_names *n)
{
    arena_clear (&n->arena);
    map_clear (&n->used);
    map_clear (&n->nullary);
    map_clear (&n->chosen);
    VEC_CLEAR (n->name);
    VEC_CLEAR (n->operator);
}
