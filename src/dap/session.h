/* session.h -- a session of a debugger on a counterexample: requests of the Debug Adapter
 * Protocol in, responses and events out.
 *
 * It reads and writes nothing itself.  A counterexample is a line of steps that can be
 * walked both ways, so nothing runs between two requests: every request is answered at
 * once.  What is malformed, unknown or too early gets an error response. */
#ifndef DAP_SESSION_H
#define DAP_SESSION_H

#include "base/bytes.h"
#include "report/outcome.h"

/* What `launch` asks for; null or empty: the loader's own. */
struct dap_launch {
    const char *witness, *directory;
    const char *const *file, *const *option; /* borrowed */
    size_t files, options;
};

struct dap_loader {
    /* Gives the trace of a witness, judged again: the outcome is UNSAFE; `said` is told
     * to the user.  False: problem. */
    bool (*load) (void *context, const struct dap_launch *, struct outcome *,
                  struct text *said, struct problem *);
    void *context;
    const char *directory; /* that names of files are relative to; absolute */
};

typedef struct dap_session dap_session;

dap_session *dap_session_new (const struct dap_loader *); /* borrowed */
void dap_session_free (dap_session *);
/* Takes one message, JSON without its header; what is to be sent is added to `out`.
 * False: the session is over. */
bool dap_session_take (dap_session *, struct bytes, struct text *out);
/* What came was no message. */
void dap_session_refuse (dap_session *, const char *why, struct text *out);

/* Serves one client, until it disconnects or there is nothing more to read; the exit
 * code. */
int dap_serve (const struct dap_loader *, int in, int out);

#endif
