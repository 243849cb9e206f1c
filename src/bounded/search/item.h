/* item.h -- the work items of bounded, and their answers, as bytes.
 *
 * SEARCH: a partition and a budget.  The worker searches it from scratch until
 * it is decided or the budget of solver units is spent; then it splits at up to
 * `ways` sites of its own last core.  Same bytes, same answer.
 *
 * CONFIRM: a closed partition again: its tree restricted to the sites that its
 * refutation needed, in one check, from scratch. */
#ifndef BOUNDED_SEARCH_ITEM_H
#define BOUNDED_SEARCH_ITEM_H

#include "bounded/inlining/partition.h"
#include "bounded/inlining/stratify.h"
#include "team/engine.h"

enum bounded_item { ITEM_SEARCH = 1, ITEM_CONFIRM };

struct search_item {
    uint64_t budget;  /* solver units; 0: none */
    uint32_t bound;   /* see search_options */
    bool look_beyond; /* phase beyond is wanted */
    uint32_t ways;    /* sites to split at, at most; >= 1 */
    struct partition partition;
};

enum bounded_answer {
    ANSWER_SAFE = 1,
    ANSWER_BOUNDED,
    ANSWER_UNSAFE,
    ANSWER_SPLIT,
    ANSWER_UNDECIDED /* the solver gave up within the limit of a query, and there
                        is nothing to split at; or a run with a value that
                        cannot be told; or not confirmed */
};

struct search_answer {
    enum bounded_answer kind;
    uint32_t steps, inlined;
    struct partition partition; /* SPLIT: as it stood; SAFE, BOUNDED: the core's
                                   sites and decisions, no others */
    struct vec_target site;     /* SPLIT: where; at least one */
    bool candidate;             /* UNSAFE: see search_trail */
    struct trail trail;         /* UNSAFE */
};

struct confirm_item {
    uint32_t bound;
    bool bounded; /* the calls beyond the bound are blocked */
    struct partition partition;
};

/* Items start with their kind; readers take it in and want the end after it. */
void search_item_write (const struct search_item *, struct buffer *);
bool search_item_read (struct search_item *, const struct passive_program *,
                       struct reader *);
void search_item_clear (struct search_item *);
void confirm_item_write (const struct partition *, uint32_t bound, bool bounded,
                         struct buffer *);
bool confirm_item_read (struct confirm_item *, const struct passive_program *,
                        struct reader *);
void confirm_item_clear (struct confirm_item *);
/* Is the item one of these?  A verdict rests on what they say. */
bool confirm_item_is (struct bytes item);
void search_answer_write (const struct search_answer *, struct buffer *);
/* Terms of a trail are made in the program's store; its values are values, in
 * the numbers and sorts that constants and globals have.  Its visits and the
 * sorts of the values used up are for trail_run to check. */
bool search_answer_read (struct search_answer *, struct passive_program *,
                         struct bytes);
void search_answer_clear (struct search_answer *);
/* A SPLIT at n sites has n + 1 parts.  Part 0 must avoid them all; each of the
 * others must reach one of them and avoid those before it, the last site first:
 * as if the search were split at one after the other, must-avoid left. */
size_t search_answer_parts (const struct search_answer *);
void search_answer_part (const struct search_answer *, size_t part,
                         struct partition *);

/* What a worker is given once: the passive program and the options of a search
 * that are part of every item. */
struct bounded_program { /* the bound is part of each item */
    uint32_t bound;      /* of hydra clients, which get no items */
    uint64_t query_limit;
    bool random; /* split at random, by `seed` and the partition's bytes */
    uint64_t seed;
    bool never_split; /* budgets do not count */
    char *broken;     /* test only; may be null */
};
void bounded_program_write (const struct bounded_program *,
                            const struct passive_program *, struct buffer *);
bool bounded_program_read (struct bounded_program *, struct passive_program *,
                           struct bytes);

extern const struct item_worker_class bounded_item_worker;

#endif
