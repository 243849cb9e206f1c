/* run_watch.c -- the steps of an execution, as values. */
#include "program/attributes.h"
#include "program/trail/run.h"

static void
watch (struct trail_run *r, enum trail_event_kind kind,
       const struct statement *s, const term *const *value, size_t values)
{
    assert (r->watcher && r->frame.size && (value || !values));
    const struct run_frame *f = run_top (r);
    struct trail_event event = {
        .kind = kind,
        .procedure = f->procedure,
        .block = f->block,
        .at = f->statement,
        .statement = s,
        .value = value,
        .values = values,
        .depth = (uint32_t) r->frame.size - 1,
        .place = run_place (r),
    };
    r->watcher (r->context, &event);
}

/* The statement of the frame on top, as read. */
static const struct statement *
watched (struct trail_run *r)
{
    const struct run_frame *f = run_top (r);
    const struct block *b =
        &r->read->procedure.at[f->procedure].block.at[f->block];
    assert (f->statement < b->statement.size);
    return &b->statement.at[f->statement];
}

void
watch_set (struct trail_run *r, const term *const *value, size_t values)
{
    if (r->watcher)
        watch (r, TRAIL_SET, watched (r), value, values);
}

void
watch_call (struct trail_run *r, const term *const *value, size_t values)
{
    if (r->watcher)
        watch (r, TRAIL_CALL, watched (r), value, values);
}

void
watch_return (struct trail_run *r)
{
    if (!r->watcher)
        return;
    const struct procedure *q = run_procedure (r);
    struct term_vec out = {0};
    for (size_t i = 0; i < q->out.size; i++)
        VEC_PUSH (out, run_get (r, q->out.at[i].term));
    watch (r, TRAIL_RETURN, NULL, out.at, out.size);
    VEC_CLEAR (out);
}

/* An assertion that was in doubt lies before the end of its block. */
void
watch_failed (struct trail_run *r, const struct run_claim *c)
{
    if (!r->watcher)
        return;
    const struct run_frame *f = run_top (r);
    const struct attribute *said =
        c->statement ? attribute_find (c->statement->attribute, MARK_ACCESS)
                     : NULL;
    struct term_vec value = {0};
    for (size_t i = 0; said && i < said->values; i++)
        VEC_PUSH (value, said->value[i].term
                             ? run_evaluate (r, said->value[i].term)
                             : NULL);
    struct trail_event event = {
        .kind = TRAIL_FAILED,
        .value = value.at,
        .values = value.size,
        .procedure = f->procedure,
        .block = f->block,
        .at = f->statement,
        .statement = c->statement,
        .depth = (uint32_t) r->frame.size - 1,
        .place = c->place,
    };
    r->watcher (r->context, &event);
    VEC_CLEAR (value);
}
