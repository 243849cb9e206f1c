/* yaml.h -- YAML documents as trees (a thin layer over libyaml).
 *
 * One document; keys are scalars, each at most once in its map; no anchors or
 * aliases, tags are ignored.  Nothing is interpreted: `true`, `1` and `~` are
 * scalars with that text.  The empty document is a scalar without text. */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include "base/memory.h"
#include "base/problem.h"

enum yaml_kind { YAML_KIND_SCALAR, YAML_KIND_LIST, YAML_KIND_MAP };

struct yaml_node {
    enum yaml_kind kind;
    bool plain;       /* a scalar without quotes, nor a block */
    const char *text; /* of a scalar, without quotes; else null */
    const char *key;  /* if its parent is a map; else null */
    const struct yaml_node *const *child; /* of a list or map, in order */
    size_t children;
    unsigned line, column; /* from 1 */
};

struct yaml {
    struct arena arena; /* of all nodes */
    const struct yaml_node *root;
};

/* False: problem with the place; then nothing is to be cleared. */
bool yaml_read (struct yaml *, const char *text, size_t size, const char *file,
                struct problem *);
void yaml_clear (struct yaml *);

/* Null if there is no such key, or if the node is null or no map: a path can
 * be followed without asking at each step. */
const struct yaml_node *yaml_find (const struct yaml_node *, const char *key);
/* The text of a scalar below `key`; null: there is none. */
const char *yaml_string (const struct yaml_node *, const char *key);
struct place yaml_place (const struct yaml_node *, const char *file);

#endif
