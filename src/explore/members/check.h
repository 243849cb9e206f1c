/* check.h -- how a team searches, as the options say. */
#ifndef EXPLORE_MEMBERS_CHECK_H
#define EXPLORE_MEMBERS_CHECK_H

#include "explore/check.h"
#include "explore/members/members.h"

/* A search over a team: by layers, or without. */
struct members_search {
    enum option_search search;
    bool predictable;
    const struct member_class *class;
    member *(*new) (const struct members_options *);
    void (*free) (member *);
    const struct explore_result *(*result) (const member *);
    const struct path *(*path) (const member *); /* null: there is none */
    struct members_counts (*counts) (const member *);
};

/* Null: problem set. */
const struct members_search *members_search_find (const struct options *,
                                                  struct problem *);
/* Fills in owners and channels, makes the directory for files; false: problem
 * set.  To be cleared in any case. */
bool members_options_take (struct members_options *,
                           const struct explore_check *, const generator *,
                           struct problem *);
void members_options_clear (struct members_options *);

/* About the run, for people. */
void members_counts_tell (const struct members_counts *, struct log *);

#endif
