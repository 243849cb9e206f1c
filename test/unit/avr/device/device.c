/* device.c -- the tables of the microcontrollers, against the headers of
 * avr-libc where they are installed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
    assert_string_equal (avr_device_find ("atmega328")->name, "atmega328p");
    assert_string_equal (avr_device_find ("atmega88pa")->name, "atmega88");
    assert_null (avr_device_find ("atmega1"));
    assert_null (avr_device_find ("atmega88pa "));
    assert_null (avr_device_find (""));
    assert_null (avr_device_find (" "));
}

static void
tables_are_sound (void **state)
{
    (void) state;
    for (size_t i = 0; avr_device_at (i); i++)
        if (!avr_device_sound (avr_device_at (i)))
            fail_msg ("%s", avr_device_at (i)->name);
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
    r[0x23].plain = 1; /* in two masks */
    assert_false (avr_device_sound (&d));
    r[0x23] = good->registers[0x23];
    r[0x23].address++; /* not in its place */
    assert_false (avr_device_sound (&d));
    r[0x23] = good->registers[0x23];
    v[9].enable_bit = 8; /* no such bit */
    assert_false (avr_device_sound (&d));
    v[9] = good->vectors[9];
    v[9].flag_bit = 1; /* of another vector */
    assert_false (avr_device_sound (&d));
    v[9] = good->vectors[9];
    v[9].source.mask = 0x80; /* a bit that is not kept */
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
    struct avr_bit b;
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        if (!r->name)
            continue;
        assert_ptr_equal (avr_register_find (d, r->name), r);
        assert_int_equal (avr_register_at (d, r->address)->address, r->address);
    }
    assert_null (avr_register_at (d, 0x60));
    assert_null (avr_register_at (d, 0x5));
    assert_null (avr_register_at (d, 0x100));
    assert_null (avr_register_find (d, "OCR1A")); /* two bytes */
    assert_ptr_equal (avr_register_find (d, "ADCSR"),
                      avr_register_find (d, "ADCSRA"));
    assert_true (avr_bit_find (d, "TOIE3", &b) && b.bit == 2);
    assert_true (avr_bit_find (d, "PORTB5", &b) && b.bit == 5
                 && b.address == 0x38);
    assert_true (avr_bit_find (d, "RXCIE", &b) && b.bit == 7);
    assert_false (avr_bit_find (d, "TOIE4", &b));
    size_t names = 0;
    while (avr_device_name (d, names))
        names++;
    assert_true (names > 500);
}

/* ---- what avr-libc says, as the preprocessor makes it */

struct seen {
    size_t registers, bits, wrong;
    uint64_t vectors;
};

static void
complain (struct seen *seen, const struct avr_device *d, const char *name,
          unsigned value)
{
    print_error ("%s: not %s, 0x%x\n", d->name, name, value);
    seen->wrong++;
}

/* Which bits a name of avr-libc stands for is not asked where it has none here:
 * a register that is not modelled, fuses, lock bits, numbers of all kinds.  Names
 * that are here must be those. */
static void
see_register (const struct avr_device *d, const char *name, unsigned address,
              bool wide, struct seen *seen)
{
    char half[64];
    snprintf (half, sizeof half, "%s%s", name, wide ? "L" : "");
    const struct avr_register *r = avr_register_find (d, half);
    if (!strcmp (name, "ADCW") || !strcmp (name, "SP"))
        return;
    if (!r || r->address != address)
        complain (seen, d, name, address);
    seen->registers += !wide;
}

static void
see_vector (const struct avr_device *d, const char *name, unsigned number,
            struct seen *seen)
{
    if (!strcmp (name, "EXT_INT0_vect"))
        name = "INT0_vect";
    else if (!strcmp (name, "USI_STR_vect"))
        name = "USI_START_vect";
    else if (!strcmp (name, "WATCHDOG_vect"))
        name = "WDT_vect";
    size_t size = strlen (name) - strlen ("_vect");
    if (number >= d->vector_count)
        complain (seen, d, name, number);
    else if (!strncasecmp (d->vectors[number].name, name, size))
        seen->vectors |= (uint64_t) 1 << number;
}

static void
see_number (const struct avr_device *d, const char *name, unsigned value,
            struct seen *seen)
{
    struct avr_bit b;
    if (!strcmp (name, "RAMEND"))
        assert_int_equal (value, d->sram_last);
    else if (!strcmp (name, "RAMSTART"))
        assert_int_equal (value, d->sram_first);
    else if (!strcmp (name, "FLASHEND"))
        assert_int_equal (value + 1, d->flash_bytes);
    else if (!strcmp (name, "E2END"))
        assert_int_equal (value + 1, d->eeprom_bytes);
    else if (value < 8 && avr_bit_find (d, name, &b)) {
        /* Headers disagree with each other and the data sheets about these. */
        if (b.bit != value && strncmp (name, "TWAM", 4))
            complain (seen, d, name, value);
        seen->bits++;
    }
}

static void
see_line (const struct avr_device *d, const char *line, struct seen *seen)
{
    char name[64], size[64];
    int width, value, end = 0;
    if (sscanf (line, "#define %63s _SFR_IO%d (%i)", name, &width, &value) == 3)
        see_register (d, name, (unsigned) value + 0x20, width == 16, seen);
    else if (sscanf (line, "#define %63s _SFR_MEM%d (%i)", name, &width, &value)
             == 3)
        see_register (d, name, (unsigned) value, width == 16, seen);
    else if (sscanf (line, "#define %63s _VECTOR(%d)", name, &value) == 2
             && strncmp (name, "SIG_", 4))
        see_vector (d, name, (unsigned) value, seen);
    else if (sscanf (line, "#define _VECTORS_SIZE %63[0-9]%n", size, &end) == 1
             && !line[end])
        assert_int_equal (atoi (size), d->vector_count * d->vector_words * 2u);
    else if (sscanf (line, "#define %63s %i%n", name, &value, &end) == 2
             || sscanf (line, "#define %63s (%i)%n", name, &value, &end) == 2)
        see_number (d, name, (unsigned) value, seen);
}

/* A device by its compiler; the names that it is the same as, too. */
static void
check_device (const struct avr_device *d, const char *name)
{
    char command[128], line[512];
    struct seen seen = {0};
    snprintf (command, sizeof command,
              "echo '#include <avr/io.h>' | avr-gcc -mmcu=%s -E -dM - 2>&1",
              name);
    FILE *f = popen (command, "r");
    assert_non_null (f);
    while (fgets (line, sizeof line, f)) {
        line[strcspn (line, "\n")] = 0;
        if (!strstr (line, "unknown MCU"))
            see_line (d, line, &seen);
    }
    if (pclose (f))
        return;
    bool wrong = seen.wrong;
    assert_true (seen.registers >= 30 && seen.bits >= 60);
    for (size_t i = 1; i < d->vector_count; i++) /* some numbers are not used */
        if (d->vectors[i].name[0] == '_')
            seen.vectors |= (uint64_t) 1 << i;
    if (seen.vectors != ((uint64_t) 1 << d->vector_count) - 2)
        fail_msg ("%s: vectors %llx", name, (unsigned long long) seen.vectors);
    if (wrong)
        fail_msg ("%s", name);
}

static void
devices_agree_with_avr_libc (void **state)
{
    (void) state;
    const struct avr_device *d;
    if (system ("avr-gcc --version > /dev/null 2>&1"))
        skip ();
    for (size_t i = 0; (d = avr_device_at (i)); i++) {
        char all[256], *rest = all, *name;
        snprintf (all, sizeof all, "%s %s", d->name, d->same ? d->same : "");
        while ((name = strsep (&rest, " ")))
            if (*name)
                check_device (d, name);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (devices_are_found),
        cmocka_unit_test (tables_are_sound),
        cmocka_unit_test (unsound_tables_are_seen),
        cmocka_unit_test (names_are_found),
        cmocka_unit_test (devices_agree_with_avr_libc),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
