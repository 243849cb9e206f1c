/* wire.c -- see wire.h. */
#include "explore/members/wire.h"

#include <string.h>

#include "explore/threads/expander.h"

enum { THREADS_MOST = 4096 };

void
members_setup_write (const struct members_options *o, struct buffer *b)
{
    assert (o->threads > 0 && o->store);
    buffer_bytes (b, o->program);
    buffer_uint (b, o->threads);
    buffer_string (b, o->store);
    buffer_uint (b, o->memory_bytes);
    buffer_byte (b, o->scratch != NULL);
    buffer_string (b, o->scratch ? o->scratch : "");
    buffer_uint (b, o->cache_bytes);
    buffer_uint (b, o->hash_bits);
    buffer_uint (b, o->batch_bytes ? o->batch_bytes : MEMBERS_BATCH_BYTES);
    buffer_byte (b, (uint8_t) o->partition);
    buffer_byte (b, (uint8_t) o->some);
    buffer_byte (b, (uint8_t) o->channel);
    buffer_byte (b, o->transfers != NULL);
    buffer_string (b, o->transfers ? o->transfers : "");
    buffer_uint (b, o->slice ? o->slice : 1);
    buffer_uint (b, o->beam);
    buffer_int (b, o->estimate);
    buffer_string (b, o->broken ? o->broken : "");
}

static void
string_keep (char **string, bool there)
{
    if (there)
        return;
    memory_free (*string);
    *string = NULL;
}

bool
members_setup_read (struct members_setup *s, struct reader *r)
{
    *s = (struct members_setup) {0};
    struct bytes program = reader_bytes (r);
    uint64_t threads = reader_uint (r);
    s->store = reader_string (r);
    s->memory_bytes = reader_uint (r);
    bool scratch = reader_byte (r);
    s->scratch = reader_string (r);
    s->cache_bytes = reader_uint (r);
    uint64_t hash_bits = reader_uint (r);
    s->batch_bytes = (size_t) reader_uint (r);
    uint8_t partition = reader_byte (r), some = reader_byte (r);
    uint8_t channel = reader_byte (r);
    bool transfers = reader_byte (r);
    s->transfers = reader_string (r);
    s->slice = reader_uint (r);
    s->beam = reader_uint (r);
    s->estimate = (int) reader_int (r);
    s->broken = reader_string (r);
    if (!reader_done (r) || !threads || threads > THREADS_MOST
        || hash_bits > 128 || !s->batch_bytes || !s->slice
        || partition == PARTITION_AUTO || partition > PARTITION_ESTIMATE
        || some > PARTIAL_THREADS_MOST || channel > CHANNEL_DUAL)
        return false;
    s->partition = (enum option_partition) partition;
    s->some = some;
    s->channel = (enum option_channel) channel;
    string_keep (&s->scratch, scratch);
    string_keep (&s->transfers, transfers);
    s->threads = (unsigned) threads;
    s->hash_bits = (unsigned) hash_bits;
    if (program.size)
        buffer_put (&s->program, program.data, program.size);
    return true;
}

void
members_setup_clear (struct members_setup *s)
{
    buffer_clear (&s->program);
    memory_free (s->store);
    memory_free (s->scratch);
    memory_free (s->transfers);
    memory_free (s->broken);
    *s = (struct members_setup) {0};
}

void
finding_write (const struct finding *f, struct buffer *b)
{
    buffer_byte (b, f->found);
    if (!f->found)
        return;
    buffer_bytes (b, buffer_view (&f->source));
    buffer_uint (b, f->choice);
    buffer_uint (b, f->fault);
    buffer_uint (b, f->layer);
}

bool
finding_read (struct finding *f, struct reader *r)
{
    finding_clear (f);
    uint8_t found = reader_byte (r);
    if (r->failed || found > 1)
        return false;
    if (!found)
        return true;
    struct bytes source = reader_bytes (r);
    uint64_t choice = reader_uint (r), fault = reader_uint (r);
    uint64_t layer = reader_uint (r);
    if (r->failed || choice > UINT32_MAX || fault > UINT32_MAX)
        return false;
    f->found = true;
    if (source.size)
        buffer_put (&f->source, source.data, source.size);
    f->choice = (uint32_t) choice;
    f->fault = (uint32_t) fault;
    f->layer = layer;
    return true;
}

void
problem_write (const struct problem *p, struct buffer *b)
{
    buffer_byte (b, (uint8_t) p->kind);
    buffer_string (b, p->message);
}

bool
problem_read (struct problem *p, struct reader *r)
{
    uint8_t kind = reader_byte (r);
    struct bytes text = reader_bytes (r);
    if (r->failed || kind > PROBLEM_RESOURCE || text.size >= sizeof p->message
        || (text.size && memchr (text.data, 0, text.size)))
        return false;
    *p = (struct problem) {.kind = (enum problem_kind) kind};
    if (text.size)
        memcpy (p->message, text.data, text.size);
    return true;
}

void
report_write (const struct shard_report *r, struct buffer *b)
{
    buffer_byte (b, (uint8_t) r->end);
    buffer_uint (b, r->expanded);
    buffer_uint (b, r->edges);
    buffer_uint (b, r->steps);
    buffer_uint (b, r->faults);
    buffer_uint (b, r->cuts);
    buffer_digest (b, r->digest);
    finding_write (&r->fault, b);
    finding_write (&r->cut, b);
    finding_write (&r->failed, b);
    problem_write (&r->problem, b);
}

bool
report_read (struct shard_report *report, struct reader *r)
{
    uint8_t end = reader_byte (r);
    report->expanded = reader_uint (r);
    report->edges = reader_uint (r);
    report->steps = reader_uint (r);
    report->faults = reader_uint (r);
    report->cuts = reader_uint (r);
    report->digest = reader_digest (r);
    report->end = (enum explore_end) end;
    /* A failure or lack of room has a reason, a fault has an edge. */
    return end <= EXPLORE_FAILED && finding_read (&report->fault, r)
           && finding_read (&report->cut, r)
           && finding_read (&report->failed, r)
           && problem_read (&report->problem, r)
           && report->fault.found == (report->faults > 0)
           && report->cut.found == (report->cuts > 0)
           && (end == EXPLORE_COMPLETE
               || (end == EXPLORE_FAILED && report->failed.found
                   && report->problem.kind != PROBLEM_NONE)
               || (end == EXPLORE_FULL
                   && report->problem.kind != PROBLEM_NONE));
}

/* FULL is worse than FAILED, that than COMPLETE. */
static enum explore_end
end_join (enum explore_end a, enum explore_end b)
{
    if (a == EXPLORE_FULL || b == EXPLORE_FULL)
        return EXPLORE_FULL;
    return a == EXPLORE_FAILED ? a : b;
}

void
report_join (struct shard_report *sum, const struct shard_report *r)
{
    bool full = r->end == EXPLORE_FULL && sum->end != EXPLORE_FULL;
    finding_keep (&sum->failed, &r->failed);
    bool least = r->failed.found && sum->end != EXPLORE_FULL
                 && bytes_equal (buffer_view (&sum->failed.source),
                                 buffer_view (&r->failed.source));
    if (full || least)
        sum->problem = r->problem;
    sum->end = end_join (sum->end, r->end);
    sum->expanded += r->expanded;
    sum->edges += r->edges;
    sum->steps += r->steps;
    sum->faults += r->faults;
    sum->cuts += r->cuts;
    digest_add (&sum->digest, r->digest);
    finding_keep (&sum->fault, &r->fault);
    finding_keep (&sum->cut, &r->cut);
}
