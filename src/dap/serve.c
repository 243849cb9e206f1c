/* serve.c -- a session over two descriptors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "dap/message.h"
#include "dap/session.h"

enum { GOOD = 0, BROKEN = 6 }; /* exit codes */

static bool
write_all (int fd, const struct text *t)
{
    size_t at = 0;
    while (at < t->size) {
        ssize_t put = write (fd, t->data + at, t->size - at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        at += (size_t) put;
    }
    return true;
}

/* All messages that are there; false: the session is over. */
static bool
messages_take (dap_session *s, struct dap_input *in, struct text *out)
{
    const char *why = NULL;
    bool goes_on = true;
    struct buffer body;
    buffer_init (&body);
    enum dap_got got;
    while (goes_on && (got = dap_input_take (in, &body, &why)) != DAP_MORE) {
        if (got == DAP_BROKEN)
            dap_session_refuse (s, why, out);
        else
            goes_on = dap_session_take (s, buffer_view (&body), out);
        buffer_reset (&body);
    }
    buffer_clear (&body);
    return goes_on;
}

int
dap_serve (const struct dap_loader *loader, int in, int out)
{
    dap_session *s = dap_session_new (loader);
    struct dap_input input;
    struct text send;
    dap_input_init (&input);
    text_init (&send);
    uint8_t part[1 << 16];
    bool goes_on = true, good = true;
    while (goes_on && good) {
        ssize_t got = read (in, part, sizeof part);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        dap_input_add (&input, (struct bytes) {part, (size_t) got});
        goes_on = messages_take (s, &input, &send);
        good = write_all (out, &send);
        text_reset (&send);
    }
    text_clear (&send);
    dap_input_clear (&input);
    dap_session_free (s);
    return good ? GOOD : BROKEN;
}
