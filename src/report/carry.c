/* carry.c -- see carry.h. */
#include "report/carry.h"

#include "base/memory.h"

void
outcome_put (struct buffer *b, const struct outcome *o)
{
    struct text trace;
    text_init (&trace);
    outcome_trace (o, &trace);
    buffer_byte (b, (uint8_t) o->verdict);
    buffer_string (b, o->reason ? o->reason : "");
    buffer_string (b, o->fault ? o->fault : "");
    buffer_string (b, text_view (&trace));
    buffer_uint (b, o->global.size);
    for (size_t i = 0; i < o->global.size; i++)
        buffer_string (b, o->global.at[i]);
    buffer_uint (b, o->source.size);
    for (size_t i = 0; i < o->source.size; i++) {
        buffer_string (b, o->source.at[i].name);
        buffer_string (b, o->source.at[i].path);
    }
    text_clear (&trace);
}

static void
names_get (struct outcome *o, struct reader *r)
{
    uint64_t globals = reader_uint (r);
    for (uint64_t i = 0; i < globals && !r->failed; i++) {
        char *name = reader_string (r);
        outcome_global (o, name);
        memory_free (name);
    }
    uint64_t sources = reader_uint (r);
    for (uint64_t i = 0; i < sources && !r->failed; i++) {
        char *name = reader_string (r), *path = reader_string (r);
        outcome_source (o, name, path);
        memory_free (name);
        memory_free (path);
    }
}

bool
outcome_get (struct outcome *o, struct reader *r)
{
    unsigned verdict = reader_byte (r);
    char *reason = reader_string (r), *fault = reader_string (r),
         *trace = reader_string (r);
    names_get (o, r);
    bool good = !r->failed && verdict <= VERDICT_UNSAFE;
    if (good) {
        o->verdict = (enum verdict) verdict;
        outcome_hear_trace (o, trace);
        if (*fault)
            outcome_fault (o, fault);
        if (*reason)
            outcome_unknown (o, "%s", reason);
    }
    memory_free (reason);
    memory_free (fault);
    memory_free (trace);
    return good;
}
