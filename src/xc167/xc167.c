/* xc167.c -- see xc167.h. */
#include "xc167/xc167.h"

#include <string.h>

#include "xc167/core/request.h"
#include "xc167/core/step.h"
#include "xc167/device/image.h"
#include "xc167/device/program.h"
#include "xc167/fair.h"
#include "xc167/names.h"
#include "xc167/reduce/turn.h"
#include "xc167/replay/concrete.h"

static const struct xc167_program *
program_of (const struct micro_program *p)
{
    assert (p->class == &xc167_class);
    return (const struct xc167_program *) p;
}

static struct xc167_program *
changed (struct micro_program *p)
{
    assert (p->class == &xc167_class);
    return (struct xc167_program *) p;
}

/* ---- programs */

/* From where on a property is asked: main, else behind the first EINIT, which ends
 * the initialisation, else the reset. */
static uint32_t
find_begin (const struct xc167_program *x, const struct micro_image *image)
{
    const struct micro_label *start =
        micro_symbols_find_label (&image->symbols, "main");
    if (!start)
        start = micro_symbols_find_label (&image->symbols, "_main");
    if (start && start->code)
        return start->address / 2;
    for (uint32_t a = 0; a + 4 <= image->code_end; a += 2)
        if (!memcmp (image->code + a, "\xb5\x4a\xb5\xb5", 4)
            && xc167_is_loaded (x, a) && xc167_is_loaded (x, a + 3))
            return (a + 4) / 2;
    return x->micro.start;
}

static struct micro_program *
class_make (const struct micro_image *image)
{
    struct xc167_program *x = NEW (struct xc167_program);
    xc167_program_init (x, image->device);
    for (uint32_t a = 0; a < image->code_end; a++)
        if (xc167_image_is_loaded (image, a))
            xc167_program_load (x, a, image->code[a]);
    if (xc167_is_loaded (x, XC167_FLASH))
        xc167_program_start (x, XC167_FLASH >> 16);
    x->micro.handled = xc167_handled (x);
    x->micro.begin = find_begin (x, image);
    return &x->micro;
}

static void
class_ask (struct micro_program *p, const struct micro_image *image)
{
    (void) p;
    (void) image;
}

static void
class_finish (struct micro_program *p)
{
    xc167_program_finish (changed (p));
}

static void
class_clear (struct micro_program *p)
{
    xc167_program_clear (changed (p));
}

static void
class_write (const struct micro_program *p, struct buffer *b)
{
    xc167_program_write (program_of (p), b);
}

static struct micro_program *
class_read (struct reader *r, struct problem *problem)
{
    struct xc167_program *x = NEW (struct xc167_program);
    if (xc167_program_read (x, r, problem))
        return &x->micro;
    memory_free (x);
    return NULL;
}

/* ---- running */

static void
class_forget (struct micro_core *c)
{
    (void) c;
}

/* ---- facts */

static unsigned
class_vectors (const void *device)
{
    return (unsigned) ((const struct xc167_device *) device)->node_count;
}

static const char *
class_vector (const void *device, unsigned vector)
{
    const struct xc167_device *d = device;
    assert (vector < d->node_count);
    return d->nodes[vector].name;
}

static uint16_t
class_flag_at (const struct micro_program *p, unsigned vector)
{
    (void) p;
    return xc167_control (vector);
}

static uint16_t
class_source_at (const struct micro_program *p, unsigned vector)
{
    return program_of (p)->source[vector].place;
}

static bool
class_is_memory (const struct micro_program *p, uint32_t place)
{
    return place >= p->hot;
}

static bool
class_is_compared (const struct micro_program *p, uint32_t place)
{
    return place >= p->hot || place < XC167_CORE;
}

static const void *
class_device (const struct micro_program *p)
{
    return program_of (p)->device;
}

/* ---- control flow */

static uint32_t
class_words (const struct micro_program *p)
{
    return program_of (p)->words;
}

static uint32_t
class_entry (const struct micro_program *p, unsigned vector)
{
    const struct xc167_program *x = program_of (p);
    return x->micro.start + 2u * x->device->nodes[vector].trap;
}

const struct micro_class xc167_class = {
    .generator = MICRO_GENERATOR ("xc167"),
    .title = "XC167",
    .how_to_debug = "-g",
    .no_debug = "; the names of C are not known, as there is no debug "
                "information",
    .program_size = sizeof (struct xc167_program),
    .pc_bytes = 2,
    .status = XC167_PSW,
    .known = 0,
    .checks = 1u << FAULT_STACK_INTO_DATA | 1u << FAULT_STACK_UNDERFLOW
              | 1u << FAULT_WRITE_OUTSIDE | 1u << FAULT_JUMP_OUTSIDE
              | 1u << FAULT_UNHANDLED | 1u << FAULT_BAD_OPCODE
              | 1u << FAULT_OPERAND,
    .area = xc167_area,
    .make = class_make,
    .ask = class_ask,
    .finish = class_finish,
    .clear = class_clear,
    .write = class_write,
    .read = class_read,
    .words = class_words,
    .turn = xc167_turn,
    .entry = class_entry,
    .power_on = xc167_power_on,
    .events = xc167_events,
    .step = xc167_step,
    .forget = class_forget,
    .prepare = xc167_prepare,
    .complete = xc167_complete,
    .may_raise = request_may_raise,
    .flag_at = class_flag_at,
    .source_at = class_source_at,
    .is_compared = class_is_compared,
    .leaves_open = xc167_leaves_open,
    .vectors = class_vectors,
    .vector = class_vector,
    .served = xc167_served,
    .polled = xc167_polled,
    .find = xc167_find,
    .find_bit = xc167_find_bit,
    .input = xc167_input,
    .name = xc167_name,
    .restricted = xc167_restricted,
    .has_adc = false,
    .device = class_device,
    .print = xc167_print_code,
    .print_state = xc167_print_state,
    .print_name = xc167_print_name,
    .is_memory = class_is_memory,
    .print_input = xc167_print_input,
    .reset = "by the watchdog",
};

/* ---- the generator */

generator *
xc167_machine_new (struct xc167_program *adopted)
{
    struct xc167_program *own = NEW (struct xc167_program);
    *own = *adopted;
    memset (adopted, 0, sizeof *adopted);
    assert (own->device && own->place);
    return micro_machine_new (&own->micro);
}

generator *
xc167_open (struct bytes program, struct problem *problem)
{
    return micro_open (&xc167_class, program, problem);
}
