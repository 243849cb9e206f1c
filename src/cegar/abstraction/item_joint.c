/* item_joint.c -- see item_joint.h. */
#include "cegar/abstraction/item_joint.h"

#include <assert.h>

static uint64_t *
joint_bits (struct arena *a, size_t predicates)
{
    return arena_new (a, cube_words (predicates) * sizeof (uint64_t) + 8);
}

static size_t
joint_targets (const struct item_joint *j, const struct system *s,
               const struct precision *p, size_t round)
{
    assert (j->post.transition < s->transition.size);
    return precision_count (p, round, s->transition.at[j->post.transition].to);
}

void
item_joint_write (const struct item_joint *j, const struct system *s,
                  const struct precision *p, size_t round, struct buffer *b)
{
    const struct transition *t = &s->transition.at[j->post.transition];
    assert (j->kind == ITEM_JOINT || j->kind == ITEM_JOINT_HOUDINI);
    item_begin (b, j->kind, s);
    buffer_digest (b, j->version);
    buffer_uint (b, j->post.transition);
    for (size_t i = 0; i < transition_premises (t); i++)
        cube_write (b, j->cube[i],
                    precision_count (p, round, transition_premise (t, i)));
    cube_write (b, j->post.ask, joint_targets (j, s, p, round));
}

bool
item_joint_read (struct item_joint *j, const struct system *s,
                 const struct precision *p, size_t *round, struct bytes bytes,
                 struct arena *arena)
{
    struct reader r;
    reader_init (&r, bytes);
    *j = (struct item_joint) {0};
    uint8_t kind = item_kind_read (&r, s);
    if (kind != ITEM_JOINT && kind != ITEM_JOINT_HOUDINI)
        return false;
    j->kind = (enum item_kind) kind;
    j->version = reader_digest (&r);
    j->post.transition = (uint32_t) reader_uint (&r);
    if (r.failed || j->post.transition >= s->transition.size
        || !precision_find (p, j->version, round))
        return false;
    const struct transition *t = &s->transition.at[j->post.transition];
    size_t premises = transition_premises (t);
    j->cube = arena_new (arena, (premises + 1) * sizeof *j->cube);
    for (size_t i = 0; i < premises; i++) {
        size_t count = precision_count (p, *round, transition_premise (t, i));
        j->cube[i] = joint_bits (arena, count);
        if (!cube_read (&r, j->cube[i], count))
            return false;
    }
    size_t targets = joint_targets (j, s, p, *round);
    j->post.ask = joint_bits (arena, targets);
    j->post.entailed = joint_bits (arena, targets);
    return cube_read (&r, j->post.ask, targets) && reader_done (&r);
}

void
item_joint_answer (const struct item_joint *j, const struct system *s,
                   const struct precision *p, size_t round, struct buffer *b)
{
    assert (j->post.emptiness <= POST_UNDECIDED);
    buffer_byte (b, (uint8_t) j->post.emptiness);
    if (j->post.emptiness != POST_EMPTY)
        cube_write (b, j->post.entailed, joint_targets (j, s, p, round));
    buffer_uint (b, j->queries);
    buffer_uint (b, j->undecided);
}

bool
item_joint_answered (struct item_joint *j, const struct system *s,
                     const struct precision *p, size_t round,
                     struct bytes bytes, struct arena *arena)
{
    struct reader r;
    reader_init (&r, bytes);
    uint8_t emptiness = reader_byte (&r);
    if (r.failed || emptiness > POST_UNDECIDED)
        return false;
    j->post.emptiness = (enum item_emptiness) emptiness;
    size_t targets = joint_targets (j, s, p, round);
    j->post.entailed = joint_bits (arena, targets);
    if (emptiness != POST_EMPTY
        && (!cube_read (&r, j->post.entailed, targets)
            || !cube_subset (j->post.entailed, j->post.ask,
                             cube_words (targets))))
        return false;
    j->queries = reader_uint (&r);
    j->undecided = reader_uint (&r);
    return reader_done (&r);
}
