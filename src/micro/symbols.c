/* symbols.c -- see symbols.h. */
#include "micro/symbols.h"

#include <stdlib.h>
#include <string.h>

void
micro_symbols_init (struct micro_symbols *s)
{
    *s = (struct micro_symbols) {0};
}

static void
type_clear (struct micro_type *t)
{
    for (size_t i = 0; i < t->field.size; i++)
        memory_free (t->field.at[i].name);
    VEC_CLEAR (t->field);
    memory_free (t->name);
}

static void
variable_clear (struct micro_variable *v)
{
    memory_free (v->name);
    memory_free (v->file);
    memory_free (v->function);
}

void
micro_symbols_clear (struct micro_symbols *s)
{
    for (size_t i = 0; i < s->type.size; i++)
        type_clear (s->type.at + i);
    for (size_t i = 0; i < s->variable.size; i++)
        variable_clear (s->variable.at + i);
    for (size_t i = 0; i < s->constant.size; i++)
        memory_free (s->constant.at[i].name);
    for (size_t i = 0; i < s->label.size; i++)
        memory_free (s->label.at[i].name);
    for (size_t i = 0; i < s->file.size; i++)
        memory_free (s->file.at[i]);
    VEC_CLEAR (s->type);
    VEC_CLEAR (s->variable);
    VEC_CLEAR (s->constant);
    VEC_CLEAR (s->label);
    VEC_CLEAR (s->line);
    VEC_CLEAR (s->file);
}

static int
order (uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int
compare_text (const char *a, const char *b)
{
    return strcmp (a ? a : "", b ? b : "");
}

static int
variable_compare (const void *left, const void *right)
{
    const struct micro_variable *a = left, *b = right;
    int c = strcmp (a->name, b->name);
    if (!c)
        c = strcmp (a->file, b->file);
    if (!c)
        c = compare_text (a->function, b->function);
    if (!c)
        c = order (a->address, b->address);
    return c ? c : order (a->type, b->type);
}

static int
constant_compare (const void *left, const void *right)
{
    const struct micro_constant *a = left, *b = right;
    int c = strcmp (a->name, b->name);
    return c ? c : (a->value > b->value) - (a->value < b->value);
}

static int
label_compare (const void *left, const void *right)
{
    const struct micro_label *a = left, *b = right;
    int c = order (b->code, a->code);
    if (!c)
        c = order (a->address, b->address);
    if (!c)
        c = order (!a->size, !b->size);
    if (!c)
        c = order (strlen (a->name), strlen (b->name));
    return c ? c : strcmp (a->name, b->name);
}

struct line_place {
    struct micro_line line;
    size_t index;
};

/* The end of one sequence (line 0) comes before the start of the next; of rows
 * at one address the last covers the code, so their order stays. */
static int
line_compare (const void *left, const void *right)
{
    const struct line_place *a = left, *b = right;
    int c = order (a->line.address, b->line.address);
    if (!c)
        c = order (a->line.line != 0, b->line.line != 0);
    return c ? c : order (a->index, b->index);
}

static void
lines_sort (struct micro_symbols *s)
{
    if (!s->line.size)
        return;
    struct line_place *place = NEW_ARRAY (struct line_place, s->line.size);
    for (size_t i = 0; i < s->line.size; i++)
        place[i] = (struct line_place) {s->line.at[i], i};
    qsort (place, s->line.size, sizeof *place, line_compare);
    for (size_t i = 0; i < s->line.size; i++)
        s->line.at[i] = place[i].line;
    memory_free (place);
}

#define SORT(v, compare)                                       \
    do {                                                       \
        if ((v).size)                                          \
            qsort ((v).at, (v).size, sizeof *(v).at, compare); \
    } while (0)

static void
variables_unite (struct micro_symbols *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->variable.size; i++) {
        struct micro_variable *v = s->variable.at + i;
        if (kept && !variable_compare (v, s->variable.at + kept - 1))
            variable_clear (v);
        else
            s->variable.at[kept++] = *v;
    }
    assert (kept <= s->variable.size);
    s->variable.size = kept;
}

static void
constants_unite (struct micro_symbols *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->constant.size; i++) {
        struct micro_constant *c = s->constant.at + i;
        if (kept && !constant_compare (c, s->constant.at + kept - 1))
            memory_free (c->name);
        else
            s->constant.at[kept++] = *c;
    }
    assert (kept <= s->constant.size);
    s->constant.size = kept;
}

void
micro_symbols_sort (struct micro_symbols *s)
{
    SORT (s->variable, variable_compare);
    SORT (s->constant, constant_compare);
    SORT (s->label, label_compare);
    lines_sort (s);
    variables_unite (s);
    constants_unite (s);
}

const struct micro_label *
micro_symbols_label (const struct micro_symbols *s, uint32_t address)
{
    const struct micro_label *found = NULL;
    assert (!s->label.size || s->label.at);
    size_t low = 0, high = s->label.size;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct micro_label *l = s->label.at + middle;
        if (l->code && l->address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return NULL;
    found = s->label.at + low - 1;
    while (found > s->label.at && found[-1].address == found->address)
        found--;
    assert (found->code && found->address <= address);
    return found;
}

const struct micro_label *
micro_symbols_find_label (const struct micro_symbols *s, const char *name)
{
    for (size_t i = 0; i < s->label.size; i++)
        if (!strcmp (s->label.at[i].name, name))
            return s->label.at + i;
    return NULL;
}

bool
micro_symbols_line (const struct micro_symbols *s, uint32_t address,
                    const char **file, unsigned *line)
{
    size_t low = 0, high = s->line.size;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->line.at[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || !s->line.at[low - 1].line)
        return false;
    const struct micro_line *l = s->line.at + low - 1;
    assert (l->address <= address && l->file < s->file.size);
    *file = s->file.at[l->file];
    *line = l->line;
    return true;
}

const char *
micro_symbols_base (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}
