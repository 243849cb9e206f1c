/* replay_proof.c -- a proof: definitions that make every assertion valid.
 *
 * A definition takes the place of the declaration, with the declared sorts and
 * the witness's body.  A witness may also bring definitions of its own, as
 * models of other tools do, under names with a `!` that the input does not use:
 * z3 lets a script redefine `not` without a word, so no other new name is let
 * in.  Definitions through themselves are refused, because they need not have
 * a meaning. */
#include <assert.h>
#include <string.h>

#include "report/replay_plan.h"

enum definition_state { DEFINITION_NEW, DEFINITION_OPEN, DEFINITION_DONE };

struct replay_proof_definition {
    const struct sexpr *form, *name, *params, *result, *body;
    enum definition_state state;
};

struct proof {
    struct replay_plan *plan;
    const struct replay_input *input;
    const struct replay_text *witness;
    struct problem *problem;
    struct vec_definition VEC (struct replay_proof_definition) definition;
    struct map index; /* name -> definition */
};

static bool
proof_wrong (struct proof *p, const struct sexpr *e, const char *what)
{
    return problem_set (p->problem, sexpr_place (e, p->witness->file), "%s: %s",
                        what, e->kind == SEXPR_LIST ? "(...)" : e->text);
}

static const struct replay_declaration *
proof_declaration (const struct proof *p, const struct sexpr *name)
{
    uint64_t *i = map_get (&p->input->declared, digest_string (name->text));
    return i ? &p->input->declaration.at[*i] : NULL;
}

static bool
proof_collect (struct proof *p, const struct sexpr *e)
{
    if (!sexpr_begins (e, "define-fun") || e->size != 5
        || e->child[1].kind != SEXPR_SYMBOL || e->child[2].kind != SEXPR_LIST)
        return proof_wrong (p, e, "a define-fun is expected here");
    struct replay_proof_definition d = {e,
                                        &e->child[1],
                                        &e->child[2],
                                        &e->child[3],
                                        &e->child[4],
                                        DEFINITION_NEW};
    const struct replay_declaration *declared = proof_declaration (p, d.name);
    if (!declared
        && (!strchr (d.name->text, '!')
            || map_get (&p->input->symbol, digest_string (d.name->text))))
        return proof_wrong (p, d.name, "the input does not declare it");
    if (declared
        && d.params->size != (declared->args ? declared->args->size : 0))
        return proof_wrong (p, d.name, "not as many arguments as declared");
    for (uint32_t i = 0; i < d.params->size; i++) {
        const struct sexpr *param = &d.params->child[i];
        if (param->kind != SEXPR_LIST || param->size != 2
            || param->child[0].kind != SEXPR_SYMBOL)
            return proof_wrong (p, d.name, "bad parameters");
    }
    if (!map_put (&p->index, digest_string (d.name->text), p->definition.size))
        return proof_wrong (p, d.name, "defined twice");
    VEC_PUSH (p->definition, d);
    return true;
}

/* define-funs side by side, or in one list, or in (model ...); a leading `sat`
 * is what solvers print before. */
static bool
proof_read (struct proof *p)
{
    for (size_t i = 0; i < p->witness->forms; i++) {
        const struct sexpr *e = &p->witness->form[i];
        if (sexpr_is (e, "sat"))
            continue;
        bool list = e->kind == SEXPR_LIST;
        bool model = sexpr_begins (e, "model");
        if (list && !model && e->size && e->child[0].kind == SEXPR_SYMBOL) {
            if (!proof_collect (p, e))
                return false;
        } else if (list) {
            for (uint32_t k = model; k < e->size; k++)
                if (!proof_collect (p, &e->child[k]))
                    return false;
        } else
            return proof_wrong (p, e, "a define-fun is expected here");
    }
    return true;
}

static void
proof_print (struct proof *p, const struct replay_proof_definition *d)
{
    const struct replay_declaration *declared = proof_declaration (p, d->name);
    struct text *out = &p->plan->prelude;
    if (!declared) {
        replay_copy (out, p->witness, d->form);
        text_char (out, '\n');
        return;
    }
    text_add (out, "(define-fun ");
    replay_copy (out, &p->input->text, declared->name);
    text_add (out, " (");
    for (uint32_t i = 0; i < d->params->size; i++) {
        text_char (out, '(');
        replay_copy (out, p->witness, &d->params->child[i].child[0]);
        text_char (out, ' ');
        replay_copy (out, &p->input->text, &declared->args->child[i]);
        text_char (out, ')');
    }
    text_add (out, ") ");
    if (declared->result)
        replay_copy (out, &p->input->text, declared->result);
    else
        text_add (out, "Bool");
    text_char (out, ' ');
    replay_copy (out, p->witness, d->body);
    text_add (out, ")\n");
}

static void
symbol_collect (void *context, const struct sexpr *atom)
{
    struct vec_sexpr *v = context;
    if (atom->kind == SEXPR_SYMBOL)
        VEC_PUSH (*v, atom);
}

/* After everything that its body names.  Depth: the longest chain of
 * definitions, which is kept on a stack of our own. */
static bool
proof_define (struct proof *p, uint64_t index)
{
    struct vec_frame VEC (uint64_t) stack = { 0 };
    VEC_PUSH (stack, index);
    bool good = true;
    while (good && stack.size) {
        struct replay_proof_definition *d = &p->definition.at[VEC_LAST (stack)];
        if (d->state == DEFINITION_DONE) {
            (void) VEC_POP (stack);
            continue;
        }
        bool ready = true;
        struct vec_sexpr symbols = {0};
        replay_atoms (d->body, symbol_collect, &symbols);
        for (size_t i = 0; good && i < symbols.size; i++) {
            uint64_t *to =
                map_get (&p->index, digest_string (symbols.at[i]->text));
            if (!to || p->definition.at[*to].state == DEFINITION_DONE)
                continue;
            if (d->state == DEFINITION_OPEN || &p->definition.at[*to] == d)
                good = proof_wrong (p, d->name, "defined through itself");
            ready = false;
            VEC_PUSH (stack, *to);
        }
        VEC_CLEAR (symbols);
        if (good && ready) {
            proof_print (p, d);
            d->state = DEFINITION_DONE;
        } else
            d->state = DEFINITION_OPEN;
    }
    VEC_CLEAR (stack);
    return good;
}

static bool
proof_prelude (struct proof *p)
{
    for (size_t i = 0; i < p->input->declaration.size; i++) {
        const struct replay_declaration *d = &p->input->declaration.at[i];
        uint64_t *index =
            d->name ? map_get (&p->index, digest_string (d->name->text)) : NULL;
        if (!index)
            replay_declare (&p->plan->prelude, p->input, d);
        else if (!proof_define (p, *index))
            return false;
    }
    return true;
}

/* The declared variables of a rule are bound like those of an assertion. */
static void
proof_assertion (struct proof *p, const struct replay_assertion *a,
                 struct text *out)
{
    const struct replay_text *text = &p->input->text;
    if (a->binders) {
        text_add (out, "(forall (");
        for (size_t i = a->first; i < a->first + a->binders; i++) {
            const struct sexpr *binder = p->input->binder.at[i];
            text_char (out, '(');
            replay_copy (out, text, &binder->child[1]);
            text_char (out, ' ');
            replay_copy (out, text, &binder->child[2]);
            text_char (out, ')');
        }
        text_add (out, ") ");
    }
    const struct replay_declaration *asked = NULL;
    if (a->query && a->formula->kind == SEXPR_SYMBOL)
        asked = proof_declaration (p, a->formula);
    uint32_t args = asked && asked->args ? asked->args->size : 0;
    /* (query P) of a relation with arguments asks for any of them. */
    if (args) {
        text_add (out, "(forall (");
        for (uint32_t i = 0; i < args; i++) {
            text_print (out, "(cohort!%u ", i);
            replay_copy (out, text, &asked->args->child[i]);
            text_char (out, ')');
        }
        text_add (out, ") (not (");
        replay_copy (out, text, a->formula);
        for (uint32_t i = 0; i < args; i++)
            text_print (out, " cohort!%u", i);
        text_add (out, ")))");
    } else if (a->query) {
        text_add (out, "(not ");
        replay_copy (out, text, a->formula);
        text_char (out, ')');
    } else
        replay_copy (out, text, a->formula);
    text_add (out, a->binders ? ")" : "");
}

bool
replay_proof (struct replay_plan *plan, const struct replay_input *input,
              const struct replay_text *witness, struct problem *problem)
{
    struct proof p = {
        .plan = plan, .input = input, .witness = witness, .problem = problem};
    map_init (&p.index);
    bool good = proof_read (&p) && proof_prelude (&p);
    for (size_t i = 0; good && i < input->assertion.size; i++) {
        const struct replay_assertion *a = &input->assertion.at[i];
        struct text what, inside, after;
        text_init (&what);
        text_init (&inside);
        text_init (&after);
        text_print (&what, "the assertion at %u:%u", a->form->line,
                    a->form->column);
        text_add (&inside, "(assert (not ");
        proof_assertion (&p, a, &inside);
        text_add (&inside, "))\n");
        replay_plan_add (plan, &what, &inside, &after);
    }
    VEC_CLEAR (p.definition);
    map_clear (&p.index);
    return good;
}
