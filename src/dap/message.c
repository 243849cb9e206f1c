/* message.c -- see message.h. */
#include "dap/message.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { HEADER_MOST = 4096 };

void
dap_input_init (struct dap_input *i)
{
    *i = (struct dap_input) {0};
    buffer_init (&i->in);
}

void
dap_input_clear (struct dap_input *i)
{
    buffer_clear (&i->in);
}

void
dap_input_add (struct dap_input *i, struct bytes part)
{
    size_t skip = part.size < i->skip ? part.size : i->skip;
    i->skip -= skip;
    if (part.size > skip)
        buffer_put (&i->in, part.data + skip, part.size - skip);
}

static void
input_drop (struct dap_input *i, size_t size)
{
    struct buffer rest;
    size_t here = size < i->in.size ? size : i->in.size;
    buffer_init (&rest);
    if (i->in.size > here)
        buffer_put (&rest, i->in.data + here, i->in.size - here);
    buffer_clear (&i->in);
    i->in = rest;
    i->skip += size - here;
}

/* Behind the empty line; 0: it is not there yet. */
static size_t
header_end (const struct buffer *in)
{
    for (size_t i = 0; i + 1 < in->size; i++) {
        if (in->data[i] != '\n')
            continue;
        if (in->data[i + 1] == '\n')
            return i + 2;
        if (i + 2 < in->size && in->data[i + 1] == '\r'
            && in->data[i + 2] == '\n')
            return i + 3;
    }
    return 0;
}

/* What the header says; false: nothing that can be used. */
static bool
header_length (const struct buffer *in, size_t end, size_t *length)
{
    static const char name[] = "content-length:";
    const size_t size = sizeof name - 1;
    bool found = false;
    for (size_t at = 0; at < end;) {
        const uint8_t *line = in->data + at;
        const uint8_t *stop = memchr (line, '\n', end - at);
        size_t all = (size_t) (stop - line);
        at += all + 1;
        if (all < size || strncasecmp ((const char *) line, name, size) != 0)
            continue;
        size_t i = size;
        *length = 0;
        while (i < all && (line[i] == ' ' || line[i] == '\t'))
            i++;
        found = i < all && isdigit (line[i]);
        for (; i < all && isdigit (line[i]) && *length <= DAP_MESSAGE_MOST; i++)
            *length = *length * 10 + (size_t) (line[i] - '0');
    }
    return found;
}

enum dap_got
dap_input_take (struct dap_input *i, struct buffer *body, const char **why)
{
    assert (!body->size);
    size_t end = header_end (&i->in), length = 0;
    if (!end && i->in.size <= HEADER_MOST)
        return DAP_MORE;
    if (!end || end > HEADER_MOST) {
        *why = "the header of a message does not end";
        input_drop (i, i->in.size);
        return DAP_BROKEN;
    }
    if (!header_length (&i->in, end, &length)) {
        *why = "a message without Content-Length";
        input_drop (i, end);
        return DAP_BROKEN;
    }
    if (length > DAP_MESSAGE_MOST) {
        *why = "a message that is too long";
        input_drop (i, end);
        return DAP_BROKEN;
    }
    if (i->in.size - end < length)
        return DAP_MORE;
    buffer_put (body, i->in.data + end, length);
    input_drop (i, end + length);
    return DAP_MESSAGE;
}

void
dap_frame (struct text *out, const struct text *body)
{
    text_print (out, "Content-Length: %zu\r\n\r\n", body->size);
    text_add (out, text_view (body));
}
