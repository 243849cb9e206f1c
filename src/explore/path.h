/* path.h -- a way through a generator's graph: a list of choices. */
#ifndef EXPLORE_PATH_H
#define EXPLORE_PATH_H

#include "base/vec.h"
#include "machine/generator.h"

struct path {
    struct VEC (uint32_t) choice; /* from the root; the last leads to the end */
    uint32_t fault;               /* of the last edge, if it is one */
};

void path_clear (struct path *);
/* Choices that were found from the back. */
void path_reverse (struct path *);
void path_write (const struct path *, struct buffer *);
bool path_read (struct path *, struct reader *);
/* Walks the path from the root; the visitor sees source and edge.  False: there
 * is no such edge, or the generator failed: problem set. */
bool path_follow (generator *, const struct path *, edge_visitor *,
                  void *context, struct problem *);

#endif
