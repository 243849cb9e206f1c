/* firmware.c -- firmware, as ELF (AVR, XC167) or Intel HEX (AVR, MCS-51, XC167): read and handed to
 * auto/firmware. */
#include "auto/firmware/firmware.h"

#include <assert.h>

#include "base/memory.h"
#include "command/work.h"
#include "frontend/elf/elf.h"
#include "frontend/hex/hex.h"

static bool
firmware_input_recognise (const char *file, const char *source, size_t size)
{
    (void) file;
    return elf_recognise (source, size) || hex_recognise (source, size);
}

static bool
firmware_input_read (struct work *w, struct problem *p)
{
    assert (!w->input);
    struct firmware *f = NEW (struct firmware);
    const struct options *o = w->options;
    w->input = f;
    buffer_init (&f->environment);
    buffer_init (&f->symbols);
    bool good =
        elf_recognise (w->source, w->size)
            ? elf_read (&f->image, w->source, w->size, o->file[0], o->device, p)
            : hex_read (&f->image, w->source, w->size, o->file[0], o->device,
                        &f->symbols, p);
    return good && firmware_ask (f, o, p);
}

static bool
firmware_input_identity (struct work *w, struct buffer *b, struct problem *p)
{
    (void) p;
    const struct firmware *f = w->input;
    buffer_bytes (b, buffer_view (&f->environment));
    buffer_bytes (b, buffer_view (&f->symbols));
    return true;
}

static void
firmware_input_cover (const struct work *w, struct outcome *o)
{
    firmware_cover (w->input, w->options, o);
}

static bool
firmware_input_decide (struct work *w, struct problem *p)
{
    struct engine_context engine;
    struct machine_check machine = work_machine (w, &engine);
    return firmware_decide (w->input, &machine, p);
}

static enum replay_result
firmware_input_replay (struct work *w, const char *witness, const char *file,
                       struct text *report, struct problem *p)
{
    return firmware_replay (w->input, w->options, &w->log, witness, file,
                            &w->outcome, report, p);
}

static void
firmware_input_clear (struct work *w)
{
    firmware_clear (w->input);
    memory_free (w->input);
}

const struct input_kind firmware_kind = {
    .what = "a firmware comes in",
    .inputs = FOR_FIRMWARE,
    .recognise = firmware_input_recognise,
    .read = firmware_input_read,
    .identity = firmware_input_identity,
    .cover = firmware_input_cover,
    .decide = firmware_input_decide,
    .replay = firmware_input_replay,
    .clear = firmware_input_clear,
    .processes = machine_processes,
};
