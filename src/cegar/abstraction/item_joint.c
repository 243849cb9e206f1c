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
    assert (j->transition < s->transition.size);
    return precision_count (p, round, s->transition.at[j->transition].to);
}

void
item_joint_write (const struct item_joint *j, const struct system *s,
                  const struct precision *p, size_t round, struct buffer *b)
{
    const struct transition *t = &s->transition.at[j->transition];
    assert (j->kind == ITEM_JOINT || j->kind == ITEM_JOINT_HOUDINI);
    item_begin (b, j->kind, s);
    buffer_digest (b, j->version);
    buffer_uint (b, j->transition);
    buffer_uint (b, j->tuple.size);
    for (size_t k = 0; k < j->tuple.size; k++) {
        for (size_t i = 0; i < transition_premises (t); i++)
            cube_write (b, j->tuple.at[k].cube[i],
                        precision_count (p, round, transition_premise (t, i)));
        cube_write (b, j->tuple.at[k].post.ask, joint_targets (j, s, p, round));
    }
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
    j->transition = (uint32_t) reader_uint (&r);
    uint64_t tuples = reader_uint (&r);
    if (r.failed || j->transition >= s->transition.size
        || tuples > bytes.size * 8 || !precision_find (p, j->version, round))
        return false;
    const struct transition *t = &s->transition.at[j->transition];
    size_t premises = transition_premises (t);
    size_t targets = joint_targets (j, s, p, *round);
    j->tuple.at = arena_new (arena, (tuples + 1) * sizeof *j->tuple.at);
    for (size_t k = 0; k < tuples; k++) {
        struct item_tuple *x = &j->tuple.at[j->tuple.size++];
        x->cube = arena_new (arena, (premises + 1) * sizeof *x->cube);
        for (size_t i = 0; i < premises; i++) {
            size_t count =
                precision_count (p, *round, transition_premise (t, i));
            x->cube[i] = joint_bits (arena, count);
            if (!cube_read (&r, x->cube[i], count))
                return false;
        }
        x->post.transition = j->transition;
        x->post.ask = joint_bits (arena, targets);
        x->post.entailed = joint_bits (arena, targets);
        if (!cube_read (&r, x->post.ask, targets))
            return false;
    }
    return reader_done (&r);
}

void
item_joint_answer (const struct item_joint *j, const struct system *s,
                   const struct precision *p, size_t round, struct buffer *b)
{
    size_t targets = joint_targets (j, s, p, round);
    for (size_t k = 0; k < j->tuple.size; k++) {
        const struct item_post *post = &j->tuple.at[k].post;
        assert (post->emptiness <= POST_UNDECIDED);
        buffer_byte (b, (uint8_t) post->emptiness);
        if (post->emptiness != POST_EMPTY)
            cube_write (b, post->entailed, targets);
    }
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
    size_t targets = joint_targets (j, s, p, round);
    for (size_t k = 0; k < j->tuple.size; k++) {
        struct item_post *post = &j->tuple.at[k].post;
        uint8_t emptiness = reader_byte (&r);
        if (r.failed || emptiness > POST_UNDECIDED)
            return false;
        post->emptiness = (enum item_emptiness) emptiness;
        post->entailed = joint_bits (arena, targets);
        if (emptiness != POST_EMPTY
            && (!cube_read (&r, post->entailed, targets)
                || !cube_subset (post->entailed, post->ask,
                                 cube_words (targets))))
            return false;
    }
    j->queries = reader_uint (&r);
    j->undecided = reader_uint (&r);
    return reader_done (&r);
}
