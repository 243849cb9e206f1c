/* program.c -- the part of a program that all kinds have: made, freed, sent. */
#include "micro/program.h"

#include <assert.h>
#include <string.h>

#include "micro/property/environment.h"
#include "micro/property/property.h"
#include "micro/reads.h"

void
micro_program_init (struct micro_program *p, const struct micro_class *class)
{
    memset (p, 0, sizeof *p);
    p->class = class;
    micro_environment_init (&p->environment);
}

void
micro_program_clear (struct micro_program *p)
{
    micro_environment_clear (&p->environment);
    micro_property_clear (&p->property);
    for (size_t i = 0; i < p->proposition.size; i++)
        micro_property_clear (&p->proposition.at[i]);
    VEC_CLEAR (p->proposition);
    VEC_CLEAR (p->reads);
    VEC_CLEAR (p->eager);
    memset (p, 0, sizeof *p);
}

void
micro_program_write (const struct micro_program *p, struct buffer *b)
{
    buffer_uint (b, p->begin);
    buffer_uint (b, p->handled);
    buffer_uint (b, p->memory);
    buffer_uint (b, p->reductions);
    buffer_uint (b, p->checks);
    buffer_uint (b, p->broken);
    buffer_uint (b, p->eager.size);
    for (size_t i = 0; i < p->eager.size; i++)
        buffer_uint (b, p->eager.at[i]);
    micro_environment_write (&p->environment, b);
    micro_property_write (&p->property, p->data_size, b);
    buffer_uint (b, p->proposition.size);
    for (size_t i = 0; i < p->proposition.size; i++)
        micro_property_write (&p->proposition.at[i], p->data_size, b);
}

uint32_t
micro_read_below (struct reader *r, uint64_t limit)
{
    uint64_t value = reader_uint (r);
    if (value < limit)
        return (uint32_t) value;
    r->failed = true;
    return 0;
}

static bool
read_numbers (struct micro_program *p, struct reader *r, uint32_t code)
{
    p->begin = micro_read_below (r, code);
    p->handled = reader_uint (r);
    p->memory = micro_read_below (r, MICRO_SYMBOLIC_STACK + 1);
    p->reductions = micro_read_below (r, MICRO_PATH * 2);
    p->checks = micro_read_below (r, 1u << FAULTS);
    p->broken = micro_read_below (r, BROKEN_PATH * 2);
    uint32_t count = micro_read_below (r, (uint64_t) code + 1), least = 0;
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        uint32_t at = micro_read_below (r, code);
        if (at < least)
            r->failed = true;
        least = at + 1;
        VEC_PUSH (p->eager, at);
    }
    return !r->failed;
}

static bool
read_propositions (struct micro_program *p, struct reader *r)
{
    uint32_t count = micro_read_below (r, MICRO_PROPOSITIONS + 1);
    for (uint32_t i = 0; i < count && !r->failed; i++) {
        struct micro_property one;
        if (micro_property_get (&one, p->data_size, r))
            VEC_PUSH (p->proposition, one);
    }
    return !r->failed && micro_propositions_sound (p) && micro_reads_make (p);
}

bool
micro_program_read (struct micro_program *p, struct reader *r, uint32_t code)
{
    assert (p->class && p->data_size && !p->eager.size);
    return read_numbers (p, r, code)
           && micro_environment_get (&p->environment, r)
           && micro_property_get (&p->property, p->data_size, r)
           && read_propositions (p, r);
}

bool
micro_is_eager (const struct micro_program *p, uint32_t pc)
{
    size_t low = 0, high = p->eager.size;
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
micro_fault_name (uint32_t fault)
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
        [FAULT_OPERAND] = "word at an odd address",
        [FAULT_SPM] = "program writes its own code",
        [FAULT_STACK_IN_IO] = "stack in registers",
        [FAULT_USB] = "use of USB or the watchdog's early warning, which are "
                      "not modelled",
        [FAULT_EXTERNAL] = "read of external memory, which is not modelled",
        [FAULT_OTHER] = "not modelled",
    };
    return fault < FAULTS ? name[fault] : "unknown";
}
