/* print.c -- a passive program for people. */
#include "bounded/passive/passive.h"

static void
print_terms (struct text *t, const term *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            text_add (t, ", ");
        if (list[i])
            term_print (t, list[i]);
        else
            text_add (t, "any");
    }
}

static void
print_call (struct text *t, const struct passive_program *p,
            const struct passive_call *c)
{
    const struct passive_procedure *callee = &p->procedure[c->callee];
    text_add (t, "    call ");
    print_terms (t, c->out, callee->out.size);
    text_print (t, "%s%s (", callee->out.size ? " := " : "", callee->name);
    print_terms (t, c->in, callee->in.size);
    text_add (t, ")\n");
    if (c->summary) {
        text_add (t, "    while open ");
        term_print (t, c->summary);
        text_char (t, '\n');
    }
}

static void
print_visits (struct text *t, const struct passive_block *b)
{
    for (uint32_t i = 0; i < b->visits; i++) {
        const struct passive_visit *v = &b->visit[i];
        text_print (t, "    visit %u.%u.%u%s", v->procedure, v->block,
                    v->statement, i >= b->after ? " after" : "");
        if (v->values)
            text_add (t, ": ");
        print_terms (t, v->value, v->values);
        text_char (t, '\n');
    }
}

static void
print_block (struct text *t, const struct passive_program *p,
             const struct passive_procedure *q, uint32_t block)
{
    const struct passive_block *b = &q->block[block];
    text_print (t, "  %u:\n", block);
    if (!term_is_true (b->assume)) {
        text_add (t, "    assume ");
        term_print (t, b->assume);
        text_char (t, '\n');
    }
    if (b->call != PASSIVE_NONE)
        print_call (t, p, &q->call[b->call]);
    print_visits (t, b);
    for (uint32_t i = 0; i < b->edges; i++) {
        text_print (t, "    goto %u", b->edge[i].target);
        if (!term_is_true (b->edge[i].assume)) {
            text_add (t, " if ");
            term_print (t, b->edge[i].assume);
        }
        text_char (t, '\n');
    }
}

void
passive_print (const struct passive_program *p, struct text *t)
{
    for (uint32_t i = 0; i < p->axioms; i++) {
        text_add (t, "axiom ");
        term_print (t, p->axiom[i]);
        text_char (t, '\n');
    }
    for (uint32_t i = 0; i < p->procedures; i++) {
        const struct passive_procedure *q = &p->procedure[i];
        text_print (t, "%s %s (", i == p->main ? "main" : "procedure", q->name);
        print_terms (t, q->in.at, q->in.size);
        text_add (t, ") returns (");
        print_terms (t, q->out.at, q->out.size);
        text_add (t, ")\n");
        for (uint32_t b = 0; b < q->blocks; b++)
            print_block (t, p, q, b);
    }
    for (uint32_t i = 0; i < p->assumptions; i++)
        text_print (t, "assumed %s\n", p->assumed[i]);
}
