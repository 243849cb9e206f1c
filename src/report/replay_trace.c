/* replay_trace.c -- a derivation as a trace, from its text and that of the input. */
#include <string.h>

#include "report/replay.h"
#include "report/replay_plan.h"

/* "P" of P and of (P 1 2). */
static const char *
fact_name (const struct sexpr *fact)
{
    if (fact->kind == SEXPR_LIST)
        return fact->size ? fact->child[0].text : "";
    return fact->text;
}

/* As engines tell it: -1 for (- 1). */
static void
value_tell (struct text *t, const struct replay_text *witness,
            const struct sexpr *value)
{
    bool minus = sexpr_begins (value, "-") && value->size == 2
                 && value->child[1].kind == SEXPR_NUMERAL;
    if (minus)
        text_char (t, '-');
    replay_copy (t, witness, minus ? &value->child[1] : value);
}

static char *
step_values (const struct replay_text *witness, const struct replay_step *s)
{
    struct text t;
    text_init (&t);
    for (uint32_t i = 0; s->values && i < s->values->size; i++) {
        const struct sexpr *pair = &s->values->child[i];
        text_print (&t, "%s%s = ", i ? ", " : "", pair->child[0].text);
        value_tell (&t, witness, &pair->child[1]);
    }
    return text_take (&t);
}

/* `before`: the relation of the fact that it follows from; null: from none. */
static char *
step_what (const struct replay_step *s, const char *before)
{
    struct text t;
    text_init (&t);
    if (!sexpr_is (s->fact, "false"))
        text_print (&t, "%s%s%s", before ? before : "fact",
                    before ? " -> " : " ", fact_name (s->fact));
    else if (before)
        text_print (&t, "query of %s", before);
    else
        text_add (&t, "query");
    return text_take (&t);
}

static void
step_tell (const struct replay_input *input, const struct replay_text *witness,
           const struct replay_step *s, const char *before, struct outcome *o)
{
    const struct sexpr *form = input->assertion.at[s->assertion].form;
    struct text place;
    text_init (&place);
    text_print (&place, "%s:%u:%u", input->text.file, form->line, form->column);
    struct outcome_step step = {
        .place = text_take (&place),
        .what = step_what (s, before),
        .values = step_values (witness, s),
        .kind = sexpr_is (s->fact, "false") ? STEP_FAULT : STEP_PLAIN};
    VEC_PUSH (o->trace, step);
}

void
replay_trace (const char *witness, const char *input, const char *input_file,
              struct outcome *o)
{
    struct replay_text text;
    struct replay_input file = {0};
    struct replay_step s = {0};
    struct problem ignored = {0};
    const char *before = NULL;
    bool good = replay_text_read (&text, witness, "witness", &ignored)
                && replay_input_read (&file, input, input_file, &ignored);
    for (size_t i = 0; good && i < text.forms; i++) {
        good = replay_step_read (&s, &text.form[i], &file, "witness", &ignored);
        if (!good)
            break;
        step_tell (&file, &text, &s, before, o);
        before = fact_name (s.fact);
    }
    if (good && s.fact && sexpr_is (s.fact, "false"))
        o->verdict = VERDICT_UNSAFE;
    else
        outcome_forget_trace (o);
    replay_input_clear (&file);
    replay_text_clear (&text);
}
