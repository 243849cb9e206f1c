/* meetings.c -- see meetings.h. */
#include "team/transport/meetings.h"

#include <string.h>
#include <sys/random.h>
#include <zmq.h>

void
meetings_init (struct meetings *m)
{
    *m = (struct meetings) {0};
    map_init (&m->pairs);
}

void
meetings_clear (struct meetings *m)
{
    for (size_t i = 0; i < m->at.size; i++)
        memset (m->at.at[i].secret_key, 0, KEY_TEXT);
    map_clear (&m->pairs);
    VEC_CLEAR (m->at);
}

static struct digest
pair_key (unsigned a, unsigned b)
{
    return map_number (a < b ? (uint64_t) b << 32 | a : (uint64_t) a << 32 | b);
}

/* A routing id of our own making does not begin with 0. */
static bool
token_make (uint8_t token[ID_BYTES])
{
    if (getrandom (token, ID_BYTES, 0) != ID_BYTES)
        return false;
    token[0] |= 1;
    return true;
}

const struct meeting *
meetings_pass (struct meetings *all, unsigned from, bool from_far, unsigned to,
               bool to_far, size_t bytes, const char *host, struct buffer *rest)
{
    assert (from != to);
    all->frames++;
    all->bytes += bytes;
    if (map_get (&all->pairs, pair_key (from, to)))
        return NULL;
    map_put (&all->pairs, pair_key (from, to), all->at.size);
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    struct meeting m = {.caller = from_far == to_far ? high
                                  : from_far         ? from
                                                     : to,
                        .far = from_far || to_far};
    m.listener = m.caller == low ? high : low;
    bool able = token_make (m.token)
                && (!m.far || !zmq_curve_keypair (m.public_key, m.secret_key));
    VEC_PUSH (all->at, m);
    bool near_listens = m.far && from_far != to_far;
    if (!able || (near_listens && !host))
        return NULL;
    buffer_byte (rest, m.far);
    buffer_string (rest, near_listens ? host : "");
    buffer_put (rest, m.token, ID_BYTES);
    buffer_string (rest, m.public_key);
    return &VEC_LAST (all->at);
}

const struct meeting *
meetings_answer (struct meetings *all, unsigned listener, unsigned caller,
                 struct bytes answer, struct buffer *rest)
{
    struct reader r;
    const uint64_t *at = map_get (&all->pairs, pair_key (listener, caller));
    struct meeting *m = at ? &all->at.at[*at] : NULL;
    assert (!at || *at < all->at.size);
    if (!m || m->listener != listener || m->told)
        return NULL;
    m->told = true;
    reader_init (&r, answer);
    struct bytes address = reader_bytes (&r), key = reader_bytes (&r);
    if (!reader_done (&r) || !address.size)
        return NULL;
    buffer_byte (rest, m->far);
    buffer_bytes (rest, address);
    buffer_bytes (rest, key);
    buffer_put (rest, m->token, ID_BYTES);
    buffer_string (rest, m->public_key);
    buffer_string (rest, m->secret_key);
    return m;
}

unsigned
meeting_other (const struct meeting *m, unsigned who)
{
    return m->listener == who ? m->caller : m->caller == who ? m->listener : 0;
}

char *
endpoint_host (const char *endpoint)
{
    const char *start = strstr (endpoint, "://");
    char *host = memory_string (start ? start + 3 : endpoint);
    char *colon = strrchr (host, ':');
    if (colon)
        *colon = 0;
    return host;
}
