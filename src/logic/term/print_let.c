/* print_let.c -- SMT-LIB text that names what is used more than once.
 *
 * Names are bound by nested `let`s, arguments before what uses them.  The body
 * of each quantifier is a scope of its own, with its own names at its start, so
 * that no binding leaves the range of the variables in it; its patterns stand
 * outside of that scope and are written in full.  Open scopes are on a stack of
 * our own: nothing recurses. */
#include <assert.h>
#include <string.h>

#include "logic/term/map.h"
#include "logic/term/store.h"

struct print_let_visit {
    const term *term;
    uint32_t next;
};
struct print_let_visit_vec VEC (struct print_let_visit);

/* One scope: its terms, arguments first, quantifiers as leaves; and how far it
 * is printed. */
struct print_let_scope {
    const term *root;
    const term *quantifier; /* whose body it is; or null */
    struct term_map place;  /* a term's index in the arrays */
    struct term_vec order;
    struct info {
        size_t uses, length; /* length: of its text, names inside counted */
        size_t name;         /* 0: none */
    } *info;
    size_t names, next; /* the next term that may need a `let` */
    const term *item;   /* the named term or root being printed, or null */
    struct print_let_visit_vec stack; /* inside the item */
};
struct print_let_scope_vec VEC (struct print_let_scope);

struct print_let_printer {
    struct text *out;
    const char *prefix; /* of names: unlike the start of any in the term */
    struct print_let_scope_vec scopes;
};

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
scope_info (const struct print_let_scope *s, const term *t)
{
    return &s->info[*term_map_get (&s->place, t)];
}

static void
scope_order (struct print_let_scope *s)
{
    struct print_let_visit_vec stack = {0};
    VEC_PUSH (stack, ((struct print_let_visit) {s->root, 0}));
    while (stack.size) {
        struct print_let_visit *top = &VEC_LAST (stack);
        const term *t = top->term, *child = NULL;
        while (top->next < scope_args (t) && !child) {
            child = t->arg[top->next++];
            if (term_map_get (&s->place, child))
                child = NULL;
        }
        if (child) {
            VEC_PUSH (stack, ((struct print_let_visit) {child, 0}));
            continue;
        }
        *term_map_at (&s->place, t, NULL) = s->order.size;
        VEC_PUSH (s->order, t);
        stack.size--;
    }
    VEC_CLEAR (stack);
}

enum { NAME_LENGTH = 4, LET_LENGTH = 16, QUANTIFIER_LENGTH = 64 };

/* Decides what gets a name: what is then shorter, so never a leaf, and always
 * what is long and used twice; so the text is linear in the DAG. */
static void
scope_name (struct print_let_scope *s)
{
    s->info = NEW_ARRAY (struct info, s->order.size);
    for (size_t i = 0; i < s->order.size; i++)
        for (uint32_t j = 0; j < scope_args (s->order.at[i]); j++)
            scope_info (s, s->order.at[i]->arg[j])->uses++;
    struct text head;
    text_init (&head);
    for (size_t i = 0; i < s->order.size; i++) {
        const term *t = s->order.at[i];
        struct info *info = &s->info[i];
        text_reset (&head);
        if (t->args)
            print_head (&head, t);
        else
            print_leaf (&head, t);
        info->length = head.size + (t->args > 0);
        if (is_quantifier (t))
            info->length += QUANTIFIER_LENGTH;
        for (uint32_t j = 0; j < scope_args (t); j++) {
            const struct info *arg = scope_info (s, t->arg[j]);
            info->length += 1 + (arg->name ? NAME_LENGTH : arg->length);
        }
        size_t named = LET_LENGTH + info->length + info->uses * NAME_LENGTH;
        if (t->args && info->uses > 1 && info->uses * info->length > named)
            info->name = ++s->names;
    }
    text_clear (&head);
}

static void
scope_open (struct print_let_printer *p, const term *root,
            const term *quantifier)
{
    struct print_let_scope s = {.root = root, .quantifier = quantifier};
    scope_order (&s);
    scope_name (&s);
    VEC_PUSH (p->scopes, s);
}

static void
quantifier_close (struct text *out, const term *t)
{
    size_t bounds = term_bounds (t);
    for (size_t i = bounds; i + 1 < t->args; i++) {
        text_char (out, ' ');
        term_print (out, t->arg[i]);
    }
    text_add (out, bounds + 1 < t->args ? "))" : ")");
}

static void
scope_close (struct print_let_printer *p)
{
    struct print_let_scope s = VEC_POP (p->scopes);
    for (size_t i = 0; i < s.names; i++)
        text_char (p->out, ')');
    if (s.quantifier)
        quantifier_close (p->out, s.quantifier);
    memory_free (s.info);
    term_map_clear (&s.place);
    VEC_CLEAR (s.order);
    VEC_CLEAR (s.stack);
}

/* Begins to print a term in the last scope; a quantifier opens another. */
static void
printer_begin (struct print_let_printer *p, const term *t)
{
    struct print_let_scope *s = &VEC_LAST (p->scopes);
    size_t name = t == s->item ? 0 : scope_info (s, t)->name;
    if (name)
        text_print (p->out, "%s%zu", p->prefix, name);
    else if (!t->args)
        print_leaf (p->out, t);
    else {
        print_head (p->out, t);
        if (is_quantifier (t)) {
            text_char (p->out, ' ');
            scope_open (p, t->arg[t->args - 1], t);
        } else
            VEC_PUSH (s->stack, ((struct print_let_visit) {t, 0}));
    }
}

/* Goes on with the last scope by one term. */
static void
printer_step (struct print_let_printer *p)
{
    struct print_let_scope *s = &VEC_LAST (p->scopes);
    if (!s->item) {
        while (s->next < s->order.size && !s->info[s->next].name)
            s->next++;
        bool named = s->next < s->order.size;
        if (named)
            text_print (p->out, "(let ((%s%zu ", p->prefix,
                        s->info[s->next].name);
        s->item = named ? s->order.at[s->next++] : s->root;
        printer_begin (p, s->item);
        return;
    }
    while (s->stack.size
           && VEC_LAST (s->stack).next == VEC_LAST (s->stack).term->args) {
        text_char (p->out, ')');
        s->stack.size--;
    }
    if (s->stack.size) {
        struct print_let_visit *top = &VEC_LAST (s->stack);
        text_char (p->out, ' ');
        printer_begin (p, top->term->arg[top->next++]);
    } else if (s->item == s->root)
        scope_close (p);
    else {
        text_add (p->out, ")) ");
        s->item = NULL;
    }
}

void
term_print_let (struct text *out, const term *t)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    struct text prefix;
    text_init (&prefix);
    text_char (&prefix, '$');
    term_postorder (&t, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++)
        if (order.at[i]->text)
            while (prefix.size <= strspn (order.at[i]->text, "$"))
                text_char (&prefix, '$');
    term_map_clear (&place);
    VEC_CLEAR (order);
    struct print_let_printer p = {.out = out, .prefix = text_view (&prefix)};
    scope_open (&p, t, NULL);
    while (p.scopes.size)
        printer_step (&p);
    VEC_CLEAR (p.scopes);
    text_clear (&prefix);
}
