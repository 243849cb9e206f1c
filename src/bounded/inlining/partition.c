/* partition.c -- see partition.h. */
#include "bounded/inlining/partition.h"

#include <assert.h>

#include "base/map.h"

void
partition_init (struct partition *p)
{
    *p = (struct partition) {0};
    VEC_PUSH (p->site, ((struct site) {PASSIVE_NONE, PASSIVE_NONE}));
}

void
partition_clear (struct partition *p)
{
    VEC_CLEAR (p->site);
    VEC_CLEAR (p->chosen);
}

void
partition_copy (struct partition *p, const struct partition *from)
{
    assert (from->site.size);
    *p = (struct partition) {0};
    for (size_t i = 0; i < from->site.size; i++)
        VEC_PUSH (p->site, from->site.at[i]);
    for (size_t i = 0; i < from->chosen.size; i++)
        VEC_PUSH (p->chosen, from->chosen.at[i]);
}

void
partition_restrict (struct partition *p, const struct partition *from,
                    const uint32_t *sites, size_t count)
{
    assert (count && sites[0] == 0);
    uint32_t *number = NEW_ARRAY (uint32_t, from->site.size);
    partition_init (p);
    for (size_t i = 1; i < count; i++) {
        assert (sites[i] > sites[i - 1] && sites[i] < from->site.size);
        struct site s = from->site.at[sites[i]];
        assert (s.parent == 0 || number[s.parent] != 0);
        number[sites[i]] = (uint32_t) p->site.size;
        VEC_PUSH (p->site, ((struct site) {number[s.parent], s.call}));
    }
    for (size_t i = 0; i < from->chosen.size; i++) {
        struct chosen c = from->chosen.at[i];
        assert (number[c.site]);
        VEC_PUSH (p->chosen, ((struct chosen) {c.decision, number[c.site]}));
    }
    memory_free (number);
}

uint32_t
partition_enter (struct partition *to, const struct partition *from,
                 uint32_t site)
{
    assert (site < from->site.size);
    if (!site)
        return 0;
    struct site at = from->site.at[site];
    at.parent = partition_enter (to, from, at.parent);
    for (uint32_t i = at.parent + 1; i < to->site.size; i++)
        if (to->site.at[i].parent == at.parent
            && to->site.at[i].call == at.call)
            return i;
    VEC_PUSH (to->site, at);
    return (uint32_t) to->site.size - 1;
}

/* ---- bytes: the number of sites; parent and call of each but main; the number
 * of decisions; decision and site of each */

void
partition_write (const struct partition *p, struct buffer *b)
{
    assert (p->site.size);
    buffer_uint (b, p->site.size);
    for (size_t i = 1; i < p->site.size; i++) {
        buffer_uint (b, p->site.at[i].parent);
        buffer_uint (b, p->site.at[i].call);
    }
    buffer_uint (b, p->chosen.size);
    for (size_t i = 0; i < p->chosen.size; i++) {
        buffer_byte (b, (uint8_t) p->chosen.at[i].decision);
        buffer_uint (b, p->chosen.at[i].site);
    }
}

static bool
partition_read_sites (struct partition *p,
                      const struct passive_program *program, struct reader *r)
{
    uint64_t sites = reader_uint (r);
    if (r->failed || !sites || sites - 1 > (uint64_t) (r->end - r->at) / 2)
        return false;
    struct vec_target procedure = {0};
    struct map seen;
    map_init (&seen);
    VEC_PUSH (procedure, program->main);
    bool good = true;
    for (uint64_t i = 1; good && i < sites; i++) {
        uint64_t parent = reader_uint (r), call = reader_uint (r);
        good = !r->failed && parent < i
               && call < program->procedure[procedure.at[parent]].calls
               && map_put (&seen, map_number (parent << 32 | call), 0);
        if (!good)
            break;
        const struct passive_procedure *from =
            &program->procedure[procedure.at[parent]];
        VEC_PUSH (procedure, from->call[call].callee);
        VEC_PUSH (p->site,
                  ((struct site) {(uint32_t) parent, (uint32_t) call}));
    }
    map_clear (&seen);
    VEC_CLEAR (procedure);
    return good;
}

static bool
partition_read_chosen (struct partition *p, struct reader *r)
{
    uint64_t count = reader_uint (r);
    if (r->failed || count >= p->site.size)
        return false;
    bool *decided = NEW_ARRAY (bool, p->site.size);
    bool good = true;
    for (uint64_t i = 0; good && i < count; i++) {
        uint8_t decision = reader_byte (r);
        uint64_t site = reader_uint (r);
        good = !r->failed && decision <= MUST_REACH && site
               && site < p->site.size && !decided[site];
        if (!good)
            break;
        decided[site] = true;
        VEC_PUSH (p->chosen, ((struct chosen) {(enum decision) decision,
                                               (uint32_t) site}));
    }
    memory_free (decided);
    return good;
}

bool
partition_read (struct partition *p, const struct passive_program *program,
                struct reader *r)
{
    partition_init (p);
    if (partition_read_sites (p, program, r) && partition_read_chosen (p, r))
        return true;
    partition_clear (p);
    return false;
}

/* ---- paths */

/* The sites from main's callee to `site`, in this order. */
static void
partition_path (const struct partition *p, uint32_t site,
                struct vec_target *path)
{
    for (uint32_t at = site; at; at = p->site.at[at].parent)
        VEC_PUSH (*path, at);
    for (size_t i = 0; i < path->size / 2; i++) {
        uint32_t swap = path->at[i];
        path->at[i] = path->at[path->size - 1 - i];
        path->at[path->size - 1 - i] = swap;
    }
}

uint32_t
partition_procedure (const struct partition *p,
                     const struct passive_program *program, uint32_t site)
{
    assert (site < p->site.size);
    struct vec_target path = {0};
    partition_path (p, site, &path);
    uint32_t at = program->main;
    for (size_t i = 0; i < path.size; i++) {
        uint32_t call = p->site.at[path.at[i]].call;
        assert (call < program->procedure[at].calls);
        at = program->procedure[at].call[call].callee;
    }
    VEC_CLEAR (path);
    return at;
}

void
partition_call_print (const struct partition *p,
                      const struct passive_program *program, uint32_t parent,
                      uint32_t last, struct text *t)
{
    assert (parent < p->site.size);
    struct vec_target path = {0};
    partition_path (p, parent, &path);
    const struct passive_procedure *at = &program->procedure[program->main];
    text_print (t, "[%s", at->name);
    for (size_t i = 0; i < path.size + (last != PASSIVE_NONE); i++) {
        uint32_t call = i < path.size ? p->site.at[path.at[i]].call : last;
        assert (call < at->calls);
        const char *label = at->call_label[call];
        at = &program->procedure[at->call[call].callee];
        text_print (t, ", (%s,%s)", label, at->name);
    }
    text_char (t, ']');
    VEC_CLEAR (path);
}

void
partition_site_print (const struct partition *p,
                      const struct passive_program *program, uint32_t site,
                      struct text *t)
{
    partition_call_print (p, program, site, PASSIVE_NONE, t);
}

bool
partition_below (const struct partition *p, uint32_t site, uint32_t above)
{
    assert (site < p->site.size && above < p->site.size);
    while (site > above) /* parents have smaller numbers */
        site = p->site.at[site].parent;
    return site == above;
}

static uint32_t
partition_depth (const struct partition *p, uint32_t site)
{
    uint32_t depth = 0;
    for (; site; site = p->site.at[site].parent)
        depth++;
    return depth;
}

int
partition_site_compare (const struct partition *p, uint32_t a, uint32_t b)
{
    assert (a < p->site.size && b < p->site.size);
    uint32_t depth_a = partition_depth (p, a), depth_b = partition_depth (p, b);
    for (uint32_t d = depth_a; d > depth_b; d--)
        a = p->site.at[a].parent;
    for (uint32_t d = depth_b; d > depth_a; d--)
        b = p->site.at[b].parent;
    if (a == b) /* one is on the other's path, or they are the same */
        return (depth_a > depth_b) - (depth_a < depth_b);
    while (p->site.at[a].parent != p->site.at[b].parent) {
        a = p->site.at[a].parent;
        b = p->site.at[b].parent;
    }
    uint32_t call_a = p->site.at[a].call, call_b = p->site.at[b].call;
    assert (call_a != call_b);
    return (call_a > call_b) - (call_a < call_b);
}
