/* adapter.h -- a debug adapter for counterexamples: a session whose witness is judged in
 * a child.
 *
 * What takes the child with it (no memory, a limit, a crash) is an error that the editor
 * shows, and what it prints does not get into the protocol. */
#ifndef DAP_ADAPTER_H
#define DAP_ADAPTER_H

#include "base/options.h"
#include "process/watchdog.h"
#include "report/outcome.h"
#include "report/replay.h"

/* Judges a witness, files[0] of the options, against its input, the other files; of a
 * counterexample the outcome gets the whole trace.  Called in the child. */
typedef enum replay_result dap_judge (const struct options *, watched *,
                                      struct outcome *, struct text *report,
                                      struct problem *);

/* Serves one client on stdin and stdout; `arg` are the words that `given` was made of,
 * which hold for all that the client does not say otherwise.  The exit code. */
int dap_adapter (const struct options *given, int args, char **arg,
                 dap_judge *);

#endif
