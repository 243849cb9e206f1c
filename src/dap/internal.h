/* internal.h -- what the parts of a session share. */
#ifndef DAP_INTERNAL_H
#define DAP_INTERNAL_H

#include <json-c/json.h>

#include "dap/session.h"
#include "dap/variables.h"
#include "report/trace.h"

struct dap_breakpoint {
    char *path; /* owned; as dap_path gives it */
    unsigned line, id;
};

/* What a number that was given to the client stands for, until the next move. */
enum dap_handle_kind { HANDLE_FRAME, HANDLE_SCOPE, HANDLE_BELOW, HANDLE_VALUE };
struct dap_handle {
    enum dap_handle_kind kind;
    struct variables_scope scope; /* of a frame, too */
    char *text;                   /* owned: path of BELOW, value of VALUE */
};

struct dap_session {
    const struct dap_loader *loader; /* borrowed */
    struct outcome outcome;
    struct trace trace;
    bool loaded, configured, entered;  /* stopOnEntry */
    bool over;                         /* disconnected */
    size_t at;                         /* the entry where we are */
    unsigned line_first, column_first; /* as the client counts */
    uint64_t sequence;                 /* of what is sent */
    struct vec_string path;            /* of trace.file: as dap_path gives it */
    char *directory;                   /* names are relative to it; owned */
    struct VEC (struct dap_breakpoint) breakpoint;
    unsigned breakpoints; /* ids that were given */
    struct VEC (struct dap_handle) handle;
    struct text *out;   /* of the message that is taken */
    struct text events; /* sent behind its response */
};

/* ---- what is sent */

/* `body` is JSON, or null. */
void dap_event (dap_session *, const char *name, const char *body);
/* On the debug console; the category is of the protocol. */
void dap_say (dap_session *, const char *category, const char *text);
/* Appends ", " first unless it stands behind a bracket; then `"key": `. */
void dap_key (struct text *, const char *key);
void dap_string (struct text *, const char *key, const char *value);
void dap_number (struct text *, const char *key, uint64_t);
void dap_bool (struct text *, const char *key, bool);

/* ---- what is asked; null arguments have nothing */

/* Null: there is none, or it is no string. */
const char *dap_word (const json_object *arguments, const char *key);
/* False: there is none, or it is no number from `least` on; problem set. */
bool dap_count (const json_object *arguments, const char *key, uint64_t least,
                uint64_t *, struct problem *);
bool dap_flag (const json_object *arguments, const char *key, bool otherwise);

/* ---- the requests: each appends the members of its body; false: problem */

typedef bool dap_request (dap_session *, const json_object *arguments,
                          struct text *body, struct problem *);
struct dap_command {
    const char *name;
    dap_request *run;
    bool early; /* without a counterexample, too */
};
extern const struct dap_command dap_commands[]; /* ends with a null name */

dap_request dap_launch, dap_configured, dap_restart;
dap_request dap_threads, dap_stack, dap_scopes, dap_variables, dap_evaluate,
    dap_exception;
dap_request dap_breakpoints, dap_goto_targets, dap_goto;
dap_request dap_continue, dap_reverse, dap_next, dap_step_in, dap_step_out,
    dap_step_back, dap_pause;

/* Absolute, without links if the file is there; owned. */
char *dap_path (const dap_session *, const char *name);
/* We are at an entry now, and say why. */
void dap_arrive (dap_session *, size_t at, const char *reason);
/* The breakpoint that the entry is at; 0: none. */
unsigned dap_breakpoint_at (const dap_session *, size_t at);
/* A number for the client; the text is taken over. */
unsigned dap_handle (dap_session *, enum dap_handle_kind,
                     const struct variables_scope *, char *text);
void dap_handles_forget (dap_session *);
/* Null: it is none of the kind, or of before; problem set. */
const struct dap_handle *dap_handle_find (const dap_session *, uint64_t number,
                                          struct problem *);

#endif
