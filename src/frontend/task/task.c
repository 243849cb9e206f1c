/* task.c -- see task.h: task definitions, and what old names of files say. */
#include "frontend/task/task.h"

#include <string.h>

#include "process/process.h"
#include "base/text.h"
#include "base/yaml.h"

void
task_clear (struct task *t)
{
    for (size_t i = 0; i < t->file.size; i++)
        memory_free (t->file.at[i]);
    VEC_CLEAR (t->file);
    for (size_t i = 0; i < t->property.size; i++) {
        memory_free (t->property.at[i].file);
        memory_free (t->property.at[i].subproperty);
    }
    VEC_CLEAR (t->property);
    *t = (struct task) {0};
}

static bool
name_ends (const char *name, const char *end)
{
    size_t size = strlen (name), tail = strlen (end);
    return size > tail && !strcmp (name + size - tail, end);
}

bool
task_recognise (const char *file, const char *source, size_t size)
{
    (void) source;
    (void) size;
    return name_ends (file, ".yml") || name_ends (file, ".yaml");
}

/* `name` as seen from the folder of `file`; never like an option. */
static char *
path_beside (const char *file, const char *name)
{
    const char *slash = strrchr (file, '/');
    struct text t;
    text_init (&t);
    if (slash && *name != '/')
        text_add_n (&t, file, (size_t) (slash - file) + 1);
    text_add (&t, name);
    char *path = process_name (text_view (&t));
    text_clear (&t);
    return path;
}

static bool
node_wrong (const struct yaml_node *n, const char *file, const char *what,
            struct problem *p)
{
    return problem_set (p, yaml_place (n, file), "%s", what);
}

static bool
task_file (struct task *t, const struct yaml_node *n, const char *file,
           struct problem *p)
{
    if (n->kind != YAML_KIND_SCALAR || !n->text || !*n->text)
        return node_wrong (n, file, "the name of an input file is missing", p);
    VEC_PUSH (t->file, path_beside (file, n->text));
    return true;
}

static bool
task_files (struct task *t, const struct yaml_node *root, const char *file,
            struct problem *p)
{
    const struct yaml_node *n = yaml_find (root, "input_files");
    if (!n)
        return node_wrong (root, file, "a task definition needs input_files",
                           p);
    if (n->kind == YAML_KIND_SCALAR)
        return task_file (t, n, file, p);
    if (n->kind == YAML_KIND_MAP || !n->children)
        return node_wrong (n, file, "input_files is a name or a list of names",
                           p);
    for (size_t i = 0; i < n->children; i++)
        if (!task_file (t, n->child[i], file, p))
            return false;
    return true;
}

static bool
task_property (struct task *t, const struct yaml_node *n, const char *file,
               struct problem *p)
{
    const char *name = yaml_string (n, "property_file");
    if (!name || !*name)
        return node_wrong (n, file, "a property needs a property_file", p);
    struct task_property property = {0};
    const struct yaml_node *expect = yaml_find (n, "expected_verdict");
    const char *verdict = yaml_string (n, "expected_verdict");
    if (verdict && !strcmp (verdict, "true"))
        property.expect = EXPECT_TRUE;
    else if (verdict && !strcmp (verdict, "false"))
        property.expect = EXPECT_FALSE;
    else if (expect)
        return node_wrong (expect, file,
                           "expected_verdict must be true or false", p);
    const char *sub = yaml_string (n, "subproperty");
    property.subproperty = sub ? memory_string (sub) : NULL;
    property.file = path_beside (file, name);
    VEC_PUSH (t->property, property);
    return true;
}

static bool
task_properties (struct task *t, const struct yaml_node *root, const char *file,
                 struct problem *p)
{
    const struct yaml_node *n = yaml_find (root, "properties");
    if (!n)
        return true;
    if (n->kind != YAML_KIND_LIST)
        return node_wrong (n, file, "properties is a list", p);
    for (size_t i = 0; i < n->children; i++)
        if (!task_property (t, n->child[i], file, p))
            return false;
    return true;
}

static bool
task_options (struct task *t, const struct yaml_node *root, const char *file,
              struct problem *p)
{
    const struct yaml_node *n = yaml_find (root, "options");
    const char *language = yaml_string (n, "language");
    const char *model = yaml_string (n, "data_model");
    t->is_c = !language || !strcmp (language, "C");
    if (!model)
        return true;
    t->bits = !strcmp (model, "ILP32") ? 32 : !strcmp (model, "LP64") ? 64 : 0;
    return t->bits
           || node_wrong (yaml_find (n, "data_model"), file,
                          "data_model must be ILP32 or LP64", p);
}

bool
task_read (struct task *t, const char *source, size_t size, const char *file,
           struct problem *p)
{
    *t = (struct task) {0};
    struct yaml yaml;
    if (!yaml_read (&yaml, source, size, file, p))
        return false;
    const struct yaml_node *root = yaml.root;
    const char *version = yaml_string (root, "format_version");
    bool good = true;
    if (root->kind != YAML_KIND_MAP)
        good = node_wrong (root, file, "not a task definition", p);
    else if (version && strncmp (version, "1.", 2) && strncmp (version, "2.", 2)
             && strcmp (version, "1") && strcmp (version, "2"))
        good = node_wrong (yaml_find (root, "format_version"), file,
                           "format_version must be 1.0 or 2.0", p);
    good = good && task_files (t, root, file, p)
           && task_properties (t, root, file, p)
           && task_options (t, root, file, p);
    yaml_clear (&yaml);
    if (!good)
        task_clear (t);
    return good;
}

/* Whether _WORD-CHECK is in the name, whole. */
static bool
name_says (const char *name, const char *word, const char *check)
{
    struct text t;
    text_init (&t);
    text_print (&t, "_%s-%s", word, check);
    bool said = false;
    for (const char *at = name; !said && (at = strstr (at, text_view (&t)));
         at++)
        said = strchr ("._", at[t.size]); /* the final 0 too */
    text_clear (&t);
    return said;
}

enum task_expect
task_expected (const char *name, const char *check)
{
    const char *slash = strrchr (name, '/');
    name = slash ? slash + 1 : name;
    return name_says (name, "true", check)    ? EXPECT_TRUE
           : name_says (name, "false", check) ? EXPECT_FALSE
                                              : EXPECT_NOTHING;
}
