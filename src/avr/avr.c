/* avr.c -- see avr.h. */
#include "avr/avr.h"

#include <string.h>

#include "avr/core/io.h"
#include "avr/core/step.h"
#include "avr/fair.h"
#include "avr/device/image.h"
#include "avr/names.h"
#include "avr/reduce/dead.h"
#include "avr/reduce/effect.h"
#include "avr/reduce/flow.h"
#include "avr/replay/concrete.h"

static const struct avr_program *
program_of (const struct micro_program *p)
{
    assert (p->class == &avr_class);
    return (const struct avr_program *) p;
}

static struct avr_program *
changed (struct micro_program *p)
{
    assert (p->class == &avr_class);
    return (struct avr_program *) p;
}

/* ---- programs */

static struct micro_program *
class_make (const struct micro_image *image)
{
    struct avr_program *a = NEW (struct avr_program);
    avr_program_init (a, image->device);
    uint32_t words = a->device->flash_bytes / 2;
    a->code = NEW_ARRAY (uint16_t, words);
    for (uint32_t i = 0; i < words; i++)
        a->code[i] =
            (uint16_t) (image->code[2 * i] | image->code[2 * i + 1] << 8);
    assert (image->code_end <= a->device->flash_bytes);
    a->code_words = (image->code_end + 1) / 2;
    a->data_end = image->data_end;
    a->micro.handled = avr_image_handled (image);
    const struct micro_label *start =
        micro_symbols_find_label (&image->symbols, "main");
    if (start && start->code)
        a->micro.begin = start->address / 2;
    return &a->micro;
}

/* Memory is set up from main on: before, no variable says anything. */
static void
class_ask (struct micro_program *p, const struct micro_image *image)
{
    struct avr_program *a = changed (p);
    const struct micro_symbols *s = &image->symbols;
    const struct micro_label *start =
        micro_symbols_find_label (s, "__malloc_heap_start");
    const struct micro_label *end = micro_symbols_find_label (s, "__brkval");
    uint16_t first = a->device->sram_first;
    a->heap_start = a->heap_end = 0;
    if (p->begin && p->checks & 1u << FAULT_STACK_INTO_HEAP && start && end
        && !start->code && !end->code && start->address >= first
        && end->address >= first)
        avr_program_heap (a, (uint16_t) start->address,
                          (uint16_t) end->address);
}

static void
class_finish (struct micro_program *p)
{
    avr_program_finish (changed (p));
}

static void
class_clear (struct micro_program *p)
{
    avr_program_clear (changed (p));
}

static void
class_write (const struct micro_program *p, struct buffer *b)
{
    avr_program_write (program_of (p), b);
}

static struct micro_program *
class_read (struct reader *r, struct problem *problem)
{
    struct avr_program *a = NEW (struct avr_program);
    if (avr_program_read (a, r, problem))
        return &a->micro;
    memory_free (a);
    return NULL;
}

static uint32_t
class_words (const struct micro_program *p)
{
    return program_of (p)->code_words;
}

static void
class_turn (const struct micro_program *p, uint32_t pc, struct micro_turn *t)
{
    avr_turn (program_of (p), pc, t);
}

static uint32_t
class_entry (const struct micro_program *p, unsigned vector)
{
    return program_of (p)->device->vector_words * vector;
}

/* ---- facts */

static unsigned
class_vectors (const void *device)
{
    return (unsigned) ((const struct avr_device *) device)->vector_count;
}

static const char *
class_vector (const void *device, unsigned vector)
{
    const struct avr_device *d = device;
    assert (vector < d->vector_count);
    return d->vectors[vector].name;
}

static uint16_t
class_flag_at (const struct micro_program *p, unsigned vector)
{
    return program_of (p)->device->vectors[vector].flag_at;
}

static uint16_t
class_source_at (const struct micro_program *p, unsigned vector)
{
    return program_of (p)->device->vectors[vector].source.at;
}

static bool
class_is_memory (const struct micro_program *p, uint32_t address)
{
    return address < 0x20 || address >= program_of (p)->device->sram_first;
}

static bool
class_is_compared (const struct micro_program *p, uint32_t address)
{
    return class_is_memory (p, address) || address == AVR_SREG
           || address == AVR_SPL || address == AVR_SPH;
}

static const void *
class_device (const struct micro_program *p)
{
    return program_of (p)->device;
}

const struct micro_class avr_class = {
    .generator = MICRO_GENERATOR ("avr"),
    .title = "AVR",
    .how_to_debug = "-g -gdwarf-4",
    .no_debug = "; the names of C are not known, as there is no debug "
                "information: compile with -g -gdwarf-4",
    .program_size = sizeof (struct avr_program),
    .pc_bytes = 2,
    .status = AVR_SREG,
    .known = 1 << FLAG_I,
    .checks = ~(1u << FAULT_OPERAND),
    .area = avr_area,
    .make = class_make,
    .ask = class_ask,
    .finish = class_finish,
    .clear = class_clear,
    .write = class_write,
    .read = class_read,
    .words = class_words,
    .turn = class_turn,
    .entry = class_entry,
    .power_on = avr_power_on,
    .events = avr_events,
    .step = avr_step,
    .forget = avr_dead_forget,
    .status_set = avr_status_set,
    .prepare = avr_prepare,
    .complete = avr_complete,
    .may_raise = io_may_raise,
    .flag_at = class_flag_at,
    .source_at = class_source_at,
    .is_compared = class_is_compared,
    .leaves_open = avr_leaves_open,
    .vectors = class_vectors,
    .vector = class_vector,
    .served = avr_served,
    .polled = avr_polled,
    .find = avr_find,
    .find_bit = avr_find_bit,
    .input = avr_input,
    .name = avr_name,
    .restricted = avr_restricted,
    .has_adc = true,
    .device = class_device,
    .print = avr_print,
    .print_state = avr_print_state,
    .print_name = avr_print_name,
    .is_memory = class_is_memory,
    .print_input = avr_print_input,
    .reset = "by the watchdog",
};

/* ---- the generator */

generator *
avr_machine_new (struct avr_program *adopted)
{
    struct avr_program *own = NEW (struct avr_program);
    *own = *adopted;
    memset (adopted, 0, sizeof *adopted);
    assert (own->device && own->instruction);
    if (own->micro.reductions & MICRO_DEAD && !own->live)
        own->live = avr_live_new (own);
    return micro_machine_new (&own->micro);
}

generator *
avr_open (struct bytes program, struct problem *problem)
{
    return micro_open (&avr_class, program, problem);
}

const struct avr_program *
avr_machine_program (const generator *g)
{
    return program_of (micro_machine_program (g));
}
