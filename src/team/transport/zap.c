/* zap.c -- see zap.h. */
#include "team/transport/zap.h"

#include <stdio.h>
#include <string.h>
#include <zmq.h>

#include "team/transport/zmq_internal.h"

void *
zap_open (void *context, struct problem *problem)
{
    void *zap = wire_socket (context, ZMQ_REP, 0, problem);
    if (!zap || !zmq_bind (zap, "inproc://zeromq.zap.01"))
        return zap;
    wire_problem (problem, "cannot ask", "who is allowed");
    zmq_close (zap);
    return NULL;
}

/* Version, request, domain, address, identity, mechanism, key; answered by
 * version, request, status, text, user, metadata. */
bool
zap_answer (void *zap, zap_allowed *allowed, void *context, char from[ZAP_FROM],
            char key[KEY_TEXT])
{
    enum { VERSION, REQUEST, DOMAIN, ADDRESS, IDENTITY, MECHANISM, KEY, PARTS };
    char part[PARTS][256];
    int size[PARTS] = {0};
    int count = 0, more = 1;
    size_t length = sizeof more;
    while (more) {
        char spare[256];
        char *into = count < PARTS ? part[count] : spare;
        int got = zmq_recv (zap, into, 255, count ? 0 : ZMQ_DONTWAIT);
        if (got < 0)
            return false;
        if (count < PARTS) {
            size[count] = got < 255 ? got : 255;
            part[count][size[count]] = 0;
        }
        count++;
        zmq_getsockopt (zap, ZMQ_RCVMORE, &more, &length);
    }
    bool known = false;
    key[0] = 0;
    if (count == PARTS && size[KEY] == 32 && !strcmp (part[MECHANISM], "CURVE")
        && zmq_z85_encode (key, (uint8_t *) part[KEY], 32))
        known = allowed (context, key);
    snprintf (from, ZAP_FROM, "%.*s", ZAP_FROM - 1,
              count > ADDRESS ? part[ADDRESS] : "somewhere");
    zmq_send (zap, "1.0", 3, ZMQ_SNDMORE);
    zmq_send (zap, part[REQUEST], (size_t) size[REQUEST], ZMQ_SNDMORE);
    zmq_send (zap, known ? "200" : "400", 3, ZMQ_SNDMORE);
    zmq_send (zap, known ? "OK" : "unknown key", known ? 2 : 11, ZMQ_SNDMORE);
    zmq_send (zap, key, strlen (key), ZMQ_SNDMORE);
    zmq_send (zap, "", 0, 0);
    return !known;
}
