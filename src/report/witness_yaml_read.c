/* witness_yaml_read.c -- witnesses that other tools wrote. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/yaml.h"
#include "report/witness_yaml.h"

struct witness_yaml_read_reading {
    struct witness *witness;
    const char *file;
    struct problem *problem;
};

static const char *
keep (struct witness_yaml_read_reading *r, const char *text)
{
    return text ? arena_string (&r->witness->arena, text) : NULL;
}

static bool
wrong (struct witness_yaml_read_reading *r, const struct yaml_node *node,
       const char *what)
{
    return problem_set (r->problem, yaml_place (node, r->file), "%s", what);
}

static bool
number_read (const char *text, unsigned *number)
{
    char *end;
    unsigned long value = text && *text ? strtoul (text, &end, 10) : 0;
    if (!text || !*text || *end || *text == '-' || value > 1u << 30)
        return false;
    *number = (unsigned) value;
    return true;
}

static bool
place_read (struct witness_yaml_read_reading *r, const struct yaml_node *node,
            struct place *place, const char **function)
{
    const struct yaml_node *location = yaml_find (node, "location");
    if (!location || !yaml_string (location, "line"))
        return wrong (r, node, "there is no location with a line");
    place->file = keep (r, yaml_string (location, "file_name"));
    *function = keep (r, yaml_string (location, "function"));
    const char *column = yaml_string (location, "column");
    if (!number_read (yaml_string (location, "line"), &place->line)
        || (column && !number_read (column, &place->column)))
        return wrong (r, location, "a line or column is no number");
    return true;
}

static bool
waypoint_read (struct witness_yaml_read_reading *r,
               const struct yaml_node *node)
{
    static const char *const type[] = {"assumption", "branching",
                                       "function_enter", "function_return",
                                       "target"};
    const char *said = yaml_string (node, "type");
    const char *action = yaml_string (node, "action");
    struct witness_waypoint w = {0};
    size_t i = 0;
    while (said && i < 5 && strcmp (type[i], said))
        i++;
    if (!said || i == 5)
        return wrong (r, node, "a waypoint of an unknown type");
    w.type = (enum waypoint_type) i;
    w.avoid = action && !strcmp (action, "avoid");
    if (!action || (!w.avoid && strcmp (action, "follow")))
        return wrong (r, node, "a waypoint's action is follow or avoid");
    w.value = keep (r, yaml_string (yaml_find (node, "constraint"), "value"));
    bool needs = w.type != WAYPOINT_TARGET && w.type != WAYPOINT_ENTER;
    if (needs && !w.value)
        return wrong (r, node, "a waypoint without its constraint");
    if (!place_read (r, node, &w.place, &w.function))
        return false;
    VEC_PUSH (r->witness->waypoint, w);
    return true;
}

/* A race has two targets in one segment. */
static bool
is_second_target (const struct witness *w)
{
    size_t n = w->waypoint.size;
    return n > 1 && w->waypoint.at[n - 1].type == WAYPOINT_TARGET
           && w->waypoint.at[n - 2].type == WAYPOINT_TARGET;
}

/* Any number of waypoints to avoid, then one to follow. */
static bool
segment_read (struct witness_yaml_read_reading *r,
              const struct yaml_node *segment)
{
    assert (segment);
    if (segment->kind != YAML_KIND_LIST || !segment->children)
        return wrong (r, segment, "a segment is a list of waypoints");
    for (size_t i = 0; i < segment->children; i++) {
        const struct yaml_node *node =
            yaml_find (segment->child[i], "waypoint");
        if (!node)
            return wrong (r, segment->child[i], "there is no waypoint");
        if (!waypoint_read (r, node))
            return false;
        bool last = i + 1 == segment->children;
        const struct witness_waypoint *w = &VEC_LAST (r->witness->waypoint);
        bool target = w->type == WAYPOINT_TARGET && !w->avoid;
        bool two = target
                   && (last ? i && is_second_target (r->witness)
                            : i + 2 == segment->children);
        if (!two && w->avoid == last)
            return wrong (r, node,
                          "exactly the last waypoint of a segment is to be "
                          "followed");
    }
    return true;
}

static bool
violation_read (struct witness_yaml_read_reading *r,
                const struct yaml_node *content)
{
    for (size_t i = 0; i < content->children; i++) {
        const struct yaml_node *segment =
            yaml_find (content->child[i], "segment");
        if (!segment)
            return wrong (r, content->child[i], "there is no segment");
        if (!segment_read (r, segment))
            return false;
    }
    const struct vec_waypoint *w = &r->witness->waypoint;
    if (!w->size || VEC_LAST (*w).type != WAYPOINT_TARGET)
        return wrong (r, content, "the last waypoint is no target");
    return true;
}

static bool
invariants_read (struct witness_yaml_read_reading *r,
                 const struct yaml_node *content)
{
    for (size_t i = 0; i < content->children; i++) {
        const struct yaml_node *node =
            yaml_find (content->child[i], "invariant");
        const char *type = yaml_string (node, "type");
        const char *format = yaml_string (node, "format");
        struct witness_invariant v = {
            .value = keep (r, yaml_string (node, "value"))};
        if (!node || !type)
            return wrong (r, content->child[i], "there is no invariant");
        v.at_location = !strcmp (type, "location_invariant");
        if ((!v.at_location && strcmp (type, "loop_invariant"))
            || (format && strcmp (format, "c_expression")))
            continue;
        if (!v.value)
            return wrong (r, node, "an invariant without a value");
        if (!place_read (r, node, &v.place, &v.function))
            return false;
        VEC_PUSH (r->witness->invariant, v);
    }
    return true;
}

static bool
entry_read (struct witness_yaml_read_reading *r, const struct yaml_node *root)
{
    struct witness *w = r->witness;
    if (root->kind != YAML_KIND_LIST || !root->children)
        return wrong (r, root, "a witness is a list of entries");
    const struct yaml_node *entry = root->child[0];
    const struct yaml_node *data = yaml_find (entry, "metadata");
    const struct yaml_node *content = yaml_find (entry, "content");
    const char *type = yaml_string (entry, "entry_type");
    const char *version = yaml_string (data, "format_version");
    if (!type || !version)
        return wrong (r, entry, "there is no entry_type or format_version");
    if (strncmp (version, "2.", 2))
        return wrong (r, yaml_find (data, "format_version"),
                      "only format 2 is known");
    w->violation = !strcmp (type, "violation_sequence");
    if (!w->violation && strcmp (type, "invariant_set"))
        return wrong (r, entry, "an entry of an unknown type");
    if (!content || content->kind != YAML_KIND_LIST)
        return wrong (r, entry, "there is no list of contents");
    const char *specification =
        yaml_string (yaml_find (data, "task"), "specification");
    const char *producer = yaml_string (yaml_find (data, "producer"), "name");
    w->specification = keep (r, specification ? specification : "");
    w->producer = keep (r, producer ? producer : "");
    return w->violation ? violation_read (r, content)
                        : invariants_read (r, content);
}

bool
witness_read (struct witness *w, const char *text, size_t size,
              const char *file, struct problem *problem)
{
    assert (w && text && problem);
    struct yaml yaml;
    if (!yaml_read (&yaml, text, size, file, problem))
        return false;
    *w = (struct witness) {0};
    arena_init (&w->arena);
    struct witness_yaml_read_reading r = {
        .witness = w, .file = file, .problem = problem};
    bool good = entry_read (&r, yaml.root);
    yaml_clear (&yaml);
    if (!good)
        witness_clear (w);
    return good;
}

void
witness_clear (struct witness *w)
{
    assert (w);
    arena_clear (&w->arena);
    VEC_CLEAR (w->waypoint);
    VEC_CLEAR (w->invariant);
}

bool
witness_recognise (const char *text, size_t size)
{
    enum { LOOK = 4096 };
    const char *end = text + (size < LOOK ? size : LOOK);
    while (text < end) {
        const char *stop = memchr (text, '\n', (size_t) (end - text));
        size_t line = (size_t) ((stop ? stop : end) - text);
        if (line && *text == '-' && memmem (text, line, "---", 3) != text)
            return memmem (text, (size_t) (end - text), "entry_type", 10);
        if (line && *text != '#' && *text != '-' && *text != '\r')
            return false;
        text += line + 1;
    }
    return false;
}
