/* internal.h -- parts of a live view. */
#ifndef SERVE_INTERNAL_H
#define SERVE_INTERNAL_H

#include <microhttpd.h>

#include "base/sha256.h"
#include "serve/serve.h"

/* Who asks for the state: a page says which it is, scripts together are one. */
struct serve_viewer {
    char name[16];
    uint64_t asked_ns; /* when it has asked last */
    bool seen;         /* it has asked for the outcome */
};
enum { SERVE_VIEWERS = 64 };

struct serve {
    struct serve_subject subject;
    struct progress_board *board; /* borrowed; may be null */
    struct progress_show show;    /* for rates and memory */
    struct MHD_Daemon *server;    /* null: not yet */
    int socket;                   /* -1: the server's */
    char *url;
    bool guarded;            /* a token is wanted */
    char token[SHA256_TEXT]; /* its hash: hashes are compared */
    char *page;              /* with its policy */
    char *policy;
    pid_t group;         /* the check's processes */
    struct text told;    /* what the check has told its watchdog */
    struct text outcome; /* empty: it goes on */
    struct serve_viewer viewer[SERVE_VIEWERS];
    size_t viewers;
};

/* What the page asks for again and again, as JSON. */
void serve_state (serve *, struct text *);
/* The page and its Content-Security-Policy. */
void serve_page (struct text *page, struct text *policy);
/* Answers one request. */
enum MHD_Result serve_answer (void *view, struct MHD_Connection *,
                              const char *url, const char *method,
                              const char *version, const char *upload,
                              size_t *upload_size, void **request);

#endif
