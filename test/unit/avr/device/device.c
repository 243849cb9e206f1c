/* device.c -- the tables of the microcontrollers, against the headers of
 * avr-libc where they are installed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "avr/device/device.h"

static void
devices_are_found (void **state)
{
    (void) state;
    const struct avr_device *d = avr_device_find ("atmega16");
    assert_non_null (d);
    assert_ptr_equal (d, avr_device_find ("ATmega16"));
    assert_ptr_equal (d, avr_device_find ("avr-atmega16"));
    assert_ptr_equal (d, avr_device_at (0));
    assert_string_equal (avr_device_find ("ATMEGA128")->name, "atmega128");
    assert_null (avr_device_find ("atmega1"));
    assert_null (avr_device_find (""));
    assert_null (avr_device_at (2));
}

static void
tables_are_sound (void **state)
{
    (void) state;
    for (size_t i = 0; avr_device_at (i); i++)
        assert_true (avr_device_sound (avr_device_at (i)));
}

/* Each rule of avr_device_sound, broken once. */
static void
unsound_tables_are_seen (void **state)
{
    (void) state;
    const struct avr_device *good = avr_device_find ("atmega16");
    size_t size = good->register_count * sizeof good->registers[0];
    size_t vectors = good->vector_count * sizeof good->vectors[0];
    struct avr_register *r = memory_copy (good->registers, size);
    struct avr_vector *v = memory_copy (good->vectors, vectors);
    struct avr_device d = *good;
    d.registers = r;
    d.vectors = v;
    assert_true (avr_device_sound (&d));
    r[3].plain = 1; /* in two masks */
    assert_false (avr_device_sound (&d));
    r[3] = good->registers[3];
    r[3].address++; /* not in order */
    assert_false (avr_device_sound (&d));
    r[3] = good->registers[3];
    v[9].enable_bit = 8; /* no such bit */
    assert_false (avr_device_sound (&d));
    v[9] = good->vectors[9];
    v[9].source.mask = 1; /* not what settling looks at */
    assert_false (avr_device_sound (&d));
    v[9] = good->vectors[9];
    assert_true (avr_device_sound (&d));
    memory_free (r);
    memory_free (v);
}

static void
names_are_found (void **state)
{
    (void) state;
    const struct avr_device *d = avr_device_find ("atmega128");
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        assert_ptr_equal (avr_register_find (d, r->name), r);
        assert_int_equal (avr_register_at (d, r->address)->address, r->address);
    }
    assert_null (avr_register_at (d, 0x60));
    assert_null (avr_register_at (d, 0x5));
    assert_null (avr_register_at (d, 0x100));
    assert_null (avr_register_find (d, "OCR1A")); /* two bytes */
    assert_int_equal (avr_word_find (d, "OCR1A")->address, 0x4a);
    assert_null (avr_word_find (d, "OCR1AL"));
    assert_int_equal (avr_bit_find (d, "TOIE3")->bit, 2);
    assert_null (avr_bit_find (d, "TOIE4"));
}

struct seen {
    size_t registers, words, bits, vectors;
};

static void
see_register (const struct avr_device *d, const char *name, unsigned address,
              bool wide, struct seen *seen)
{
    if (wide) {
        const struct avr_word_register *w = avr_word_find (d, name);
        if (!w || w->address != address)
            fail_msg ("%s: %s", d->name, name);
        seen->words++;
        return;
    }
    const struct avr_register *r = avr_register_find (d, name);
    if (!r || r->address != address)
        fail_msg ("%s: %s", d->name, name);
    seen->registers++;
}

static void
see_vector (const struct avr_device *d, const char *name, unsigned number,
            struct seen *seen)
{
    size_t size = strlen (name) - strlen ("_vect");
    if (number >= d->vector_count
        || strncmp (d->vectors[number].name, name, size)
        || d->vectors[number].name[size])
        fail_msg ("%s: %s", d->name, name);
    seen->vectors |= (size_t) 1 << number;
}

static void
see_line (const struct avr_device *d, const char *line, struct seen *seen)
{
    char name[64], kind[8];
    unsigned width, value;
    if (sscanf (line, "#define %63s _SFR_%3[IOME]%u(%x)", name, kind, &width,
                &value)
            == 4
        || sscanf (line, "#define %63s _SFR_MEM%u(%x)", name, &width, &value)
               == 3)
        see_register (d, name, value + (strstr (line, "_SFR_IO") ? 0x20 : 0),
                      width == 16, seen);
    else if (sscanf (line, "#define %63s _VECTOR(%u)", name, &value) == 2) {
        if (!strncmp (name, "SIG_", 4))
            return;
        see_vector (d, name, value, seen);
    } else if (sscanf (line, "#define %63s %u", name, &value) == 2 && value < 8
               && name[0] != '_' && !strstr (name, "_vect_num")) {
        const struct avr_bit *b = avr_bit_find (d, name);
        if (!b || b->bit != value)
            fail_msg ("%s: %s", d->name, name);
        seen->bits++;
    }
}

static void
check_header (const char *device, const char *path, struct seen *seen)
{
    const struct avr_device *d = avr_device_find (device);
    char *text = text_file (path, &(size_t) {0}), *rest = text, *line;
    if (!text)
        skip ();
    char *end = strstr (text, "/* Constants */");
    assert_non_null (end);
    *end = 0;
    while ((line = strsep (&rest, "\n")))
        see_line (d, line, seen);
    memory_free (text);
    /* SPL, SPH, SREG and the bits of SREG stand elsewhere. */
    assert_int_equal (seen->registers + 3, d->register_count);
    assert_int_equal (seen->words + 1, d->word_count);
    assert_int_equal (seen->vectors,
                      ((uint64_t) 1 << d->vector_count) - 2); /* no RESET */
    assert_true (seen->bits + 8 >= d->bit_count);
}

static void
atmega16_agrees_with_avr_libc (void **state)
{
    (void) state;
    struct seen seen = {0};
    check_header ("atmega16", "/usr/lib/avr/include/avr/iom16.h", &seen);
}

static void
atmega128_agrees_with_avr_libc (void **state)
{
    (void) state;
    struct seen seen = {0};
    check_header ("atmega128", "/usr/lib/avr/include/avr/iom128.h", &seen);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (devices_are_found),
        cmocka_unit_test (tables_are_sound),
        cmocka_unit_test (unsound_tables_are_seen),
        cmocka_unit_test (names_are_found),
        cmocka_unit_test (atmega16_agrees_with_avr_libc),
        cmocka_unit_test (atmega128_agrees_with_avr_libc),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
