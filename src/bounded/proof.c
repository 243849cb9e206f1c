/* proof.c -- see proof.h. */
#include "bounded/proof.h"

#include <stdio.h>
#include <string.h>

static const char magic[] = "cohort-proof 1\n";

bool
proof_recognise (const char *text)
{
    return !strncmp (text, magic, sizeof magic - 1);
}

void
proof_write (const struct prepared *x, const struct vec_partition *leaves,
             struct text *t)
{
    text_print (t, "%sentry %s\ngoal %s\npreprocess %s\n", magic,
                x->passive.procedure[x->passive.main].name,
                x->to_return ? "return" : "assert", x->full ? "full" : "none");
    for (size_t i = 0; i < leaves->size; i++) {
        const struct partition *p = &leaves->at[i];
        text_add (t, "leaf\n");
        for (size_t s = 1; s < p->site.size; s++)
            text_print (t, "site %u %u\n", p->site.at[s].parent,
                        p->site.at[s].call);
        for (size_t c = 0; c < p->chosen.size; c++)
            text_print (t, "%s %u\n",
                        p->chosen.at[c].decision == MUST_AVOID ? "avoid"
                                                               : "reach",
                        p->chosen.at[c].site);
    }
}

/* ---- reading */

/* The rest of the line that begins with `key`, into `value`; null: no such
 * line, or too long.  Gives what follows the line. */
static const char *
head_line (const char *at, const char *key, char *value, size_t room)
{
    size_t skip = strlen (key), size = at ? strcspn (at, "\n") : 0;
    if (!at || strncmp (at, key, skip) || size - skip >= room || !at[size])
        return NULL;
    memcpy (value, at + skip, size - skip);
    value[size - skip] = 0;
    return at + size + 1;
}

bool
proof_options (const char *text, const char *file, struct options *o,
               char *entry, size_t room, struct problem *problem)
{
    char goal[16], preprocess[16];
    const char *at = text + sizeof magic - 1;
    at = head_line (at, "entry ", entry, room);
    at = head_line (at, "goal ", goal, sizeof goal);
    at = head_line (at, "preprocess ", preprocess, sizeof preprocess);
    if (!at)
        return problem_set (problem, (struct place) {.file = file},
                            "the head of the proof is damaged");
    o->entry = entry;
    o->goal = !strcmp (goal, "return") ? GOAL_RETURN : GOAL_ASSERT;
    o->preprocess =
        !strcmp (preprocess, "none") ? PREPROCESS_NONE : PREPROCESS_FULL;
    return true;
}

struct proof_reader {
    const struct prepared *prepared;
    struct vec_partition *leaves;
    struct place place;
    struct problem *problem;
};

static bool
read_site (struct proof_reader *r, uint32_t parent, uint32_t call)
{
    struct partition *p = &VEC_LAST (*r->leaves);
    const struct passive_program *program = &r->prepared->passive;
    if (p->chosen.size || parent >= p->site.size)
        return problem_set (r->problem, r->place, "a site without its parent");
    uint32_t caller = partition_procedure (p, program, parent);
    if (call >= program->procedure[caller].calls)
        return problem_set (r->problem, r->place,
                            "%s has no call number %u in this program",
                            program->procedure[caller].name, call);
    VEC_PUSH (p->site, ((struct site) {parent, call}));
    return true;
}

static bool
read_chosen (struct proof_reader *r, enum decision decision, uint32_t site)
{
    struct partition *p = &VEC_LAST (*r->leaves);
    if (!site || site >= p->site.size)
        return problem_set (r->problem, r->place,
                            "a decision about a site that is not there");
    VEC_PUSH (p->chosen, ((struct chosen) {decision, site}));
    return true;
}

static bool
read_line (struct proof_reader *r, const char *line)
{
    unsigned a, b;
    int end = 0;
    if (!strcmp (line, "leaf")) {
        struct partition p;
        partition_init (&p);
        VEC_PUSH (*r->leaves, p);
        return true;
    }
    if (!strncmp (line, "entry ", 6) || !strncmp (line, "goal ", 5)
        || !strncmp (line, "preprocess ", 11))
        return r->place.line <= 4
               || problem_set (r->problem, r->place,
                               "a line that belongs to the head");
    if (!strncmp (line, "assumes ", 8))
        return true; /* for people */
    if (r->leaves->size) {
        if (sscanf (line, "site %u %u%n", &a, &b, &end) == 2 && !line[end])
            return read_site (r, a, b);
        if (sscanf (line, "avoid %u%n", &a, &end) == 1 && !line[end])
            return read_chosen (r, MUST_AVOID, a);
        if (sscanf (line, "reach %u%n", &a, &end) == 1 && !line[end])
            return read_chosen (r, MUST_REACH, a);
    }
    return problem_set (r->problem, r->place, "no line of a proof: %.60s",
                        line);
}

bool
proof_read (const struct prepared *x, const char *text, const char *file,
            struct vec_partition *leaves, struct problem *problem)
{
    struct proof_reader r = {
        x, leaves, {.file = file, .line = 1, .column = 1}, problem};
    if (!proof_recognise (text))
        return problem_set (problem, r.place, "not a proof of this program");
    bool good = true;
    struct text line;
    text_init (&line);
    for (const char *at = strchr (text, '\n') + 1; good && *at;) {
        size_t size = strcspn (at, "\n");
        r.place.line++;
        text_reset (&line);
        text_add_n (&line, at, size);
        good = read_line (&r, text_view (&line));
        at += size + (at[size] == '\n');
    }
    text_clear (&line);
    if (!good)
        proof_clear (leaves);
    return good;
}

void
proof_clear (struct vec_partition *leaves)
{
    for (size_t i = 0; i < leaves->size; i++)
        partition_clear (&leaves->at[i]);
    VEC_CLEAR (*leaves);
}

bool
proof_covers (const struct vec_partition *leaves)
{
    return partitions_cover (leaves->at, leaves->size);
}
