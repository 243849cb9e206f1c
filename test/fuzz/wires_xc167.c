/* wires_xc167.c -- firmware for XC167: images, and code that is decoded, printed and
 * executed.
 *
 * Of an image that is taken the program is made, and sent.  Code is run from power-on,
 * with events and choices as the input says: states stay sound, what a step did can be
 * undone, and flags are settled after it. */
#include <string.h>

#include "frontend/elf/elf.h"
#include "frontend/hex/hex.h"
#include "micro/class.h"
#include "micro/machine.h"
#include "wires.h"
#include "xc167/core/request.h"
#include "xc167/core/step.h"
#include "xc167/xc167.h"

static void
send (const struct micro_program *p)
{
    struct buffer one, two;
    struct problem problem = {0};
    buffer_init (&one);
    buffer_init (&two);
    p->class->write (p, &one);
    struct micro_program *again = micro_program_copy (p, &problem);
    require (again, "a firmware, sent");
    again->class->write (again, &two);
    require (bytes_equal (buffer_view (&one), buffer_view (&two)),
             "a firmware that changes on its way");
    micro_program_free (again);
    buffer_clear (&one);
    buffer_clear (&two);
}

static void
take_image (struct micro_image *image)
{
    if (image->class == &xc167_class) {
        struct micro_program *p = image->class->make (image);
        image->class->finish (p);
        send (p);
        micro_program_free (p);
    }
    micro_image_clear (image);
}

static void
read_elf (struct bytes b)
{
    struct micro_image image = {0};
    struct problem p = {0};
    if (elf_read (&image, b.data, b.size, "fuzz", "xc167", &p))
        take_image (&image);
    else
        require (p.kind != PROBLEM_NONE, "a refusal without a problem");
}

static void
read_hex (struct bytes b)
{
    struct micro_image image = {0};
    struct buffer symbols;
    struct problem p = {0};
    buffer_init (&symbols);
    if (hex_read (&image, b.data, b.size, "fuzz", "xc167", &symbols, &p))
        take_image (&image);
    else
        require (p.kind != PROBLEM_NONE, "a refusal without a problem");
    buffer_clear (&symbols);
}

/* ---- code */

static void
print_all (const struct micro_program *p, size_t bytes)
{
    struct text t;
    struct micro_turn turn;
    text_init (&t);
    for (uint32_t pc = 0; pc < bytes / 2; pc++) {
        text_reset (&t);
        p->class->print (p, pc, &t);
        require (t.size > 0, "an instruction without a name");
        p->class->turn (p, pc, &turn);
    }
    text_clear (&t);
}

static void
step (struct micro_core *c, const struct micro_event *e, unsigned choice,
      uint8_t *before)
{
    choices_init (c->choices);
    c->branching = true;
    memcpy (before, c->state, c->size);
    xc167_step (c, e);
    for (; choice && !c->cut && choices_next (c->choices); choice--) {
        core_undo (c);
        require (!memcmp (before, c->state, c->size), "a step that was undone");
        xc167_step (c, e);
    }
}

static void
check (struct micro_core *c)
{
    require (core_sound (c), "a state");
    if (c->fault)
        return;
    core_begin (c);
    request_settle_all (c);
    require (!c->undos, "flags that a step did not settle");
}

/* A byte for each step: low half the event, high half the choice. */
static void
run (struct micro_core *c, struct bytes path, uint8_t *before)
{
    struct micro_event event[MICRO_EVENTS];
    core_reset (c);
    for (size_t i = 0; i < path.size; i++) {
        check (c);
        size_t n = xc167_events (c, event);
        if (!n)
            return;
        step (c, &event[path.data[i] % 16 % n], path.data[i] / 16, before);
        if (c->fault)
            return;
    }
}

/* The first byte: how states are kept; the second: how many steps. */
static void
read_code (struct bytes b)
{
    enum { MOST = 0xc000, STEPS = 32 };
    size_t steps = b.size < 2 ? 0 : b.data[1] % STEPS;
    if (b.size < 2 || b.size - 2 < steps)
        return;
    struct bytes path = {b.data + 2, steps};
    struct bytes code = {path.data + path.size, b.size - 2 - path.size};
    struct xc167_program *x = NEW (struct xc167_program);
    struct micro_program *p = &x->micro;
    xc167_program_init (x, xc167_device_at (0));
    for (uint32_t a = 0; a < code.size && a < MOST; a++)
        xc167_program_load (x, a, code.data[a]);
    p->memory = b.data[0] % 3;
    p->reductions = b.data[0] & 4 ? MICRO_LAZY_FLAGS : 0;
    p->handled = xc167_handled (x);
    xc167_program_finish (x);
    print_all (p, code.size < MOST ? code.size : MOST);
    struct micro_core core;
    struct micro_choices choices;
    core_init (&core, p);
    uint8_t *state = memory_new (core.size), *before = memory_new (core.size);
    core_enter (&core, state);
    choices_init (&choices);
    core.choices = &choices;
    run (&core, path, before);
    memory_free (before);
    memory_free (state);
    micro_program_free (p);
}

const struct wire wires_xc167[] = {
    {'x', read_elf},
    {'k', read_hex},
    {'d', read_code},
    {0},
};
