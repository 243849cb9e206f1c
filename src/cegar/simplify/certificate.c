/* certificate.c -- a proof: one define-fun per relation.
 *
 * The parameters keep the names of the location's variables: those differ from
 * all other variables by construction, so no quantifier can capture them. */
#include "cegar/simplify/certificate.h"

#include "logic/term/sort.h"

void
certificate_proof (const struct horn *h, const term *const *invariant,
                   const struct term_vec *const *vars, struct text *out)
{
    for (size_t i = 0; i < h->relation.size; i++) {
        const struct relation *r = &h->relation.at[i];
        assert (vars[i]->size == r->args && invariant[i]);
        text_add (out, "(define-fun ");
        term_print (out, term_var (h->terms, r->name, sort_bool (h->terms)));
        text_add (out, " (");
        for (size_t k = 0; k < r->args; k++) {
            assert (vars[i]->at[k]->sort == r->sort[k]);
            text_add (out, k ? " (" : "(");
            term_print (out, vars[i]->at[k]);
            text_char (out, ' ');
            sort_print (out, r->sort[k]);
            text_char (out, ')');
        }
        text_add (out, ") Bool\n  ");
        term_print_let (out, invariant[i]);
        text_add (out, ")\n");
    }
}
