/* program.c -- making, freeing and sending a program. */
#include "avr/device/program.h"

#include <stddef.h>
#include <string.h>

#include "avr/avr.h"
#include "avr/device/loop.h"
#include "avr/reduce/flow.h"
#include "micro/property/property.h"

static uint32_t
flash_words (const struct avr_device *d)
{
    assert (d->flash_bytes && !(d->flash_bytes & (d->flash_bytes - 1)));
    return d->flash_bytes / 2;
}

static bool
is_jump_to_constant (const struct avr_instruction *i)
{
    return i->op == AVR_JMP || i->op == AVR_CALL || i->op == AVR_RJMP
           || i->op == AVR_RCALL || i->op == AVR_BRBS || i->op == AVR_BRBC;
}

static bool
is_lacking (const struct avr_device *d, const struct avr_instruction *i)
{
    switch (i->op) {
    case AVR_ELPM_R0:
    case AVR_ELPM:
    case AVR_ELPM_INC:
        return !d->rampz;
    case AVR_EIJMP:
    case AVR_EICALL:
        return !d->eind;
    case AVR_JMP:
    case AVR_CALL:
        return d->lacks & AVR_NO_JUMP;
    case AVR_MUL:
    case AVR_MULS:
    case AVR_MULSU:
    case AVR_FMUL:
    case AVR_FMULS:
    case AVR_FMULSU:
        return d->lacks & AVR_NO_MULTIPLY;
    default:
        return false;
    }
}

/* What the device makes of an instruction; the program counter has as many bits
 * as the flash needs. */
static void
fit (const struct avr_device *d, struct avr_instruction *i)
{
    if (is_lacking (d, i))
        *i = (struct avr_instruction) {.op = AVR_BAD, .words = 1};
    if (is_jump_to_constant (i))
        i->k &= flash_words (d) - 1;
}

static void
add_enable (struct avr_program *p, const struct avr_vector *v, unsigned vector)
{
    unsigned n = 0;
    while (n < p->enable_count && p->enables[n].at != v->enable_at)
        n++;
    assert (n < AVR_GROUPS && vector < 64);
    p->enable_count += n == p->enable_count;
    p->enables[n].at = v->enable_at;
    p->enables[n].mask |= (uint8_t) (1u << v->enable_bit);
    p->enables[n].vector[v->enable_bit] = (uint8_t) vector;
}

static bool
condition_equal (struct avr_condition a, struct avr_condition b)
{
    return a.at == b.at && a.mask == b.mask && a.zero == b.zero;
}

static void
add_source (struct avr_program *p, const struct avr_vector *v)
{
    unsigned n = 0;
    while (n < p->source_count
           && (p->sources[n].flag_at != v->flag_at
               || !condition_equal (p->sources[n].source, v->source)
               || !condition_equal (p->sources[n].other, v->other)))
        n++;
    assert (n < AVR_GROUPS && !v->level);
    p->source_count += n == p->source_count;
    p->sources[n].flag_at = v->flag_at;
    p->sources[n].flags |= (uint8_t) (1u << v->flag_bit);
    p->sources[n].source = v->source;
    p->sources[n].other = v->other;
}

static void
group_vectors (struct avr_program *p)
{
    const struct avr_device *d = p->device;
    assert (!p->enable_count && !p->source_count);
    for (unsigned i = 1; i < d->vector_count; i++) {
        if (d->vectors[i].enable_at)
            add_enable (p, &d->vectors[i], i);
        if (!d->vectors[i].level)
            add_source (p, &d->vectors[i]);
    }
}

void
avr_program_init (struct avr_program *p, const struct avr_device *d)
{
    memset (p, 0, sizeof *p);
    assert (d && !offsetof (struct avr_program, micro));
    micro_program_init (&p->micro, &avr_class);
    p->device = d;
    p->micro.data_size = d->sram_last + 1u;
    p->micro.hot = d->sram_first;
    avr_bit_find (p->device, "SE", &p->sleep_enable);
    avr_bit_find (p->device, "IVSEL", &p->vector_select);
    avr_bit_find (p->device, "WDE", &p->watchdog);
    avr_bit_find (p->device, "WDRF", &p->watchdog_cause);
    group_vectors (p);
}

static void
find_busy (struct avr_program *p)
{
    const struct avr_device *d = p->device;
    p->busy_count = 0;
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        if (!r->busy
            || !micro_property_observes (&p->micro.property, r->address))
            continue;
        assert (p->busy_count < AVR_BUSY);
        p->busy[p->busy_count++] = r;
    }
}

void
avr_program_finish (struct avr_program *p)
{
    uint32_t words = flash_words (p->device);
    assert (p->code && p->code_words <= words);
    memory_free (p->instruction);
    avr_live_free (p->live);
    p->live = NULL;
    p->instruction = NEW_ARRAY (struct avr_instruction, words);
    for (uint32_t pc = 0; pc < words; pc++) {
        avr_decode (p->code, words, pc, &p->instruction[pc]);
        fit (p->device, &p->instruction[pc]);
    }
    find_busy (p);
    avr_loop_mark (p);
    if (p->micro.reductions & MICRO_DEAD)
        p->live = avr_live_new (p);
}

void
avr_program_clear (struct avr_program *p)
{
    avr_live_free (p->live);
    micro_program_clear (&p->micro);
    memory_free (p->instruction);
    memory_free (p->code);
    memset (p, 0, sizeof *p);
}

void
avr_program_heap (struct avr_program *p, uint16_t start, uint16_t end)
{
    uint32_t size = p->micro.data_size;
    assert (start >= p->device->sram_first && end >= p->device->sram_first);
    assert (start < p->device->sram_last && end < p->device->sram_last);
    p->heap_start = start;
    p->heap_end = end;
    micro_property_observe (&p->micro.property, size, start, 2);
    micro_property_observe (&p->micro.property, size, end, 2);
}

void
avr_program_write (const struct avr_program *p, struct buffer *b)
{
    buffer_string (b, p->device->name);
    buffer_uint (b, p->code_words);
    for (uint32_t i = 0; i < p->code_words; i++) {
        buffer_byte (b, (uint8_t) p->code[i]);
        buffer_byte (b, (uint8_t) (p->code[i] >> 8));
    }
    buffer_uint (b, p->data_end);
    buffer_uint (b, p->heap_start);
    buffer_uint (b, p->heap_end);
    micro_program_write (&p->micro, b);
}

static bool
read_device (struct avr_program *p, struct reader *r)
{
    char *name = reader_string (r);
    const struct avr_device *d = name ? avr_device_find (name) : NULL;
    memory_free (name);
    if (!d || r->failed)
        return false;
    avr_program_init (p, d);
    return true;
}

static bool
read_code (struct avr_program *p, struct reader *r)
{
    uint32_t words = flash_words (p->device);
    uint64_t loaded = reader_uint (r);
    if (r->failed || loaded > words)
        return false;
    struct bytes raw = reader_take (r, loaded * 2);
    if (r->failed)
        return false;
    p->code = NEW_ARRAY (uint16_t, words);
    memset (p->code, 0xff, words * sizeof *p->code);
    for (uint32_t i = 0; i < loaded; i++)
        p->code[i] = (uint16_t) (raw.data[2 * i] | raw.data[2 * i + 1] << 8);
    p->code_words = (uint32_t) loaded;
    return true;
}

static bool
read_numbers (struct avr_program *p, struct reader *r)
{
    p->data_end = (uint16_t) micro_read_below (r, 1u << 16);
    p->heap_start = (uint16_t) micro_read_below (r, p->device->sram_last);
    p->heap_end = (uint16_t) micro_read_below (r, p->device->sram_last);
    return !r->failed;
}

bool
avr_program_read (struct avr_program *p, struct reader *r,
                  struct problem *problem)
{
    struct place nowhere = {NULL, 0, 0};
    memset (p, 0, sizeof *p);
    if (read_device (p, r) && read_code (p, r) && read_numbers (p, r)
        && micro_program_read (&p->micro, r, flash_words (p->device))) {
        avr_program_finish (p);
        return true;
    }
    avr_program_clear (p);
    return problem_set (problem, nowhere, "an AVR program cannot be read");
}

struct digest
avr_program_digest (const struct avr_program *p)
{
    struct buffer b;
    buffer_init (&b);
    avr_program_write (p, &b);
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}
