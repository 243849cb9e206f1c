/* program.c -- making, freeing and sending a program. */
#include "mcs51/device/program.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "mcs51/mcs51.h"
#include "mcs51/reduce/live.h"

/* Bank 0 of R0 to R7. */
enum { HOT = 8, MOST_XRAM = 0xfe00 };

void
mcs51_program_init (struct mcs51_program *p, const struct mcs51_device *d,
                    uint32_t xram)
{
    memset (p, 0, sizeof *p);
    assert (d && !offsetof (struct mcs51_program, micro));
    assert (xram <= MOST_XRAM);
    micro_program_init (&p->micro, &mcs51_class);
    p->device = d;
    p->xram = xram;
    p->micro.data_size = mcs51_xram_first (d) + xram;
    p->micro.hot = HOT;
}

void
mcs51_program_finish (struct mcs51_program *p)
{
    assert (p->code && p->loaded && p->code_end <= MCS51_CODE);
    memory_free (p->instruction);
    mcs51_live_free (p->live);
    p->live = NULL;
    p->instruction = NEW_ARRAY (struct mcs51_instruction, p->code_end + 1);
    for (uint32_t pc = 0; pc < p->code_end; pc++) {
        mcs51_decode (p->code, (uint16_t) pc, &p->instruction[pc]);
        for (uint32_t k = 0; k < p->instruction[pc].bytes; k++)
            if (!mcs51_is_loaded (p, pc + k)) {
                p->instruction[pc] = (struct mcs51_instruction) {.bytes = 1};
                break;
            }
    }
    if (p->micro.reductions & MICRO_DEAD)
        p->live = mcs51_live_new (p);
}

void
mcs51_program_clear (struct mcs51_program *p)
{
    mcs51_live_free (p->live);
    micro_program_clear (&p->micro);
    memory_free (p->instruction);
    memory_free (p->loaded);
    memory_free (p->code);
    memset (p, 0, sizeof *p);
}

/* Pieces of code that hang together: how many bytes are not loaded, how many are,
 * and those. */
static void
write_code (const struct mcs51_program *p, struct buffer *b)
{
    uint32_t at = 0;
    buffer_uint (b, p->code_end);
    while (at < p->code_end) {
        uint32_t first = at;
        while (!mcs51_is_loaded (p, first))
            first++;
        uint32_t end = first;
        while (mcs51_is_loaded (p, end))
            end++;
        assert (first < end && end <= p->code_end);
        buffer_uint (b, first - at);
        buffer_uint (b, end - first);
        buffer_put (b, p->code + first, end - first);
        at = end;
    }
}

void
mcs51_program_write (const struct mcs51_program *p, struct buffer *b)
{
    buffer_string (b, p->device->name);
    buffer_uint (b, p->xram);
    buffer_uint (b, p->stack_first);
    buffer_uint (b, p->stack_last);
    write_code (p, b);
    micro_program_write (&p->micro, b);
}

static bool
read_head (struct mcs51_program *p, struct reader *r)
{
    char *name = reader_string (r);
    const struct mcs51_device *d = name ? mcs51_device_find (name) : NULL;
    memory_free (name);
    uint32_t xram = micro_read_below (r, MOST_XRAM + 1);
    if (!d || r->failed)
        return false;
    mcs51_program_init (p, d, xram);
    p->stack_first = (uint16_t) micro_read_below (r, d->ram);
    p->stack_last = (uint16_t) micro_read_below (r, d->ram);
    return !r->failed;
}

static bool
read_code (struct mcs51_program *p, struct reader *r)
{
    uint32_t end = micro_read_below (r, MCS51_CODE + 1), at = 0;
    p->code = memory_new (MCS51_CODE);
    memset (p->code, 0xff, MCS51_CODE);
    p->loaded = memory_new (MCS51_CODE / 8);
    while (at < end && !r->failed) {
        at += micro_read_below (r, end - at);
        uint32_t size = micro_read_below (r, end - at + 1);
        struct bytes piece = reader_take (r, size);
        if (r->failed || !size)
            return false;
        memcpy (p->code + at, piece.data, size);
        for (uint32_t i = at; i < at + size; i++)
            p->loaded[i >> 3] |= (uint8_t) (1u << (i & 7));
        at += size;
    }
    p->code_end = end;
    return !r->failed;
}

bool
mcs51_program_read (struct mcs51_program *p, struct reader *r,
                    struct problem *problem)
{
    memset (p, 0, sizeof *p);
    if (read_head (p, r) && read_code (p, r)
        && micro_program_read (&p->micro, r, MCS51_CODE)) {
        mcs51_program_finish (p);
        return true;
    }
    mcs51_program_clear (p);
    return problem_set (problem, (struct place) {0},
                        "an MCS-51 program cannot be read");
}
