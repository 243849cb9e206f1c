/* serve.c -- see serve.h. */
#include "serve/serve.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "serve/address.h"
#include "serve/internal.h"

#define SECONDS(n) ((uint64_t) (n) * 1000000000)
enum { TOKEN_BYTES = 16, LEAST_TOKEN = 8 };
enum {
    LOOKS_S = 5,
    GRACE_S = 3
}; /* who asked so long ago still looks; is awaited */

/* ---- the token */

static void
token_make (char token[2 * TOKEN_BYTES + 1])
{
    static const char digit[] = "0123456789abcdef";
    uint8_t random[TOKEN_BYTES];
    size_t got = 0;
    while (got < sizeof random) {
        ssize_t more = getrandom (random + got, sizeof random - got, 0);
        if (more < 0 && errno != EINTR)
            abort (); /* no system that we run on lacks it */
        got += more > 0 ? (size_t) more : 0;
    }
    for (size_t i = 0; i < sizeof random; i++) {
        token[2 * i] = digit[random[i] >> 4];
        token[2 * i + 1] = digit[random[i] & 15];
    }
    token[2 * TOKEN_BYTES] = 0;
}

/* The first line of the file; false: problem. */
static bool
token_read (serve *v, const char *file, struct problem *p)
{
    size_t size;
    char *text = text_file (file, &size);
    if (!text)
        return problem_usage (p, "--serve-token=%s: %s", file,
                              strerror (errno));
    size = strcspn (text, "\r\n");
    bool good = size >= LEAST_TOKEN;
    if (good)
        sha256_print (text, size, v->token);
    else
        problem_usage (p,
                       "--serve-token=%s: a token of at least %d bytes is "
                       "wanted",
                       file, LEAST_TOKEN);
    memory_free (text);
    v->guarded = true;
    return good;
}

/* ---- opening */

static void
url_make (serve *v, const char *said, unsigned port, const char *token)
{
    const char *colon = strrchr (said, ':');
    struct text t;
    text_init (&t);
    text_add (&t, "http://");
    if (colon)
        text_add_n (&t, said, (size_t) (colon - said));
    else
        text_add (&t, "127.0.0.1");
    text_print (&t, ":%u/", port);
    if (token)
        text_print (&t, "?token=%s", token);
    v->url = text_take (&t);
}

serve *
serve_open (const char *address, const char *token_file,
            struct progress_board *board, const struct serve_subject *subject,
            struct problem *p)
{
    struct serve_address a;
    char token[2 * TOKEN_BYTES + 1];
    unsigned port = 0;
    serve *v = NEW (serve);
    *v = (serve) {.subject = *subject, .board = board, .socket = -1};
    text_init (&v->told);
    text_init (&v->outcome);
    bool made = !token_file;
    bool good = serve_address_read (&a, address, p)
                && (made || token_read (v, token_file, p));
    made = good && made && !a.loopback;
    if (made) {
        token_make (token);
        sha256_print (token, strlen (token), v->token);
        v->guarded = true;
    }
    if (good)
        v->socket = serve_address_listen (&a, address, &port, p);
    if (v->socket < 0) {
        serve_free (v);
        return NULL;
    }
    url_make (v, address, port, made ? token : NULL);
    struct text page, policy;
    text_init (&page);
    text_init (&policy);
    serve_page (&page, &policy);
    v->page = text_take (&page);
    v->policy = text_take (&policy);
    show_init (&v->show, board, PROGRESS_NONE, subject->limit_s);
    return v;
}

const char *
serve_url (const serve *v)
{
    return v->url;
}

void
serve_free (serve *v)
{
    if (!v)
        return;
    if (v->server)
        MHD_stop_daemon (v->server);
    if (v->socket >= 0)
        close (v->socket);
    memory_free (v->url);
    memory_free (v->page);
    memory_free (v->policy);
    text_clear (&v->told);
    text_clear (&v->outcome);
    memory_free (v);
}

/* ---- beside the watchdog */

/* The server's own descriptor that is readable when there is something to do; -1: there
 * is no server. */
static int
server_fd (const serve *v)
{
    const union MHD_DaemonInfo *info =
        v->server ? MHD_get_daemon_info (v->server, MHD_DAEMON_INFO_EPOLL_FD)
                  : NULL;
    return info ? info->epoll_fd : -1;
}

/* What has been read already wakes nobody. */
static void
server_run (serve *v)
{
    enum { TURNS = 16 };
    MHD_UNSIGNED_LONG_LONG wait = 0;
    for (int i = 0; v->server && !wait && i < TURNS; i++) {
        MHD_run (v->server);
        wait = 1;
        MHD_get_timeout (v->server, &wait);
    }
}

/* In the process that watches alone: a check must not hold the port. */
static int
guest_begin (void *view, pid_t group)
{
    serve *v = view;
    v->group = group;
    v->server = MHD_start_daemon (
        MHD_USE_EPOLL | MHD_USE_ITC, 0, NULL, NULL, serve_answer, v,
        MHD_OPTION_LISTEN_SOCKET, v->socket, MHD_OPTION_CONNECTION_LIMIT, 64u,
        MHD_OPTION_CONNECTION_TIMEOUT, 10u, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t) 32768, MHD_OPTION_END);
    if (v->server)
        v->socket = -1;
    return server_fd (v);
}

static void
guest_turn (void *view, const char *told)
{
    serve *v = view;
    text_reset (&v->told);
    text_add (&v->told, told);
    server_run (v);
}

static void
guest_child (void *view)
{
    serve *v = view;
    close (v->socket);
}

struct watch_guest
serve_guest (serve *v)
{
    return (struct watch_guest) {.begin = guest_begin,
                                 .turn = guest_turn,
                                 .child = guest_child,
                                 .context = v};
}

/* Somebody looked when the check ended, and has not seen the outcome. */
static bool
awaited (const serve *v, uint64_t ended)
{
    for (size_t i = 0; i < v->viewers; i++)
        if (!v->viewer[i].seen
            && v->viewer[i].asked_ns + SECONDS (LOOKS_S) > ended)
            return true;
    return false;
}

void
serve_end (serve *v, const char *outcome)
{
    assert (!v->outcome.size);
    uint64_t now = clock_wall_ns (), end = now + SECONDS (GRACE_S);
    text_add (&v->outcome, *outcome ? outcome : "verdict: none\n");
    while (v->server && awaited (v, now) && clock_wall_ns () < end) {
        struct pollfd p = {.fd = server_fd (v), .events = POLLIN};
        poll (&p, 1, 50);
        server_run (v);
    }
    /* What was answered last is to be sent. */
    for (int i = 0; v->server && v->viewers && i < 4; i++) {
        struct pollfd p = {.fd = server_fd (v), .events = POLLIN};
        poll (&p, 1, 5);
        server_run (v);
    }
}
