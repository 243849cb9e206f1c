/* loop.c -- blocks that memory needs itself, and which elements of a
 * region lie in a range of bytes. */
#include "cohort-llvm/memory/internal.h"

uint32_t
memory_branch (translation *t, const term *condition)
{
    uint32_t yes = emit_block (t, "yes"), no = emit_block (t, "no");
    emit_goto (t, yes);
    emit_goto (t, no);
    emit_at (t, no);
    emit_assume (t, term_not (t->terms, condition));
    emit_at (t, yes);
    emit_assume (t, condition);
    return no;
}

void
memory_cut_if (translation *t, const term *condition, const char *reason)
{
    if (term_is_false (condition))
        return;
    if (term_is_true (condition)) {
        emit_cut (t, reason);
        return;
    }
    uint32_t no = memory_branch (t, condition);
    emit_cut (t, reason);
    emit_at (t, no);
}

static void
loop_mark (translation *t)
{
    struct block *b = &t->program->procedure.at[t->current].block.at[t->block];
    struct statement s = {.kind = STATEMENT_ASSUME,
                          .term = term_true (t->terms),
                          .attribute =
                              mark_add (t->program, NULL, MARK_LOOP, NULL),
                          .place = t->place};
    assert (!b->statement.size);
    VEC_PUSH (b->statement, s);
}

struct memory_loop
loop_begin (translation *t, const struct memory_span *s, const char *partial)
{
    const term *first = memory_bits (t, t->width, s->first);
    struct memory_loop l = {.at = emit_local (t, "at", first->sort),
                            .step = s->step};
    assert (s->step && s->end->sort == first->sort);
    emit_assign (t, l.at, first);
    l.head = emit_block (t, "each");
    emit_goto (t, l.head);
    emit_at (t, l.head);
    loop_mark (t);
    l.done = memory_branch (t, memory_op (t, OP_BVULT, l.at, s->end));
    if (s->width > 1) {
        const term *left = memory_op (t, OP_BVSUB, s->end, l.at);
        const term *whole = memory_bits (t, t->width, s->width);
        memory_cut_if (t, memory_op (t, OP_BVULT, left, whole), partial);
    }
    return l;
}

void
loop_end (translation *t, const struct memory_loop *l)
{
    emit_assign (t, l->at, memory_offset (t, l->at, l->step));
    emit_goto (t, l->head);
    emit_at (t, l->done);
}

/* ---- spans */

struct memory_span
span_of (translation *t, const struct region_part *p, const term *bytes)
{
    const struct region *r = p->region;
    bool strides = p->known && r->shape == REGION_WORDS && r->stride;
    struct memory_span s = {.end = bytes,
                            .width = r->width,
                            .step = strides ? r->stride : r->width};
    assert (r->width && bytes->sort->width == t->width);
    if (p->known && p->offset >= 0)
        s.first = (uint64_t) p->offset;
    else if (p->known && (uint64_t) -p->offset % s.step)
        s.first = s.step - (uint64_t) -p->offset % s.step;
    s.fixed = memory_constant (bytes, &s.last);
    uint64_t size = r->shape == REGION_SCALAR ? r->width : r->size;
    bool ends = p->known && size && p->offset + (int64_t) size >= 0;
    uint64_t end = ends ? (uint64_t) (p->offset + (int64_t) size) : 0;
    s.whole = ends && p->offset >= 0 && s.fixed && end <= s.last;
    if (ends && s.fixed && end < s.last)
        s.last = end;
    if (ends && s.fixed)
        s.end = memory_bits (t, t->width, s.last);
    else if (ends) {
        const term *limit = memory_bits (t, t->width, end);
        s.end = term_ite (t->terms, memory_op (t, OP_BVULT, bytes, limit),
                          bytes, limit);
    }
    return s;
}

uint64_t
span_elements (translation *t, const struct memory_span *s, const char *partial)
{
    assert (s->fixed && s->step);
    if (s->first >= s->last)
        return 0;
    uint64_t n = (s->last - s->first - 1) / s->step + 1;
    if (s->first + (n - 1) * s->step + s->width > s->last) {
        emit_cut (t, partial);
        n--;
    }
    return n;
}
