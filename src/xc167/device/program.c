/* program.c -- making, freeing and sending a program. */
#include "xc167/device/program.h"

#include <stddef.h>
#include <string.h>

#include "micro/property/property.h"
#include "xc167/xc167.h"

void
xc167_program_init (struct xc167_program *p, const struct xc167_device *d)
{
    memset (p, 0, sizeof *p);
    assert (d && !offsetof (struct xc167_program, micro));
    micro_program_init (&p->micro, &xc167_class);
    p->device = d;
    p->micro.data_size = xc167_data_size (d);
    p->micro.hot = xc167_hot (d);
}

void
xc167_program_start (struct xc167_program *p, uint8_t segment)
{
    p->vectors = segment;
    p->micro.start = (uint32_t) segment << 15;
}

void
xc167_program_load (struct xc167_program *p, uint32_t address, uint8_t byte)
{
    struct xc167_segment **s = &p->segment[address >> 16 & 0xff];
    uint32_t at = address & 0xffff;
    assert (address < XC167_CODE);
    if (!*s)
        *s = NEW (struct xc167_segment);
    (*s)->byte[at] = byte;
    (*s)->loaded[at >> 3] |= (uint8_t) (1u << (at & 7));
}

/* Of a long instruction that is cut off, the missing bytes are 0: fetching it
 * fails all the same, as `bytes` tells. */
static void
decode_segment (struct xc167_segment *s)
{
    for (uint32_t at = 0; at < XC167_SEGMENT; at += 2) {
        if (!(s->loaded[at >> 3] >> (at & 7) & 1))
            continue;
        uint8_t byte[4] = {0};
        for (unsigned i = 0; i < 4 && at + i < XC167_SEGMENT; i++)
            byte[i] = s->byte[at + i];
        xc167_decode (byte, &s->instruction[at / 2]);
    }
}

static bool
is_observed (const struct xc167_program *p, uint16_t place)
{
    const struct micro_property *property = &p->micro.property;
    return micro_property_observes (property, place)
           || micro_property_observes (property, (uint16_t) (place + 1));
}

static void
make_places (struct xc167_program *p)
{
    memory_free (p->place);
    p->place = NEW_ARRAY (uint16_t, 0x10000 - XC167_LOW);
    for (uint32_t a = XC167_LOW; a < 0x10000; a++)
        p->place[a - XC167_LOW] = xc167_place_of (p->device, a);
    assert (p->device->node_count <= XC167_NODES);
    p->sees_requests = false;
    for (size_t i = 1; i < p->device->node_count; i++) {
        const struct xc167_node *n = &p->device->nodes[i];
        p->source[i] = (struct xc167_node_source) {
            n->mask ? xc167_place_of (p->device, n->source) : 0,
            {(uint8_t) n->mask, (uint8_t) (n->mask >> 8)}};
        p->sees_requests |= is_observed (p, xc167_control ((unsigned) i));
    }
}

void
xc167_program_finish (struct xc167_program *p)
{
    for (unsigned i = 0; i < XC167_SEGMENTS; i++)
        if (p->segment[i]) {
            decode_segment (p->segment[i]);
            p->words = (i + 1) * (XC167_SEGMENT / 2);
        }
    make_places (p);
}

void
xc167_program_clear (struct xc167_program *p)
{
    micro_program_clear (&p->micro);
    for (unsigned i = 0; i < XC167_SEGMENTS; i++)
        memory_free (p->segment[i]);
    memory_free (p->place);
    memset (p, 0, sizeof *p);
}

uint64_t
xc167_handled (const struct xc167_program *p)
{
    uint64_t handled = 1; /* reset */
    assert (p->device->node_count <= 64);
    for (size_t i = 1; i < p->device->node_count; i++) {
        uint32_t at =
            ((uint32_t) p->vectors << 16) + 4u * p->device->nodes[i].trap;
        handled |= (uint64_t) xc167_is_loaded (p, at) << i;
    }
    return handled;
}

/* The next run of loaded bytes from `at` on; false: there is none. */
static bool
next_run (const struct xc167_program *p, uint32_t *at, uint32_t *end)
{
    while (*at < XC167_CODE && !xc167_is_loaded (p, *at))
        *at = p->segment[*at >> 16] ? *at + 1 : (*at | 0xffff) + 1;
    *end = *at;
    while (*end < XC167_CODE && xc167_is_loaded (p, *end))
        ++*end;
    return *at < XC167_CODE;
}

void
xc167_program_write (const struct xc167_program *p, struct buffer *b)
{
    uint32_t runs = 0, at = 0, end;
    for (; next_run (p, &at, &end); at = end)
        runs++;
    buffer_string (b, p->device->name);
    buffer_byte (b, p->vectors);
    buffer_uint (b, runs);
    for (at = 0; next_run (p, &at, &end); at = end) {
        buffer_uint (b, at);
        buffer_uint (b, end - at);
        for (uint32_t i = at; i < end; i++)
            buffer_byte (b, p->segment[i >> 16]->byte[i & 0xffff]);
    }
    micro_program_write (&p->micro, b);
}

static bool
read_device (struct xc167_program *p, struct reader *r)
{
    char *name = reader_string (r);
    const struct xc167_device *d = name ? xc167_device_find (name) : NULL;
    memory_free (name);
    if (!d || r->failed)
        return false;
    xc167_program_init (p, d);
    xc167_program_start (p, reader_byte (r));
    return !r->failed;
}

static bool
read_code (struct xc167_program *p, struct reader *r)
{
    uint32_t runs = micro_read_below (r, XC167_CODE), least = 0;
    for (uint32_t i = 0; i < runs && !r->failed; i++) {
        uint32_t at = micro_read_below (r, XC167_CODE);
        uint32_t size = micro_read_below (r, XC167_CODE + 1);
        if (r->failed || at < least || !size || size > XC167_CODE - at)
            return false;
        struct bytes raw = reader_take (r, size);
        if (r->failed)
            return false;
        for (uint32_t k = 0; k < size; k++)
            xc167_program_load (p, at + k, raw.data[k]);
        least = at + size + 1; /* runs do not touch */
    }
    return !r->failed;
}

bool
xc167_program_read (struct xc167_program *p, struct reader *r,
                    struct problem *problem)
{
    struct place nowhere = {NULL, 0, 0};
    memset (p, 0, sizeof *p);
    if (read_device (p, r) && read_code (p, r)
        && micro_program_read (&p->micro, r, XC167_CODE / 2)) {
        xc167_program_finish (p);
        return true;
    }
    xc167_program_clear (p);
    return problem_set (problem, nowhere, "an XC167 program cannot be read");
}
