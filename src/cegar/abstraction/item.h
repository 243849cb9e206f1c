/* item.h -- the work items of this engine and their answers, as bytes.
 *
 *   expand   the abstract successors of one cube by a group of transitions:
 *            for each, is the post empty, and which of the asked predicates of
 *            the target location does it entail
 *   joint    the same for one transition and a cube for each of its premises
 *            (item_joint.h)
 *   houdini  the same over the candidates of the houdini stage
 *   examine  a derivation of the error (a path, or a tree: system_derives): is it feasible, and if
 *            not (and if asked), predicates for each of its cuts
 *   exclude  do some predicates, without any others, exclude such a path
 *   unroll   is the error reachable in exactly k steps, k in a range
 *   induct   can k steps lead to the error from anywhere
 *
 * An item is answered alike by everyone at any time, so it names all that its
 * answer and its cost depend on.  Every item starts with its kind and the digest
 * of what the guards were strengthened by (cegar/system/system.h, `known`); reading one that
 * is about other guards than the system has fails.  Byte layouts: doc/formats.md.
 */
#ifndef CEGAR_ABSTRACTION_ITEM_H
#define CEGAR_ABSTRACTION_ITEM_H

#include "cegar/abstraction/cube.h"
#include "cegar/abstraction/precision.h"
#include "cegar/system/system.h"

enum item_kind {
    ITEM_EXPAND = 'E',
    ITEM_HOUDINI = 'H',
    ITEM_JOINT = 'J',
    ITEM_JOINT_HOUDINI = 'K', /* over the candidates of houdini */
    ITEM_EXAMINE = 'X',
    ITEM_EXCLUDE = 'C',
    ITEM_UNROLL = 'U',
    ITEM_INDUCT = 'I'
};

/* What every item begins with. */
struct item_head {
    uint8_t kind;
    struct digest known;
};
void item_begin (struct buffer *, enum item_kind, const struct system *);
/* The kind; 0: it is about other guards, or no item. */
uint8_t item_kind_read (struct reader *, const struct system *);
/* False: too short. */
bool item_head_read (struct item_head *, struct reader *);

/* One transition of an expand item, in question and answer. */
struct item_post {
    uint32_t transition;
    uint64_t *ask; /* predicates of the target that are in question */
    enum item_emptiness { POST_EMPTY, POST_SOME, POST_UNDECIDED } emptiness;
    uint64_t *entailed; /* answer: a subset of ask */
};

struct item_expand {
    enum item_kind kind; /* EXPAND, or HOUDINI: over its candidates */
    struct digest version;
    uint32_t location;
    uint64_t *cube;
    struct vec_post {
        struct item_post *at;
        size_t size, room;
    } post;
    uint64_t queries, undecided; /* answer */
};

void item_expand_write (const struct item_expand *, const struct system *,
                        const struct precision *, size_t round,
                        struct buffer *);
/* Arrays go to the arena; `round` is the version's. */
bool item_expand_read (struct item_expand *, const struct system *,
                       const struct precision *, size_t *round, struct bytes,
                       struct arena *);
void item_expand_answer (const struct item_expand *, const struct system *,
                         const struct precision *, size_t round,
                         struct buffer *);
/* Fills the answer's fields of an item that has been read or made before. */
bool item_expand_answered (struct item_expand *, const struct system *,
                           const struct precision *, size_t round, struct bytes,
                           struct arena *);

enum item_finding { PATH_INFEASIBLE, PATH_FEASIBLE, PATH_UNDECIDED };

struct item_examine {
    bool refine;
    uint8_t method; /* enum interpolate_method */
    struct vec_index path;
    /* answer */
    enum item_finding finding;
    bool explained; /* predicates were found */
    struct vec_found {
        struct item_predicate {
            uint32_t location;
            const term *predicate;
        } *at;
        size_t size, room;
    } found;
    /* Where on the path they hold, in rising order. */
    struct vec_place {
        struct item_place {
            uint32_t step,
                found; /* at this cut, before this step of a path; index of `found` */
        } *at;
        size_t size, room;
    } place;
    uint64_t queries, undecided;
};

void item_examine_write (const struct item_examine *, const struct system *,
                         struct buffer *);
bool item_examine_read (struct item_examine *, const struct system *,
                        struct bytes);
void item_examine_answer (const struct item_examine *, struct buffer *);
bool item_examine_answered (struct item_examine *, const struct system *,
                            struct bytes);
void item_examine_clear (struct item_examine *);

struct item_exclude {
    struct vec_index path; /* from entry to error */
    struct vec_found by;
    /* answer */
    bool excluded;
    uint64_t queries, undecided;
};

void item_exclude_write (const struct item_exclude *, const struct system *,
                         struct buffer *);
bool item_exclude_read (struct item_exclude *, const struct system *,
                        struct bytes);
void item_exclude_answer (const struct item_exclude *, struct buffer *);
bool item_exclude_answered (struct item_exclude *, struct bytes);
void item_exclude_clear (struct item_exclude *);

/* unroll: looks for the least depth at which the error can be reached; induct:
 * for the least at which it cannot, from anywhere. */
struct item_unroll {
    bool induct;
    uint32_t from, to; /* depths, both included, from 1 */
    /* answer */
    uint32_t passed;           /* the last depth that was decided */
    enum item_finding finding; /* of that depth; UNDECIDED: of the next */
    bool exhausted;            /* no path is as long as passed + 1 */
    struct vec_index path;     /* unroll, FEASIBLE: the way */
    uint64_t queries, undecided;
};

void item_unroll_write (const struct item_unroll *, const struct system *,
                        struct buffer *);
bool item_unroll_read (struct item_unroll *, const struct system *,
                       struct bytes);
void item_unroll_answer (const struct item_unroll *, struct buffer *);
/* To an item that has been read or made before. */
bool item_unroll_answered (struct item_unroll *, const struct system *,
                           struct bytes);

#endif
