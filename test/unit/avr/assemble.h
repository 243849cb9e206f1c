/* assemble.h -- small firmware for tests, instruction by instruction, and
 * all that can be reached in it. */
#ifndef AVR_ASSEMBLE_H
#define AVR_ASSEMBLE_H

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "micro/property/environment.h"
#include "avr/reduce/flow.h"
#include "avr/avr.h"
#include "avr/device/image.h"
#include "micro/property/property.h"

enum { /* data addresses of the ATmega16 */
       PIND = 0x30,
       DDRD = 0x31,
       PORTB = 0x38,
       TCCR0 = 0x53,
       TIFR = 0x58,
       TIMSK = 0x59,
       SPL = 0x5d,
       SPH = 0x5e,
       SREG = 0x5f,
       SRAM = 0x60,
       RAMEND = 0x45f
};
enum { ALL_REDUCTIONS = 31, MAIN = 64, ALL_CHECKS = (1 << FAULT_SPM) - 1 };

/* Code grows at `at`; the invariant is asked from `start` on. */
struct assembly {
    uint16_t word[512];
    uint32_t at, end, start;
};

static inline void
put (struct assembly *a, unsigned word)
{
    assert (a->at < 512);
    a->word[a->at++] = (uint16_t) word;
    if (a->at > a->end)
        a->end = a->at;
}

static inline void
registers (struct assembly *a, unsigned op, unsigned d, unsigned r)
{
    put (a, op << 10 | (r & 16) << 5 | d << 4 | (r & 15));
}

static inline void
immediate (struct assembly *a, unsigned op, unsigned d, unsigned k)
{
    assert (d >= 16);
    put (a, op << 12 | (k & 0xf0) << 4 | (d - 16) << 4 | (k & 15));
}

static inline void
ldi (struct assembly *a, unsigned d, unsigned k)
{
    immediate (a, 14, d, k & 255);
}

static inline void
cpi (struct assembly *a, unsigned d, unsigned k)
{
    immediate (a, 3, d, k);
}

static inline void
andi (struct assembly *a, unsigned d, unsigned k)
{
    immediate (a, 7, d, k);
}

static inline void
mov (struct assembly *a, unsigned d, unsigned r)
{
    registers (a, 11, d, r);
}

static inline void
cp (struct assembly *a, unsigned d, unsigned r)
{
    registers (a, 5, d, r);
}

static inline void
eor (struct assembly *a, unsigned d, unsigned r)
{
    registers (a, 9, d, r);
}

static inline void
or_ (struct assembly *a, unsigned d, unsigned r)
{
    registers (a, 10, d, r);
}

static inline void
add (struct assembly *a, unsigned d, unsigned r)
{
    registers (a, 3, d, r);
}

static inline void
in (struct assembly *a, unsigned d, unsigned address)
{
    unsigned io = address - 0x20;
    put (a, 0xb000 | (io & 0x30) << 5 | d << 4 | (io & 15));
}

static inline void
out (struct assembly *a, unsigned address, unsigned r)
{
    unsigned io = address - 0x20;
    put (a, 0xb800 | (io & 0x30) << 5 | r << 4 | (io & 15));
}

static inline void
lds (struct assembly *a, unsigned d, unsigned address)
{
    put (a, 0x9000 | d << 4);
    put (a, address);
}

static inline void
sts (struct assembly *a, unsigned address, unsigned r)
{
    put (a, 0x9200 | r << 4);
    put (a, address);
}

static inline void
push (struct assembly *a, unsigned r)
{
    put (a, 0x920f | r << 4);
}

static inline void
pop (struct assembly *a, unsigned d)
{
    put (a, 0x900f | d << 4);
}

static inline void
inc (struct assembly *a, unsigned d)
{
    put (a, 0x9403 | d << 4);
}

static inline void
adiw_r24 (struct assembly *a, unsigned k)
{
    assert (k < 16);
    put (a, 0x9600 | k);
}

static inline void
jump (struct assembly *a, uint32_t target)
{
    put (a, 0xc000 | ((target - a->at - 1) & 0xfff));
}

static inline void
call (struct assembly *a, uint32_t target)
{
    put (a, 0xd000 | ((target - a->at - 1) & 0xfff));
}

/* BRBS (set), BRBC. */
static inline void
branch (struct assembly *a, bool set, unsigned flag, uint32_t target)
{
    put (a, (set ? 0xf000 : 0xf400) | ((target - a->at - 1) & 127) << 3 | flag);
}

enum {
    SEI = 0x9478,
    CLI = 0x94f8,
    RET = 0x9508,
    RETI = 0x9518,
    SLEEP = 0x9588,
    NOP = 0
};

/* Stack pointer at the end of SRAM, through r16. */
static inline void
set_stack (struct assembly *a)
{
    ldi (a, 16, RAMEND >> 8);
    out (a, SPH, 16);
    ldi (a, 16, RAMEND & 255);
    out (a, SPL, 16);
}

static inline void
assign (struct assembly *a, unsigned address, unsigned value)
{
    ldi (a, 16, value);
    if (address < SRAM)
        out (a, address, 16);
    else
        sts (a, address, 16);
}

static inline unsigned
vector_of (const char *name)
{
    const struct avr_device *d = avr_device_find ("atmega16");
    for (unsigned v = 0; v < d->vector_count; v++)
        if (!strcmp (d->vectors[v].name, name))
            return v;
    assert (0);
    return 0;
}

/* The vector table, with one handler; then a->at is where main begins. */
static inline void
begin (struct assembly *a, const char *vector, uint32_t handler)
{
    memset (a, 0, sizeof *a);
    jump (a, MAIN);
    if (vector) {
        a->at = vector_of (vector) * 2;
        jump (a, handler);
    }
    a->at = a->start = MAIN;
}

struct setting {
    enum micro_memory memory;
    unsigned reductions, broken;
    const char *invariant; /* may be null: true */
    uint64_t observed;     /* bits of SRAM from 0x60 on that are observed */
    uint8_t low;           /* pins of PIND that are always 0 */
    size_t most;           /* states; 0: 100,000 */
};

static inline void
make_program (struct avr_program *p, const struct assembly *a,
              const struct setting *s)
{
    avr_program_init (p, avr_device_find ("atmega16"));
    uint32_t words = p->device->flash_bytes / 2;
    p->code = NEW_ARRAY (uint16_t, words);
    memset (p->code, 0xff, words * sizeof *p->code);
    memcpy (p->code, a->word, a->end * sizeof *p->code);
    p->code_words = a->end;
    p->data_end = SRAM + 64;
    p->micro.begin = a->start;
    p->micro.handled = UINT64_MAX;
    p->micro.memory = s->memory;
    p->micro.reductions = s->reductions;
    p->micro.broken = s->broken;
    p->micro.checks = ALL_CHECKS;
    if (s->low) {
        struct micro_allowed allowed = {.address = PIND, .mask = s->low};
        VEC_PUSH (allowed.values, 0);
        VEC_PUSH (p->micro.environment.allowed, allowed);
    }
    if (s->invariant) {
        struct micro_image image = {0};
        avr_image_init (&image, p->device);
        struct problem problem = {0};
        bool read = micro_property_read (&p->micro.property, &image,
                                         s->invariant, &problem);
        if (!read)
            fprintf (stderr, "%s\n", problem.message);
        assert (read);
    } else {
        p->micro.property.observed = NEW_ARRAY (uint8_t, 0x2000);
        for (unsigned i = 0; i < 64; i++)
            if (s->observed >> i & 1)
                p->micro.property.observed[(SRAM + i) / 8] |=
                    (uint8_t) (1 << (SRAM + i) % 8);
    }
    avr_program_finish (p);
}

static inline generator *
make_machine (const struct assembly *a, const struct setting *s)
{
    struct avr_program p;
    make_program (&p, a, s);
    return avr_machine_new (&p);
}

/* All states, breadth first, with who came from where. */
struct reached {
    struct map map;
    struct VEC (uint8_t *) state; /* owned */
    struct VEC (size_t) parent;
    struct VEC (uint32_t) choice;
    size_t size; /* bytes of a state */
    uint64_t edges, steps;
    uint32_t marks; /* of all edges */
    uint32_t fault; /* the first one, and its path */
    struct VEC (uint32_t) path;
    bool full;
};

static inline void
reached_path (struct reached *r, size_t parent, uint32_t choice)
{
    r->path.size = 0;
    VEC_PUSH (r->path, choice);
    while (parent != SIZE_MAX) {
        VEC_PUSH (r->path, r->choice.at[parent]);
        parent = r->parent.at[parent];
    }
    for (size_t i = 0; i < r->path.size / 2; i++) {
        uint32_t x = r->path.at[i];
        r->path.at[i] = r->path.at[r->path.size - 1 - i];
        r->path.at[r->path.size - 1 - i] = x;
    }
}

static inline void
reached_edges (struct reached *r, generator *g, struct bytes from,
               size_t parent)
{
    struct edge e;
    generator_enter (g, from);
    while (generator_next (g, &e) == NEXT_EDGE) {
        r->edges++;
        r->steps += e.steps;
        r->marks |= e.marks;
        if (e.marks & EDGE_FAULT) {
            if (!r->fault) {
                r->fault = e.fault;
                reached_path (r, parent, e.choice);
            }
            continue;
        }
        r->size = e.target.size;
        if (map_put (&r->map, digest_of (e.target), 0)) {
            VEC_PUSH (r->state, memory_copy (e.target.data, e.target.size));
            VEC_PUSH (r->parent, parent);
            VEC_PUSH (r->choice, e.choice);
        }
    }
}

static inline void
reach (struct reached *r, generator *g, size_t most)
{
    memset (r, 0, sizeof *r);
    map_init (&r->map);
    reached_edges (r, g, (struct bytes) {0}, SIZE_MAX);
    for (size_t i = 0; i < r->state.size && !r->full; i++) {
        reached_edges (r, g, (struct bytes) {r->state.at[i], r->size}, i);
        r->full = r->state.size > (most ? most : 100000);
    }
}

static inline void
reached_clear (struct reached *r)
{
    for (size_t i = 0; i < r->state.size; i++)
        memory_free (r->state.at[i]);
    VEC_CLEAR (r->state);
    VEC_CLEAR (r->parent);
    VEC_CLEAR (r->choice);
    VEC_CLEAR (r->path);
    map_clear (&r->map);
}

#endif
