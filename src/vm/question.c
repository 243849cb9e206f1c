/* question.c -- see question.h. */
#include "vm/question.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "machine/generator.h"
#include "vm/library/native.h"

void
vm_question_clear (struct vm_question *q)
{
    for (size_t i = 0; i < q->expression.size; i++) {
        expression_clear (&q->expression.at[i]);
        memory_free (q->text.at[i]);
    }
    for (size_t i = 0; i < q->atom.size; i++) {
        VEC_CLEAR (q->atom.at[i].function);
        VEC_CLEAR (q->atom.at[i].file);
    }
    VEC_CLEAR (q->expression);
    VEC_CLEAR (q->atom);
    VEC_CLEAR (q->text);
}

/* ---- reading */

struct question_reader {
    struct vm_question *question;
    const struct vm_code *code;
};

static bool
name_find (void *context, const char *name, size_t size, uint32_t *number,
           struct problem *p)
{
    struct question_reader *r = context;
    struct vm_atom a = {.thread = VM_NOWHERE};
    if (!vm_atom_read (&a, r->code, name, size, p)) {
        VEC_CLEAR (a.function);
        VEC_CLEAR (a.file);
        return false;
    }
    *number = (uint32_t) r->question->atom.size;
    VEC_PUSH (r->question->atom, a);
    return true;
}

bool
vm_question_add (struct vm_question *q, const struct vm_code *c,
                 const char *text, struct place place, struct problem *p)
{
    struct question_reader r = {q, c};
    struct expression_names names = {name_find, &r};
    struct expression e = {.word = {.at = NULL}};
    if (!expression_read (&e, text, place, &names, p)) {
        expression_clear (&e);
        return false;
    }
    VEC_PUSH (q->expression, e);
    VEC_PUSH (q->text, memory_string (text));
    return true;
}

void
vm_question_observe (const struct vm_question *q, const struct vm_code *c,
                     struct vm_independence *quiet)
{
    for (size_t i = 0; i < q->atom.size; i++) {
        const struct vm_atom *a = &q->atom.at[i];
        if (a->kind != VM_ATOM_MEMORY)
            continue;
        uint32_t n = vm_id_number (a->object);
        assert (n < c->global.size);
        quiet->global[n] = quiet->unread[n] = false;
    }
}

/* ---- atoms */

static bool
is_alive (const struct vm_thread *t)
{
    return (t->status == VM_ALIVE || t->status == VM_ASLEEP) && t->frames;
}

static bool
has (const uint32_t *list, size_t size, uint32_t one)
{
    for (size_t i = 0; i < size; i++)
        if (list[i] == one)
            return true;
    return false;
}

static bool
stands_at (const struct vm_atom *a, const struct vm_code *c,
           const struct vm_thread *t)
{
    for (uint32_t f = t->frames; f--;) {
        const struct vm_frame *frame = &t->frame[f];
        bool is = has (a->function.at, a->function.size, frame->function);
        if (a->kind == VM_ATOM_IN) {
            if (is)
                return true;
            continue;
        }
        if (c->function.at[frame->function].flags & VM_LIBRARY)
            continue;
        const struct vm_place *at = &c->place.at[frame->pc];
        return a->kind == VM_ATOM_AT_FUNCTION
                   ? is
                   : at->line == a->line
                         && has (a->file.at, a->file.size, at->file);
    }
    return false;
}

static struct vm_value
threads_there (const struct vm_atom *a, const struct vm_run *r)
{
    const struct vm_state *s = r->state;
    uint64_t count = 0;
    for (uint32_t t = 0; t < s->thread.size; t++)
        if ((a->thread == VM_NOWHERE || a->thread == t)
            && is_alive (&s->thread.at[t]))
            count += a->kind == VM_ATOM_THREADS || a->kind == VM_ATOM_ALIVE
                     || stands_at (a, r->code, &s->thread.at[t]);
    return vm_number (count);
}

static struct vm_value
memory_there (const struct vm_atom *a, struct vm_run *r)
{
    struct vm_state *s = r->state;
    const struct vm_object *o = vm_object_find (s, a->object);
    unsigned bytes = (a->bits + 7u) / 8, word = r->code->pointer_bytes;
    struct vm_value v = {.bits = 0};
    assert (o && o->data && a->offset + bytes <= o->size);
    v.bits = vm_bytes_get (o->data + a->offset, bytes) & vm_mask (a->bits);
    if (o->unknown)
        v.unknown =
            vm_bytes_get (o->unknown + a->offset, bytes) & vm_mask (a->bits);
    if (o->points && bytes == word && a->offset % word == 0)
        v.object = o->points[a->offset / word];
    return v;
}

static struct vm_value
atom_value (const struct vm_atom *a, struct vm_run *r)
{
    return a->kind == VM_ATOM_MEMORY    ? memory_there (a, r)
           : a->kind == VM_ATOM_ASSUMED ? vm_number (1)
                                        : threads_there (a, r);
}

void
vm_question_view (const struct vm_question *q, struct vm_run *r,
                  struct vm_value *view)
{
    for (size_t i = 0; i < q->atom.size; i++)
        view[i] = atom_value (&q->atom.at[i], r);
}

/* ---- labels */

struct question_look {
    const struct vm_question *question;
    struct vm_run *run;
    bool unknown;
};

static bool
name_value (void *context, uint32_t number, int64_t *value)
{
    struct question_look *l = context;
    const struct vm_atom *a = &l->question->atom.at[number];
    struct vm_value v = atom_value (a, l->run);
    bool minus = a->type == 's' && a->bits < 64 && v.bits >> (a->bits - 1) & 1;
    l->unknown |= v.unknown != 0;
    *value = v.object || (a->type == 'p' && v.bits) ? 1
             : minus ? (int64_t) (v.bits | ~vm_mask (a->bits))
                     : (int64_t) v.bits;
    return true;
}

/* Before main nothing is asked; inside of an atomic section nobody can look. */
static bool
is_asked (struct vm_run *r)
{
    const struct vm_state *s = r->state;
    const struct vm_code *c = r->code;
    if (!s->begun)
        return false;
    for (uint32_t t = 0; t < s->thread.size; t++)
        if (s->thread.at[t].atomic && is_alive (&s->thread.at[t])
            && (vm_next (r, t)->op != VM_NATIVE || !vm_is_blocked (r, t)))
            return false;
    const struct vm_thread *main = s->thread.size ? &s->thread.at[0] : NULL;
    return !main || !is_alive (main) || main->unwinding & VM_EXITING
           || !has (c->constructor.at, c->constructor.size,
                    main->frame[0].function);
}

uint64_t
vm_question_label (const struct vm_question *q, struct vm_run *r,
                   uint32_t *unknown)
{
    uint64_t label = GENERATOR_ASKED;
    *unknown = VM_NOWHERE;
    if (!is_asked (r))
        return 0;
    for (size_t i = 0; i < q->expression.size; i++) {
        struct question_look l = {q, r, false};
        label |=
            (uint64_t) expression_holds (&q->expression.at[i], name_value, &l)
            << i;
        if (l.unknown && *unknown == VM_NOWHERE)
            *unknown = (uint32_t) i;
    }
    return label;
}

uint64_t
vm_question_excluded (void)
{
    return GENERATOR_ASKED;
}
