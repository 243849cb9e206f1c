/* message.h -- the frames of the Debug Adapter Protocol: `Content-Length: N`, an empty
 * line, N bytes.
 *
 * What comes in is believed in nothing: a header without a length, or with one that is
 * too large, is skipped with what belongs to it, and whoever reads is told why. */
#ifndef DAP_MESSAGE_H
#define DAP_MESSAGE_H

#include "base/bytes.h"
#include "base/text.h"

enum { DAP_MESSAGE_MOST = 4 << 20 }; /* bytes of one */

struct dap_input {
    struct buffer in; /* not taken yet */
    size_t skip;      /* of what comes, so much is not looked at */
};

enum dap_got { DAP_MORE, DAP_MESSAGE, DAP_BROKEN };

void dap_input_init (struct dap_input *);
void dap_input_clear (struct dap_input *);
void dap_input_add (struct dap_input *, struct bytes);
/* The next message is appended to `body`, which is empty.  BROKEN: there was something
 * else; `why` is static.  MORE: bytes are missing. */
enum dap_got dap_input_take (struct dap_input *, struct buffer *body,
                             const char **why);

/* Appends `body` with its header. */
void dap_frame (struct text *out, const struct text *body);

#endif
