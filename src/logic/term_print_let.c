/* term_print_let.c -- SMT-LIB text that names what is used more than once.
 *
 * Names are bound by nested `let`s, arguments before what uses them.  The body
 * of each quantifier is a scope of its own, with its own names at its start, so
 * that no binding leaves the range of the variables in it.  Inner quantifiers
 * are made into text before outer ones: nothing recurses. */
#include <assert.h>
#include <string.h>

#include "logic/term_map.h"
#include "logic/term_store.h"

struct string_vec VEC (char *);

struct printer {
    struct term_map quantifier; /* to 1 + index of its text */
    struct string_vec string;
    const char *prefix; /* of names: unlike the start of any in the term */
};

/* One scope: its terms, arguments first, quantifiers as leaves. */
struct scope {
    struct term_map place; /* a term's 1 + index in the arrays */
    struct term_vec order;
    struct info {
        size_t uses, length; /* length: of its text, names inside counted */
        size_t name;         /* 0: none */
    } *info;
};

struct visit {
    const term *term;
    uint32_t next;
};
struct visit_vec VEC (struct visit);

static bool
is_quantifier (const term *t)
{
    return t->op == OP_FORALL || t->op == OP_EXISTS;
}

static uint32_t
scope_args (const term *t)
{
    return is_quantifier (t) ? 0 : t->args;
}

static struct info *
scope_info (const struct scope *s, const term *t)
{
    return &s->info[*term_map_get (&s->place, t) - 1];
}

static void
scope_order (struct scope *s, const term *root)
{
    struct visit_vec stack = {0};
    VEC_PUSH (stack, ((struct visit) {root, 0}));
    while (stack.size) {
        struct visit *top = &VEC_LAST (stack);
        const term *t = top->term, *child = NULL;
        while (top->next < scope_args (t) && !child) {
            child = t->arg[top->next++];
            if (term_map_get (&s->place, child))
                child = NULL;
        }
        if (child) {
            VEC_PUSH (stack, ((struct visit) {child, 0}));
            continue;
        }
        VEC_PUSH (s->order, t);
        *term_map_at (&s->place, t, NULL) = s->order.size;
        stack.size--;
    }
    VEC_CLEAR (stack);
}

static const char *
quantifier_text (const struct printer *p, const term *t)
{
    return p->string.at[*term_map_get (&p->quantifier, t) - 1];
}

enum { NAME_LENGTH = 4, LET_LENGTH = 16 };

/* Decides what gets a name: what is then shorter, so never a leaf, and always
 * what is long and used twice; so the text is linear in the DAG. */
static size_t
scope_name (const struct printer *p, struct scope *s)
{
    s->info = NEW_ARRAY (struct info, s->order.size);
    for (size_t i = 0; i < s->order.size; i++)
        for (uint32_t j = 0; j < scope_args (s->order.at[i]); j++)
            scope_info (s, s->order.at[i]->arg[j])->uses++;
    struct text head;
    text_init (&head);
    size_t names = 0;
    for (size_t i = 0; i < s->order.size; i++) {
        const term *t = s->order.at[i];
        struct info *info = &s->info[i];
        text_reset (&head);
        if (is_quantifier (t))
            info->length = strlen (quantifier_text (p, t));
        else if (!t->args) {
            print_leaf (&head, t);
            info->length = head.size;
        } else {
            print_head (&head, t);
            info->length = head.size + 1;
        }
        for (uint32_t j = 0; j < scope_args (t); j++) {
            const struct info *arg = scope_info (s, t->arg[j]);
            info->length += 1 + (arg->name ? NAME_LENGTH : arg->length);
        }
        size_t named = LET_LENGTH + info->length + info->uses * NAME_LENGTH;
        if (t->args && info->uses > 1 && info->uses * info->length > named)
            info->name = ++names;
    }
    text_clear (&head);
    return names;
}

/* A term in full, what is below it by name where it has one. */
static void
scope_print_one (const struct printer *p, const struct scope *s,
                 struct text *out, const term *t)
{
    struct visit_vec stack = {0};
    const term *root = t;
    for (;;) {
        size_t name = t == root ? 0 : scope_info (s, t)->name;
        if (name)
            text_print (out, "%s%zu", p->prefix, name);
        else if (is_quantifier (t))
            text_add (out, quantifier_text (p, t));
        else if (!t->args)
            print_leaf (out, t);
        else {
            print_head (out, t);
            VEC_PUSH (stack, ((struct visit) {t, 0}));
        }
        while (stack.size
               && VEC_LAST (stack).next == VEC_LAST (stack).term->args) {
            text_char (out, ')');
            stack.size--;
        }
        if (!stack.size)
            break;
        text_char (out, ' ');
        struct visit *top = &VEC_LAST (stack);
        t = top->term->arg[top->next++];
    }
    VEC_CLEAR (stack);
}

static void
scope_print (const struct printer *p, struct text *out, const term *root)
{
    struct scope s = {0};
    scope_order (&s, root);
    size_t names = scope_name (p, &s);
    for (size_t i = 0; i < s.order.size; i++) {
        if (!s.info[i].name)
            continue;
        text_print (out, "(let ((%s%zu ", p->prefix, s.info[i].name);
        scope_print_one (p, &s, out, s.order.at[i]);
        text_add (out, ")) ");
    }
    scope_print_one (p, &s, out, root);
    for (size_t i = 0; i < names; i++)
        text_char (out, ')');
    memory_free (s.info);
    term_map_clear (&s.place);
    VEC_CLEAR (s.order);
}

void
term_print_let (struct text *out, const term *t)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&t, 1, &place, &order);
    struct printer p = {0};
    struct text prefix;
    text_init (&prefix);
    text_char (&prefix, '$');
    for (size_t i = 0; i < order.size; i++)
        if (order.at[i]->text)
            while (prefix.size <= strspn (order.at[i]->text, "$"))
                text_char (&prefix, '$');
    p.prefix = text_view (&prefix);
    for (size_t i = 0; i < order.size; i++) {
        const term *q = order.at[i];
        if (!is_quantifier (q))
            continue;
        struct text made;
        text_init (&made);
        print_head (&made, q);
        text_char (&made, ' ');
        scope_print (&p, &made, q->arg[q->args - 1]);
        text_char (&made, ')');
        VEC_PUSH (p.string, text_take (&made));
        *term_map_at (&p.quantifier, q, NULL) = p.string.size;
    }
    scope_print (&p, out, t);
    for (size_t i = 0; i < p.string.size; i++)
        memory_free (p.string.at[i]);
    VEC_CLEAR (p.string);
    term_map_clear (&p.quantifier);
    text_clear (&prefix);
    term_map_clear (&place);
    VEC_CLEAR (order);
}
