/* hex.c -- see hex.h. */
#include "frontend/hex/hex.h"

#include <string.h>

#include "avr/device/image.h"
#include "frontend/hex/cdb.h"
#include "frontend/hex/ihex.h"
#include "mcs51/device/image.h"
#include "xc167/device/image.h"

bool
hex_recognise (const void *data, size_t size)
{
    return ihex_recognise (data, size);
}

static bool
fail_device (const char *file, const char *device, struct problem *p)
{
    struct place place = {.file = file};
    struct text all;
    const struct mcs51_device *d;
    text_init (&all);
    for (size_t i = 0; (d = mcs51_device_at (i)); i++)
        text_print (&all, "%s%s", i ? ", " : "", d->name);
    const struct avr_device *a;
    for (size_t i = 0; (a = avr_device_at (i)); i++)
        text_print (&all, ", %s", a->name);
    const char *name;
    for (size_t i = 0; (name = xc167_image_device (i)); i++)
        text_print (&all, ", %s", name);
    if (device)
        problem_set (p, place,
                     "--device=%.40s is not known for Intel HEX (known: %s)",
                     device, text_view (&all));
    else
        problem_set (p, place,
                     "Intel HEX does not say which device it is for: "
                     "--device=NAME (known: %s)",
                     text_view (&all));
    text_clear (&all);
    return false;
}

/* FILE.cdb instead of FILE.ihx; the caller frees it. */
static char *
file_beside (const char *file)
{
    const char *base = strrchr (file, '/'), *dot = strrchr (file, '.');
    size_t size =
        dot && (!base || dot > base) ? (size_t) (dot - file) : strlen (file);
    struct text t;
    text_init (&t);
    text_add_n (&t, file, size);
    text_add (&t, ".cdb");
    return text_take (&t);
}

static bool
read_symbols (struct micro_image *image, const char *file,
              struct buffer *symbols, struct problem *p)
{
    size_t size;
    char *beside = file_beside (file), *text = text_file (beside, &size);
    bool good = true;
    if (text) {
        buffer_put (symbols, text, size);
        good = cdb_read (image, text, size, beside, p);
    }
    memory_free (text);
    memory_free (beside);
    return good;
}

static void
take_code (struct micro_image *image, struct ihex *h)
{
    image->code = h->bytes;
    image->loaded = h->loaded;
    image->code_end = h->end;
    *h = (struct ihex) {.size = 0};
}

/* What such a file does not say of an AVR: where data ends, beside which the stack
 * grows. */
static bool
init_avr (struct micro_image *image, const char *device)
{
    const struct avr_device *d = device ? avr_device_find (device) : NULL;
    if (!d)
        return false;
    avr_image_init (image, d);
    image->data_end = d->sram_first;
    image->data_unknown = true;
    return true;
}

bool
hex_read (struct micro_image *image, const void *data, size_t size,
          const char *file, const char *device, struct buffer *symbols,
          struct problem *p)
{
    const struct mcs51_device *d = device ? mcs51_device_find (device) : NULL;
    struct ihex h;
    bool is_avr = false;
    *image = (struct micro_image) {0};
    micro_symbols_init (&image->symbols);
    if (d)
        mcs51_image_init (image, d);
    else if (!(is_avr = init_avr (image, device))
             && (!device || !xc167_image_init (image, device)))
        return fail_device (file, device, p);
    if (!ihex_read (&h, data, size, image->code_size, file, p))
        return false;
    take_code (image, &h);
    if (is_avr ? image->code_end > 0
        : d    ? read_symbols (image, file, symbols, p)
               : xc167_image_check (image, (struct place) {.file = file}, p)) {
        micro_symbols_sort (&image->symbols);
        return true;
    }
    if (is_avr)
        problem_set (p, (struct place) {.file = file}, "holds no code");
    micro_image_clear (image);
    return false;
}
