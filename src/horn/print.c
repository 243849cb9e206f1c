/* print.c -- Horn clauses as SMT-LIB text. */
#include "logic/term/sort.h"
#include "horn/from_program.h"

static void
print_atom (const struct horn *h, struct text *out, uint32_t relation,
            const term *const *arg)
{
    if (relation == HORN_NONE) {
        text_add (out, "false");
        return;
    }
    const struct relation *r = &h->relation.at[relation];
    if (r->args)
        text_char (out, '(');
    term_print_name (out, r->name);
    for (size_t i = 0; i < r->args; i++) {
        text_char (out, ' ');
        term_print_let (out, arg[i]);
    }
    if (r->args)
        text_char (out, ')');
}

static void
print_clause (const struct horn *h, struct text *out, const struct clause *c)
{
    text_add (out, "(assert ");
    for (size_t i = 0; i < c->vars.size; i++) {
        text_add (out, i ? " (" : "(forall ((");
        term_print (out, c->vars.at[i]);
        text_char (out, ' ');
        sort_print (out, c->vars.at[i]->sort);
        text_char (out, ')');
    }
    text_add (out, c->vars.size ? ")\n  (=> " : "(=> ");
    bool both =
        c->mores || (c->body != HORN_NONE && !term_is_true (c->constraint));
    if (both)
        text_add (out, "(and ");
    if (c->body != HORN_NONE)
        print_atom (h, out, c->body, c->body_arg);
    for (size_t i = 0; i < c->mores; i++) {
        text_char (out, ' ');
        print_atom (h, out, c->more[i].relation, c->more[i].arg);
    }
    if (both)
        text_char (out, ' ');
    if (c->body == HORN_NONE || both)
        term_print_let (out, c->constraint);
    text_add (out, both ? ")\n    " : "\n    ");
    print_atom (h, out, c->head, c->head_arg);
    text_add (out, c->vars.size ? ")))\n" : "))\n");
}

void
horn_print (const struct horn *h, struct text *out)
{
    text_add (out, "(set-logic HORN)\n");
    for (size_t i = 0; i < h->relation.size; i++) {
        const struct relation *r = &h->relation.at[i];
        text_add (out, "(declare-fun ");
        term_print_name (out, r->name);
        text_add (out, " (");
        for (size_t k = 0; k < r->args; k++) {
            if (k)
                text_char (out, ' ');
            sort_print (out, r->sort[k]);
        }
        text_add (out, ") Bool)\n");
    }
    for (size_t i = 0; i < h->clause.size; i++)
        print_clause (h, out, &h->clause.at[i]);
    text_add (out, "(check-sat)\n");
}
