/* answer.c -- one request: who may ask, and what is answered. */
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "serve/address.h"
#include "serve/internal.h"

static enum MHD_Result
reply (serve *v, struct MHD_Connection *c, unsigned status, const char *type,
       const char *body, size_t size)
{
    const char *const headers[][2] = {
        {"Content-Type", type},
        {"Content-Security-Policy", v->policy},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cache-Control", "no-store"},
        {"Allow", "GET"}};
    struct MHD_Response *r = MHD_create_response_from_buffer (
        size, (void *) (uintptr_t) body, MHD_RESPMEM_MUST_COPY);
    if (!r)
        return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header (r, headers[i][0], headers[i][1]);
    enum MHD_Result result = MHD_queue_response (c, status, r);
    MHD_destroy_response (r);
    return result;
}

static enum MHD_Result
refuse (serve *v, struct MHD_Connection *c, unsigned status, const char *why)
{
    return reply (v, c, status, "text/plain; charset=utf-8", why, strlen (why));
}

/* All of both is looked at, whatever differs: time tells nothing about the token. */
static bool
token_good (const serve *v, struct MHD_Connection *c)
{
    static const char bearer[] = "Bearer ";
    const char *given =
        MHD_lookup_connection_value (c, MHD_HEADER_KIND, "Authorization");
    if (given && !strncmp (given, bearer, strlen (bearer)))
        given += strlen (bearer);
    else
        given = MHD_lookup_connection_value (c, MHD_GET_ARGUMENT_KIND, "token");
    char hash[SHA256_TEXT];
    unsigned different = 0;
    sha256_print (given ? given : "", given ? strlen (given) : 0, hash);
    for (size_t i = 0; i < SHA256_TEXT; i++)
        different |= (unsigned char) (hash[i] ^ v->token[i]);
    return given && !different;
}

/* If there are too many, the last ones are taken for one. */
static struct serve_viewer *
viewer_of (serve *v, struct MHD_Connection *c)
{
    const char *name =
        MHD_lookup_connection_value (c, MHD_HEADER_KIND, "Cohort-View");
    char known[sizeof v->viewer->name] = "";
    size_t i = 0;
    strncat (known, name ? name : "", sizeof known - 1);
    while (i < v->viewers && strcmp (v->viewer[i].name, known) != 0)
        i++;
    if (i == SERVE_VIEWERS)
        i--;
    if (i == v->viewers) {
        memcpy (v->viewer[i].name, known, sizeof known);
        v->viewers++;
    }
    return &v->viewer[i];
}

enum MHD_Result
serve_answer (void *view, struct MHD_Connection *c, const char *url,
              const char *method, const char *version, const char *upload,
              size_t *upload_size, void **request)
{
    serve *v = view;
    (void) version;
    (void) upload;
    if (!*request) { /* the header has come; what it brings is not read */
        *request = v;
        return MHD_YES;
    }
    if (*upload_size) {
        *upload_size = 0;
        return MHD_YES;
    }
    if (strcmp (method, MHD_HTTP_METHOD_GET) != 0)
        return refuse (v, c, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET\n");
    if (!serve_host_good (
            MHD_lookup_connection_value (c, MHD_HEADER_KIND, "Host")))
        return refuse (v, c, MHD_HTTP_FORBIDDEN,
                       "the Host must be an address, or localhost\n");
    if (v->guarded && !token_good (v, c))
        return refuse (v, c, MHD_HTTP_UNAUTHORIZED, "a token is wanted\n");
    if (!strcmp (url, "/"))
        return reply (v, c, MHD_HTTP_OK, "text/html; charset=utf-8", v->page,
                      strlen (v->page));
    if (strcmp (url, "/state") != 0)
        return refuse (v, c, MHD_HTTP_NOT_FOUND, "nothing is there\n");
    struct text t;
    text_init (&t);
    serve_state (v, &t);
    struct serve_viewer *viewer = viewer_of (v, c);
    viewer->asked_ns = clock_wall_ns ();
    viewer->seen = v->outcome.size != 0;
    enum MHD_Result result =
        reply (v, c, MHD_HTTP_OK, "application/json", text_view (&t), t.size);
    text_clear (&t);
    return result;
}
