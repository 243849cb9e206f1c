/* yaml.c -- builds the tree from libyaml's events.
 *
 * The builder keeps its own stack, and its depth is limited: libyaml's time is
 * quadratic in the nesting. */
#include "base/yaml.h"

#include <assert.h>
#include <string.h>
#include <yaml.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

enum { YAML_DEEPEST = 200 };

struct open_node {
    struct yaml_node *node;
    struct vec_child VEC (const struct yaml_node *) child;
    const char *key; /* of a map: read, and its value is next */
    struct map keys;
};

struct yaml_builder {
    yaml_parser_t parser;
    struct yaml *yaml;
    const char *file;
    struct problem *problem;
    struct VEC (struct open_node) open;
    const struct yaml_node *root;
    bool done; /* the document is complete */
};

static struct place
mark_place (const struct yaml_builder *b, const yaml_mark_t *mark)
{
    assert (b && mark);
    return (struct place) {b->file, (unsigned) mark->line + 1,
                           (unsigned) mark->column + 1};
}

static bool
parser_problem (struct yaml_builder *b)
{
    const yaml_parser_t *p = &b->parser;
    assert (p->error != YAML_NO_ERROR);
    if (p->error == YAML_MEMORY_ERROR)
        memory_exhausted ();
    const char *what = p->problem ? p->problem : "no YAML";
    if (p->error == YAML_READER_ERROR)
        return problem_set (b->problem, (struct place) {b->file, 0, 0}, "%s",
                            what);
    return problem_set (b->problem, mark_place (b, &p->problem_mark), "%s",
                        what);
}

static struct yaml_node *
node_new (struct yaml_builder *b, enum yaml_kind kind, const yaml_mark_t *mark)
{
    struct yaml_node *node = arena_new (&b->yaml->arena, sizeof *node);
    struct place place = mark_place (b, mark);
    node->kind = kind;
    node->line = place.line;
    node->column = place.column;
    return node;
}

/* Puts a node where the next one belongs. */
static bool
node_place (struct yaml_builder *b, struct yaml_node *node,
            const yaml_mark_t *mark)
{
    assert (node);
    if (!b->open.size) {
        assert (!b->root);
        b->root = node;
        return true;
    }
    struct open_node *top = &VEC_LAST (b->open);
    if (top->node->kind == YAML_KIND_MAP && !top->key) {
        struct place place = mark_place (b, mark);
        if (node->kind != YAML_KIND_SCALAR)
            return problem_set (b->problem, place, "a key must be a scalar");
        if (!map_put (&top->keys, digest_string (node->text), 1))
            return problem_set (b->problem, place, "the key '%s' stands twice",
                                node->text);
        top->key = node->text;
        return true;
    }
    node->key = top->key;
    top->key = NULL;
    VEC_PUSH (top->child, node);
    return true;
}

static bool
scalar_add (struct yaml_builder *b, const yaml_event_t *event)
{
    struct yaml_node *node = node_new (b, YAML_KIND_SCALAR, &event->start_mark);
    size_t size = event->data.scalar.length;
    const char *value = (const char *) event->data.scalar.value;
    if (memchr (value, 0, size))
        return problem_set (b->problem, mark_place (b, &event->start_mark),
                            "a null character in a scalar");
    char *text = arena_new (&b->yaml->arena, size + 1);
    memcpy (text, value, size);
    node->text = text;
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return node_place (b, node, &event->start_mark);
}

static bool
open_push (struct yaml_builder *b, enum yaml_kind kind,
           const yaml_event_t *event)
{
    if (b->open.size >= YAML_DEEPEST)
        return problem_set (b->problem, mark_place (b, &event->start_mark),
                            "nested too deeply");
    struct yaml_node *node = node_new (b, kind, &event->start_mark);
    if (!node_place (b, node, &event->start_mark))
        return false;
    struct open_node open = {.node = node};
    map_init (&open.keys);
    VEC_PUSH (b->open, open);
    return true;
}

static void
open_pop (struct yaml_builder *b)
{
    assert (b->open.size);
    struct open_node open = VEC_POP (b->open);
    assert (!open.key);
    open.node->children = open.child.size;
    if (open.child.size)
        open.node->child = arena_copy (&b->yaml->arena, open.child.at,
                                       open.child.size * sizeof *open.child.at);
    VEC_CLEAR (open.child);
    map_clear (&open.keys);
}

static bool
event_take (struct yaml_builder *b, const yaml_event_t *event)
{
    struct place place = mark_place (b, &event->start_mark);
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return scalar_add (b, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_push (b, YAML_KIND_LIST, event);
    case YAML_MAPPING_START_EVENT:
        return open_push (b, YAML_KIND_MAP, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        open_pop (b);
        return true;
    case YAML_ALIAS_EVENT:
        return problem_set (b->problem, place, "aliases are not supported");
    case YAML_DOCUMENT_START_EVENT:
        if (b->root)
            return problem_set (b->problem, place, "a second document");
        return true;
    case YAML_STREAM_END_EVENT:
        b->done = true;
        return true;
    default:
        return true;
    }
}

static bool
builder_run (struct yaml_builder *b)
{
    while (!b->done) {
        yaml_event_t event;
        if (!yaml_parser_parse (&b->parser, &event))
            return parser_problem (b);
        bool good = event_take (b, &event);
        yaml_event_delete (&event);
        if (!good)
            return false;
    }
    assert (!b->open.size);
    return true;
}

static const struct yaml_node *
empty_document (struct yaml *yaml)
{
    struct yaml_node *node = arena_new (&yaml->arena, sizeof *node);
    *node = (struct yaml_node) {.kind = YAML_KIND_SCALAR,
                                .plain = true,
                                .text = "",
                                .line = 1,
                                .column = 1};
    return node;
}

bool
yaml_read (struct yaml *yaml, const char *text, size_t size, const char *file,
           struct problem *problem)
{
    assert (yaml && problem && (text || !size));
    struct yaml_builder b = {.yaml = yaml, .file = file, .problem = problem};
    arena_init (&yaml->arena);
    yaml->root = NULL;
    if (!yaml_parser_initialize (&b.parser))
        memory_exhausted ();
    yaml_parser_set_input_string (&b.parser, (const unsigned char *) text,
                                  size);
    bool good = builder_run (&b);
    for (; b.open.size; b.open.size--) {
        VEC_CLEAR (VEC_LAST (b.open).child);
        map_clear (&VEC_LAST (b.open).keys);
    }
    VEC_CLEAR (b.open);
    yaml_parser_delete (&b.parser);
    if (good)
        yaml->root = b.root ? b.root : empty_document (yaml);
    else
        yaml_clear (yaml);
    return good;
}

void
yaml_clear (struct yaml *yaml)
{
    assert (yaml);
    arena_clear (&yaml->arena);
    yaml->root = NULL;
}

const struct yaml_node *
yaml_find (const struct yaml_node *node, const char *key)
{
    assert (key);
    if (!node || node->kind != YAML_KIND_MAP)
        return NULL;
    for (size_t i = 0; i < node->children; i++)
        if (!strcmp (node->child[i]->key, key))
            return node->child[i];
    return NULL;
}

const char *
yaml_string (const struct yaml_node *node, const char *key)
{
    const struct yaml_node *found = yaml_find (node, key);
    return found && found->kind == YAML_KIND_SCALAR ? found->text : NULL;
}

struct place
yaml_place (const struct yaml_node *node, const char *file)
{
    assert (node);
    return (struct place) {file, node->line, node->column};
}
