/* trail.c -- trails: made, changed and cleared. */
#include "program/trail/trail.h"

void
trail_init (struct trail *t)
{
    *t = (struct trail) {0};
}

void
trail_clear (struct trail *t)
{
    VEC_CLEAR (t->constant);
    VEC_CLEAR (t->global);
    VEC_CLEAR (t->parameter);
    VEC_CLEAR (t->point);
    VEC_CLEAR (t->visit);
    VEC_CLEAR (t->value);
    *t = (struct trail) {0};
}

static const term *
value_plain (terms *t, const term *v)
{
    struct term_vec stores = {0};
    for (; v && v->op == OP_STORE; v = v->arg[0])
        VEC_PUSH (stores, v);
    if (v && v->op == OP_CONST_ARRAY) {
        const term *element = v->arg[0];
        bool number = element->sort->kind == SORT_INT;
        element = number ? term_int (t, 0) : value_plain (t, element);
        v = term_const_array (t, v->sort, element);
    }
    for (size_t i = stores.size; i-- > 0;)
        v = term_store (t, v, stores.at[i]->arg[1], stores.at[i]->arg[2]);
    VEC_CLEAR (stores);
    return v;
}

static void
values_plain (struct term_vec *to, const struct term_vec *from, terms *t)
{
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, value_plain (t, from->at[i]));
}

void
trail_plain (struct trail *to, const struct trail *from, terms *t)
{
    *to = (struct trail) {.entry = from->entry, .to_return = from->to_return};
    values_plain (&to->constant, &from->constant, t);
    values_plain (&to->global, &from->global, t);
    values_plain (&to->parameter, &from->parameter, t);
    values_plain (&to->value, &from->value, t);
    for (size_t i = 0; i < from->point.size; i++)
        VEC_PUSH (to->point, from->point.at[i]);
    for (size_t i = 0; i < from->visit.size; i++)
        VEC_PUSH (to->visit, from->visit.at[i]);
}
