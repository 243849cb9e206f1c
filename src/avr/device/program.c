/* program.c -- making, freeing and sending a program. */
#include "avr/device/program.h"

#include <stdlib.h>
#include <string.h>

#include "avr/property/environment.h"
#include "avr/reduce/flow.h"
#include "avr/property/property.h"

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

/* What the device makes of an instruction: no RAMPZ, no ELPM; the program
 * counter has as many bits as the flash needs. */
static void
fit (const struct avr_device *d, struct avr_instruction *i)
{
    if (!d->rampz
        && (i->op == AVR_ELPM_R0 || i->op == AVR_ELPM || i->op == AVR_ELPM_INC))
        *i = (struct avr_instruction) {.op = AVR_BAD, .words = 1};
    if (is_jump_to_constant (i))
        i->k &= flash_words (d) - 1;
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
    if (p->reductions & AVR_DEAD)
        p->live = avr_live_new (p);
}

void
avr_program_clear (struct avr_program *p)
{
    avr_live_free (p->live);
    avr_environment_clear (&p->environment);
    avr_property_clear (&p->property);
    for (size_t i = 0; i < p->proposition.size; i++)
        avr_property_clear (&p->proposition.at[i]);
    VEC_CLEAR (p->proposition);
    VEC_CLEAR (p->eager);
    memory_free (p->instruction);
    memory_free (p->code);
    memset (p, 0, sizeof *p);
}

static size_t
data_size (const struct avr_program *p)
{
    return p->device->sram_last + 1u;
}

void
avr_program_heap (struct avr_program *p, uint16_t start, uint16_t end)
{
    assert (start >= p->device->sram_first && end >= p->device->sram_first);
    assert (start < p->device->sram_last && end < p->device->sram_last);
    p->heap_start = start;
    p->heap_end = end;
    avr_property_observe (&p->property, p->device, start, 2);
    avr_property_observe (&p->property, p->device, end, 2);
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
    buffer_uint (b, p->begin);
    buffer_uint (b, p->handled);
    buffer_uint (b, p->memory);
    buffer_uint (b, p->reductions);
    buffer_uint (b, p->checks);
    buffer_uint (b, p->broken);
    buffer_uint (b, p->eager.size);
    for (size_t i = 0; i < p->eager.size; i++)
        buffer_uint (b, p->eager.at[i]);
    avr_environment_write (&p->environment, b);
    avr_property_write (&p->property, data_size (p), b);
    buffer_uint (b, p->proposition.size);
    for (size_t i = 0; i < p->proposition.size; i++)
        avr_property_write (&p->proposition.at[i], data_size (p), b);
}

static bool
read_device (struct avr_program *p, struct reader *r)
{
    char *name = reader_string (r);
    p->device = name ? avr_device_find (name) : NULL;
    memory_free (name);
    return p->device && !r->failed;
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

/* A number below `limit`; else the reader fails. */
static uint32_t
read_below (struct reader *r, uint64_t limit)
{
    uint64_t value = reader_uint (r);
    if (value < limit)
        return (uint32_t) value;
    r->failed = true;
    return 0;
}

static bool
read_numbers (struct avr_program *p, struct reader *r)
{
    uint32_t words = flash_words (p->device);
    p->data_end = (uint16_t) read_below (r, 1u << 16);
    p->heap_start = (uint16_t) read_below (r, p->device->sram_last);
    p->heap_end = (uint16_t) read_below (r, p->device->sram_last);
    p->begin = read_below (r, words);
    p->handled = reader_uint (r);
    p->memory = read_below (r, AVR_SYMBOLIC_STACK + 1);
    p->reductions = read_below (r, AVR_PATH * 2);
    p->checks = read_below (r, 1u << FAULTS);
    p->broken = read_below (r, BROKEN_PATH * 2);
    uint32_t count = read_below (r, words + 1), least = 0;
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        uint32_t at = read_below (r, words);
        if (at < least)
            r->failed = true;
        least = at + 1;
        VEC_PUSH (p->eager, (uint16_t) at);
    }
    return !r->failed;
}

static bool
read_propositions (struct avr_program *p, struct reader *r)
{
    uint32_t count = read_below (r, AVR_PROPOSITIONS + 1);
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        struct avr_property one;
        if (avr_property_get (&one, data_size (p), r))
            VEC_PUSH (p->proposition, one);
    }
    return !r->failed && avr_propositions_sound (p);
}

bool
avr_program_read (struct avr_program *p, struct reader *r,
                  struct problem *problem)
{
    struct place nowhere = {NULL, 0, 0};
    memset (p, 0, sizeof *p);
    avr_environment_init (&p->environment);
    if (read_device (p, r) && read_code (p, r) && read_numbers (p, r)
        && avr_environment_get (&p->environment, r)
        && avr_property_get (&p->property, data_size (p), r)
        && read_propositions (p, r)) {
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

bool
avr_is_eager (const struct avr_program *p, uint32_t pc)
{
    size_t low = 0, high = p->eager.size;
    assert (pc <= UINT16_MAX);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->eager.at[middle] == pc)
            return true;
        if (p->eager.at[middle] < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

const char *
avr_fault_name (uint32_t fault)
{
    static const char *const name[FAULTS] = {
        [FAULT_NONE] = "none",
        [FAULT_INVARIANT] = "invariant",
        [FAULT_STACK_INTO_DATA] = "stack into data",
        [FAULT_STACK_INTO_HEAP] = "stack into heap",
        [FAULT_STACK_UNDERFLOW] = "stack underflow",
        [FAULT_WRITE_OUTSIDE] = "write outside memory",
        [FAULT_JUMP_OUTSIDE] = "jump outside code",
        [FAULT_UNHANDLED] = "unhandled interrupt",
        [FAULT_BAD_OPCODE] = "no such instruction",
        [FAULT_SPM] = "program writes its own code",
        [FAULT_STACK_IN_IO] = "stack in registers",
        [FAULT_OTHER] = "not modelled",
    };
    return fault < FAULTS ? name[fault] : "unknown";
}
