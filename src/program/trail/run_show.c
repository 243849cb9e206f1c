/* run_show.c -- the steps of an execution, for people. */
#include <string.h>

#include "program/trail/run.h"

enum { VALUE_SIZE = 60 };

/* [1 := 2, * := 0]: the newest entry of an index counts. */
static void
show_array (struct text *out, const term *a)
{
    assert (a->sort->kind == SORT_ARRAY);
    struct term_map seen = {0};
    size_t begin = out->size;
    text_char (out, '[');
    for (; a->op == OP_STORE; a = a->arg[0]) {
        bool added;
        term_map_at (&seen, a->arg[1], &added);
        if (!added)
            continue;
        if (out->size > begin + VALUE_SIZE - 20) {
            text_add (out, "..");
            break;
        }
        show_value (out, a->arg[1]);
        text_add (out, " := ");
        show_value (out, a->arg[2]);
        text_add (out, ", ");
    }
    if (a->op == OP_CONST_ARRAY) {
        text_add (out, "* := ");
        show_value (out, a->arg[0]);
    }
    text_char (out, ']');
    term_map_clear (&seen);
}

void
show_value (struct text *out, const term *value)
{
    if (!value)
        text_char (out, '?');
    else if (value->sort->kind == SORT_ARRAY)
        show_array (out, value);
    else if (value->op == OP_VAR)
        text_add (out, value->text);
    else
        boogie_term (out, value);
}

static void
show_pair (struct text *out, const term *variable, const term *value)
{
    assert (variable->op == OP_VAR);
    if (out->size)
        text_add (out, ", ");
    boogie_term (out, variable);
    text_add (out, " = ");
    show_value (out, value);
}

static void
show_step (struct trail_run *r, struct place place, enum trail_event_kind kind,
           const char *what, const char *values)
{
    assert (what && values && r->frame.size);
    if (!r->visitor)
        return;
    const struct run_frame *f = run_top (r);
    const struct procedure *q = &r->read->procedure.at[f->procedure];
    struct trail_step step = {
        .place = place,
        .procedure = q->name,
        .label = q->has_body ? q->block.at[f->block].label : "",
        .number = f->procedure,
        .block = q->has_body ? f->block : 0,
        .kind = kind,
        .depth = (uint32_t) r->frame.size - 1,
        .what = what,
        .values = values,
    };
    r->visitor (r->context, &step);
}

void
show_changed (struct trail_run *r, const term *variable)
{
    if (!r->visitor)
        return;
    if (!r->changed.size)
        r->changed_at = run_top (r)->statement;
    show_pair (&r->changed, variable, run_get (r, variable));
}

void
show_flush (struct trail_run *r)
{
    if (!r->visitor || !r->changed.size)
        return;
    const struct run_frame *f = run_top (r);
    const struct procedure *q = &r->read->procedure.at[f->procedure];
    show_step (r, statement_place (&q->block.at[f->block], r->changed_at),
               TRAIL_SET, "set", text_view (&r->changed));
    text_reset (&r->changed);
}

static bool
is_record (const struct procedure *q)
{
    static const char prefix[] = "boogie_si_record_";
    return !strncmp (q->name, prefix, sizeof prefix - 1);
}

/* The name of what is recorded stands in {:cexpr "x"}, if anywhere. */
static void
show_record (struct trail_run *r, const struct statement *s,
             const term *const *value)
{
    const struct attribute *a = attribute_find (s->attribute, "cexpr");
    text_reset (&r->what);
    text_add (&r->what, "record");
    for (uint32_t i = 0; i < s->values; i++) {
        text_add (&r->what, i ? ", " : " ");
        if (a && !i && a->values && a->value[0].string)
            text_add (&r->what, a->value[0].string);
        else
            boogie_term (&r->what, s->value[i]);
        text_add (&r->what, " = ");
        show_value (&r->what, value[i]);
    }
    show_step (r, run_place (r), TRAIL_SET, text_view (&r->what), "");
}

void
show_call (struct trail_run *r, uint32_t callee, const term *const *value)
{
    if (!r->visitor)
        return;
    const struct procedure *q = &r->read->procedure.at[callee];
    const struct run_frame *f = run_top (r);
    if (is_record (q)) {
        show_record (r,
                     &r->read->procedure.at[f->procedure]
                          .block.at[f->block]
                          .statement.at[f->statement],
                     value);
        return;
    }
    struct text list;
    text_init (&list);
    for (size_t i = 0; i < q->in.size; i++)
        show_pair (&list, q->in.at[i].term, value[i]);
    text_reset (&r->what);
    text_print (&r->what, "call %s (%s)", q->name, text_view (&list));
    text_clear (&list);
    show_step (r, run_place (r), TRAIL_CALL, text_view (&r->what), "");
}

void
show_return (struct trail_run *r)
{
    if (!r->visitor)
        return;
    const struct procedure *q = run_procedure (r);
    struct text list;
    text_init (&list);
    for (size_t i = 0; i < q->out.size; i++)
        show_pair (&list, q->out.at[i].term, run_get (r, q->out.at[i].term));
    text_reset (&r->what);
    text_print (&r->what, "return from %s", q->name);
    show_step (r, run_place (r), TRAIL_RETURN, text_view (&r->what),
               text_view (&list));
    text_clear (&list);
}

void
show_failed (struct trail_run *r, const struct run_claim *c)
{
    assert (c->shown && c->what && c->of);
    if (!r->visitor)
        return;
    struct term_vec free = {0};
    struct text list;
    text_init (&list);
    term_variables (r->program.terms, c->shown, &free);
    for (size_t i = 0; i < free.size; i++)
        show_pair (&list, free.at[i], run_get (r, free.at[i]));
    text_reset (&r->what);
    text_print (&r->what, "%s ", c->what);
    boogie_term (&r->what, c->shown);
    text_print (&r->what, "%s%s fails", *c->of ? " of " : "", c->of);
    show_step (r, c->place, TRAIL_FAILED, text_view (&r->what),
               text_view (&list));
    text_clear (&list);
    VEC_CLEAR (free);
}
