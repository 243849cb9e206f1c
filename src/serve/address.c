/* address.c -- see address.h. */
#include "serve/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HOST_MOST = 64 };

/* A port and nothing else; false: it is none. */
static bool
port_read (const char *text, uint16_t *port)
{
    char *end;
    unsigned long n = strtoul (text, &end, 10);
    *port = (uint16_t) n;
    return isdigit ((unsigned char) *text) && !*end && n <= UINT16_MAX;
}

/* What stands before the last colon, without brackets; false: too long. */
static bool
host_copy (const char *text, size_t size, char host[HOST_MOST])
{
    if (size >= 2 && *text == '[' && text[size - 1] == ']') {
        text++;
        size -= 2;
    }
    if (size >= HOST_MOST)
        return false;
    memcpy (host, text, size);
    host[size] = 0;
    return true;
}

static bool
host_read (struct serve_address *a, const char *host, uint16_t port)
{
    struct sockaddr_in *four = (struct sockaddr_in *) &a->at;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *) &a->at;
    if (inet_pton (AF_INET, host, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons (port);
        a->size = sizeof *four;
        a->loopback = ntohl (four->sin_addr.s_addr) >> 24 == 127;
        return true;
    }
    if (inet_pton (AF_INET6, host, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons (port);
        a->size = sizeof *six;
        a->loopback = IN6_IS_ADDR_LOOPBACK (&six->sin6_addr);
        return true;
    }
    return false;
}

bool
serve_address_read (struct serve_address *a, const char *text,
                    struct problem *p)
{
    *a = (struct serve_address) {0};
    const char *colon = strrchr (text, ':');
    char host[HOST_MOST] = "127.0.0.1";
    uint16_t port;
    bool good = port_read (colon ? colon + 1 : text, &port)
                && (!colon || host_copy (text, (size_t) (colon - text), host));
    if (good && !strcmp (host, "localhost"))
        strcpy (host, "127.0.0.1");
    return (good && host_read (a, host, port))
           || problem_usage (p,
                             "--serve=%s: an address of numbers and a port are "
                             "wanted, such as 127.0.0.1:8080 or [::1]:8080",
                             text);
}

static unsigned
port_of (int fd)
{
    struct sockaddr_storage at = {0};
    socklen_t size = sizeof at;
    if (getsockname (fd, (struct sockaddr *) &at, &size))
        return 0;
    return at.ss_family == AF_INET
               ? ntohs (((struct sockaddr_in *) &at)->sin_port)
               : ntohs (((struct sockaddr_in6 *) &at)->sin6_port);
}

int
serve_address_listen (const struct serve_address *a, const char *said,
                      unsigned *port, struct problem *p)
{
    enum { WAITING = 32 };
    int yes = 1;
    int fd =
        socket (a->at.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && !setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes)
        && !bind (fd, (const struct sockaddr *) &a->at, a->size)
        && !listen (fd, WAITING)) {
        *port = port_of (fd);
        return fd;
    }
    problem_usage (p, "--serve=%s: %s", said,
                   errno == EADDRINUSE ? "the port is in use; port 0 takes one "
                                         "that is free"
                                       : strerror (errno));
    if (fd >= 0)
        close (fd);
    return -1;
}

bool
serve_host_good (const char *text)
{
    char host[HOST_MOST];
    struct serve_address a = {0};
    uint16_t port;
    if (!text)
        return false;
    size_t size = strlen (text);
    const char *colon = strrchr (text, ':');
    if (colon && port_read (colon + 1, &port))
        size = (size_t) (colon - text);
    return host_copy (text, size, host)
           && (!strcmp (host, "localhost") || host_read (&a, host, 0));
}
