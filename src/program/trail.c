/* trail.c -- trails: made and cleared. */
#include "program/trail.h"

void
trail_init (struct trail *t)
{
    *t = (struct trail){0};
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
    *t = (struct trail){0};
}
